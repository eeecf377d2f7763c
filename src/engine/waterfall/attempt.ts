// One step of a waterfall as it went: the record that is stored, shown in the trace and judged at the end.
import type { FailureClass, SkipReason } from './outcome.ts'

export interface Attempt {
  step_id: string
  provider: string
  /** `candidate`: found, and a verifier checks it next. */
  outcome: 'accepted' | 'unaccepted' | 'candidate' | 'not_found' | 'skipped' | 'later' | 'pending' | 'failed'
  reason: SkipReason | FailureClass | null
  detail: string | null
  /** Null when it is unknown what the call cost. */
  cost_micro: number | null
  /** Answered from the cache, free of charge. */
  cached: boolean
  confidence: number | null
  verified: boolean | null
  retryable: boolean
  /** Milliseconds, of `later` and `pending` only. */
  retry_in_ms: number | null
  /** Milliseconds that the call took. */
  ms: number
}

/** From the one a person can act on first to the one that says least. */
const FAILURES: readonly FailureClass[] = [
  'auth',
  'quota',
  'uncertain',
  'unmapped',
  'internal',
  'vendor_error',
  'timeout',
  'bad_input',
]

const SKIPS: readonly SkipReason[] = [
  'over_budget',
  'row_limit',
  'auth',
  'quota',
  'circuit_open',
  'cooldown',
  'timeout',
  'no_key',
  'unmapped',
  'dependency',
  'missing_input',
  'max_providers',
  'condition_false',
]

/** Skips that will pass by themselves: the provider might have had the value. */
const TEMPORARY: ReadonlySet<string> = new Set(['auth', 'quota', 'circuit_open', 'cooldown', 'timeout'])

/** The failed attempt that tells a person most; the earlier one of equals. */
export function findMainFailure(attempts: readonly Attempt[]): Attempt | undefined {
  return mostTelling(attempts, 'failed', FAILURES)
}

/** The skipped attempt that tells a person most about thin coverage. */
export function findMainSkip(attempts: readonly Attempt[]): Attempt | undefined {
  return mostTelling(attempts, 'skipped', SKIPS)
}

export function isTemporarySkip(attempt: Attempt): boolean {
  return attempt.outcome === 'skipped' && attempt.reason !== null && TEMPORARY.has(attempt.reason)
}

function mostTelling(
  attempts: readonly Attempt[],
  outcome: Attempt['outcome'],
  order: readonly string[],
): Attempt | undefined {
  const rank = (attempt: Attempt) => order.indexOf(attempt.reason ?? '')
  return attempts
    .filter((attempt) => attempt.outcome === outcome)
    .reduce<Attempt | undefined>((best, each) => (best && rank(best) <= rank(each) ? best : each), undefined)
}
