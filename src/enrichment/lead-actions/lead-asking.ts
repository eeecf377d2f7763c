// Asking on behalf of a job: each call that may be billed is on record with its money before it is made, and what came of it after.
import type { Payer } from '../../engine/money/budget.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { LEAD_STORE, takesCallbacks } from '../attempts/attempts.logic.ts'
import { type AttemptRecord, writeAttempts } from '../attempts/attempts.writes.ts'
import type { CallbackTokens } from '../attempts/callback-token.ts'
import type { Asker } from '../lookups/asker.ts'
import type { CacheEntry } from '../lookups/cache.reads.ts'
import { dropClaims, QuestionTaken, writeCache } from '../lookups/cache.writes.ts'
import { NoRoomYet } from '../lookups/calls.ts'
import { withoutErasedAnswers } from '../lookups/erased-answers.ts'
import { bookCalls, FREE, OverBudget, reservationOf, type Settlement, wordsOf } from '../money/booking.commands.ts'
import { admitCall, waitForRoom } from '../money/paid-call.ts'
import { termsOf } from '../money/prices.reads.ts'
import { dropFree, insertReservations } from '../money/reservations.writes.ts'
import type { Performance } from '../performance/performance.schema.ts'
import type { AskingParts } from '../runs/ask-for.ts'

export interface LeadAsking extends AskingParts {
  /** Resolves when all that was recorded so far is written; rejects when something could not be. */
  settled(): Promise<void>
}

/** A job does not hold its worker longer for calls of others: the step is skipped, and says so. */
const PATIENCE_MS = 60_000

export function leadAsking(parts: {
  database: Database
  workspace_id: WorkspaceId
  /** The job, under which attempts and money stand as under a run. */
  run_id: string
  payer: Payer
  performance: Performance
  ask: Asker
  signal: AbortSignal
  /** Rejects when the work on the lead was taken over by another worker; called in the transaction that reserves a call. */
  mustHold: (tx: WorkspaceTx) => Promise<void>
  callbackUrl?: CallbackTokens['urlFor'] | undefined
  now: () => Date
}): LeadAsking {
  const { database, workspace_id, run_id, payer, performance, signal, mustHold, now } = parts
  const writes: Promise<void>[] = []
  const claimed = new Map<string, string>()

  const reserve: AskingParts['reserve'] = async (attempt, want, claim, isTogether) => {
    const claims = claim ? [{ ...claim, attempt_id: attempt.id }] : []
    const verdict = await waitForRoom({ signal, patience_ms: isTogether ? 0 : PATIENCE_MS }, () =>
      database.inWorkspace(workspace_id, async (tx) => {
        await mustHold(tx)
        if ((await writeCache(tx, [], claims)).size > 0) return { kind: 'taken' as const }
        const isFree = want.lookup.price.rule === 'free'
        const heard = isFree ? undefined : await admitCall(tx, payer, want)
        if (!heard) await insertReservations(tx, [reservationOf(payer, want, FREE)])
        if (heard && heard.kind !== 'granted') await dropClaims(tx, claims)
        return heard
      }),
    )
    if (verdict?.kind === 'taken') throw new QuestionTaken('another call asks the same')
    if (verdict?.kind === 'refused')
      throw isTogether && verdict.for_now ? new NoRoomYet() : new OverBudget(wordsOf(verdict))
    if (claim) claimed.set(attempt.id, claim.key)
    return (verdict?.kind === 'granted' ? verdict.terms : undefined) ?? termsOf(want.lookup, undefined)
  }

  return {
    now,
    reserve,
    async ask({ lookup, inputs, attempt_id, max_age_days, reserve: reserveIt, begun }) {
      const callback_url = takesCallbacks(lookup) ? parts.callbackUrl?.(workspace_id, attempt_id) : undefined
      const asked = await parts.ask({
        workspace_id,
        lookup,
        values: inputs,
        performance,
        signal,
        max_age_days,
        attempt_id,
        begun,
        ...(callback_url !== undefined && { callback_url }),
        reserve: reserveIt,
      })
      // What a stop cut short is no outcome; its reservation stays to be seen.
      if (signal.aborted && asked.outcome.kind === 'failed') throw signal.reason
      return asked
    },
    record(attempt, spent, keep) {
      writes.push(
        database.inWorkspace(workspace_id, (tx) =>
          settleAttempt(tx, payer, run_id, attempt, spent, keep, claimed.get(attempt.id)),
        ),
      )
      writes.at(-1)?.catch(() => {})
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

async function settleAttempt(
  tx: WorkspaceTx,
  payer: Payer,
  runId: string,
  attempt: AttemptRecord,
  spent: Settlement | null,
  keep: CacheEntry | undefined,
  claim: string | undefined,
): Promise<void> {
  const stored = await withoutErasedAnswers(tx, { attempts: [attempt], keep: keep ? [keep] : [] })
  await writeAttempts(tx, LEAD_STORE, runId, stored.attempts)
  if (stored.keep.length > 0) await writeCache(tx, stored.keep)
  else if (claim !== undefined) await dropClaims(tx, [{ key: claim, attempt_id: attempt.id }])
  if (spent) await bookCalls(tx, payer, [spent])
  else await dropFree(tx, [attempt.id])
}
