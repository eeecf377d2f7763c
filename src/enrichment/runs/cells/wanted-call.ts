// A call of a run that waits for its reservation, and the answer to its caller.
import type { Terms } from '../../../engine/money/price.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import { type CallVerdict, refusalOf, type WantedCall } from '../../money/call-record.writes.ts'
import { termsOf } from '../../money/prices.reads.ts'

export interface WaitingCall extends WantedCall {
  attempt: AttemptRecord
  seq: number
  done: (terms: Terms) => void
  lost: (reason: Error) => void
}

export class ChunkLeaseLost extends Error {
  override name = 'ChunkLeaseLost'
}

export type ReserveResult = CallVerdict | { kind: 'lost' }

/** Without a verdict no reservation was needed; without the chunk the call must not be made. */
export function answerCall({ want, isTogether, done, lost }: WaitingCall, verdict: ReserveResult): void {
  const isGone = verdict?.kind === 'lost'
  const refusal = isGone ? new ChunkLeaseLost('the chunk went to another worker') : refusalOf(verdict, isTogether)
  if (refusal) lost(refusal)
  else done(verdict?.kind === 'granted' ? verdict.terms : termsOf(want.lookup, undefined))
}
