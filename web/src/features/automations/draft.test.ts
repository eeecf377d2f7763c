// How a rule is begun, and what a condition may ask.
import { expect, test } from 'vitest'
import {
  fieldsFrom,
  firstUnfinished,
  freshPart,
  isWhole,
  type Kind,
  type OfferedAction,
  placeInRule,
  referencesFrom,
  resultFields,
} from './draft.logic.ts'

const kind: Kind = {
  kind: 'row.changed',
  label: 'a row changes',
  settings: {
    properties: {
      workbook_id: { type: 'string', title: 'Workbook' },
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

const branch: Kind = {
  kind: 'branch',
  label: 'If … else',
  settings: { properties: { condition: { 'x-widget': 'condition' } } },
  ways: [
    { name: 'yes', label: 'If it is met' },
    { name: 'no', label: 'Else' },
  ],
}
const kinds = [branch, { ...kind, kind: 'row_changed' }]

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
  ].map((path) => placeInRule(tree, kinds, path))
  expect(places).toEqual([
    'Action 3, Workbook',
    'Action 1, Condition',
    'Action 7, Amount',
    'Action 7, Amount',
    'Per hour',
  ])
})

test('the first action that lacks something is found inside of a branch, too', () => {
  expect(firstUnfinished(tree, kinds)?.id).toBe(3)
  expect(firstUnfinished([], [kind])).toBeUndefined()
})

test('members of variables are fields and references of their own', () => {
  const variables = [
    { id: 'c1', name: 'Company' },
    { id: 'lead', name: 'lead', members: ['company', 'score'], numbers: ['score'] },
  ]
  expect(fieldsFrom(variables).map(({ id, sort }) => [id, sort])).toEqual([
    ['c1', 'text'],
    ['lead.company', 'text'],
    ['lead.score', 'number'],
  ])
  expect(referencesFrom(variables)).toEqual(['Company', 'lead.company', 'lead.score'])
})

test('what an action answers is known by its kind, or by what its settings name', () => {
  const declared = { answers: [], answers_from: null } as unknown as OfferedAction
  const enroll = {
    ...declared,
    kind: 'enroll',
    answers: [{ member: 'outcome', label: 'Outcome', values: ['blocked'] }],
  }
  const list = { path: '/api/functions', value: 'id', label: 'name' }
  const call: OfferedAction = {
    ...declared,
    kind: 'call_function',
    answers_from: { setting: 'function_id', member: 'outputs' },
    settings: { properties: { function_id: { 'x-list': list } } },
  }
  const earlier = [
    { kind: 'enroll', id: 1 },
    { kind: 'call_function', id: 2, function_id: 'f' },
  ]
  const listed = new Map([[list.path, [{ id: 'f', outputs: [{ name: 'size' }] }]]])
  expect(resultFields(earlier, [enroll, call], listed).map(({ id, name, sort }) => [id, name, sort])).toEqual([
    ['actions.1.outcome', 'Outcome of action 1', 'choice'],
    ['actions.2.outputs.size', 'size of action 2', 'text'],
  ])
})

test('a fresh part begins as its kind says, by what the event is about', () => {
  const rows = { enum: ['this', 'all'], default: 'this', 'x-start-about': { row: 'this', '*': 'all' } }
  const run: Kind = { ...kind, settings: { properties: { rows } } }
  expect([freshPart(run, {}, 'row').rows, freshPart(run, {}, null).rows]).toEqual(['this', 'all'])
})
