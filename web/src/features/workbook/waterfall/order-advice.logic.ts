// A suggested order of steps, applied to the steps as they stand in the form.
import { count, money } from '../../../ui/format.ts'
import type { Step } from '../../columns/workbook.shapes.ts'

export interface OrderAdvice {
  step_id: string
  asked: number
  accepted: number
  cost_per_accepted_usd: number | null
}

/** As the server names a step that has no id of its own. */
export const idOfStep = ({ id, provider }: Step) => id ?? provider

/** The steps in the suggested order; those that it does not name stay after them, in their order. */
export function inOrder(steps: readonly Step[], advised: readonly Pick<OrderAdvice, 'step_id'>[]): Step[] {
  const place = new Map(advised.map(({ step_id }, index) => [step_id, index]))
  const placeOf = (step: Step) => place.get(idOfStep(step)) ?? advised.length
  return steps
    .map((step, index) => ({ step, index }))
    .sort((a, b) => placeOf(a.step) - placeOf(b.step) || a.index - b.index)
    .map(({ step }) => step)
}

/** The steps in an order of one's own: those that it leaves out are turned off, after the others. */
export function inOwnOrder(steps: readonly Step[], order: readonly string[]): Step[] {
  return inOrder(
    steps,
    order.map((step_id) => ({ step_id })),
  ).map((step) => ({ ...step, enabled: order.includes(idOfStep(step)) }))
}

/** False where the form has them in that order already. */
export function wouldMove(steps: readonly Step[], advised: readonly Pick<OrderAdvice, 'step_id'>[]): boolean {
  return inOrder(steps, advised).some((step, index) => step !== steps[index])
}

/** "412 of 600 accepted here"; nothing of a step that was not asked yet. */
export function figureWords({ asked, accepted, cost_per_accepted_usd }: OrderAdvice): string {
  if (asked === 0) return ''
  const each = cost_per_accepted_usd ? `, ${money(cost_per_accepted_usd)} each at most` : ''
  return `${count(accepted)} of ${count(asked)} accepted here${each}`
}
