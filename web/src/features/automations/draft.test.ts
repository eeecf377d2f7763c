// How a rule is begun, and what a condition may ask.
import { expect, test } from 'vitest'
import { TYPE_NAMES, TYPES } from '../monitoring/monitoring.logic.ts'
import { fieldsFrom, firstUnfinished, freshPart, isWhole, placeInRule, referencesFrom, wordOf } from './draft.logic.ts'

const kind = {
  kind: 'row.changed',
  label: 'a row changes',
  settings: {
    properties: {
      workbook_id: { type: 'string' },
      column_ids: { type: 'array' },
      mode: { type: 'string', enum: ['a', 'b'], default: 'b' },
    },
    required: ['workbook_id'],
  },
}

test('a fresh part has defaults, blanks where something must be chosen, and takes over what fits', () => {
  expect(freshPart(kind)).toEqual({ kind: 'row.changed', workbook_id: '', mode: 'b' })
  expect(freshPart(kind, { workbook_id: 'w', other: 1 })).toEqual({ kind: 'row.changed', workbook_id: 'w', mode: 'b' })
})

test('a part is whole when all that must be chosen is', () => {
  expect(isWhole({ kind: 'row.changed', workbook_id: '' }, kind)).toBe(false)
  expect(isWhole({ kind: 'row.changed', workbook_id: 'w' }, kind)).toBe(true)
  expect(isWhole({ kind: 'row.changed' }, undefined)).toBe(false)
})

const tree = [
  {
    kind: 'branch',
    id: 1,
    yes: [
      { kind: 'notify', id: 4 },
      { kind: 'row_changed', id: 3, workbook_id: '' },
    ],
  },
  { kind: 'wait', id: 7 },
]

test('what is refused inside of a branch is found by the number that its action bears', () => {
  const places = [
    'actions.0.branch.yes.1.row_changed.workbook_id',
    'actions.0.branch.condition.field',
    'actions.1.wait.amount',
    'actions.1.amount',
    'limits.per_hour',
  ].map((path) => placeInRule(tree, path))
  expect(places).toEqual([
    'Action 3, Workbook',
    'Action 1, Condition',
    'Action 7, Amount',
    'Action 7, Amount',
    'Per hour',
  ])
})

test('the first action that lacks something is found inside of a branch, too', () => {
  expect(firstUnfinished(tree, [{ ...kind, kind: 'row_changed' }])?.id).toBe(3)
  expect(firstUnfinished([], [kind])).toBeUndefined()
})

test('members of variables are fields and references of their own', () => {
  const variables = [
    { id: 'c1', name: 'Company' },
    { id: 'lead', name: 'lead', members: ['company', 'score'] },
  ]
  expect(fieldsFrom(variables).map(({ id, sort }) => [id, sort])).toEqual([
    ['c1', 'text'],
    ['lead.company', 'text'],
    ['lead.score', 'number'],
  ])
  expect(referencesFrom(variables)).toEqual(['Company', 'lead.company', 'lead.score'])
})

test('types of signals are called in a rule as they are in the feed', () => {
  expect(TYPES.map((type) => wordOf(type, 'types'))).toEqual(TYPES.map((type) => TYPE_NAMES[type]))
  expect([wordOf('hiring', 'types'), wordOf('6h', 'interval'), wordOf('missing', 'cells')]).toEqual([
    'Open job',
    'Every 6 hours',
    'Only empty cells',
  ])
})
