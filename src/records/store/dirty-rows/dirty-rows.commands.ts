// The rows that writes leave for what follows them in the background: put on record in the transaction of the write, claimed line by line
// by the jobs of their consumers, and gone in the transaction that did the work. So nothing is lost, and nothing done twice.
import type { QueryConfig } from 'pg'
import { newId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { defineQueue, enqueueRetry, PAST_HELD } from '../../../platform/queue/lease.ts'
import { enqueue } from '../../../platform/queue/queue.ts'
import type { TouchedRows } from '../follow.ts'
import { justAbove, justBelow } from '../rows/rows.reads.ts'
import { type Consumer, computing, leadMatching } from './dirty-rows.jobs.ts'

/** Which rows are to be looked at: some, a range of positions, those whose `field` has one of the keys, or those of some leads. */
export type DirtyRows = TouchedRows['rows'] | DirtyKeys | { lead_ids: readonly number[] }
interface DirtyKeys {
  field: string
  keys: readonly string[]
}

export function areIds(rows: DirtyRows): rows is readonly string[] {
  return Array.isArray(rows)
}

/** All rows of a workbook. */
export const WHOLE = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER } as const

export interface DirtyLine<Detail extends JsonObject = JsonObject> {
  id: string
  scope_id: string
  consumer: string
  rows: DirtyRows
  /** Those that were written. */
  columns: string[] | 'all'
  detail: Partial<Detail>
}

interface About<Detail extends JsonObject> {
  /** Absent: all of them. */
  columns?: readonly string[] | 'all'
  detail?: Detail
}

/** Enqueues these rows, now or from `run_at` on. They stay enqueued until the consumer's job has processed them, also after a crash. */
export async function enqueueDirtyRows<Detail extends JsonObject>(
  tx: WorkspaceTx,
  consumer: Consumer<Detail>,
  scopeId: string,
  rows: DirtyRows,
  { run_at, ...about }: About<Detail> & { run_at?: Date } = {},
): Promise<void> {
  if (isEmpty(rows)) return
  await putDirty(tx, consumer, scopeId, rows, about)
  await callConsumer(tx, consumer, scopeId, run_at)
}

const LEAVE = `insert into dirty_rows (workspace_id, scope_id, consumer, id, row_ids, from_position, to_position, field, keys, lead_ids, columns, detail)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

/** As {@link enqueueDirtyRows} where the consumer is called by other means. */
export async function putDirty<Detail extends JsonObject>(
  tx: WorkspaceTx,
  consumer: Consumer<Detail>,
  scopeId: string,
  rows: DirtyRows,
  { columns = 'all', detail }: About<Detail> = {},
): Promise<void> {
  for (const part of partsOf(rows, consumer.most_ids)) {
    const place = [tx.workspace_id, scopeId, consumer.name, newId()]
    const about = [columns === 'all' ? null : columns, detail === undefined ? null : JSON.stringify(detail)]
    const line: QueryConfig = { name: 'dirty_leave', text: LEAVE, values: [...place, ...valuesOf(part), ...about] }
    if (consumer.is_read_back) await tx.client.query(line)
    else tx.lastly.push(line)
  }
}

export async function callConsumer(tx: WorkspaceTx, consumer: Consumer, scopeId: string, runAt?: Date): Promise<void> {
  const { job, payloadOf, key } = consumer
  await enqueue(tx, job, payloadOf(scopeId), { ...(key !== undefined && { key }), ...(runAt && { run_at: runAt }) })
}

function* partsOf(rows: DirtyRows, most: number): Generator<DirtyRows> {
  if (areIds(rows)) for (let at = 0; at < rows.length; at += most) yield rows.slice(at, at + most)
  else if ('lead_ids' in rows)
    for (let at = 0; at < rows.lead_ids.length; at += most) yield { lead_ids: rows.lead_ids.slice(at, at + most) }
  else yield rows
}

/** `row_ids`, `from_position`, `to_position`, `field`, `keys` and `lead_ids`. */
function valuesOf(rows: DirtyRows): unknown[] {
  if (areIds(rows)) return [rows, null, null, null, null, null]
  if ('from' in rows) return [null, rows.from, rows.to, null, null, null]
  if ('field' in rows) return [null, null, null, rows.field, rows.keys, null]
  return [null, null, null, null, null, rows.lead_ids]
}

interface StoredLine {
  id: string
  row_ids: string[] | null
  from_position: number | null
  to_position: number | null
  field: string
  keys: string[] | null
  lead_ids: number[] | null
  columns: string[] | null
  detail: JsonObject | null
}

const OPEN = 'from dirty_rows where workspace_id = $1 and scope_id = $2 and consumer = $3 and stopped is null'
const LINES = defineQueue<StoredLine>({
  table: 'dirty_rows',
  name: 'dirty_claim',
  claim: `select id, row_ids, from_position, to_position, field, keys, lead_ids, columns, detail ${OPEN}
    and ($4::jsonb is null or detail @> $4::jsonb) order by id limit $5 ${PAST_HELD}`,
  left: `select 1 ${OPEN} and ($4::jsonb is null or detail @> $4::jsonb) limit 1`,
})

/**
 * The oldest lines that no worker holds, locked until the end of the transaction; with `of`, of those whose detail says so. Where all are held,
 * a ticket looks again.
 */
export async function claimDirty<Detail extends JsonObject>(
  tx: WorkspaceTx,
  consumer: Consumer<Detail>,
  scopeId: string,
  { limit = 1, of }: { limit?: number; of?: Partial<Detail> } = {},
): Promise<DirtyLine<Detail>[]> {
  const wanted = of === undefined ? null : JSON.stringify(of)
  const { rows, isMissed } = await LINES.take(tx, [tx.workspace_id, scopeId, consumer.name, wanted, limit])
  if (isMissed) await enqueueRetry(tx, consumer.job, consumer.payloadOf(scopeId), scopeId)
  return rows.map((stored) => ({
    id: stored.id,
    scope_id: scopeId,
    consumer: consumer.name,
    rows: rowsOf(stored),
    columns: stored.columns ?? 'all',
    detail: (stored.detail ?? {}) as Partial<Detail>,
  }))
}

function rowsOf({ row_ids, from_position, to_position, field, keys, lead_ids }: StoredLine): DirtyRows {
  if (row_ids) return row_ids
  if (keys) return { field, keys }
  return lead_ids ? { lead_ids } : { from: from_position as number, to: to_position as number }
}

/** The first rows to look at, and those that are left; of ids, whether they are still there is for the caller to see. */
export async function batchOf(
  tx: WorkspaceTx,
  workbookId: string,
  rows: TouchedRows['rows'],
  limit: number,
): Promise<{ ids: readonly string[]; left: DirtyRows | null }> {
  if (areIds(rows)) return { ids: rows.slice(0, limit), left: rows.length > limit ? rows.slice(limit) : null }
  const found = await tx.client.query<{ id: string; position: number }>({
    name: 'dirty_batch',
    text: `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
      and position >= $3 and position <= $4 order by position limit $5`,
    values: [tx.workspace_id, workbookId, rows.from, rows.to, limit],
  })
  const last = found.rows.at(-1)
  const left = last && found.rows.length === limit ? { from: justAbove(last.position), to: rows.to } : null
  return { ids: found.rows.map(({ id }) => id), left }
}

const LINES_OPEN = `select 1 ${OPEN} limit 2`

// The block in which the rows of a range are half counted, and how many there are, from a few hundred blocks.
const HALF = `with counted as (select block, sum(rows) over (order by block) as upto, sum(rows) over () as total from workbook_row_blocks
    where workspace_id = $1 and workbook_id = $2 and (block + 1) * 4096.0::float8 > $3 and block * 4096.0::float8 <= $4)
  select (block + 1) * 4096.0::float8 as place from counted where upto * 2 >= total and total >= $5 order by block limit 1`

/**
 * Makes two lines of the oldest where that is the only one and a range of `least` rows or more, so that two workers find work.
 * Returns whether there are two now; false also where a worker holds the line.
 */
export async function halveDirty(
  tx: WorkspaceTx,
  consumer: Consumer,
  workbookId: string,
  least: number,
): Promise<boolean> {
  const place = [tx.workspace_id, workbookId, consumer.name]
  const { rowCount } = await tx.client.query({ name: 'dirty_open', text: LINES_OPEN, values: place })
  if (rowCount !== 1) return rowCount === 2
  const { rows: free } = await LINES.take(tx, [...place, null, 1])
  const line = free[0]
  if (!line || line.from_position === null || line.to_position === null) return false
  const { from_position: from, to_position: to } = line
  const { rows } = await tx.client.query<{ place: number }>({
    name: 'dirty_half',
    text: HALF,
    values: [tx.workspace_id, workbookId, from, to, least],
  })
  const half = rows[0]?.place
  if (half === undefined || half > to) return false
  const { detail, columns } = line
  await putDirty(tx, consumer, workbookId, { from: half, to }, { columns: columns ?? 'all', ...(detail && { detail }) })
  await settleDirty(tx, { id: line.id, scope_id: workbookId, consumer: consumer.name }, { from, to: justBelow(half) })
  return true
}

const ONE = 'workspace_id = $1 and scope_id = $2 and consumer = $3 and id = $4'
type Placed = Pick<DirtyLine, 'id' | 'scope_id' | 'consumer'>
const placeOf = (tx: WorkspaceTx, { scope_id, consumer, id }: Placed) => [tx.workspace_id, scope_id, consumer, id]

/** Puts on record what is left of the rows of a claimed line; the line goes when nothing is. */
export async function settleDirty(tx: WorkspaceTx, line: Placed, left: DirtyRows | null): Promise<void> {
  if (left === null || isEmpty(left)) await endDirty(tx, [line])
  else
    await tx.client.query({
      name: 'dirty_left',
      text: `update dirty_rows set row_ids = $5, from_position = $6, to_position = $7, field = $8, keys = $9, lead_ids = $10 where ${ONE}`,
      values: [...placeOf(tx, line), ...valuesOf(left)],
    })
}

/** Nothing is left of these lines, which are claimed and of one scope and consumer. */
export async function endDirty(tx: WorkspaceTx, lines: readonly Placed[]): Promise<void> {
  const [first] = lines
  if (!first) return
  const ids = lines.map(({ id }) => id)
  await tx.client.query({
    name: 'dirty_done',
    text: 'delete from dirty_rows where workspace_id = $1 and scope_id = $2 and consumer = $3 and id = any($4::uuid[])',
    values: [tx.workspace_id, first.scope_id, first.consumer, ids],
  })
}

const isEmpty = (rows: DirtyRows) =>
  areIds(rows) ? rows.length === 0 : 'lead_ids' in rows && rows.lead_ids.length === 0

/** Whether more than so many leads wait to be compared, those of several lines counted for each. Deleted ones are not compared. */
export async function areManyToMatch(tx: WorkspaceTx, most: number): Promise<boolean> {
  const { rows } = await tx.client.query<{ are_many: boolean | null }>(
    `select sum(ids) > $4 as are_many from (select cardinality(lead_ids) as ids ${OPEN}
       and (detail is null or not detail @> '{"gone": true}') limit $4 + 1) few`,
    [tx.workspace_id, tx.workspace_id, leadMatching.name, most],
  )
  return rows[0]?.are_many ?? false
}

/** Forgets what was left of these scopes, stopped or not; save lines whose detail says one of `kept`. */
export async function dropDirty<Detail extends JsonObject>(
  tx: WorkspaceTx,
  consumer: Consumer<Detail>,
  scopeIds: readonly string[],
  kept: readonly Partial<Detail>[] = [],
): Promise<void> {
  await tx.client.query(
    `delete from dirty_rows where workspace_id = $1 and scope_id = any($2::uuid[]) and consumer = $3
       and not coalesce(detail @> any($4::jsonb[]), false)`,
    [tx.workspace_id, scopeIds, consumer.name, kept.map((detail) => JSON.stringify(detail))],
  )
}

/** What was left and not stopped, with the columns that it is about; the structure of the workbook must be held for change. */
export async function readDirty(
  tx: WorkspaceTx,
  consumer: Consumer,
  scopeId: string,
): Promise<(Placed & Pick<DirtyLine, 'columns'>)[]> {
  const { rows } = await tx.client.query<{ id: string; columns: string[] | null }>(`select id, columns ${OPEN}`, [
    tx.workspace_id,
    scopeId,
    consumer.name,
  ])
  return rows.map(({ id, columns }) => ({
    id,
    scope_id: scopeId,
    consumer: consumer.name,
    columns: columns ?? 'all',
  }))
}

/** Stops the work on a line where it is; these columns are not up to date by it. */
export async function stopDirty(tx: WorkspaceTx, line: Placed, stale: readonly string[]): Promise<void> {
  await tx.client.query(`update dirty_rows set stopped = $5 where ${ONE}`, [...placeOf(tx, line), stale])
}

/** Marks rows of a line as stopped, because each took too long alone. A user can resume them. */
export async function markStoppedRows(
  tx: WorkspaceTx,
  { scope_id, consumer, columns }: DirtyLine,
  rowIds: readonly string[],
  stale: readonly string[],
): Promise<void> {
  await tx.client.query(
    `insert into dirty_rows (workspace_id, scope_id, consumer, id, row_ids, columns, stopped) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.workspace_id, scope_id, consumer, newId(), rowIds, columns === 'all' ? null : columns, stale],
  )
}

const STOPPED = 'workspace_id = $1 and scope_id = $2 and consumer = $3 and stopped is not null'

/** Lets all work that was stopped go on where it was; returns whether there was any. */
export async function resumeDirty(tx: WorkspaceTx, consumer: Consumer, scopeId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update dirty_rows set stopped = null, created_at = now() where ${STOPPED}`,
    [tx.workspace_id, scopeId, consumer.name],
  )
  if (!rowCount) return false
  await callConsumer(tx, consumer, scopeId)
  return true
}

/** As {@link enqueueDirtyRows} of all rows for computing; what was stopped need not be done for the columns that are computed by it. */
export async function enqueueAllRows(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly string[],
  computes: readonly string[],
): Promise<void> {
  await tx.client.query(
    `update dirty_rows set stopped = nullif(array(select unnest(stopped) except select unnest($4::text[])), '{}') where ${STOPPED}`,
    [tx.workspace_id, workbookId, computing.name, computes],
  )
  await enqueueDirtyRows(tx, computing, workbookId, WHOLE, { columns })
}

/** How many bytes of keys are worked through together, some thousands of keys: after each batch the rest is written again. */
const MOST_GATHERED = 200_000

/**
 * Once for a line and never after: the job that takes it waits for all that may have read the values before its keys were added,
 * and keys that joined later would not have been waited for. Counted in bytes, for which keys need not be read.
 */
const GATHER = `with sized as (
    select id, sum(pg_column_size(keys)) over (order by id) as bytes ${OPEN}
      and id <> $4 and field = $6 and detail is null and columns is not distinct from $5::text[]),
  others as materialized (
    select id, keys ${OPEN} and id = any (array(select id from sized where bytes <= ${MOST_GATHERED}))
      and detail is null ${PAST_HELD}),
  gone as (delete from dirty_rows w using others o where w.workspace_id = $1 and w.scope_id = $2 and w.consumer = $3 and w.id = o.id)
  update dirty_rows w
  set detail = '{"gathered": true}', keys = array(select unnest(w.keys) union select unnest(o.keys) from others o)
  where w.workspace_id = $1 and w.scope_id = $2 and w.consumer = $3 and w.id = $4`

/**
 * Takes the keys that wait in other lines into this one, which is held: else a value that many rows have would be worked through
 * once for each write of one of them.
 */
export async function gatherKeys(tx: WorkspaceTx, line: DirtyLine<{ gathered?: true }>): Promise<void> {
  const { rows, columns, detail } = line
  if (detail.gathered || !('field' in rows)) return
  const values = [...placeOf(tx, line), columns === 'all' ? null : columns, rows.field]
  await tx.client.query({ name: 'dirty_keys_gather', text: GATHER, values })
}
