// Suggests an order of a column's steps, for all rows and for parts of them, and explains it. Nothing is changed by that.
import { rankSteps, type StepRanking } from '../../engine/money/ranking.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { ColumnRecord } from './column-record.reads.ts'
import { candidateOf } from './figures.logic.ts'
import type { Suggestion } from './intelligence.schema.ts'
import { gainOf } from './order-gain.logic.ts'
import { ordersWith, segmentOrders } from './segment-orders.logic.ts'
import { shownSegmentation } from './segments.logic.ts'
import { dollars, simulate } from './simulate.logic.ts'

/** Below so many answers a share is mostly chance. */
const FEW = 30

export function suggest(record: ColumnRecord): Suggestion {
  const ranked = rankSteps(record.steps.map((step) => candidateOf(record, step)))
  const before = record.steps.map(({ spec }) => spec.id)
  const order = ranked.map(({ step_id }) => step_id)
  const now = simulate(record, before)
  const suggested = simulate(record, order)
  const segments = segmentOrders(record)
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
    segmentation: shownSegmentation(record.segmentation),
    segments,
    orders: ordersWith(record, segments),
  }
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
