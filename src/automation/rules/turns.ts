// How much of this process and its database rules may take at once: less while people ask for something, and workspaces take turns.
import { createGate } from '../../enrichment/gate.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { giveWay, isAsked } from '../../platform/foreground.ts'

/** Transactions at once, whatever happens: twenty busy rules would take every connection, and people would wait for one. */
const writing = createGate(6)
/** Transactions in their first second. One that waits longer, for a row lock, leaves its place to the next. */
const beginning = createGate(1)
const BESIDE_REQUESTS = 1
const ALONE = 3
const MOMENT_MS = 1_000

/**
 * Does a step of the work of rules, which is one transaction, when it may. What finds out which rules start stands in a line of its own, so
 * that many runs are there to be done together. @throws the signal's reason when it aborts before
 */
export async function inTurn<T>(
  workspaceId: WorkspaceId,
  signal: AbortSignal,
  step: () => Promise<T>,
  what: 'starting' | 'acting' = 'acting',
): Promise<T> {
  const line = `${what}:${workspaceId}`
  const leave = await writing.enter(signal, line)
  try {
    beginning.resize(isAsked() ? BESIDE_REQUESTS : ALONE)
    const begun = await beginning.enter(signal, line)
    const timer = setTimeout(begun, MOMENT_MS)
    try {
      await giveWay()
      return await step()
    } finally {
      clearTimeout(timer)
      begun()
    }
  } finally {
    leave()
  }
}
