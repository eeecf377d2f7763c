// Writing cells in groups: one statement per group that also keeps the counts per column and the completed rows exact.

import type { CellStatus } from '../../../engine/values/row.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { lockCall } from '../../../platform/db/hold.ts'
import { type CellPlace, type CellWrite, FINISHED, isFinished, KEEPS_VALUE } from '../cell.logic.ts'
import { idsOf, lateral, placesOf } from '../lateral.logic.ts'
import { CELL_PLACE, type Change, changeText, insertChange } from '../recorder.ts'

/** The rows among these that exist, locked until the end of the transaction so that their cells hold still. */
export async function lockRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<string[]> {
  return (await lockRowsAsOf(tx, workbookId, rowIds)).map(({ id }) => id)
}

/** As {@link lockRows}, with when their own values were written last. */
export async function lockRowsAsOf(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
): Promise<{ id: string; updated_at: Date }[]> {
  const { rows } = await tx.client.query<{ id: string; updated_at: Date }>({
    name: 'rows_lock',
    text: LOCK_ROWS,
    values: [tx.workspace_id, workbookId, rowIds],
  })
  return rows
}

// In order of id, so that two writers never wait for each other.
export const LOCK_ROWS = `with still as materialized (select ${lockCall('$2::uuid::text', 'with others')})
  select r.id, r.updated_at from still, ${lateral(idsOf(3), { table: 'workbook_rows', columns: 'id, updated_at', locked: true })}`

// With a plain "in", the planner expects one enriched column, makes a nested join and compares each cell with every column. With this form
// it looks columns up by hash.
const isEnriched = (column: string) => `(${column} in (select id from enriched)) is true`

// What changed cells do to the counters. `moved` holds row_id, column_id, old_status (null: there was no cell) and
// new_status (null: there is none any more); `before` every cell of the rows touched. Counters come last because every
// writer of the workbook meets there.
const DONE = FINISHED.map((status) => `'${status}'`).join(', ')
const TALLY = `tallied as (
    insert into workbook_column_counts as k (workspace_id, workbook_id, column_id, status, cells)
    select $1, $2, column_id, status, n from deltas order by column_id, status
    on conflict (workspace_id, workbook_id, column_id, status) do update set cells = k.cells + excluded.cells
    returning 1)`
const COMPLETE = `completed as (
    select count(*) filter (where now_is = e.n) - count(*) filter (where was = e.n) as n
    from per_row, (select count(*) as n from enriched) e where e.n > 0),
  counted as (
    update workbooks w set completed_rows = w.completed_rows + completed.n
    from completed, (select count(*) from tallied) first
    where w.workspace_id = $1 and w.id = $2 and completed.n <> 0 returning 1)`
export const SETTLE = `
  deltas as (
    select column_id, status, sum(n) as n from (
      select column_id, new_status as status, 1 as n from moved where new_status is not null
      union all select column_id, old_status, -1 from moved where old_status is not null) each_move
    where ${isEnriched('column_id')}
    group by column_id, status having sum(n) <> 0),
  ${TALLY},
  per_row as (
    select row_id, count(*) filter (where old_status in (${DONE})) as was, count(*) filter (where new_status in (${DONE})) as now_is
    from (
      select row_id, b.status as old_status, case when m.row_id is null then b.status else m.new_status end as new_status
      from (select * from before where ${isEnriched('column_id')}) b full join moved m using (row_id, column_id)
    ) states group by row_id),
  ${COMPLETE}`

// Joins written cells, `w`, with the earlier cells, `b`. The planner expects few cells and would compare each with each. It executes a full
// join by hash, as long as the condition does not exclude nulls.
export const beside = (written: string) =>
  `from ${written} w full join before b using (row_id, column_id) where coalesce(w.column_id, '') <> ''`

export const ENRICHED = `enriched as materialized (
    select id from workbook_columns where workspace_id = $1 and workbook_id = $2 and type <> 'input')`

const KEPT = KEEPS_VALUE.map((status) => `'${status}'`).join(', ')
const keep = (column: string) =>
  `${column} = case when excluded.value is null and excluded.status in (${KEPT}) then c.${column} else excluded.${column} end`

// An awaited answer whose inputs have changed is for an outdated question.
const MADE_BEFORE = `c.status = 'waiting' and c.reason = 'input_changed'`
const ANSWERS = `'complete', 'unverified', 'not_found'`

// When a change takes several calls, the first earlier value and the last new value of a cell are kept.
const MERGE = `cells_before = excluded.cells_before || coalesce(v.cells_before, '{}'),
      cells_after = case when excluded.cells_after is null then v.cells_after
        else coalesce(v.cells_after, '{}') || excluded.cells_after end`

// Rows are passed as a list of values and not as an array, whose length would make a plan for one call look better. So the planner keeps its
// generic plan, which saves half a millisecond of planning per call.
export const UPSERT = `with ${ENRICHED},
  input as materialized (
    select x.* from jsonb_to_recordset($3::jsonb) as x(row_id uuid, column_id text, status text, value jsonb,
      provider text, reason text, detail text, error_class text, error_message text, confidence real, license text,
      cost_micro bigint, cost_unknown boolean, provenance jsonb, run_id uuid, resume_at timestamptz)
    where ${isEnriched('x.column_id')}),
  before as materialized (
    select there.* from (select distinct row_id from input) touched cross join lateral (
      select row_id, column_id, status, run_id from cells
      where workspace_id = $1 and workbook_id = $2 and row_id = touched.row_id offset 0) there),
  written as (
    insert into cells as c (workspace_id, workbook_id, row_id, column_id, status, value, provider, reason, detail, error_class,
      error_message, confidence, license, cost_micro, provenance, run_id, resume_at, updated_at)
    select $1, $2, row_id, column_id, status, value, provider, reason, detail, error_class, error_message, confidence, license,
      case when cost_unknown then null else coalesce(cost_micro, 0) end, provenance, run_id, resume_at, clock_timestamp() from input
    on conflict (workspace_id, workbook_id, row_id, column_id) do update set
      status = case when ${MADE_BEFORE} and excluded.status in (${ANSWERS}) then 'stale' else excluded.status end,
      ${['value', 'provider', 'confidence', 'license', 'provenance'].map(keep).join(', ')},
      reason = case when ${MADE_BEFORE} and excluded.status in ('waiting', ${ANSWERS}) then c.reason else excluded.reason end, detail = excluded.detail, error_class = excluded.error_class, error_message = excluded.error_message,
      cost_micro = excluded.cost_micro, run_id = excluded.run_id, resume_at = excluded.resume_at,
      updated_at = excluded.updated_at
    where c.status <> 'overridden' or excluded.status = 'overridden'
    returning c.row_id, c.column_id, c.status, case when $5::jsonb is not null then to_jsonb(c) - ${CELL_PLACE} end as image),
  moved as materialized (
    select row_id, column_id, b.status as old_status, w.status as new_status, w.image, b.row_id is not null as was_there,
      b.run_id as old_run_id ${beside('written')}),
  versioned as (
    insert into cell_versions as v (workspace_id, workbook_id, change_id, row_id, cells_before, cells_after)
    select $1, $2, $4::uuid, r.row_id, jsonb_object_agg(r.column_id, old.image),
      case when $5::jsonb is not null then jsonb_object_agg(r.column_id, r.image) end
    from moved r left join lateral (
      select to_jsonb(c) - ${CELL_PLACE} as image from cells c where c.workspace_id = $1 and c.workbook_id = $2
        and c.row_id = r.row_id and c.column_id = r.column_id offset 0) old on r.was_there
    where $4::uuid is not null and ($5::jsonb is not null or (r.was_there and r.old_run_id is distinct from $4::uuid))
    group by r.row_id
    on conflict (workspace_id, workbook_id, change_id, row_id) do update set
      ${MERGE}),
  recorded as (${insertChange(5)}),
  ${SETTLE}
  select row_id, column_id from input except select row_id, column_id from moved`

/** How a write of cells is recorded: as a run, which stores only overwritten values, or as a change with its line. */
export type CellRecording = { run_id: string } | { change: Change }

/**
 * Writes cells of rows that are locked. An overridden cell stays as it is unless the write is itself an override.
 * Returns the places that were left alone for that reason. Each place at most once; unknown columns are passed over.
 */
export async function upsertCells(
  tx: WorkspaceTx,
  workbookId: string,
  cells: readonly CellWrite[],
  recording: CellRecording | null,
): Promise<CellPlace[]> {
  const { rows } = await tx.client.query<CellPlace>({
    name: 'cells_upsert',
    text: UPSERT,
    values: [tx.workspace_id, workbookId, JSON.stringify(cells), ...recorded(tx, recording)],
  })
  return rows
}

function recorded(tx: WorkspaceTx, recording: CellRecording | null): [string | null, string | null] {
  if (recording === null) return [null, null]
  return 'run_id' in recording ? [recording.run_id, null] : [recording.change.id, changeText(tx, recording.change)]
}

const OF_ROW = { table: 'cells', by: 'row_id' } as const
const remove = (answer: string) => `with ${ENRICHED},
  before as materialized (
    select r.* from ${lateral(idsOf(4), { ...OF_ROW, columns: 'row_id, column_id, status' })}),
  moved as materialized (
    delete from cells where ctid = any(${placesOf(idsOf(4), { ...OF_ROW, and: 'and ($3::text[] is null or column_id = any($3))' })})
    returning row_id, column_id, status as old_status, null::text as new_status,
      case when $5::uuid is not null then to_jsonb(cells) - ${CELL_PLACE} end as image),
  versioned as (
    insert into cell_versions as v (workspace_id, workbook_id, change_id, row_id, cells_before, cells_after)
    select $1, $2, $5::uuid, row_id, jsonb_object_agg(column_id, image), jsonb_object_agg(column_id, null)
    from moved where $5::uuid is not null group by row_id
    on conflict (workspace_id, workbook_id, change_id, row_id) do update set
      ${MERGE}),
  recorded as (${insertChange(6, 'exists (select 1 from moved)')}),
  ${SETTLE}
  ${answer}`
export const REMOVE = remove('select row_id, column_id from moved')
const REMOVE_ALL = remove('select 1 where false')

/** Deletes cells of some columns of locked rows as part of this change, so they are pending again. Returns the deleted cells. */
export async function removeCells(
  tx: WorkspaceTx,
  workbookId: string,
  columnIds: string[],
  lockedRowIds: string[],
  change: Change,
): Promise<CellPlace[]> {
  const { rows } = await tx.client.query<CellPlace>({
    name: 'cells_remove',
    text: REMOVE,
    values: [tx.workspace_id, workbookId, columnIds, lockedRowIds, change.id, changeText(tx, change)],
  })
  return rows
}

/** Deletes all cells of locked rows, which the caller has saved. Returns none of them, because there may be ten million. */
export async function removeAllCells(tx: WorkspaceTx, workbookId: string, lockedRowIds: string[]): Promise<void> {
  const values = [tx.workspace_id, workbookId, null, lockedRowIds, null, null]
  await tx.client.query({ name: 'cells_remove_all', text: REMOVE_ALL, values })
}

// Only the finished cells of each row are counted; `n` is how many were added. Where every other column is finished
// on all rows, or one of them on none, that is known without looking. Without "offset 0" the planner counts wherever the number is named: five times.
const COUNT = `with ${ENRICHED},
  deltas as (select * from unnest($3::text[], $4::text[], $5::int[]) as d(column_id, status, n) where n <> 0),
  ${TALLY},
  others as materialized (
    select count(*) as n, coalesce(bool_and(finished = total), true) as are_full, coalesce(bool_or(finished = 0), false) as is_none
    from (select coalesce((select sum(k.cells) from workbook_column_counts k where k.workspace_id = $1 and k.workbook_id = $2
          and k.column_id = e.id and k.status in (${DONE})), 0) as finished,
        (select total_rows from workbooks w where w.workspace_id = $1 and w.id = $2) as total
      from enriched e where e.id <> all($3::text[])) each_other where $8::int is not null),
  per_row as (
    select there.n - touched.n as was, there.n as now_is
    from unnest($6::uuid[], $7::int[], $9::int[]) as touched(row_id, n, mine), others cross join lateral (
      select case when $8::int is not null and others.is_none then null
        when $8::int is not null and others.are_full then others.n + touched.mine
        else (select count(*) from cells where workspace_id = $1 and workbook_id = $2 and row_id = touched.row_id
          and status in (${DONE}) and ${isEnriched('column_id')}) end as n offset 0) there),
  ${COMPLETE}
  select 1`

/** A cell whose status changed; `was` is undefined for a new cell. */
export interface Move {
  row_id: string
  column_id: string
  was: CellStatus | undefined
  is: CellStatus
}

/**
 * Updates the counters, for callers that know the earlier contents of the cells: nothing has to be compared. `counted`: the rows are not
 * of this transaction, so that what the workbook says of its other columns is said of them too.
 */
export async function countMoves(
  tx: WorkspaceTx,
  workbookId: string,
  moves: readonly Move[],
  counted: boolean,
): Promise<void> {
  const byStatus = new Map<string, { column_id: string; status: CellStatus; n: number }>()
  const rows = new Map<string, { more: number; mine: number; moved: number }>()
  const count = (column_id: string, status: CellStatus, n: number) => {
    const key = `${column_id} ${status}`
    byStatus.set(key, { column_id, status, n: (byStatus.get(key)?.n ?? 0) + n })
  }
  for (const { row_id, column_id, was, is } of moves) {
    count(column_id, is, 1)
    if (was) count(column_id, was, -1)
    const row = rows.get(row_id) ?? { more: 0, mine: 0, moved: 0 }
    row.mine += Number(isFinished(is))
    row.more += Number(isFinished(is)) - Number(was !== undefined && isFinished(was))
    row.moved++
    rows.set(row_id, row)
  }
  const deltas = [...byStatus.values()]
  const columns = new Set(deltas.map(({ column_id }) => column_id)).size
  const touched = [...rows].filter(([, { more }]) => more !== 0)
  const isEven = counted && touched.every(([, { moved }]) => moved === columns)
  await tx.client.query({
    name: 'cells_count',
    text: COUNT,
    values: [
      tx.workspace_id,
      workbookId,
      deltas.map(({ column_id }) => column_id),
      deltas.map(({ status }) => status),
      deltas.map(({ n }) => n),
      touched.map(([id]) => id),
      touched.map(([, { more }]) => more),
      isEven ? columns : null,
      touched.map(([, { mine }]) => mine),
    ],
  })
}

const COSTS = `update cells c set cost_micro = m.cost from (
    select k.row_id, k.column_id, case when bool_or(l.state in ('uncertain', 'unpriced')) then null
      else coalesce(sum(l.amount_micro) filter (where l.state = 'settled'), 0) end as cost
    from cells k left join ledger_lines l on l.workspace_id = $1 and l.run_id = $3 and l.row_id = k.row_id and l.column_id = k.column_id
    where k.workspace_id = $1 and k.workbook_id = $2 and k.row_id = any($4::uuid[]) and k.run_id = $3 group by 1, 2) m
  where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = m.row_id and c.column_id = m.column_id
    and c.cost_micro is distinct from m.cost`

/** What cells of locked rows cost by the ledger, of one run. */
export async function writeCosts(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  rowIds: readonly string[],
): Promise<void> {
  await tx.client.query(COSTS, [tx.workspace_id, workbookId, runId, rowIds])
}
