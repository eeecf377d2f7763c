// Calls of one run in this process that are reserved: one whose vendor reports more than was kept aside holds the next ones back until it is booked.
import { type Payer, subjectsOf } from '../../engine/money/budget.ts'
import { chargeFor, highestCharge, type Terms } from '../../engine/money/price.ts'
import type { LookupResult } from '../lookups/calls.ts'
import { type BudgetOverrun, OverBudget, type WantedSpend, wordsOfPassed } from './booking.commands.ts'

export interface ReservedCalls {
  reserved(want: WantedSpend, terms: Terms): void
  /** A call is about to be made. Rejects with {@link OverBudget} where a budget was passed since it was reserved. */
  begin(attemptId: string): Promise<void> | undefined
  /** What a call brought, before the next one takes its place. */
  heard(attemptId: string, asked: LookupResult): void
  /** Calls that count in a budget that was passed are not made any more, unless they are under way. */
  withdraw(passed: BudgetOverrun): void
  /** What a call brought is in the books. */
  booked(attemptId: string): void
  /** Nothing will be heard of a call. */
  forget(attemptId: string): void
  /** Calls wait for what was heard to be booked. */
  isHolding(): boolean
}

export function reservedCalls(payer: Payer): ReservedCalls {
  const calls = new Map<string, { want: WantedSpend; terms: Terms; has_begun: boolean }>()
  const withdrawn = new Map<string, OverBudget>()
  /** Calls that cost more than was kept aside, and are not booked yet. */
  const beyond = new Set<string>()
  const waiting: (() => void)[] = []

  async function beginLater(attemptId: string): Promise<void> {
    while (beyond.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    beginNow(attemptId)
  }

  function beginNow(attemptId: string): undefined {
    const refused = withdrawn.get(attemptId)
    if (refused) throw refused
    const call = calls.get(attemptId)
    if (call) call.has_begun = true
  }

  function goOn(attemptId: string): void {
    if (!beyond.delete(attemptId) || beyond.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    reserved(want, terms) {
      if (terms.rule !== 'free') calls.set(want.id, { want, terms, has_begun: false })
    },
    begin(attemptId) {
      return beyond.size > 0 && calls.has(attemptId) ? beginLater(attemptId) : beginNow(attemptId)
    },
    heard(attemptId, { outcome, charged_micro }) {
      const call = charged_micro === undefined ? undefined : calls.get(attemptId)
      if (!call) return
      const cost = chargeFor(call.terms, outcome, charged_micro)
      if (cost !== null && cost > (highestCharge(call.terms) ?? 0)) beyond.add(attemptId)
    },
    withdraw(passed) {
      const { scope, subject } = passed.by
      for (const [id, { want, has_begun }] of calls) {
        const subjects = subjectsOf(payer, want.column_id)
        const concerns = subjects.some((each) => each.scope === scope && each.subject === subject)
        if (concerns && !has_begun) withdrawn.set(id, new OverBudget(wordsOfPassed(passed)))
      }
    },
    booked: goOn,
    forget(attemptId) {
      calls.delete(attemptId)
      withdrawn.delete(attemptId)
    },
    isHolding: () => beyond.size > 0,
  }
}
