// Leads as the grid shows and changes them: fields, and the values of a workspace's own.
import { expect, test } from 'vitest'
import { changeOf, gridColumns, gridRow } from './leads.logic.ts'

const FIELDS = ['company', 'status'].map((name) => ({ name, label: name, type: 'text' })) as never
const CUSTOM = [{ field: 'custom.Plan', name: 'Plan', leads: 3 }]
const lead = { id: 7, provenance: {}, company: 'Acme', custom: { Plan: 'Pro', Seats: 3 } } as never

test('values of their own are columns behind the fields, under their own names', () => {
  expect(gridColumns(FIELDS, CUSTOM, {}).map(({ id, name }) => [id, name])).toEqual([
    ['company', 'company'],
    ['status', 'status'],
    ['custom.Plan', 'Plan'],
  ])
  expect(gridRow(lead).data).toMatchObject({ company: 'Acme', 'custom.Plan': 'Pro', 'custom.Seats': 3 })
})

test('a value of its own that is being saved is not taken back by the next', () => {
  const saving = { ...gridRow(lead).data, 'custom.Seats': 5 }
  expect(changeOf([{ column_id: 'custom.Plan', value: 'Free' }], saving)).toEqual({
    custom: { Plan: 'Free', Seats: 5 },
  })
})

test.each([
  [[{ column_id: 'company', value: '' }], { company: null }],
  [[{ column_id: 'custom.Plan', value: 'Free' }], { custom: { Plan: 'Free', Seats: 3 } }],
  [
    [
      { column_id: 'custom.Plan', value: undefined },
      { column_id: 'custom.Team.size', value: 4 },
    ],
    { custom: { Plan: null, Seats: 3, 'Team.size': 4 } },
  ],
])('what was typed is one change of the lead: %j', (edits, change) => {
  expect(changeOf(edits, gridRow(lead).data)).toEqual(change)
})
