// Orders of steps for some rows, as a form holds them: which of the suggested ones are new to it, and what is left of them without a step.
import type { Schemas } from '../../../api/shapes.ts'
import type { Step, StepOrder } from '../../columns/workbook.shapes.ts'
import { idOfStep } from './order-advice.logic.ts'

type Advice = Pick<Schemas['Suggestion'], 'segments'>

export interface OfferedOrder {
  order: StepOrder
  words: string
  rows: number
  tried_rows: number
}

/** Orders that did better where they were tried and that the form does not have yet. */
export function newOrders(advice: Advice | undefined, orders: readonly StepOrder[]): OfferedOrder[] {
  const known = new Set(orders.map((order) => JSON.stringify(order)))
  return (advice?.segments ?? []).flatMap(({ better, when, order: steps, words, rows, tried_rows }) => {
    if (!better || !when || !steps) return []
    const order = { when, steps } as unknown as StepOrder
    return known.has(JSON.stringify(order)) ? [] : [{ order, words, rows, tried_rows }]
  })
}

/** Offered orders among those of the form: in place of the one for the same rows, and before all others. */
export function withOffered(orders: readonly StepOrder[], offered: readonly OfferedOrder[]): StepOrder[] {
  const given = new Set(offered.map(({ order }) => JSON.stringify(order.when)))
  const others = orders.filter(({ when }) => !given.has(JSON.stringify(when)))
  return [...offered.map(({ order }) => order), ...others]
}

/** The orders without steps that the column has no more; one that names none of its steps is none. */
export function ordersOf(orders: readonly StepOrder[], steps: readonly Step[]): StepOrder[] {
  const known = new Set(steps.map(idOfStep))
  return orders.flatMap(({ when, steps: first }) => {
    const kept = first.filter((id) => known.has(id))
    return kept.length === 0 ? [] : [{ when, steps: kept }]
  })
}
