// A run as a worker would hand it to a handler, and a worker that ends when nothing waits, for tests.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Database } from '../db/database.ts'
import { JobCancelled, type JobHandler, type JobRun, WorkFailed } from './job.ts'
import { beginWork, endWork, openRun } from './work.ts'

export function testRun(
  ticket: { id?: string; workspace_id: WorkspaceId | null; signal?: AbortSignal },
  now: () => Date = () => new Date(),
): JobRun {
  const { id = newId(), workspace_id, signal = new AbortController().signal } = ticket
  return openRun({ id, workspace_id, signal, attempt: 1 }, now)
}

/** Works off the tickets of these handlers that wait; returns how many there were. A defect of a handler is thrown. */
export async function workOff(
  database: Database,
  handlers: readonly JobHandler[],
  now: () => Date = () => new Date(),
): Promise<number> {
  const kinds = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  const { rows: tickets } = await database.inSystem((tx) =>
    tx.client.query<{ id: string; workspace_id: WorkspaceId; kind: string; payload: Json; visible: boolean }>(
      `update queue set state = 'leased', worker_id = $2, lease_until = now() + interval '1 hour'
         where kind = any($1::text[]) and state = 'ready' and run_at <= now() returning id, workspace_id, kind, payload, visible`,
      [[...kinds.keys()], newId()],
    ),
  )
  for (const ticket of tickets) {
    const lease = newId()
    const begun = ticket.visible ? await beginWork(database, ticket, lease) : undefined
    if (ticket.visible && !begun) continue
    const run = openRun({ ...ticket, signal: new AbortController().signal, attempt: 1 }, now, begun)
    const failure = await kinds
      .get(ticket.kind)
      ?.work(ticket.payload, run)
      .then(() => undefined)
      .catch((error: Error) => error)
    const isCancelled = failure instanceof JobCancelled
    if (failure && !isCancelled && !(failure instanceof WorkFailed)) throw failure
    await database.inSystem((tx) => tx.client.query('delete from queue where id = $1', [ticket.id]))
    if (begun) await endWork(database, ticket, lease, isCancelled ? 'cancelled' : failure ? 'failed' : 'done', failure)
  }
  return tickets.length
}
