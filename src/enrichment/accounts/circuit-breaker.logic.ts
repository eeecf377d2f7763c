// Decides when calls to an account pause, by the outcomes of earlier calls: pure, time is a value.
import type { FailureClass, Outcome } from '../../engine/waterfall/outcome.ts'

/** An account that is closed: until a time, or, without one, until its key changes. */
export interface AccountClosure {
  kind: 'throttled' | 'circuit_open'
  reason: FailureClass | null
  detail: string
  /** Milliseconds since the epoch. */
  until: number | null
  /** How often it stayed closed after a trial. */
  trials: number
}

export interface Circuit {
  /** Failures, and requests to wait, since the last answer. */
  failures: number
  laters: number
  closed: AccountClosure | null
}

export const WELL: Circuit = { failures: 0, laters: 0, closed: null }

/** Consecutive failures that open the circuit. A failure rate of one third reaches this number once in half a million calls. */
const MOST_FAILURES = 12
const OPEN_MS = 30_000
const QUOTA_MS = 10 * 60_000
const LONGEST_MS = 10 * 60_000
/** A single request to wait may be meant for one call only; the next one tells. */
const FIRST_PAUSE_MS = 1_000

/** The circuit after a call. A refused key closes at once: asking on would be refused again, once per cell. */
export function afterCall(circuit: Circuit, outcome: Outcome, now: number): Circuit {
  if (outcome.kind === 'later') {
    const laters = circuit.laters + 1
    const until = now + (laters > 1 ? outcome.retry_in_ms : Math.min(outcome.retry_in_ms, FIRST_PAUSE_MS))
    const closed: AccountClosure = {
      kind: 'throttled',
      reason: null,
      detail: 'The provider asked to wait',
      until,
      trials: 0,
    }
    return { ...circuit, laters, closed: later(circuit.closed, closed) }
  }
  if (outcome.kind !== 'failed') return WELL
  const trials = (circuit.closed?.trials ?? -1) + 1
  const open = (until: number | null, detail: string): Circuit => ({
    ...circuit,
    closed: { kind: 'circuit_open', reason: outcome.class, detail, until, trials },
  })
  switch (outcome.class) {
    case 'auth':
      return open(null, 'The provider refused the key. It is called again when the key changes.')
    case 'quota':
      return open(now + QUOTA_MS, 'The quota of the account is used up')
    case 'vendor_error':
    case 'timeout':
    case 'uncertain': {
      const failures = circuit.failures + 1
      if (failures < MOST_FAILURES && !circuit.closed) return { ...circuit, failures }
      const wait = Math.min(OPEN_MS * 2 ** trials, LONGEST_MS)
      return { ...open(now + wait, `It failed ${failures} times in a row`), failures }
    }
    default:
      // The input or this service failed: that says nothing about the account.
      return circuit
  }
}

function later(before: AccountClosure | null, next: AccountClosure): AccountClosure {
  return before?.kind === 'throttled' && (before.until ?? 0) > (next.until ?? 0) ? before : next
}
