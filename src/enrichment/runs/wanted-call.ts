// A call that is about to be made, and what its caller learns once it is, or is not, on record.
import type { Terms } from '../../engine/money/price.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import { type CallClaim, QuestionTaken } from '../lookups/cache.writes.ts'
import { NoRoomYet } from '../lookups/calls.ts'
import { type AdmissionVerdict, OverBudget, type WantedSpend, wordsOf } from '../money/booking.commands.ts'
import { termsOf } from '../money/prices.reads.ts'

/** A call that is about to be made. */
export interface WantedCall {
  attempt: AttemptRecord
  want: WantedSpend
  /** To the question, where answers to it are kept: no other worker is to ask it. */
  claim?: CallClaim
  /** Others wait for it: it does not wait for room in a budget. */
  isTogether?: boolean
}

/** One that is waited for. */
export interface WaitingCall extends WantedCall {
  seq: number
  done: (terms: Terms) => void
  lost: (reason: Error) => void
}

export class ChunkLeaseLost extends Error {
  override name = 'ChunkLeaseLost'
}

export type ReserveResult = AdmissionVerdict | undefined | { kind: 'lost' } | { kind: 'taken' }

export const isGranted = (verdict: ReserveResult) => verdict === undefined || verdict.kind === 'granted'

/** Without a verdict nothing had to be kept aside for it; without a chunk it must not be made. */
export function answer({ want, done, lost }: WaitingCall, verdict: ReserveResult): void {
  if (verdict?.kind === 'lost') lost(new ChunkLeaseLost('the chunk went to another worker'))
  else if (verdict?.kind === 'taken') lost(new QuestionTaken('another call asks the same'))
  else if (verdict?.kind === 'put_off') lost(new NoRoomYet('calls under way may take what is left of a budget'))
  else if (verdict?.kind === 'refused') lost(new OverBudget(wordsOf(verdict)))
  else done(verdict?.terms ?? termsOf(want.lookup, undefined))
}

export const claimsOf = (calls: readonly WantedCall[]) =>
  calls.flatMap(({ attempt, claim }) => (claim ? [{ ...claim, attempt_id: attempt.id }] : []))
