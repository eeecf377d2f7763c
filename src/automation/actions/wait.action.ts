// Goes on after minutes, hours or days.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { defineAction } from './action.ts'
import { LONGEST_WAIT_DAYS, UNIT_MS, type Unit, waitWords } from './waits.logic.ts'

const Wait = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
  unit: Type.Unsafe<Unit>({ type: 'string', enum: Object.keys(UNIT_MS), default: 'days' }),
})

export const waitAction = defineAction({
  kind: 'wait',
  place: 20,
  hasNoOutcome: true,
  label: 'Wait',
  description: `Goes on after minutes, hours or days, at most ${LONGEST_WAIT_DAYS} days. Later events about the same object do not wait for it.`,
  settings: Wait,
  words: (settings) => `wait ${waitWords(settings)}`,
  plain: ['amount', 'unit'],
  isFlow: true,
  async check(_, { amount, unit }, loc) {
    if (amount * UNIT_MS[unit] > LONGEST_WAIT_DAYS * UNIT_MS.days)
      refuseField(
        [...loc, 'amount'],
        'value_error',
        `Value error, a run waits at most ${LONGEST_WAIT_DAYS} days`,
        amount,
      )
  },
  preview: async (_, input) => ({ text: `Would wait ${waitWords(input)}` }),
  async act(_, { amount, unit }, { now, earlier }) {
    const begun = earlier?.until
    const until = typeof begun === 'string' ? new Date(begun) : new Date(now.getTime() + amount * UNIT_MS[unit])
    const output = { until: until.toISOString() }
    return until <= now ? { output } : { output, waits: { until, reason: `It waits ${waitWords({ amount, unit })}` } }
  },
})
