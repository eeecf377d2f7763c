// Work on a job by the request that started it, while its caller waits: under a lease like that of a worker, which takes over when this process dies.
import { Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../ctx.ts'
import type { Database } from '../db/database.ts'
import { JobCancelled, type JobRun, LeaseLost, WorkFailed } from './job.ts'
import { startHeartbeat } from './lease.ts'
import { beginWork, endWork, openRun } from './work.ts'

/** Until then no worker takes the job, unless a heartbeat puts it off. */
const TAKEN_OVER_MS = 10_000
const HEARTBEAT_MS = 2_000

/** For `startWork`: the request that starts the job works on it. */
export const WORKED_HERE = () => ({ run_at: new Date(Date.now() + TAKEN_OVER_MS) })

export interface WorkedHere {
  database: Database
  now: () => Date
  at: WorkspaceScope
  id: string
  /** Aborts when the caller has gone away: the job goes on with a worker. */
  signal: AbortSignal
}

/** Throws what the work throws; refuses (409) when the job was cancelled or another process has it. */
export async function workHere(
  { database, now, at, id, signal }: WorkedHere,
  work: (run: JobRun) => Promise<void>,
): Promise<void> {
  const { workspace_id } = at
  const ticket = { id, workspace_id }
  const lease = newId()
  const begun = await beginWork(database, ticket, lease)
  if (!begun) refuse('conflict', 'This was cancelled while it was under way. Start it again.')
  const putOff = (wait: number) =>
    database.inSystem(async (tx) => {
      await tx.client.query(
        `update queue set run_at = now() + make_interval(secs => $3) where workspace_id = $1 and id = $2 and state = 'ready'`,
        [workspace_id, id, wait / 1000],
      )
    })
  // A failed heartbeat surfaces at the next statement of the work.
  const heart = startHeartbeat(
    HEARTBEAT_MS,
    () => putOff(TAKEN_OVER_MS),
    () => {},
  )
  try {
    await work(openRun({ ...ticket, attempt: 1, signal }, now, begun))
  } catch (error) {
    await heart.close()
    if (error instanceof LeaseLost || error instanceof JobCancelled) {
      await endWork(database, ticket, lease, 'cancelled', undefined)
      refuse('conflict', 'This was cancelled while it was under way. What was done until then stays.')
    }
    if (error instanceof WorkFailed || (error instanceof Refusal && error.code !== 'unavailable'))
      await endWork(database, ticket, lease, 'failed', new WorkFailed(error.message))
    else await putOff(0).catch(() => {})
    throw error
  }
  await heart.close()
  await endWork(database, ticket, lease, 'done', undefined)
}
