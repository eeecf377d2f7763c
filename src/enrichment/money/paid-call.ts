// One call that is put on record by itself: reserved under the budgets, made, and booked with the result.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Payer } from '../../engine/money/budget.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { CacheEntry } from '../lookups/cache.reads.ts'
import type { LookupResult } from '../lookups/calls.ts'
import { FREE, type Settlement, settlementOf, type WantedSpend, wordsOf } from './booking.commands.ts'
import { type CallVerdict, recordCalls, refusalOf, type WantedCall } from './call-record.writes.ts'
import { termsOf } from './prices.reads.ts'

export interface PaymentContext {
  database: Database
  workspace_id: WorkspaceId
  payer: Payer
  signal: AbortSignal
  /** How long to wait while only calls under way are in the way. */
  patience_ms: number
  /** Rejects when the work was taken over by another worker; called in the transaction that reserves a call. */
  mustHold?: (tx: WorkspaceTx) => Promise<void>
}

/** Where the calls of cells are put on record: by groups in a run, one by one elsewhere. */
export interface CallBooks {
  /** Resolves once the call is on record and its money reserved; tells the price that holds. Rejects by {@link refusalOf}. */
  reserve(call: WantedCall & { attempt: AttemptRecord }): Promise<Terms>
  /** A reserved call is about to be made. Rejects where a budget was passed since it was reserved. */
  begin?(attemptId: string): Promise<void> | undefined
  /** What a call brought, before the next one takes its place. */
  heard?(attemptId: string, asked: LookupResult): void
  /** Puts the result of a reserved call on record, with the answer that is kept of it. */
  record(attempt: AttemptRecord, spent: Settlement | null, keep?: CacheEntry): void
  /** A reserved call was cut short: nothing will be recorded of it, and no caller is to wait for it. */
  letGo(attemptId: string): void
}

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000

/**
 * Puts a call on record. What only calls under way are in the way of is asked for again when they may have ended, and put off for good
 * when they take too long. Rejects with the reason of the signal.
 */
async function reserveCall(paying: PaymentContext, call: WantedCall): Promise<CallVerdict> {
  const { database, workspace_id, payer, signal, patience_ms, mustHold } = paying
  let waited = 0
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const verdict = await database.inWorkspace(workspace_id, async (tx) => {
      await mustHold?.(tx)
      const { verdictOf } = await recordCalls(tx, payer, { wanted: [call] })
      return verdictOf(call)
    })
    if (verdict?.kind !== 'put_off' || call.isTogether || waited >= patience_ms) return verdict
    signal.throwIfAborted()
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    waited += wait
  }
}

/** What a call cost, as far as it is known. */
export interface KnownCost {
  cost_micro: number | null
  reported: boolean
}

/**
 * Reserves a call that leaves no attempt, makes it, and books what it cost. `know` is told the cost; a call that is broken off before may
 * have been billed, and is booked as that. `over_budget` says in words why the call was not made. What is free needs no reservation.
 */
export async function paidCall<T>(
  paying: PaymentContext,
  want: WantedSpend,
  make: (terms: Terms, know: (cost: KnownCost) => void) => Promise<T>,
): Promise<T | { over_budget: string; for_now: boolean }> {
  const { database, workspace_id, payer } = paying
  const isFree = want.lookup.price.rule === 'free'
  const verdict = isFree ? undefined : await reserveCall(paying, { attempt: want, want })
  if (verdict?.kind === 'refused' || verdict?.kind === 'put_off')
    return { over_budget: wordsOf(verdict), for_now: verdict.for_now === true }
  const terms = verdict?.kind === 'granted' ? verdict.terms : FREE
  let known: KnownCost = { cost_micro: isFree ? 0 : null, reported: false }
  try {
    return await make(terms, (cost) => {
      known = cost
    })
  } finally {
    // What is free by its price may report a cost all the same.
    if (!isFree || known.cost_micro !== 0)
      await database.inWorkspace(workspace_id, (tx) =>
        recordCalls(tx, payer, { outcomes: [{ attempts: [], keep: [], spent: [settlementOf(want, terms, known)] }] }),
      )
  }
}

/** Books in which each call has transactions of its own. */
export function openCallBooks(paying: PaymentContext): CallBooks & {
  /** Resolves when all that was recorded so far is written; rejects when something could not be. */
  settled(): Promise<void>
} {
  const { database, workspace_id, payer } = paying
  const writes: Promise<unknown>[] = []
  const claimed = new Map<string, string>()
  return {
    async reserve(call) {
      const verdict = await reserveCall(paying, call)
      const refusal = refusalOf(verdict, call.isTogether)
      if (refusal) throw refusal
      if (call.claim) claimed.set(call.attempt.id, call.claim.key)
      return verdict?.kind === 'granted' ? verdict.terms : termsOf(call.want.lookup, undefined)
    },
    record(attempt, spent, keep) {
      const key = claimed.get(attempt.id)
      claimed.delete(attempt.id)
      const outcome = {
        attempts: [attempt],
        keep: keep ? [keep] : [],
        spent: spent ? [spent] : [],
        claim: key === undefined ? undefined : { key, attempt_id: attempt.id },
      }
      const written = database.inWorkspace(workspace_id, (tx) => recordCalls(tx, payer, { outcomes: [outcome] }))
      written.catch(() => {})
      writes.push(written)
    },
    letGo(attemptId) {
      claimed.delete(attemptId)
    },
    async settled() {
      for (const result of await Promise.allSettled(writes.splice(0)))
        if (result.status === 'rejected') throw result.reason
    },
  }
}
