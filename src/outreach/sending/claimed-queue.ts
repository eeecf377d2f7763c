// The messages that a worker has claimed of one mailbox, handed to its connections in order; the next claim is made while the last one is sent.
import type { MessageClaim } from './claim.writes.ts'
import type { ClaimedMessage } from './claimed.ts'

export interface ClaimedQueue {
  /** The next message to send; undefined when nothing more may be sent now. */
  next(): Promise<ClaimedMessage | undefined>
  /** Those that come after, as far as they are claimed. */
  upcoming(): readonly ClaimedMessage[]
  /** Nothing more is sent before this moment; null: when something new is planned. */
  stop(at: Date | null): void
  /** Something was given back: the next claim finds out why it may not leave, unless that is on record already. */
  lookAgain(): void
  /** When to look again, after a claim that is under way. */
  ends(): Promise<Date | null>
}

/** Messages of one claim. */
export const CLAIM_SIZE = 150

/** `mayGoOn` says whether further messages may be begun at all. */
export function queueClaims(claim: () => Promise<MessageClaim>, mayGoOn: () => boolean): ClaimedQueue {
  const claimed: ClaimedMessage[] = []
  let nextAt: Date | null = null
  /** Nothing more may be sent now; what was taken is still sent. */
  let isDry = false
  let isStopped = false
  let claiming: Promise<void> | undefined

  async function fill(): Promise<void> {
    const { messages, next_at, is_more } = await claim()
    claimed.push(...messages)
    if (!isStopped) nextAt = next_at
    // Where nothing was taken, candidates may have been postponed: another look decides. The clock of this process says nothing about it.
    if (messages.length === 0 && !is_more) isDry = true
  }

  return {
    async next() {
      while (!isStopped && mayGoOn()) {
        if (claimed.length <= CLAIM_SIZE / 2 && !isDry)
          claiming ??= fill().finally(() => {
            claiming = undefined
          })
        const message = claimed.shift()
        if (message) {
          claiming?.catch(() => {})
          return message
        }
        if (isDry || !claiming) return undefined
        await claiming
      }
      return undefined
    },
    upcoming: () => claimed,
    stop(at) {
      isStopped = true
      nextAt = at
    },
    lookAgain() {
      isDry = false
    },
    async ends() {
      await claiming
      return nextAt
    },
  }
}
