// When a delivery is tried again: back-off over a day, with jitter, and never before the receiver wants it.

/** Seconds between the attempts; together a little more than 24 hours. */
const DELAYS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 30_600]
/** How long a delivery is tried: the last attempt comes after a whole day. */
export const GIVE_UP_MS = 26 * 3_600_000

/** What an attempt came to; `status` is null when no answer came. */
export interface AttemptOutcome {
  status: number | null
  /** Milliseconds since the epoch before which the receiver wants no other attempt. */
  retry_at: number | null
}

export type RetryDecision =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'give_up' }
  | { kind: 'retry'; at: number }

/**
 * `attempts` counts this one too; `chance` is 0..1. Only 2xx is success: a redirect is not followed, and 410 says that the
 * endpoint wants no more.
 */
export function nextStep(
  { status, retry_at }: AttemptOutcome,
  attempts: number,
  now: number,
  giveUpAt: number,
  chance: number,
): RetryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const delay = (DELAYS[Math.min(attempts, DELAYS.length) - 1] ?? 5) * 1000
  if (attempts > DELAYS.length || now >= giveUpAt) return { kind: 'give_up' }
  return { kind: 'retry', at: Math.min(Math.max(now + delay * (1 + 0.05 * chance), retry_at ?? 0), giveUpAt) }
}

/** The time that `Retry-After` names: seconds or an HTTP date. Null without one that can be read. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return now + Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : at
}

/** How long an endpoint that failed so often in a row is left alone, in milliseconds. */
export function restOf(failures: number): number {
  return Math.min(5_000 * 2 ** Math.min(failures - 1, 10), 600_000)
}
