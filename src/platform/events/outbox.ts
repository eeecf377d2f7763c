// The outbox: events are written in the caller's transaction, so that what is rolled back is never sent. Rooms emit by `event.ts`.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Tx, WorkspaceTx } from '../db/database.ts'

export interface OutboxEvent {
  /** Dotted name such as `run.progress`. */
  type: string
  job_id?: string
  run_id?: string
  workbook_id?: string
  [member: string]: Json | undefined
}

/** Puts an event into the outbox of the transaction's workspace. */
export async function writeEvent(tx: WorkspaceTx, event: OutboxEvent): Promise<void> {
  await writeEventOf(tx, tx.workspace_id, event)
}

/** As {@link writeEvent}, for machinery that works across workspaces and therefore names the one meant. */
async function writeEventOf(tx: Tx, workspaceId: WorkspaceId, event: OutboxEvent): Promise<void> {
  const { type, ...own } = event
  const cause = tx.actor?.cause
  const payload = cause ? { ...own, cause } : own
  tx.lastly.push({ name: 'event_insert', text: INSERT_EVENT, values: [workspaceId, type, JSON.stringify(payload)] })
  tx.wakes.add(OUTBOX)
}

/** Several events in one statement. One that names its cause itself keeps it. */
export async function writeEvents(tx: WorkspaceTx, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  const cause = tx.actor?.cause
  const texts = events.map((event) => (cause ? { cause, ...event } : event))
  tx.lastly.push({
    name: 'event_insert_all',
    text: eventsInsert(2),
    values: [tx.workspace_id, JSON.stringify(texts)],
  })
  tx.wakes.add(OUTBOX)
}

/** The channel to wake when an event was written by a statement of one's own. */
export const OUTBOX = 'millrace_outbox'

/**
 * Writes an event as a part of a hot statement, under the name `emitted`: on a distributed database it is said apart. `$1` is the workspace, `$n`
 * the {@link eventText}.
 */
export const eventInsert = (n: number) =>
  `insert into outbox (workspace_id, type, payload) select $1, $${n}::jsonb ->> 'type', $${n}::jsonb - 'type'`

/** The same for several: `$n` is a JSON array of their texts. */
export const eventsInsert = (n: number) =>
  `insert into outbox (workspace_id, type, payload) select $1, e ->> 'type', e - 'type' from jsonb_array_elements($${n}::jsonb) e`

export function eventText(event: OutboxEvent): string {
  return JSON.stringify(event)
}

// Prepared, since nearly every transaction that writes emits an event.
const INSERT_EVENT = 'insert into outbox (workspace_id, type, payload) values ($1, $2, $3::jsonb)'
