// Goes one of two ways, by a condition.
import { Type } from 'typebox'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { defineAction } from './action.ts'
import { Inside } from './action-values.ts'

const Branch = Type.Object({
  condition: Type.Unsafe<Filter>({ $ref: 'Filter', ...shownAs({ editor: 'condition', start: { and: [] } }) }),
  yes: Inside('When the condition is met.'),
  no: Type.Optional(Inside('When it is not met.')),
})

export const branchAction = defineAction({
  kind: 'branch',
  place: 10,
  short: 'if',
  label: 'If … else',
  description:
    'Goes one of two ways, by a condition. It may ask the event, the row or lead as it is now, and what actions before answered.',
  settings: Branch,
  ways: [
    { name: 'yes', label: 'If it is met' },
    { name: 'no', label: 'Else' },
  ],
  answers: [{ member: 'way', label: 'Way', values: ['yes', 'no'] }],
  hasNoOutcome: true,
  words: ({ condition }, { conditionWords, inside }) =>
    `if ${conditionWords(condition)} (${inside('yes') ?? 'do nothing'}) else (${inside('no') ?? 'do nothing'})`,
  plain: ['condition'],
  isFlow: true,
  async preview(_, { condition }, acting) {
    return {
      text: acting.meets(condition) ? 'The condition is met' : 'The condition is not met',
    }
  },
  async act(_, { condition }, acting) {
    return { output: { way: acting.meets(condition) ? 'yes' : 'no', values: acting.valuesOf(condition) } }
  },
  enters: ({ way }) => (way === 'yes' || way === 'no' ? way : null),
})
