// Suggests an order of a column's steps, and explains it. Nothing is changed by that.
import { rankSteps, type StepRanking } from '../../engine/money/ranking.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { ColumnRecord } from './column-record.reads.ts'
import { candidateOf } from './figures.logic.ts'
import type { Simulation, Suggestion } from './intelligence.schema.ts'
import { dollars, findsOf, simulate } from './simulate.logic.ts'

/** Below so many answers a share is mostly chance. */
const FEW = 30

export function suggest(record: ColumnRecord): Suggestion {
  const ranked = rankSteps(record.steps.map((step) => candidateOf(record, step)))
  const before = record.steps.map(({ spec }) => spec.id)
  const order = ranked.map(({ step_id }) => step_id)
  const now = simulate(record, before)
  const suggested = simulate(record, order)
  const changed = order.some((id, index) => id !== before[index])
  return {
    column_id: record.spec.column_id,
    rows: record.rows.length,
    changed,
    ...gainOf(record, now, suggested, changed),
    steps: ranked.flatMap((one) => {
      const place = before.indexOf(one.step_id)
      const step = record.steps[place]
      if (!step) return []
      return [
        {
          step_id: one.step_id,
          provider: step.spec.provider,
          label: step.label,
          place_now: place + 1,
          ready: one.closed === null,
          keyless: one.keyless,
          asked: one.asked,
          accepted: one.accepted,
          accept_expected: one.accepts,
          accept_low: one.low,
          accept_high: one.high,
          cost_per_call_usd: one.cost_per_call_micro === null ? null : usdFromMicro(one.cost_per_call_micro),
          cost_per_accepted_usd:
            one.careful_micro === null || !Number.isFinite(one.careful_micro) ? null : usdFromMicro(one.careful_micro),
          why: whyOf(one),
        },
      ]
    }),
    now,
    suggested,
  }
}

/** A share of rows, and of money, that is worth a change. */
const WORTH = 0.01

function gainOf(
  record: ColumnRecord,
  now: Simulation,
  then: Simulation,
  changed: boolean,
): Pick<Suggestion, 'better' | 'words'> {
  if (now.rows === 0)
    return {
      better: false,
      words: 'No row was run yet: the order follows from prices and from results elsewhere.',
    }
  if (!changed) return { better: false, words: `The order is as it should be. ${now.words}` }
  const more = (then.found_share ?? 0) - (now.found_share ?? 0)
  const saved = now.cost_usd - then.cost_usd
  const cheaper = saved > WORTH * now.cost_usd
  const better = more > WORTH ? saved >= -WORTH * now.cost_usd || cheaper : more >= -WORTH / 10 && cheaper
  const percent = (share: number | null) => `${Math.round((share ?? 0) * 100)} %`
  const { share, each } = findsOf(record)
  const outcome = (one: Simulation) =>
    `${share(percent(one.found_share))} ${one.cost_usd === 0 ? 'for nothing' : `at ${dollars((one.cost_per_found_usd ?? 0) * 1e6)} ${each}`}`
  // The first provider gives the field.
  const whose = record.spec.mode === 'merge' ? ' The order also decides whose value a field takes.' : ''
  const gain = `The order now finds ${outcome(now)}, this one ${outcome(then)}.${whose}`
  return { better, words: better ? gain : `${gain} That is hardly worth a change.` }
}

function whyOf(one: StepRanking): string {
  const { closed, asked, accepted, cost_per_call_micro, careful_micro, accepts, keyless } = one
  if (closed !== null) return `${closed}, so it waits at the end`
  const seen =
    asked === 0
      ? `not asked here yet; about ${Math.round(accepts * 100)} % is assumed`
      : `${accepted.toLocaleString('en-US')} of ${asked.toLocaleString('en-US')} answers were accepted`
  if (careful_micro === null || cost_per_call_micro === null)
    return `Its price is not set, so the cost of an answer is unknown: ${seen}`
  if (careful_micro === 0) return `Free${keyless ? ' and without a key' : ''}: ${seen}`
  const price = Number.isFinite(careful_micro)
    ? `${dollars(cost_per_call_micro / Math.max(accepts, 1e-9))} for each accepted answer`
    : 'Hardly anything of it was accepted'
  if (asked > 0 && asked < FEW) return `${price}: ${seen}, too few to trust, so it counts as ${dollars(careful_micro)}`
  return `${price}: ${seen}`
}
