// Ringing an event: written in the caller's transaction, so that what was rolled back is never heard of.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Tx, WorkspaceTx } from '../db/database.ts'

export interface Ringing {
  /** Dotted name such as `run.progress`. */
  type: string
  job_id?: string
  run_id?: string
  workbook_id?: string
  [member: string]: Json | undefined
}

/** Puts an event into the outbox of the transaction's workspace. */
export async function ring(tx: WorkspaceTx, event: Ringing): Promise<void> {
  await ringIn(tx, tx.workspace_id, event)
}

/** As {@link ring}, for machinery that works across workspaces and therefore names the one meant. */
async function ringIn(tx: Tx, workspaceId: WorkspaceId, event: Ringing): Promise<void> {
  const { type, ...own } = event
  const cause = tx.actor?.cause
  const payload = cause ? { ...own, cause } : own
  tx.lastly.push({ name: 'event_ring', text: RING, values: [workspaceId, type, JSON.stringify(payload)] })
  tx.wakes.add(OUTBOX)
}

/** Several events in one statement. One that names its cause itself keeps it. */
export async function ringAll(tx: WorkspaceTx, events: readonly Ringing[]): Promise<void> {
  if (events.length === 0) return
  const cause = tx.actor?.cause
  const texts = events.map((event) => (cause ? { cause, ...event } : event))
  tx.lastly.push({
    name: 'event_ring_all',
    text: ringingThese(2),
    values: [tx.workspace_id, JSON.stringify(texts)],
  })
  tx.wakes.add(OUTBOX)
}

/** The channel to wake when an event was written by a statement of one's own. */
export const OUTBOX = 'millrace_outbox'

/**
 * Rings as a part of a hot statement, under the name `rung`: on a distributed database it is said apart. `$1` is the workspace, `$n`
 * the {@link ringingText}.
 */
export const ringing = (n: number) =>
  `insert into outbox (workspace_id, type, payload) select $1, $${n}::jsonb ->> 'type', $${n}::jsonb - 'type'`

/** The same for several: `$n` is a JSON array of their texts. */
export const ringingThese = (n: number) =>
  `insert into outbox (workspace_id, type, payload) select $1, e ->> 'type', e - 'type' from jsonb_array_elements($${n}::jsonb) e`

export function ringingText(event: Ringing): string {
  return JSON.stringify(event)
}

// Prepared, since nearly every transaction that writes rings.
const RING = 'insert into outbox (workspace_id, type, payload) values ($1, $2, $3::jsonb)'
