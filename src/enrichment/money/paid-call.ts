// One call that is paid for outside of the groups of a run: reserved under the budgets, made, and booked with what came of it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Payer } from '../../engine/money/budget.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import {
  type AdmissionVerdict,
  admitCalls,
  bookCalls,
  settlementOf,
  type WantedSpend,
  wordsOf,
} from './booking.commands.ts'

export interface PaymentContext {
  database: Database
  workspace_id: WorkspaceId
  payer: Payer
  signal: AbortSignal
  /** How long to wait while only calls under way are in the way. */
  patience_ms: number
}

type Decided = Exclude<AdmissionVerdict, { kind: 'put_off' }>

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000

/**
 * Asks for a verdict until it is final: what only calls under way are in the way of is asked again when they may have ended, and refused
 * when they take too long. Rejects with the reason of the signal.
 */
export async function waitForRoom<V extends { kind: string } | undefined>(
  { signal, patience_ms }: Pick<PaymentContext, 'signal' | 'patience_ms'>,
  ask: () => Promise<V | AdmissionVerdict>,
): Promise<V | Decided> {
  let waited = 0
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const verdict = await ask()
    if (verdict?.kind !== 'put_off') return verdict as V | Decided
    if (waited >= patience_ms)
      return { ...(verdict as Extract<AdmissionVerdict, { kind: 'put_off' }>), kind: 'refused' }
    signal.throwIfAborted()
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    waited += wait
  }
}

/** Decides about one call, and reserves it, in a transaction that is open. */
export async function admitCall(
  tx: WorkspaceTx,
  payer: Payer,
  want: WantedSpend,
): Promise<AdmissionVerdict | undefined> {
  const { verdicts, book } = await admitCalls(tx, payer, { wanted: [want], settled: [] })
  await book()
  return verdicts.get(want.id)
}

/** What a call cost, as far as it is known. */
export interface KnownCost {
  cost_micro: number | null
  reported: boolean
}

/**
 * Reserves a call, makes it, and books what it cost. `know` is told the cost; a call that is broken off before may have been billed, and
 * is booked as that. `over_budget` says in words why the call was not made.
 */
export async function paidCall<T>(
  paying: PaymentContext,
  want: WantedSpend,
  make: (terms: Terms, know: (cost: KnownCost) => void) => Promise<T>,
): Promise<T | { over_budget: string; for_now: boolean }> {
  const { database, workspace_id, payer } = paying
  const verdict = await waitForRoom(paying, () =>
    database.inWorkspace(workspace_id, (tx) => admitCall(tx, payer, want)),
  )
  if (verdict?.kind !== 'granted')
    return {
      over_budget: verdict ? wordsOf(verdict) : 'A budget is in the way',
      for_now: verdict?.for_now === true,
    }
  const { terms } = verdict
  let known: KnownCost = { cost_micro: null, reported: false }
  try {
    return await make(terms, (cost) => {
      known = cost
    })
  } finally {
    await database.inWorkspace(workspace_id, (tx) => bookCalls(tx, payer, [settlementOf(want, terms, known)]))
  }
}
