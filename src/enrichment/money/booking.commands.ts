// Books calls: reserves them before they are made, unless a budget refuses, and settles them by their results.
import {
  admitWithinBudgets,
  type BudgetRefusal,
  type BudgetRequest,
  type BudgetSpan,
  countReporting,
  type Payer,
  reachedShare,
  spanOf,
  spansOf,
  subjectsOf,
} from '../../engine/money/budget.ts'
import { highestCharge, type Terms } from '../../engine/money/price.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'
import { budgetReached } from '../enrichment.events.ts'
import {
  enterMoney,
  lockBudgets,
  type NewLedgerLine,
  type OpenBudget,
  type UsedBudget,
  writeLines,
} from './ledger.writes.ts'
import { termsOf, withUnits } from './prices.reads.ts'
import {
  hasOpenReservations,
  mayReportMore,
  type ReportedCost,
  readOpenReporting,
  readReportedCosts,
} from './reported-costs.reads.ts'
import { type CostReport, writeReportedCosts } from './reported-costs.writes.ts'
import { dropReservations, insertReservations, type LineOnRecord, type Reservation } from './reservations.writes.ts'

/** A call that costs something or may, before it is made. */
export interface WantedSpend {
  /** Id of the attempt. */
  id: string
  at: Date
  row_id: string | null
  column_id: string | null
  /** Step of a run; null for a call outside of runs. */
  step_id: string | null
  lookup: Pick<AnyLookup, 'id' | 'provider' | 'price'>
}

/** The result of a call; see {@link settlementOf}. */
export type Settlement = WantedSpend &
  Pick<NewLedgerLine, 'state' | 'amount_micro' | 'basis'> & {
    terms: Terms
  }

export type AdmissionVerdict =
  | { kind: 'granted'; terms: Terms }
  | ({ kind: 'refused' } & BudgetRefusal)
  /** Only calls under way are in the way: to be requested again after a settlement. */
  | ({ kind: 'put_off' } & BudgetRefusal)

/** A call was not made because a budget was in the way; its message is for a person. */
export class OverBudget extends Error {
  override name = 'OverBudget'
}

export interface AdmissionResult {
  /** By the id of the attempt. */
  verdicts: Map<string, AdmissionVerdict>
  /** A budget of the run itself was in the way: the run is to end. */
  run_is_over: boolean
  /** Hard budgets that what vendors reported beyond what was kept aside has passed; known once it is booked. */
  passed: BudgetOverrun[]
  /** Writes down what was admitted and settled; to be called in the same transaction. */
  book: () => Promise<void>
}

/** A budget that was passed, and the lookup whose vendor reported more than it may cost. */
export interface BudgetOverrun {
  by: BudgetSpan
  lookup: string
}

/** Settles calls of one payer, in one act. Without calls it asks the database nothing. */
export async function bookCalls(tx: WorkspaceTx, payer: Payer, settled: readonly Settlement[]): Promise<void> {
  await (await admitCalls(tx, payer, { wanted: [], settled })).book()
}

/**
 * Decides which calls of one payer may be made. Those that only reservations are in the way of are put off, as long as any call is under
 * way. Without calls it asks the database nothing.
 */
export async function admitCalls(
  tx: WorkspaceTx,
  payer: Payer,
  { wanted, settled }: { wanted: readonly WantedSpend[]; settled: readonly Settlement[] },
): Promise<AdmissionResult> {
  const verdicts = new Map<string, AdmissionVerdict>()
  const all = [...wanted, ...settled]
  if (all.length === 0) return { verdicts, run_is_over: false, passed: [], book: async () => {} }
  const settledIds = settled.map(({ id }) => id)
  const reporting = [
    ...new Set(wanted.filter(({ lookup }) => mayReportMore(lookup.price)).map(({ lookup }) => lookup.id)),
  ]
  // In this order: what is under way is read once the budgets are locked.
  const [, { budgets, reserved, prices }, reported, open] = await Promise.all([
    enterMoney(tx, 'with others'),
    lockBudgets(tx, {
      ...askedOf(payer, all),
      ids: wanted.map(({ id }) => id),
      lookups: [...new Set(wanted.map(({ lookup }) => lookup.id))],
    }),
    reporting.length > 0 ? readReportedCosts(tx, reporting) : new Map<string, ReportedCost>(),
    wanted.length > 0 ? readOpenReporting(tx, settledIds) : [],
  ])
  const reports = settled.flatMap(reportOf)
  for (const { lookup, units } of reports) {
    const known = reported.get(lookup)
    reported.set(lookup, { units: Math.max(units, known?.units ?? 0), calls: (known?.calls ?? 0) + 1 })
  }
  for (const each of open)
    for (const span of spansOf(budgets, each, each))
      for (let call = 0; call < each.calls; call++)
        countReporting(span, {
          column_id: each.column_id,
          at: each.at,
          most_micro: each.reserved_micro / each.calls,
          reports: { lookup: each.lookup, calls: 0 },
          ...(each.cover !== undefined && { cover: each.cover }),
        })
  const calls = wanted.map((want) => {
    const { id, price } = want.lookup
    const before = reserved.get(want.id)
    // What is kept aside for a call that is made again was so at the price of then.
    const terms =
      before && before.rule !== 'free'
        ? withUnits(termsOnRecord(before), price)
        : termsOf(want.lookup, prices.get(id), reported.get(id)?.units)
    const call: AdmittedCall = { ...want, terms, most_micro: highestCharge(terms) }
    if (mayReportMore(price)) call.reports = { lookup: id, calls: reported.get(id)?.calls ?? 0 }
    return call
  })
  const fresh = calls.filter(({ id }) => !reserved.has(id))
  const beyond = settled.filter((call) => beyondOf(call) > 0)
  // No reservation covers this amount, so it is subtracted before further calls are admitted.
  for (const call of beyond) for (const span of spansOf(budgets, payer, call)) addTo(span, beyondOf(call))
  const asked = admitWithinBudgets(budgets, payer, fresh)
  // Calls admitted just now may also cost less than reserved, and calls settled here still count as reserved.
  const isPatient =
    [...asked.values()].some((refusal) => refusal?.for_now) &&
    (settled.length > 0 || [...asked.values()].includes(null) || (await hasOpenReservations(tx)))
  const refusals = new Map([...asked].filter(([, refusal]) => refusal && !(isPatient && refusal.for_now)))
  for (const { id, terms } of calls) {
    const refusal = asked.get(id)
    if (refusal) verdicts.set(id, { kind: refusals.has(id) ? 'refused' : 'put_off', ...refusal })
    else verdicts.set(id, { kind: 'granted', terms })
  }
  const once = byId(settled.map((call) => lineOf(payer, call)))
  const lines = [...once.values()]
  const made = byId(
    fresh
      .filter(({ id }) => !asked.get(id) && !once.has(id))
      .map((call) => reservationOf(payer, call, call.terms, call.cover)),
  )
  const passed: BudgetOverrun[] = []
  return {
    verdicts,
    passed,
    run_is_over: [...refusals.values()].some((refusal) => refusal?.by.scope === 'run'),
    async book() {
      const [used] = await Promise.all([
        lines.length > 0 ? writeLines(tx, lines, countsOf(budgets, payer, settled, once)) : [],
        dropReservations(tx, [...once.keys()]),
        insertReservations(tx, [...made.values()], countsOf(budgets, payer, fresh, made)),
        writeReportedCosts(tx, reports),
      ])
      passed.push(...passedBy(budgets, used, payer, beyond))
      await tellOf(tx, budgets, used, refusals, payer)
    },
  }
}

/** A call that is asked for, as the engine admits it. */
type AdmittedCall = WantedSpend & BudgetRequest & { terms: Terms }

/** What a call tells of the next ones of its lookup. */
function reportOf({ state, amount_micro, terms, lookup, at }: Settlement): CostReport[] {
  const { price_micro } = terms
  const tells = mayReportMore(lookup.price) && state === 'settled'
  return tells && amount_micro && price_micro ? [{ lookup: lookup.id, at, units: amount_micro / price_micro }] : []
}

/** What a vendor reported beyond the most that was kept aside. */
function beyondOf({ amount_micro, terms }: Settlement): number {
  return Math.max(0, (amount_micro ?? 0) - (highestCharge(terms) ?? 0))
}

function addTo(span: BudgetSpan, micro: number): void {
  if (span.gone_micro !== undefined) span.gone_micro += micro
  span.used_micro += micro
}

function passedBy(
  budgets: readonly OpenBudget[],
  used: readonly UsedBudget[],
  payer: Payer,
  beyond: readonly Settlement[],
): BudgetOverrun[] {
  return budgets.flatMap((by) => {
    const gone = used.find(({ budget_id, span }) => budget_id === by.budget_id && span === by.span)?.gone_micro ?? 0
    const first = beyond.find((call) => spansOf([by], payer, call).length > 0)
    return first && by.is_hard && gone > by.limit_micro ? [{ by, lookup: first.lookup.id }] : []
  })
}

/** The result of a call, by what it cost: null is unknown, and counts as the most it can have cost where that is known. */
export function settlementOf(
  want: WantedSpend,
  terms: Terms,
  { cost_micro, reported }: { cost_micro: number | null; reported: boolean },
): Settlement {
  // What is spread comes last: it is made many times, and that is ten times as quick.
  if (cost_micro === 0) return { terms, state: 'released', amount_micro: 0, basis: null, ...want }
  if (cost_micro !== null)
    return { terms, state: 'settled', amount_micro: cost_micro, basis: reported ? 'reported' : terms.basis, ...want }
  // Whose price it was is kept: what it cost may come to be known.
  const state = highestCharge(terms) === null ? 'unpriced' : 'uncertain'
  return { ...want, terms, state, amount_micro: null, basis: terms.basis }
}

/** Settles lines that are on record, all of one payer, by what is known of them now. */
export async function settleLines(
  tx: WorkspaceTx,
  lines: readonly LineOnRecord[],
  known: (line: LineOnRecord) => Pick<NewLedgerLine, 'state' | 'amount_micro' | 'basis'>,
): Promise<void> {
  const [first] = lines
  if (!first) return
  const { workbook_id, run_id, user_id, token_id } = first
  const settled = lines.map((line) => ({ ...wantOf(line), terms: termsOnRecord(line), ...known(line) }))
  await bookCalls(tx, { workbook_id, run_id, user_id, token_id }, settled)
}

/** The call that a line was written for: in the day and month in which it was reserved, whenever it was made. */
export function wantOf({ id, at, row_id, column_id, lookup, provider, rule }: LineOnRecord): WantedSpend {
  return { id, at, row_id, column_id, step_id: null, lookup: { id: lookup, provider, price: { usd: null, rule } } }
}

/** Its own price and rule, whose price that was, and what was kept aside, as they held when the call was reserved. */
export function termsOnRecord({
  rule,
  price_micro,
  reserved_micro,
  price_basis,
}: Pick<LineOnRecord, 'rule' | 'price_micro' | 'reserved_micro' | 'price_basis'>): Terms {
  const terms = { rule, price_micro, basis: price_basis ?? ('catalogue' as const) }
  return price_micro && reserved_micro ? { ...terms, reported_units: reserved_micro / price_micro } : terms
}

/** In words for a person: why calls that were reserved are not made any more. */
export function wordsOfPassed({ by, lookup }: BudgetOverrun): string {
  return `${budgetWords(by)}, and ${lookup} reported more than its price allows, so no more calls are made`
}

function budgetWords(by: BudgetSpan): string {
  const limit = `${by.limit_micro === 0 ? 'nothing' : `$${usdFromMicro(by.limit_micro)}`} ${PERIODS[by.period]}`
  return `The budget of ${by.scope === 'workspace' ? 'the workspace' : `this ${by.scope}`} is ${limit}`
}

/** In words for a person: why a call was not made. */
export function wordsOf({ by, why }: BudgetRefusal): string {
  const whose = budgetWords(by)
  if (why === 'unknown_price') return `${whose}, and the price of this call is unknown`
  return `${whose}, and ${by.limit_micro > 0 ? 'what is left of it is less than this call may cost' : 'this call may cost something'}`
}

const PERIODS = { run: 'per run', day: 'a day', month: 'a month', total: 'in all' }

const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]))

/** What costs nothing. */
export const FREE: Terms = { rule: 'free', price_micro: 0, basis: 'catalogue' }

/** A call as it is put on record before it is made. */
export function reservationOf(
  payer: Payer,
  { id, at, row_id, column_id, step_id, lookup }: WantedSpend,
  terms: Terms,
  cover?: number,
): Reservation {
  return {
    id,
    at,
    row_id,
    column_id,
    step_id,
    reserved_micro: highestCharge(terms),
    price_micro: terms.price_micro,
    rule: terms.rule,
    provider: lookup.provider,
    lookup: lookup.id,
    price_basis: terms.basis === 'workspace' ? terms.basis : null,
    cover: cover ?? null,
    ...payer,
  }
}

function lineOf(payer: Payer, call: Settlement): NewLedgerLine {
  const { state, amount_micro, basis } = call
  return { state, amount_micro, basis, ...reservationOf(payer, call, call.terms) }
}

/** The subjects and spans whose budgets these calls count in. There are few of either, however many calls. */
function askedOf(payer: Payer, calls: readonly WantedSpend[]) {
  const columns = new Set(calls.map(({ column_id }) => column_id))
  const days = new Map(calls.map(({ at }) => [at.toISOString().slice(0, 10), at]))
  return {
    subjects: distinct([...columns].flatMap((columnId) => subjectsOf(payer, columnId))),
    spans: distinct([...days.values()].flatMap((at) => periodsOf(at, payer))),
  }
}

function periodsOf(at: Date, { run_id }: Payer) {
  return (['run', 'day', 'month', 'total'] as const).flatMap((period) => {
    const span = spanOf(period, at, run_id)
    return span === undefined ? [] : [{ period, span }]
  })
}

function countsOf(
  budgets: readonly BudgetSpan[],
  payer: Payer,
  calls: readonly WantedSpend[],
  written: ReadonlyMap<string, unknown>,
) {
  if (budgets.length === 0) return []
  return calls.flatMap((call) =>
    written.has(call.id)
      ? spansOf(budgets, payer, call).map(({ budget_id, span }) => ({ id: call.id, budget_id, span }))
      : [],
  )
}

function distinct<T extends object>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Emits once per period that 80 or 100 percent of a budget are used, or that it stopped a call. */
async function tellOf(
  tx: WorkspaceTx,
  budgets: readonly OpenBudget[],
  used: readonly UsedBudget[],
  refusals: ReadonlyMap<string, BudgetRefusal | null>,
  { workbook_id, run_id }: Payer,
): Promise<void> {
  const stopping = new Set([...refusals.values()].map((refusal) => refusal?.by))
  for (const budget of budgets) {
    const { budget_id, span, scope, subject, period, is_hard, limit_micro, told } = budget
    const gone = used.find((each) => each.budget_id === budget_id && each.span === span)?.gone_micro ?? 0
    const share = stopping.has(budget) ? 100 : reachedShare(gone, limit_micro)
    if (share <= told) continue
    await tx.client.query(
      'update budget_use set told = $4 where workspace_id = $1 and budget_id = $2 and span = $3 and told < $4',
      [tx.workspace_id, budget_id, span, share],
    )
    // The cap of a run is told of by the end of the run.
    if (scope === 'run') continue
    await emit(tx, budgetReached, {
      budget_id,
      scope,
      subject,
      period,
      span,
      share,
      is_hard,
      limit_usd: usdFromMicro(limit_micro),
      spent_usd: usdFromMicro(gone),
      ...(workbook_id && { workbook_id }),
      ...(run_id && { run_id }),
    })
  }
}
