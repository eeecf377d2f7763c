// The rows that a column was run for last, and the outcomes: read from its attempts, however many millions there are.
//
// Nothing is kept beside them. Runs know when they were and often which rows they were about; ids of attempts are in the order of
// time, so a run's are a range of the primary key, and those of a row and column lie together in an index. Reading 3,000 rows
// touches some ten thousand attempts whatever else there is.
import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import { firstIdOf } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { idsOf, lateral } from '../../records/store/lateral.logic.ts'
import { LACKS } from './attempts.logic.ts'

/** One asking as it is on record, without the words. */
export interface StoredTry {
  id: string
  row_id: string
  run_id: string | null
  step_id: string
  provider: string
  outcome: string
  /** Something was answered, without the field that was asked for. */
  lacks: boolean
  confidence: number | null
  cached: boolean
  /** Null is unknown. */
  cost_micro: number | null
  duration_ms: number | null
  /** Whether the result is kept with the attempt. The following are null where it is not. */
  kept: boolean
  verified: boolean | null
  /** What it says of the value itself, such as `catch_all`. */
  said: string | null
  has_value: boolean | null
  /** All of its fields, where a rule about answers reads them, or answers are merged or compared; of a merge, with how sure each is. */
  values: JsonObject | null
  confidence_by_field: { [field: string]: number } | null
}

/** What of a column decides which of its tries are read, and how much of each. */
export type SampledAttempts = Pick<CellPlanSpec, 'column_id' | 'output' | 'accept' | 'steps' | 'mode'>

const MOST_RUNS = 500
const PAGE = 5000
/** Attempts looked at to find rows, in pages. */
const MOST_PAGES = 15
const ROWS_AT_ONCE = 1000
/** The most attempts of one row that are read; older ones add nothing. */
const MOST_OF_A_ROW = 100

/** Tries by row, of the `most` rows that were run last. */
export async function readTries(
  tx: WorkspaceTx,
  workbookId: string,
  column: SampledAttempts,
  most: number,
): Promise<Map<string, StoredTry[]>> {
  const tries = new Map<string, StoredTry[]>()
  const seen = new Set<string>()
  let waiting: string[] = []
  const take = async () => {
    const read = await readTriesOf(tx, workbookId, column, waiting)
    for (const id of waiting) {
      const found = read.get(id)
      if (found && tries.size < most) tries.set(id, found)
    }
    waiting = []
  }
  for await (const ids of askedRows(tx, workbookId, column.column_id)) {
    for (const id of ids) {
      if (seen.has(id)) continue
      seen.add(id)
      waiting.push(id)
      if (waiting.length >= ROWS_AT_ONCE) await take()
    }
    if (tries.size >= most) return tries
  }
  await take()
  return tries
}

interface Run {
  id: string
  began: Date
  ended: Date | null
  row_ids: string[] | null
}

/** Ids of rows by run, the newest first. */
async function* askedRows(tx: WorkspaceTx, workbookId: string, columnId: string): AsyncGenerator<string[]> {
  const { rows: runs } = await tx.client.query<Run>(
    `select id, created_at as began, ended_at as ended, case when jsonb_typeof(scope #> '{request,row_ids}') = 'array'
        then array(select jsonb_array_elements_text(scope #> '{request,row_ids}')) end as row_ids
      from runs where workspace_id = $1 and workbook_id = $2 and column_ids @> array[$3::text]
      order by created_at desc, id desc limit ${MOST_RUNS}`,
    [tx.workspace_id, workbookId, columnId],
  )
  let pages = 0
  for (const run of runs) {
    if (run.row_ids) {
      yield run.row_ids
      continue
    }
    // A worker's clock may differ from that of the run.
    const from = firstIdOf(new Date(run.began.getTime() - 5000))
    let before = run.ended ? firstIdOf(new Date(run.ended.getTime() + 5000)) : LAST_ID
    for (; pages < MOST_PAGES; pages++) {
      const page = await readPage(tx, [from, before], run.id, columnId)
      yield page.row_ids
      if (page.first === null) break
      before = page.first
    }
  }
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

async function readPage(
  tx: WorkspaceTx,
  [from, before]: [string, string],
  runId: string,
  columnId: string,
): Promise<{ row_ids: string[]; first: string | null }> {
  const { rows } = await tx.client.query<{ first: string | null; count: number; row_ids: string[] }>(
    `with page as materialized (
        select id, row_id, run_id, column_id from attempts where workspace_id = $1 and id >= $2 and id < $3 order by id desc limit ${PAGE})
      select (select id from page order by id limit 1 offset 0) as first, (select count(*)::int from page) as count,
        array(select row_id::text from page where run_id = $4 and column_id = $5 group by row_id order by max(id::text) desc) as row_ids`,
    [tx.workspace_id, from, before, runId, columnId],
  )
  const { first, count, row_ids } = oneRow(rows)
  return { row_ids, first: count < PAGE ? null : first }
}

async function readTriesOf(
  tx: WorkspaceTx,
  workbookId: string,
  { column_id, output, accept, steps, mode }: SampledAttempts,
  rowIds: string[],
): Promise<Map<string, StoredTry[]>> {
  if (rowIds.length === 0) return new Map()
  const readsFields =
    mode !== undefined || [accept, ...steps.map((step) => step.accept)].some((rule) => rule?.kind === 'formula')
  const found = lateral(idsOf(3), {
    table: 'attempts',
    by: 'row_id',
    columns: '*',
    and: `and column_id = $4 and state <> 'reserved' and outcome is distinct from 'skipped' order by id desc limit ${MOST_OF_A_ROW}`,
  })
  const { rows } = await tx.client.query<StoredTry>(
    `select r.id, r.row_id, r.run_id, r.step_id, r.provider, coalesce(r.outcome, 'failed') as outcome, r.cached, r.cost_micro, r.duration_ms,
        starts_with(coalesce(r.detail, ''), $7) as lacks, r.answer is not null as kept,
        coalesce((r.answer #>> array['confidence_by_field', $5])::real, r.confidence) as confidence,
        (r.answer ->> 'verified')::boolean as verified,
        coalesce(r.answer #>> '{values,email_status}', r.answer #>> '{values,phone_status}') as said,
        case when r.answer ->> 'kind' = 'found' and $5::text is not null
          then coalesce(r.answer #> array['values', $5], 'null') not in ('null', '""', '[]', '{}') end as has_value,
        case when $6 then r.answer -> 'values' end as values, case when $6 then r.answer -> 'confidence_by_field' end as confidence_by_field
      from ${found}`,
    // A merge takes any of its fields: of its answers the whole counts, and each field by itself.
    [tx.workspace_id, workbookId, rowIds, column_id, mode === 'merge' ? null : output, readsFields, LACKS],
  )
  const byRow = new Map<string, StoredTry[]>()
  for (const row of rows) {
    const some = byRow.get(row.row_id)
    if (some) some.push(row)
    else byRow.set(row.row_id, [row])
  }
  return byRow
}
