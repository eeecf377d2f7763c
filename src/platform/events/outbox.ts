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
export async function ringIn(tx: Tx, workspaceId: WorkspaceId, event: Ringing): Promise<void> {
  const { type, ...payload } = event
  await tx.client.query({ name: 'event_ring', text: RING, values: [workspaceId, type, JSON.stringify(payload)] })
  tx.wakes.add('millrace_outbox')
}

// Prepared, since nearly every transaction that writes rings.
const RING = 'insert into outbox (workspace_id, type, payload) values ($1, $2, $3::jsonb)'
