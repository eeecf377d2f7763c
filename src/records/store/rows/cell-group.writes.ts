// The two statements that write single cells of several people at once: each row has a change of its own.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { eventsInsert, eventText, OUTBOX, type OutboxEvent } from '../../../platform/events/outbox.ts'
import { idsOf, lateral } from '../lateral.logic.ts'
import { type Change, changesText, insertChanges, type Who } from '../recorder.ts'
import { BY_PLACE, type ChangedRow, LOCKED, type LockedRow } from './rows.writes.ts'

export const LOCK_FREE = `select r.* from ${lateral(idsOf(3), { table: 'workbook_rows', columns: LOCKED, locked: 'if free' })}`

/** The rows among these that exist and that no other transaction writes, locked, with their values. */
export async function lockFreeRows(tx: WorkspaceTx, workbookId: string, rowIds: string[]): Promise<LockedRow[]> {
  const values = [tx.workspace_id, workbookId, rowIds]
  return (await tx.client.query<LockedRow>({ name: 'rows_lock_free', text: LOCK_FREE, values })).rows
}

export const UPDATE_EACH = `with emitted as (${eventsInsert(10)}),
  versioned as (
    insert into cell_versions (workspace_id, workbook_id, change_id, row_id, input_before, input_after)
    select $1, $2, x.change, x.id, x.before, x.after
    from rows from (unnest($6::uuid[]), unnest($7::uuid[]), jsonb_array_elements($8::jsonb), jsonb_array_elements($9::jsonb))
      as x(change, id, before, after)),
  recorded as (${insertChanges(11)})
  update workbook_rows set data = x.data, identity_key = x.key, updated_at = now()
  from ${BY_PLACE} where ctid = x.place`

/** A row that this transaction has locked and not written yet, as it is to be, and who changes it. */
export interface ChangedByOne extends ChangedRow {
  place: string
  change: Change
  by: Who
}

/**
 * Writes rows with a change each, and emits. It goes with the commit, which saves a way to the database, unless what follows
 * has to see it.
 */
export async function updateRowsEach(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly ChangedByOne[],
  events: readonly OutboxEvent[],
  isSeen: boolean,
): Promise<void> {
  const kept = rows.flatMap(({ id, change, by, differs }) => (differs ? [{ id, change, by, ...differs }] : []))
  const values = [
    tx.workspace_id,
    workbookId,
    rows.map((row) => row.place),
    JSON.stringify(rows.map((row) => row.data)),
    rows.map((row) => row.identity_key),
    kept.map(({ change }) => change.id),
    kept.map(({ id }) => id),
    JSON.stringify(kept.map(({ before }) => before)),
    JSON.stringify(kept.map(({ after }) => after)),
    `[${events.map(eventText).join()}]`,
    changesText(kept),
  ]
  const statement = { name: 'rows_update_each', text: UPDATE_EACH, values }
  if (isSeen) await tx.client.query(statement)
  else tx.lastly.push(statement)
  tx.wakes.add(OUTBOX)
}
