// Asks for messages some turns ahead whether their bodies may leave, so that no connection waits for the commit.
//
// Only where the server is quick, and only for as many as leave within a moment: what is marked and lost with its worker is uncertain,
// and an unsubscribe after the mark comes too late. Elsewhere, and when the answer is too old, the check of a message is made
// when the server agreed to take its body.
import type { ClaimedMessage } from './claimed.ts'

export interface Pace {
  /** Only as many are asked for as leave within this time. */
  moment_ms: number
  /** An older answer is requested again. */
  fresh_ms: number
}

export const PACE: Pace = { moment_ms: 200, fresh_ms: 250 }
/** Messages of each connection. A server so slow that fewer leave within the moment gains nothing by it. */
const [FEWEST, MOST] = [4, 10]
/** The pace of a server that has not accepted a message yet. */
const UNKNOWN = Number.MAX_VALUE
/** How much the last message counts in the pace. */
const WEIGHT = 0.2

interface Look {
  answer: Promise<boolean | null>
  /** When it was answered. */
  at: number
}

export interface Ahead {
  /** Asks for those that are next. */
  look(queue: readonly ClaimedMessage[]): void
  /** The answer for a message whose turn it is; null: no check was made, or it had no answer. */
  take(message: ClaimedMessage): Promise<{ isAllowed: boolean; isFresh(): boolean } | null>
  /** How long the server took for one; null: it failed. */
  took(ms: number | null): void
  /** When no checks are made any more. */
  settled(): Promise<unknown>
}

export function prepareAhead(
  connections: number,
  { moment_ms, fresh_ms }: Pace,
  ask: (message: ClaimedMessage) => Promise<boolean>,
): Ahead {
  const looks = new Map<string, Look>()
  let pace = UNKNOWN
  return {
    look(queue) {
      const turns = Math.min(MOST, Math.floor(moment_ms / pace))
      if (turns < FEWEST) return
      const most = turns * connections
      const near = queue.slice(0, most).filter(({ id }) => !looks.has(id))
      // Half of them at a time: they share a commit.
      if (near.length < Math.min(most / 2, queue.length)) return
      for (const message of near) {
        const look: Look = { at: 0, answer: Promise.resolve(null) }
        look.answer = ask(message).then(
          (isAllowed) => {
            look.at = performance.now()
            return isAllowed
          },
          () => null,
        )
        looks.set(message.id, look)
      }
    },
    async take({ id }) {
      const look = looks.get(id)
      looks.delete(id)
      const isAllowed = (await look?.answer) ?? null
      if (!look || isAllowed === null) return null
      return { isAllowed, isFresh: () => performance.now() - look.at < fresh_ms }
    },
    took(ms) {
      if (ms === null || pace === UNKNOWN) pace = ms ?? UNKNOWN
      else pace += (ms - pace) * WEIGHT
    },
    settled: () => Promise.all([...looks.values()].map(({ answer }) => answer)),
  }
}
