// The pairs of rows of a workbook: where they are stored, what of them was told apart, and their list, the surest first.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { apartOf, type GroupedRecord } from '../../engine/matching/decided.ts'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import { LEVELS } from '../../engine/matching/levels.ts'
import type { FieldKind } from '../../engine/matching/match-fields.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import { shortText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import type { PairTable } from '../matching/pair-table.ts'
import { explainedPair, mustFindPair, readPairs, type StoredPair } from '../matching/pairs.reads.ts'
import { newPair } from '../matching/pairs.writes.ts'
import { EVERY_ROW, readRowsForRun } from '../store/rows/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { mayBeCompared, type RowForm, rowFormOf, SAMPLED_ROWS } from './row-form.logic.ts'
import type { RowPairList, RowPairsQuery } from './row-matches.schema.ts'
import { ROW_SCAN } from './row-scan.job.ts'

/** What a pair is judged by, without the values: by field its column, level and weight in bits. Columns change, so fields are named. */
export interface RowEvidence {
  fields: { name: string; kind: string; column_id: string; level: number; weight: number }[]
}

export const newRowPair = ({ fields, column_of }: RowForm, found: FoundPair, ids: readonly [string, string]) =>
  newPair(fields, found, ids, (levels, weights) => ({
    fields: fields.flatMap(({ name, kind }, at) => {
      const level = levels[at] ?? -1
      return level < 0 ? [] : [{ name, kind, column_id: column_of[at] ?? name, level, weight: weights[at] ?? 0 }]
    }),
  }))

/** When both rows of a merged pair exist, the merge was undone, and the pair has its earlier state. */
const BOTH_ROWS = `join workbook_rows l on l.workspace_id = $1 and l.workbook_id = $2 and l.id = p.left_id
  join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = p.right_id`
const ofStatus = (statuses: string) => `(select * from row_pairs where workspace_id = $1 and workbook_id = $2
  and status in (${statuses}) order by status offset 0) p`
const IS_GONE = `(select count(*) from workbook_rows r where r.${OF_ANY_WORKSPACE} and r.workbook_id = (select $2::uuid)
  and r.id in (p.left_id, p.right_id)) < 2`
const DECIDED = ofStatus(`'rejected', 'merged'`)
const LIVE = {
  pending: `${ofStatus(`'pending', 'merged'`)} ${BOTH_ROWS}`,
  rejected: `${ofStatus(`'rejected'`)} ${BOTH_ROWS}`,
}

export const rowPairsOf = (workbook_id: string): PairTable<string> => ({
  name: 'row_pairs',
  sequence: 'row_pair_ids',
  id_type: 'uuid',
  workbook_id,
  written: {
    made: 'select * from x',
    key: 'workbook_id, left_id, right_id',
    columns: ', workbook_id',
    values: ', $2',
    same: 'true',
    found_again: `'pending', 'merged'`,
    renewed: ', is_reviewed = false, kept_id = null',
  },
  seen: (status) => ({ page: LIVE[status as keyof typeof LIVE], counted: LIVE[status as keyof typeof LIVE] }),
  joined: `row_pairs p ${BOTH_ROWS}`,
  status: `case p.status when 'rejected' then 'rejected' else 'pending' end`,
  groups: ['p.left_id', 'p.right_id'],
  // A merge that was undone is no decision, nor is one of all that were likely enough.
  decided: `(select p.* from ${DECIDED} where p.status = 'rejected' or p.is_reviewed and ${IS_GONE}) p`,
  learned: 'select decisions from row_scans where workspace_id = $1 and workbook_id = $2',
  reopened: '',
  readApart: (tx) => readRowsApart(tx, workbook_id),
  readMembers: (tx, ids) => readRowMembers(tx, workbook_id, ids),
})

/**
 * What was told apart, among the rows that are there: where one of two was merged into another since, that other is told
 * apart in its place, for as long as the merge is not undone.
 */
async function readRowsApart(tx: WorkspaceTx, workbookId: string) {
  const { rows } = await tx.client.query<{ left_id: string; right_id: string; kept_id: string | null }>(
    `select p.left_id, p.right_id, p.kept_id from ${DECIDED} where p.status = 'rejected' or ${IS_GONE}`,
    [tx.workspace_id, workbookId],
  )
  const kept = new Map(
    rows.flatMap(({ left_id, right_id, kept_id }) =>
      kept_id === null ? [] : [[kept_id === left_id ? right_id : left_id, kept_id] as const],
    ),
  )
  const nowOf = (id: string): string => {
    let now = id
    for (let steps = 0; steps < 1000; steps++) {
      const next = kept.get(now)
      if (next === undefined) break
      now = next
    }
    return now
  }
  const rejected = rows
    .filter(({ kept_id }) => kept_id === null)
    .map(
      ({ left_id, right_id }) =>
        [
          { id: left_id, group: nowOf(left_id) },
          { id: right_id, group: nowOf(right_id) },
        ] as const,
    )
  return { ...apartOf(rejected), pairs: rejected.map(([left, right]) => [left.group, right.group] as const) }
}

async function readRowMembers(tx: WorkspaceTx, workbookId: string, row_ids: readonly string[]) {
  const { fields, formOf, column_ids } = await readRowForm(tx, workbookId, await readColumns(tx, workbookId))
  const rows = await readRowsForRun(tx, workbookId, { row_ids: row_ids.toSorted() }, column_ids)
  return rows
    .map((row) => ({ id: row.row_id, fields, form: formOf(row), group: row.row_id }))
    .sort((x, y) => (x.id < y.id ? -1 : 1))
}

/** What of the rows is compared, by their columns and by what the first of them hold. */
export async function readRowForm(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
): Promise<RowForm> {
  return rowFormOf(columns, await readSample(tx, workbookId, columns))
}

/** The first rows, with what of them may be compared. */
export function readSample(tx: WorkspaceTx, workbookId: string, columns: readonly ColumnConfig[]): Promise<Row[]> {
  const named = columns.filter(mayBeCompared).map(({ id }) => id)
  return readRowsForRun(tx, workbookId, { ...EVERY_ROW, limit: SAMPLED_ROWS }, named)
}

/** A row that is there stands for itself. */
export const rowInOwnGroup = (id: string): GroupedRecord<string> => ({ id, group: id })

type StoredRowPair = StoredPair<string, RowEvidence>

const SHOWN_CHARACTERS = 300

/** Refuses (404) an unknown workbook. */
export async function readRowPairs(
  tx: WorkspaceTx,
  workbookId: string,
  { status = 'pending', probability = 0, row_ids, limit, cursor }: RowPairsQuery,
): Promise<RowPairList> {
  const id = await mustFindWorkbook(tx, workbookId)
  const columns = await readColumns(tx, id)
  const page = await readPairs<string, StoredRowPair>(tx, rowPairsOf(id), {
    ...{ status, limit, cursor },
    records: row_ids?.split(',').filter(isUuid),
    only: { where: 'p.probability >= $3', values: [probability] },
    order: {
      by: 'p.weight desc, p.id',
      after: (at) => `(-p.weight, p.id) > (-($${at}::real), $${at + 1}::bigint)`,
      positionOf: (pair) => [pair.weight, pair.id],
    },
  })
  const { column_ids } = await readRowForm(tx, id, columns)
  return {
    ...page,
    items: await shownPairs(tx, id, columns, column_ids, page.items),
    columns: columns.filter((column) => column_ids.includes(column.id)).map((one) => ({ id: one.id, name: one.name })),
    scan: await readScan(tx, id),
  }
}

/** Refuses (404) an unknown pair, and one with a row that was deleted. */
export async function readRowPair(tx: WorkspaceTx, workbookId: string, pairId: number) {
  const pair = await mustFindPair<string, StoredRowPair>(tx, rowPairsOf(workbookId), pairId)
  const columns = await readColumns(tx, workbookId)
  const { column_ids } = await readRowForm(tx, workbookId, columns)
  const [shown] = await shownPairs(tx, workbookId, columns, column_ids, [pair])
  return shown ?? refuse('not_found', 'Pair not found')
}

async function shownPairs(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  /** Those that are compared. */
  column_ids: readonly string[],
  pairs: readonly StoredRowPair[],
): Promise<RowPairList['items']> {
  if (pairs.length === 0) return []
  const row_ids = [...new Set(pairs.flatMap(({ left_id, right_id }) => [left_id, right_id]))]
  const rows = new Map((await readRowsForRun(tx, workbookId, { row_ids }, column_ids)).map((row) => [row.row_id, row]))
  const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
  const sideOf = (row: Row) => ({
    row_id: row.row_id,
    position: row.position,
    values: Object.fromEntries(column_ids.map((id) => [id, shortened(referencedValue(row, id))])),
  })
  return pairs.flatMap((pair) => {
    const [left, right] = [rows.get(pair.left_id), rows.get(pair.right_id)]
    if (!left || !right) return []
    const [first, second] = left.position <= right.position ? [left, right] : [right, left]
    // Fields as people call them: by their column, save for the parts of a whole name.
    const fields = pair.evidence.fields.map(({ name, kind, column_id, level, weight }) => ({
      field: column_id,
      name: nameOf.get(name) ?? name.replaceAll('_', ' '),
      left: shortened(referencedValue(first, column_id)),
      right: shortened(referencedValue(second, column_id)),
      agreement: LEVELS[kind as FieldKind]?.[level]?.words ?? 'compared',
      is_same: level === 0,
      weight,
    }))
    return [
      {
        ...explainedPair(pair, fields),
        status: pair.status === 'rejected' ? ('rejected' as const) : ('pending' as const),
        reopened_by: pair.reopened?.map((name) => nameOf.get(name) ?? name) ?? null,
        first: sideOf(first),
        second: sideOf(second),
      },
    ]
  })
}

function shortened(value: Json): Json {
  return typeof value === 'string' && value.length > SHOWN_CHARACTERS ? shortText(value, SHOWN_CHARACTERS) : value
}

async function readScan(tx: WorkspaceTx, workbookId: string): Promise<RowPairList['scan']> {
  const { rows: jobs } = await tx.client.query<{
    id: string
    status: NonNullable<RowPairList['scan']>['status']
    message: string | null
    error: string | null
  }>(
    `select id, status, message, error from jobs
     where workspace_id = $1 and ${inOrder('kind', '$2', `and subject ->> 'workbook_id' = $3`)}, id desc limit 1`,
    [tx.workspace_id, ROW_SCAN.name, workbookId],
  )
  const { rows: scans } = await tx.client.query<{
    job_id: string
    rows: number
    complete: boolean
    at: Date
    decisions: number
  }>('select job_id, rows, complete, at, decisions from row_scans where workspace_id = $1 and workbook_id = $2', [
    tx.workspace_id,
    workbookId,
  ])
  const [job, last] = [jobs[0], scans[0]]
  const job_id = job?.id ?? last?.job_id
  if (job_id === undefined) return null
  return {
    job_id,
    status: job?.status ?? 'done',
    message: job?.error ?? job?.message ?? null,
    rows: last?.rows ?? null,
    complete: last?.complete ?? null,
    at: last?.at.toISOString() ?? null,
    decisions: last?.decisions ?? null,
  }
}
