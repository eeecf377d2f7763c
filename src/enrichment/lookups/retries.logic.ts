// When a call is made again at once: after a short wait, where that is safe and nothing was charged.
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'

/** The longest wait that holds the slot, in ms; for a longer wait the row is deferred. */
export const SHORT_WAIT_MS = 20_000

/** Milliseconds until the next try, or undefined when this outcome is final. */
export function waitBeforeRetry(
  { outcome, charged_micro }: { outcome: Outcome; charged_micro?: number },
  lookup: Pick<AnyLookup, 'repeat_free'>,
  attempt: number,
  passes: number,
  /** 0 to 1: so that not all come at the same moment. */
  chance: number,
): number | undefined {
  if (attempt >= passes) return undefined
  // What was charged is booked for this attempt: the next one is reserved and booked by itself.
  if (charged_micro !== undefined && charged_micro > 0) return undefined
  const jitter = 0.5 + chance / 2
  if (outcome.kind === 'later')
    return outcome.retry_in_ms <= SHORT_WAIT_MS ? Math.max(outcome.retry_in_ms, 200) : undefined
  if (outcome.kind !== 'failed') return undefined
  // A cut or garbled answer may come whole the next time; where each costs, one is enough.
  if (!outcome.retryable && !(outcome.class === 'unmapped' && lookup.repeat_free)) return undefined
  // A call that may have been billed is repeated only where a repetition costs nothing.
  if (!lookup.repeat_free && outcome.class !== 'vendor_error') return undefined
  return 500 * 2 ** attempt * jitter
}
