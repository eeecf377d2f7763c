// Tickets: enqueued in a transaction, taken by one worker at a time under a lease, tried again when that worker dies.
import type { Static, TSchema } from 'typebox'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../db/database.ts'
import { oneRow } from '../db/sql-client.ts'
import type { JobKind } from './job.ts'

export const QUEUE_CHANNEL = 'millrace_queue'

export interface EnqueueOptions {
  /** Defaults to the workspace of the transaction. */
  workspace_id?: WorkspaceId
  run_at?: Date
  /** At most one ticket per kind and key waits, and at most one is at work; a second enqueue keeps the earlier time. */
  key?: string
  /** The id of the visible job, whose ticket this is. */
  job_id?: string
}

/** A key as tickets carry it: the same key in two workspaces is two. */
export const queueKey = (workspaceId: WorkspaceId | null, key: string) => `${workspaceId ?? ''}:${key}`

const INSERT = `insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key, run_at, visible)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, coalesce($8::timestamptz, now()), $9)
  on conflict (kind, key) where state = 'ready' and key is not null
  do update set run_at = least(queue.run_at, excluded.run_at), payload = excluded.payload
  returning id`

/** Writes a ticket in the caller's transaction; it exists when that commits. Returns its id. */
export async function enqueue<S extends TSchema>(
  tx: Tx,
  kind: JobKind<S>,
  payload: Static<S>,
  { workspace_id, run_at, key, job_id }: EnqueueOptions = {},
): Promise<string> {
  const workspace = workspace_id ?? tx.workspace_id
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'queue_insert',
    text: INSERT,
    values: [
      job_id ?? newId(),
      workspace,
      kind.name,
      JSON.stringify(payload),
      kind.attempts,
      kind.lane,
      key === undefined ? null : queueKey(workspace, key),
      run_at ?? null,
      job_id !== undefined,
    ],
  })
  tx.wakes.add(QUEUE_CHANNEL)
  return oneRow(rows).id
}

const INSERT_ALL = `insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key)
  select x.id, $2, $3, x.payload, $4, $5, x.key from jsonb_to_recordset($1::jsonb) as x (id uuid, payload jsonb, key text) order by x.key
  on conflict (kind, key) where state = 'ready' and key is not null
  do update set run_at = least(queue.run_at, excluded.run_at), payload = excluded.payload`

/** As {@link enqueue} for several of one kind and workspace, by their keys, in one statement and always in the same order. */
export async function enqueueAll<S extends TSchema>(
  tx: Tx,
  kind: JobKind<S>,
  workspaceId: WorkspaceId,
  wanted: readonly { key: string; payload: Static<S> }[],
): Promise<void> {
  const byKey = new Map(wanted.map(({ key, payload }) => [queueKey(workspaceId, key), payload]))
  if (byKey.size === 0) return
  const tickets = [...byKey].map(([key, payload]) => ({ id: newId(), key, payload }))
  await tx.client.query(INSERT_ALL, [JSON.stringify(tickets), workspaceId, kind.name, kind.attempts, kind.lane])
  tx.wakes.add(QUEUE_CHANNEL)
}
