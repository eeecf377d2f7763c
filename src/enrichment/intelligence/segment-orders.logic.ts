// An order of steps for each part of the rows: learned on half of its rows, tried on the other half, and offered where it did better there.
import { GUESS_STEP } from '../../engine/columns/free-guess.ts'
import type { StepOrder } from '../../engine/columns/kinds/waterfall.kind.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { rankSteps } from '../../engine/money/ranking.ts'
import type { ReplayRow } from '../../engine/waterfall/replay.ts'
import { putFirst } from '../../engine/waterfall/step-order.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { ColumnRecord } from './column-record.reads.ts'
import { candidateOf } from './figures.logic.ts'
import type { SegmentAdvice } from './intelligence.schema.ts'
import { gainOf } from './order-gain.logic.ts'
import { simulate } from './simulate.logic.ts'

/** Rows of a part below which its order would be chance: half of them teach it, half try it. */
const LEAST_ROWS = 60
const LEAST_ASKED = 10

export function segmentOrders(record: ColumnRecord): SegmentAdvice[] {
  return (record.segmentation?.values ?? []).map(({ value, rows, when }) => {
    const untried = { value, rows, tried_rows: 0, when, better: false, order: null, now: null, suggested: null }
    if (when === null)
      return {
        ...untried,
        words: 'No condition on the column says which rows these are, so they keep the order of the column.',
      }
    if (rows < LEAST_ROWS)
      return { ...untried, words: `${rows} rows were run, and fewer than ${LEAST_ROWS} tell too little for an order.` }
    const [learned, tried] = halves([...record.tries.keys()].filter((id) => record.segmentation?.of.get(id) === value))
    const before = currentOrder(record, when)
    const order = orderFrom(before, recordOf(record, learned, 'none'))
    const now = simulate(recordOf(record, tried, 'own'), undefined)
    const suggested = simulate(recordOf(record, tried, 'none'), order)
    const changed = order.join('\n') !== before.join('\n')
    return {
      value,
      rows,
      tried_rows: tried.size,
      when,
      order: named(order),
      now,
      suggested,
      ...gainOf(record, now, suggested, changed),
    }
  })
}

/**
 * The orders of the column with the better ones among these: in place of those with the same conditions, else in front, but behind those
 * whose conditions say the same and more. None of the column is left out, so new ones are where there is no room for all.
 */
export function ordersWith({ spec }: Pick<ColumnRecord, 'spec'>, advice: readonly SegmentAdvice[]): StepOrder[] {
  const orders = (spec.orders ?? []).map(({ when, steps }) => ({ when, steps: named(steps) }))
  const own = new Set(orders)
  let before = -1
  for (const { better, when, order } of advice) {
    if (!better || !when || !order) continue
    const same = orders.findIndex((one) => keyOf(one.when) === keyOf(when))
    const found = orders[same]
    if (found) found.steps = order
    else if (orders.length === MOST_ORDERS) continue
    const narrower = orders.findLastIndex((one) => own.has(one) && saysMore(one.when, when))
    const place = found ? same : Math.max(before, narrower) + 1
    if (!found) orders.splice(place, 0, { when, steps: order })
    before = Math.max(before, place)
  }
  return orders
}

const MOST_ORDERS = 20

/** Whether a condition holds only where the other one does, by its words. */
function saysMore(when: Filter, than: Filter): boolean {
  const said = new Set(partsOf(when).map(keyOf))
  return partsOf(than).every((part) => said.has(keyOf(part)))
}

const partsOf = (when: Filter): readonly Filter[] => ('and' in when ? when.and.flatMap(partsOf) : [when])
const keyOf = (when: unknown) => canonicalJson(when as Json)

function currentOrder({ spec, steps }: ColumnRecord, when: unknown): string[] {
  const own = spec.orders?.find((order) => keyOf(order.when) === keyOf(when))
  return putFirst(
    steps.map(({ spec: step }) => step),
    own?.steps ?? [],
  ).map(({ id }) => id)
}

/** The steps that were asked here often enough, the best first; of the others nothing is known, and they stay behind as they were. */
function orderFrom(before: readonly string[], record: ColumnRecord): string[] {
  const ranked = rankSteps(record.steps.map((step) => candidateOf(record, step)))
  const known = ranked.filter(({ asked, closed }) => asked >= LEAST_ASKED && closed === null)
  return putFirst(
    before.map((id) => ({ id })),
    [GUESS_STEP, ...known.map(({ step_id }) => step_id)],
  ).map(({ id }) => id)
}

const named = (steps: readonly string[]) => steps.filter((id) => id !== GUESS_STEP)

/** By the end of their ids, which is chance. */
function halves(rowIds: string[]): [Set<string>, Set<string>] {
  const chance = (id: string) => id.slice(-12)
  const mixed = [...rowIds].sort((a, b) => (chance(a) < chance(b) ? -1 : 1))
  return [new Set(mixed.filter((_, at) => at % 2 === 0)), new Set(mixed.filter((_, at) => at % 2 === 1))]
}

/** What is known of some of its rows; those go by the orders of the column, or by none. */
function recordOf(record: ColumnRecord, rowIds: ReadonlySet<string>, orders: 'own' | 'none'): ColumnRecord {
  const ids = [...record.tries.keys()]
  const rows = record.rows.flatMap(({ first, ...row }, index): ReplayRow[] => {
    if (!rowIds.has(ids[index] ?? '')) return []
    return [orders === 'own' && first ? { ...row, first } : row]
  })
  return { ...record, rows, tries: new Map([...record.tries].filter(([id]) => rowIds.has(id))) }
}
