// How many transactions of rules run at once: fewer while requests are under way, and workspaces in turn.
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { isAsked } from '../../platform/foreground.ts'
import { paced } from '../../platform/pace.ts'

/** Transactions at once: twenty busy rules would take every connection of the pool, and requests would wait for one. */
const writing = createSemaphore(6)
/** Transactions in their first second. One that takes longer, since it waits for a row lock, releases its slot. */
const beginning = createSemaphore(1)
const BESIDE_REQUESTS = 1
const ALONE = 3
const FIRST_MS = 1_000

/**
 * Runs one transaction of the work of rules when there is a slot for it. Finding out which rules start has a queue of its own, so that many runs
 * can be done together. @throws the signal's reason when it aborts before
 */
export async function inTurn<T>(
  workspaceId: WorkspaceId,
  signal: AbortSignal,
  step: () => Promise<T>,
  what: 'starting' | 'acting' = 'acting',
): Promise<T> {
  const queue = `${what}:${workspaceId}`
  const release = await writing.acquire(signal, queue)
  try {
    beginning.resize(isAsked() ? BESIDE_REQUESTS : ALONE)
    const begun = await beginning.acquire(signal, queue)
    const timer = setTimeout(begun, FIRST_MS)
    try {
      return await paced(step)
    } finally {
      clearTimeout(timer)
      begun()
    }
  } finally {
    release()
  }
}
