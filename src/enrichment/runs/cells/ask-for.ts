// Asking for one attempt: put on record and its money reserved right before a call is made, given back when none was.
import { chargeFor, type Terms } from '../../../engine/money/price.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { AnyLookup } from '../../../providers/kit/kit.ts'
import { priceFor } from '../../../providers/kit/requirements.ts'
import { describeOutcome, markNotCalled, UNCERTAIN } from '../../attempts/attempts.logic.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import type { LookupResult } from '../../lookups/calls.ts'
import { OverBudget, type Settlement, settlementOf, type WantedSpend } from '../../money/booking.commands.ts'
import type { CellCaller, CellQuestion } from './cell-caller.ts'

interface Call extends Pick<CellQuestion, 'lookup' | 'inputs' | 'unverified' | 'max_age_days'> {
  record: AttemptRecord
  want: WantedSpend
  /** Whether a call has to be on record before it is made. */
  reserves: boolean
}

/** The result, and what a call costs: as it was when it was reserved, else as expected. */
export interface AskedFor {
  asked: LookupResult
  terms: Terms
  isReserved: boolean
}

/** Asks. Rejects when the run is stopped; what was reserved by then is given back unless it may be billed. */
export async function askFor(
  caller: CellCaller,
  { lookup, inputs, unverified, max_age_days, record, want, reserves }: Call,
  expected: Terms,
): Promise<AskedFor | OverBudget> {
  let terms = expected
  let isReserved = false
  let hasBegun = false
  try {
    const asked = await caller.ask({
      lookup,
      inputs,
      ...(unverified && { unverified }),
      attempt_id: record.id,
      row_id: record.row_id,
      column_id: record.column_id,
      max_age_days,
      async reserve(claim, isTogether) {
        if (reserves) terms = await caller.books.reserve({ attempt: record, want, claim, isTogether })
        isReserved = reserves
      },
      begun() {
        hasBegun = true
      },
    })
    return { asked, terms, isReserved }
  } catch (error) {
    if (isReserved && hasBegun) caller.books.letGo(record.id)
    else if (isReserved)
      caller.books.record(markNotCalled(record), terms.rule === 'free' ? null : released(want, terms))
    if (error instanceof OverBudget) return error
    throw error
  }
}

const released = (want: WantedSpend, terms: Terms) => settlementOf(want, terms, { cost_micro: 0, reported: false })

/** Puts on record that the end of a call of a lost worker is unknown, with what it may have cost where it was not free. */
export function recordLost(caller: CellCaller, before: AttemptRecord, want: WantedSpend, terms: Terms): void {
  const spent = terms.rule === 'free' ? null : settlementOf(want, terms, { cost_micro: null, reported: false })
  caller.books.record({ ...before, ...describeOutcome(UNCERTAIN), state: 'uncertain' }, spent)
}

/** The money of an attempt with these inputs. */
export function spendOf(
  { id, started_at, row_id, column_id, step_id }: AttemptRecord,
  lookup: AnyLookup,
  inputs: JsonObject,
): WantedSpend {
  const { id: asked, provider } = lookup
  const price = priceFor(lookup, inputs)
  return { id, at: new Date(started_at), row_id, column_id, step_id, lookup: { id: asked, provider, price } }
}

/** What was paid for an answer; nothing for one that was there already. */
export function costOf({ asked, terms }: AskedFor): number | null {
  return asked.cached ? 0 : chargeFor(terms, asked.outcome, asked.charged_micro)
}

/** How the books are told; null when there is nothing to tell them. */
export function settlementFor(result: AskedFor, want: WantedSpend): Settlement | null {
  const { asked, terms, isReserved } = result
  const cost_micro = costOf(result)
  if (cost_micro === 0 && !(isReserved && terms.rule !== 'free')) return null
  return settlementOf(want, terms, { cost_micro, reported: asked.charged_micro !== undefined })
}

/** The attempt as it is recorded after the call. */
export function answeredOf(
  record: AttemptRecord,
  result: AskedFor,
  inputs: JsonObject,
  field: string | null,
): AttemptRecord {
  const { asked } = result
  return {
    ...record,
    ...describeOutcome(asked.outcome, field),
    cached: asked.cached,
    cost_micro: costOf(result),
    started_at: asked.started_at,
    duration_ms: asked.duration_ms,
    request: (asked.request as JsonObject | undefined) ?? { inputs },
    response: (asked.response as JsonObject | undefined) ?? null,
  }
}
