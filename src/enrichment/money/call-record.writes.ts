// The one path of provider calls to the budgets and the database: calls about to be made are claimed, admitted and reserved, results of
// earlier ones are stored, booked and released, in one transaction. It serves every payer and every destination of an answer.
import type { Payer } from '../../engine/money/budget.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { LEAD_STORE } from '../attempts/attempts.logic.ts'
import { type AttemptRecord, writeAttempts } from '../attempts/attempts.writes.ts'
import { type AwaitedAnswer, insertAwaited } from '../attempts/awaited.writes.ts'
import { type CallClaim, dropClaims, QuestionTaken, writeCache } from '../lookups/cache.writes.ts'
import { NoRoomYet } from '../lookups/calls.ts'
import { type StorableAnswer, withoutErased } from '../lookups/erased-answers.ts'
import {
  type AdmissionResult,
  type AdmissionVerdict,
  admitCalls,
  FREE,
  OverBudget,
  reservationOf,
  type Settlement,
  type WantedSpend,
  wordsOf,
} from './booking.commands.ts'
import { dropFree, insertReservations } from './reservations.writes.ts'

/** A call that is about to be made. */
export interface WantedCall {
  attempt: Pick<AttemptRecord, 'id'>
  want: WantedSpend
  /** To the question, where answers to it are kept: no other worker is to ask it. */
  claim?: CallClaim | undefined
  /** Others wait for it: it does not wait for room in a budget. */
  isTogether?: boolean | undefined
}

/** The result of a call, or of all calls of a cell; with what is written into the cell, where one is. */
export interface CallOutcome extends StorableAnswer {
  /** What calls cost, of those whose cost is known to the books or is to be. */
  spent: readonly Settlement[]
  /** Answers that are still to come. */
  awaited?: readonly AwaitedAnswer[]
  /** The claim that its call laid to a question: given back where no answer to it is kept. */
  claim?: { key: string; attempt_id: string } | undefined
}

/** Without a verdict nothing had to be kept aside. */
export type CallVerdict = AdmissionVerdict | { kind: 'taken' } | undefined

export const isGranted = (verdict: { kind: string } | undefined) => verdict === undefined || verdict.kind === 'granted'

/** Why a call must not be made, as its caller learns it; undefined where it may be. */
export function refusalOf(verdict: CallVerdict, isTogether = false): Error | undefined {
  if (verdict?.kind === 'taken') return new QuestionTaken('another call asks the same')
  if (verdict?.kind === 'put_off' && isTogether)
    return new NoRoomYet('calls under way may take what is left of a budget')
  if (verdict?.kind === 'put_off' || verdict?.kind === 'refused') return new OverBudget(wordsOf(verdict))
  return undefined
}

interface CallGroup<O extends CallOutcome> {
  wanted?: readonly WantedCall[]
  outcomes?: readonly O[]
  /** Whether a person was erased here, where that was read in a message that went anyway. */
  someErased?: boolean
}

/** What else is written in the same messages: with the answers, before the budgets are locked, and with the books. */
interface WrittenAlong<O, C, B> {
  cells?: (outcomes: readonly O[]) => Promise<C>
  counters?: (cells: C) => Promise<B>
}

export interface RecordedCalls<C, B> extends Pick<AdmissionResult, 'run_is_over' | 'passed'> {
  verdictOf: (call: WantedCall) => CallVerdict
  cells: C | undefined
  counters: B | undefined
}

/**
 * Puts calls of one payer on record. Attempts are kept under the payer's run, in its workbook or in the store of leads; calls outside of
 * runs have none. Workbook, then budgets, then run: every caller locks in this order.
 */
export async function recordCalls<O extends CallOutcome, C = void, B = void>(
  tx: WorkspaceTx,
  payer: Payer,
  { wanted = [], outcomes = [], someErased }: CallGroup<O>,
  along: WrittenAlong<O, C, B> = {},
): Promise<RecordedCalls<C, B>> {
  const { run_id, workbook_id } = payer
  const place = workbook_id ?? LEAD_STORE
  const kept = someErased === false ? outcomes : await withoutErased(tx, outcomes)
  const attempts = kept.flatMap((outcome) => outcome.attempts)
  if (run_id === null && attempts.length > 0) throw new Error('attempts are kept under a run')
  const awaited = kept.flatMap((outcome) => outcome.awaited ?? [])
  const [, taken, , , cells] = await Promise.all([
    run_id === null ? undefined : writeAttempts(tx, place, run_id, attempts),
    writeCache(
      tx,
      kept.flatMap(({ keep }) => keep),
      claimsOf(wanted),
    ),
    dropClaims(
      tx,
      kept.flatMap(({ claim, keep }) => (claim && keep.length === 0 ? [claim] : [])),
    ),
    run_id === null ? undefined : insertAwaited(tx, place, run_id, awaited),
    along.cells?.(kept),
  ])
  const free = wanted.filter(({ attempt, want }) => !taken.has(attempt.id) && want.lookup.price.rule === 'free')
  const priced = wanted.filter(({ attempt, want }) => !taken.has(attempt.id) && want.lookup.price.rule !== 'free')
  const spent = kept.flatMap((outcome) => outcome.spent)
  const { verdicts, book, ...admitted } = await admitCalls(tx, payer, {
    wanted: priced.map(({ want }) => want),
    settled: spent,
  })
  const booked = new Set(spent.map(({ id }) => id))
  const refused = priced.filter(({ attempt }) => verdicts.get(attempt.id)?.kind === 'refused')
  const [, , , , counters] = await Promise.all([
    book(),
    dropFree(
      tx,
      attempts.flatMap(({ id, state }) => (state === 'reserved' || booked.has(id) ? [] : [id])),
    ),
    // What is free is kept aside nowhere, and on record all the same.
    insertReservations(
      tx,
      free.map(({ want }) => reservationOf(payer, want, FREE)),
    ),
    dropClaims(tx, claimsOf(refused)),
    along.counters?.(cells as C),
  ])
  return {
    ...admitted,
    cells,
    counters,
    verdictOf: ({ attempt: { id } }) => (taken.has(id) ? { kind: 'taken' } : verdicts.get(id)),
  }
}

const claimsOf = (calls: readonly WantedCall[]) =>
  calls.flatMap(({ attempt, claim }) => (claim ? [{ ...claim, attempt_id: attempt.id }] : []))
