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

test.each([
  [[{ column_id: 'company', value: '' }], { company: null }],
  [[{ column_id: 'custom.Plan', value: 'Free' }], { custom: { Plan: 'Free' } }],
  [
    [
      { column_id: 'custom.Plan', value: undefined },
      { column_id: 'custom.Team.size', value: 4 },
    ],
    { custom: { Plan: null, 'Team.size': 4 } },
  ],
])('what was typed is one change of the lead, and nothing else is sent: %j', (edits, change) => {
  expect(changeOf(edits)).toEqual(change)
})
