// Replays an order of a column's steps on rows with recorded attempts, and describes the result.
import { highestCharge } from '../../engine/money/price.ts'
import { answerOnRecord, type Replay, replay, type Sum } from '../../engine/waterfall/replay.ts'
import { agreementGoal, allFields, firstAnswer, type Goal } from '../../engine/waterfall/replay-goal.ts'
import { refuseField } from '../../kernel/errors.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { ColumnRecord, FindingStep } from './column-record.reads.ts'
import { agreementOf, expectations, priorOf } from './figures.logic.ts'
import type { Simulation } from './intelligence.schema.ts'

/** What a row of the column is after. */
function goalOf(record: ColumnRecord): () => Goal {
  const { mode, fields = [], agree = 2 } = record.spec
  if (mode === 'merge') return () => allFields(fields)
  if (mode !== 'cross_check') return firstAnswer
  const agrees = agreementOf(record)
  return () => agreementGoal(agree, agrees)
}

/** @throws Refusal `invalid` for a step that the column has not */
export function simulate(record: ColumnRecord, order: readonly string[] | undefined): Simulation {
  const byId = new Map(record.steps.map((step) => [step.spec.id, step]))
  const steps = (order ?? [...byId.keys()]).map((id, index, all) => {
    const step = byId.get(id)
    if (all.indexOf(id) < index) refuseField(['order', index], 'value_error', `Value error, "${id}" is there twice`, id)
    if (!step) return refuseField(['order', index], 'value_error', `Value error, the column has no step "${id}"`, id)
    return step
  })
  const { spec } = record
  const result = replay(
    record.rows,
    steps.map((step) => ({ ...askedOf(step), most_micro: step.facts ? highestCharge(step.facts) : null })),
    {
      max_providers: spec.max_providers,
      max_micro: spec.max_micro,
      max_ms: spec.max_ms,
      begin: goalOf(record),
      expect: expectations(record),
    },
  )
  const { rows, found, cost_micro } = result
  return {
    order: steps.map(({ spec }) => spec.id),
    rows,
    found: rounded(found),
    found_share: rows === 0 ? null : Math.min(1, found / rows),
    cost_usd: usdFromMicro(cost_micro),
    cost_per_row_usd: rows === 0 ? null : usdFromMicro(cost_micro / rows),
    cost_per_found_usd: found < 0.5 ? null : usdFromMicro(cost_micro / found),
    replayed: partOf(result.replayed),
    expected: partOf(result.expected),
    by_step: steps.map(({ spec, label }) => {
      const { asked, found, cost_micro } = result.by_step.get(spec.id) ?? { asked: 0, found: 0, cost_micro: 0 }
      const cost_usd = usdFromMicro(cost_micro)
      return {
        step_id: spec.id,
        provider: spec.provider,
        label,
        asked: rounded(asked),
        found: rounded(found),
        cost_usd,
      }
    }),
    unknown_prices: steps.flatMap((step) => (priorOf(step).cost_micro === null ? [step.spec.id] : [])),
    words: wordsOf(result, record),
  }
}

const askedOf = ({ spec: { id, provider }, facts }: FindingStep) => ({ id, provider, outputs: facts?.outputs })

/** The calls made on these rows in their actual order, and how many of the rows have a value by them. */
export function recordedOf(record: ColumnRecord): Simulation['replayed'] {
  const begin = goalOf(record)
  const expect = expectations(record)
  const sum = { rows: record.tries.size, found: 0, cost_micro: 0 }
  for (const byStep of record.tries.values()) {
    const goal = begin()
    for (const step of record.steps) {
      const known = Object.hasOwn(byStep, step.spec.id) ? byStep[step.spec.id] : undefined
      if (!known) continue
      goal.hear(askedOf(step), answerOnRecord(known, expect(step.spec.id, null)))
      sum.cost_micro += known.cost_micro
    }
    sum.found += goal.found()
  }
  return partOf(sum)
}

const partOf = ({ rows, found, cost_micro }: Sum) => ({
  rows,
  found: rounded(found),
  cost_usd: usdFromMicro(cost_micro),
})
const rounded = (number: number) => Math.round(number * 10) / 10

/** What is found in a column, and one of it, in words. */
export function findsOf({ spec }: ColumnRecord): { share: (percent: string) => string; each: string } {
  if (spec.mode === 'merge') return { share: (percent) => `${percent} of the fields`, each: 'for all fields of a row' }
  if (spec.mode === 'cross_check') return { share: (percent) => `${percent} that agree`, each: 'for each' }
  return { share: (percent) => percent, each: 'for each answer' }
}

function wordsOf({ rows, found, cost_micro, replayed, expected }: Replay, record: ColumnRecord): string {
  if (rows === 0) return 'No row was run yet, so this order cannot be simulated'
  const much = (count: number) => count.toLocaleString('en-US')
  const { share, each } = findsOf(record)
  const cost = cost_micro === 0 ? 'for nothing' : `at ${dollars(cost_micro / Math.max(found, 1))} ${each}`
  const basis =
    expected.rows === 0
      ? 'all of it is on record'
      : replayed.rows === 0
        ? 'all of it is expected from what these steps did elsewhere'
        : `${much(replayed.rows)} of them are on record, ${much(expected.rows)} are expected`
  const which = rows === 1 ? 'the last row' : `the last ${much(rows)} rows`
  return `On ${which} this order would find ${share(`${Math.round((found / rows) * 100)} %`)} ${cost}: ${basis}.`
}

/** Two digits that count: $0.013, $1.20. */
export function dollars(micro: number): string {
  const usd = micro / 1e6
  if (usd === 0) return '$0'
  const digits = usd >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(usd)))
  return `$${usd.toFixed(digits)}`
}
