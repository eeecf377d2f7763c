// What a run is to work on: its columns in order with their plans frozen, and its rows, found without reading more than needed.
import { type CellPlanSpec, isAsked, isDoneOnce, type PlanDefaults, planSpec } from '../../../engine/columns/columns.ts'
import { buildGraph, columnLevels, dependants, readsBehindComputed } from '../../../engine/columns/graph.ts'
import type { Filter } from '../../../engine/filter/filter.schema.ts'
import { refuse, refuseField } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import {
  findRows,
  type QueriedWorkbook,
  tryWithTimeout,
  withTimeout,
} from '../../../records/filters/found-rows.reads.ts'
import { bothFilters, isEverything, type Question } from '../../../records/filters/question.logic.ts'
import { resolveAsked } from '../../../records/query/asked.reads.ts'
import { countRowsUpTo } from '../../../records/query/count.reads.ts'
import { idsOf, lateral } from '../../../records/store/lateral.logic.ts'
import { mustHaveRows } from '../../../records/store/rows/rows.reads.ts'
import { mustReadWorkbook, readColumns } from '../../../records/store/workbooks.reads.ts'
import { findReady } from '../../../records/views/view-index.reads.ts'
import { stillMatching } from '../../../records/workbooks/selection.reads.ts'
import { type Askable, readLookups } from '../../money/facts.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { askableInTest } from '../../test-mode/test-mode.ts'
import { type EstimateContext, estimateRun } from './estimate.reads.ts'
import { withExploration } from './exploration.commands.ts'
import { firstToRun, sampleToRun } from './rows-to-run.reads.ts'
import type { RunEstimate, RunRequest } from './run.schema.ts'
import { type RowsInScope, rowsOf } from './scope-rows.reads.ts'

/** What a request comes to. */
export interface ResolvedRun {
  /** The id as it is stored. */
  workbook_id: string
  scope: RowsInScope
  estimated: EstimateContext
  rows: number
  cells: number
}

export interface PreparedRun extends ResolvedRun {
  estimate: RunEstimate
}

/** Resolves the request and estimates it. @throws Refusal `not_found`, `invalid`, `conflict` */
export async function prepareRun(...request: Parameters<typeof resolveRun>): Promise<PreparedRun> {
  const resolved = await resolveRun(...request)
  const [, tx] = request
  const { workbook_id, scope, estimated } = resolved
  return { ...resolved, estimate: await estimateRun(tx, workbook_id, scope, estimated) }
}

/** Resolves the request to columns and rows; `change` may cut the plans down. @throws Refusal `not_found`, `invalid`, `conflict` */
export async function resolveRun(
  { now, ...askable }: Askable & { now: () => Date },
  tx: WorkspaceTx,
  workbookId: string,
  request: RunRequest,
  change: (specs: CellPlanSpec[]) => CellPlanSpec[] = (specs) => specs,
): Promise<ResolvedRun> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const columns = await readColumns(tx, workbook.id)
  const performance = await readPerformance(tx)
  const test = request.test ?? false
  const asked = test ? askableInTest(askable) : askable
  const specs = change(orderedSpecs(columns, request.column_ids, { ...performance, test }))
  const estimated: EstimateContext = {
    specs,
    mode: request.mode,
    performance,
    ...(await readLookups(tx, asked)),
    now: now().getTime(),
  }
  const scope = await rowsInScope(tx, { ...workbook, columns }, request, estimated)
  const rows = rowsOf(scope)
  return {
    workbook_id: workbook.id,
    scope,
    estimated: { ...estimated, specs: await withExploration(tx, workbook.id, scope, estimated) },
    rows,
    cells: rows * specs.length,
  }
}

/** The plans of the columns to run, in the order of their references. */
function orderedSpecs(
  columns: Awaited<ReturnType<typeof readColumns>>,
  wanted: string[] | undefined,
  defaults: PlanDefaults,
): CellPlanSpec[] {
  const enriched = new Map(columns.filter(isAsked).map((column) => [column.id, column]))
  const all = new Map(columns.map((column) => [column.id, column]))
  wanted?.forEach((id, index) => {
    if (!all.has(id)) refuseField(['column_ids', index], 'value_error', `Value error, there is no column "${id}"`, id)
    if (!enriched.has(id))
      refuseField(
        ['column_ids', index],
        'value_error',
        `Value error, "${all.get(id)?.name}" is not an enriched column and cannot be run`,
        id,
      )
  })
  const ids = wanted ?? [...enriched.keys()]
  if (ids.length === 0) refuse('conflict', 'This workbook has no enriched column to run')
  const graph = buildGraph(columns)
  const order = columnLevels(graph, ids).flat()
  // What delivers a row comes last, and with it whatever reads the result of the delivery.
  const outputs = order.filter((id) => {
    const column = enriched.get(id)
    return column !== undefined && isDoneOnce(column)
  })
  const late = new Set(outputs.flatMap((id) => [id, ...dependants(graph, id)]))
  const early = order.filter((id) => !late.has(id))
  return [...early, ...order.filter((id) => late.has(id))].flatMap((id) => {
    const column = enriched.get(id)
    const spec = column && planSpec(column, columns, defaults)
    const upstream = [...readsBehindComputed(graph, columns, id), ...(outputs.includes(id) ? early : [])]
    return spec ? [upstream.length > 0 ? { ...spec, upstream } : spec] : []
  })
}

async function rowsInScope(
  tx: WorkspaceTx,
  { id, columns, total_rows }: QueriedWorkbook & { total_rows: number },
  request: RunRequest,
  e: EstimateContext,
): Promise<RowsInScope> {
  const { question } = await resolveAsked(tx, { id, columns }, request, 'body')
  const all = await wholeScope()
  const limited = request.limit === undefined ? all : await firstToRun(tx, id, all, request.limit, e)
  return request.sample === undefined ? limited : sampleToRun(tx, id, limited, request.sample, e)

  async function wholeScope(): Promise<RowsInScope> {
    const asking = { id, columns }
    let named: string[] | undefined
    if (request.row_ids) named = await knownRows(tx, id, request.row_ids)
    else if (request.mode === 'failed') named = await failedRows(tx, id, e.specs)
    if (isEverything(question)) return named ? { row_ids: named } : { total_rows }
    if (!named) return matchingRows(tx, asking, question)
    const among = named
    const meant = await withTimeout(tx, () => stillMatching(tx, asking, question, among))
    return { row_ids: meant.map((row) => row.id) }
  }
}

/** A run over a filter keeps the ids of its rows; so many go through here, the others stay in the database. */
const MOST_LOADED = 250_000

/** The time limit for one statement, in ms; beyond it rows are read piece by piece, which is slower but always ends. */
const ONE_PIECE_MS = 8_000
const PIECES = Array.from({ length: 1000 }, () => 50_000)

/** The rows that match, in the order asked for; very many of them, or after long looking, in the order of the workbook. */
export async function matchingRows(
  tx: WorkspaceTx,
  asking: QueriedWorkbook,
  question: Question,
  most = MOST_LOADED,
  ms = ONE_PIECE_MS,
): Promise<Exclude<RowsInScope, { total_rows: number }>> {
  const inPlace = { ...question, sorts: [] }
  const find = async (asked: Question) =>
    (await findReady(tx, asking.id, asked, { limit: most + 1 })) ??
    (await tryWithTimeout(tx, () => withTimeout(tx, () => findRows(tx, asking, asked, { limit: most + 1 }), ms))) ??
    withTimeout(tx, () => findRows(tx, asking, inPlace, { limit: most + 1, ranges: PIECES }))
  let found = await find(question)
  const ids = () => found.slice(0, most).map((row) => row.id)
  if (found.length <= most) return { row_ids: ids() }
  if (question.sorts.length > 0) found = await find(inPlace)
  const after = found[most - 1]?.position ?? 0
  const behind: Filter = { field: '$position', op: 'gt', value: after }
  const rest = { ...inPlace, filter: bothFilters(question.filter, behind) }
  const all = Number.MAX_SAFE_INTEGER
  return {
    row_ids: ids(),
    rest: { asking, question: rest, after, count: await countRowsUpTo(tx, { ...asking, total_rows: all }, rest, all) },
  }
}

async function knownRows(tx: WorkspaceTx, workbookId: string, ids: string[]): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select r.id from ${lateral(idsOf(3), { table: 'workbook_rows', columns: 'id, position' })} order by r.position`,
    [tx.workspace_id, workbookId, ids.filter(isUuid)],
  )
  const known = new Set(rows.map(({ id }) => id))
  mustHaveRows(ids, known)
  return [...known]
}

/** Found by the index of unfinished cells: twelve failures among a million rows cost twelve. */
async function failedRows(tx: WorkspaceTx, workbookId: string, specs: readonly CellPlanSpec[]): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select r.id from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and r.id in (
        select row_id from cells where workspace_id = $1 and workbook_id = $2 and column_id = any($3)
          and status in ('error', 'throttled', 'budget_stopped')) order by r.position`,
    [tx.workspace_id, workbookId, specs.map((spec) => spec.column_id)],
  )
  return rows.map(({ id }) => id)
}
