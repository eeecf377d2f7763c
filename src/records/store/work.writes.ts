// What a write leaves for the background: put on record in its transaction, taken batch by batch by a job.
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineQueue, lookAgain, PAST_HELD } from '../../platform/queue/lease.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { Touched } from './follow.ts'
import { COMPUTE } from './work.jobs.ts'

/** Which rows are to be looked at: some, a range of positions, or those whose `field` has one of the keys. */
export type WorkRows = Touched['rows'] | { field: string; keys: readonly string[] }

export function areIds(rows: WorkRows): rows is readonly string[] {
  return Array.isArray(rows)
}

export interface Work {
  id: string
  columns: string[] | 'all'
  rows: WorkRows
  /** It has taken in the keys of other lines, and takes in no more. */
  gathered: boolean
}

const MOST_IDS = 5_000
export const WHOLE = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER } as const

/** Has these rows looked at for what follows from these columns. Done when the job says so; survives any crash. */
export async function leaveWork(
  tx: WorkspaceTx,
  workbookId: string,
  rows: WorkRows,
  columns: readonly string[] | 'all',
): Promise<void> {
  if (areIds(rows)) {
    for (let at = 0; at < rows.length; at += MOST_IDS)
      await insert(tx, workbookId, rows.slice(at, at + MOST_IDS), columns)
  } else await insert(tx, workbookId, rows, columns)
  await enqueue(tx, COMPUTE, { workbook_id: workbookId })
}

/** As {@link leaveWork} of all rows; what was stopped need not be done for the columns that are computed by it. */
export async function leaveWhole(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly string[],
  computes: readonly string[],
): Promise<void> {
  await tx.client.query(
    `update computed_work set behind = nullif(array(select unnest(behind) except select unnest($3::text[])), '{}')
     where workspace_id = $1 and workbook_id = $2 and behind is not null`,
    [tx.workspace_id, workbookId, computes],
  )
  await leaveWork(tx, workbookId, WHOLE, columns)
}

/** What was left and not stopped, with the columns that it is about; the structure must be held for change. */
export async function readWork(tx: WorkspaceTx, workbookId: string): Promise<Pick<Work, 'id' | 'columns'>[]> {
  const { rows } = await tx.client.query<{ id: string; columns: string[] | null }>(
    'select id, columns from computed_work where workspace_id = $1 and workbook_id = $2 and behind is null',
    [tx.workspace_id, workbookId],
  )
  return rows.map(({ id, columns }) => ({ id, columns: columns ?? 'all' }))
}

/** Stops work where it is; these columns are not up to date by it. */
export async function stopWork(tx: WorkspaceTx, id: string, stale: readonly string[]): Promise<void> {
  await tx.client.query('update computed_work set behind = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
    stale,
  ])
}

/** Has these rows on record as stopped: each took too long alone. It goes on when a person says so. */
export async function leaveStopped(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
  columns: readonly string[] | 'all',
  stale: readonly string[],
): Promise<void> {
  await insert(tx, workbookId, rowIds, columns, stale)
}

/** Lets all work that was stopped go on where it was; returns whether there was any. */
export async function goOnWithWork(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update computed_work set behind = null, created_at = now()
     where workspace_id = $1 and workbook_id = $2 and behind is not null`,
    [tx.workspace_id, workbookId],
  )
  if (!rowCount) return false
  await enqueue(tx, COMPUTE, { workbook_id: workbookId })
  return true
}

/** So many bytes of keys are worked through as one: some thousands, of which what is left is written anew with every batch. */
const MOST_GATHERED = 200_000

/**
 * Once for a line and never after: the job that takes it waits for all that may have read the values before its keys were added,
 * and keys that joined later would not have been waited for. Counted in bytes, for which keys need not be read.
 */
const GATHER = `with sized as (
    select id, sum(pg_column_size(keys)) over (order by id) as bytes from computed_work
    where workspace_id = $1 and workbook_id = $3 and id <> $2 and field = $5 and behind is null and not gathered
      and columns is not distinct from $4::text[]),
  others as materialized (
    select id, keys from computed_work
    where workspace_id = $1 and id = any (array(select id from sized where bytes <= ${MOST_GATHERED}))
      and behind is null and not gathered ${PAST_HELD}),
  gone as (delete from computed_work w using others o where w.workspace_id = $1 and w.id = o.id)
  update computed_work w
  set gathered = true, keys = array(select unnest(w.keys) union select unnest(o.keys) from others o)
  where w.workspace_id = $1 and w.id = $2`

/**
 * Takes the keys that wait in other lines into this one, which is held: else a value that many rows have would be worked through
 * once for each write of one of them.
 */
export async function gatherKeys(tx: WorkspaceTx, workbookId: string, { id, columns, rows, gathered }: Work) {
  if (gathered || !('field' in rows)) return
  const values = [tx.workspace_id, id, workbookId, columns === 'all' ? null : columns, rows.field]
  await tx.client.query({ name: 'computed_keys_gather', text: GATHER, values })
}

async function insert(
  tx: WorkspaceTx,
  workbookId: string,
  rows: WorkRows,
  columns: readonly string[] | 'all',
  behind: readonly string[] | null = null,
) {
  const ids = areIds(rows) ? rows : null
  const range = 'from' in rows ? rows : null
  const keyed = 'field' in rows ? rows : null
  await tx.client.query({
    name: 'computed_work_leave',
    text: `insert into computed_work (workspace_id, id, workbook_id, columns, row_ids, from_position, to_position, field, keys,
        behind) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      tx.workspace_id,
      newId(),
      workbookId,
      columns === 'all' ? null : columns,
      ids,
      range?.from ?? null,
      range?.to ?? null,
      keyed?.field ?? null,
      keyed?.keys ?? null,
      behind,
    ],
  })
}

const OPEN_WORK = `from computed_work where workspace_id = $1 and workbook_id = $2 and behind is null order by id limit 1`
const WORK = defineQueue<WorkRow>({
  table: 'computed_work',
  claim: `select id, columns, row_ids, from_position, to_position, field, keys, gathered ${OPEN_WORK} ${PAST_HELD}`,
  left: `select 1 ${OPEN_WORK}`,
})

interface WorkRow {
  id: string
  columns: string[] | null
  row_ids: string[] | null
  from_position: number
  to_position: number
  field: string
  keys: string[] | null
  gathered: boolean
}

/** The oldest work of the workbook that no worker holds, locked until the end of the transaction. Where all is held, a ticket looks again. */
export async function takeWork(tx: WorkspaceTx, workbookId: string): Promise<Work | undefined> {
  const { rows, isMissed } = await WORK.take(tx, [tx.workspace_id, workbookId])
  if (isMissed) await lookAgain(tx, COMPUTE, { workbook_id: workbookId }, workbookId)
  const [found] = rows
  if (!found) return undefined
  const { id, columns, row_ids, from_position, to_position, field, keys, gathered } = found
  return {
    id,
    columns: columns ?? 'all',
    rows: row_ids ?? (keys ? { field, keys } : { from: from_position, to: to_position }),
    gathered,
  }
}

/** Puts on record what is left of the work; null when nothing is. */
export async function settleWork(tx: WorkspaceTx, work: Work, left: WorkRows | null): Promise<void> {
  if (left === null || (areIds(left) && left.length === 0)) {
    await tx.client.query('delete from computed_work where workspace_id = $1 and id = $2', [tx.workspace_id, work.id])
    return
  }
  await tx.client.query(
    `update computed_work set row_ids = $3, from_position = $4, to_position = $5, field = $6, keys = $7
     where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      work.id,
      areIds(left) ? left : null,
      'from' in left ? left.from : null,
      'from' in left ? left.to : null,
      'field' in left ? left.field : null,
      'field' in left ? left.keys : null,
    ],
  )
}
