// Leads as the grid shows and changes them: fields, and the values of a workspace's own.
import { expect, test } from 'vitest'
import { changeOf, gridColumns, gridRow, lostValues, recordWords } from './leads.logic.ts'

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

test('a merged lead tells what each record says beside, and by what the records differ', () => {
  const said = (record_id: number, value: unknown) => ({ record_id, value, provenance: null, chosen: false })
  const fields = [
    { field: 'city', candidates: [said(1, 'London'), said(2, 'LONDON')], why: 'it is not all capitals' },
    { field: 'email', candidates: [said(2, 'a@x.example')], why: null },
    { field: 'tags', candidates: [said(1, ['fair']), said(2, ['web'])], why: null },
  ]
  expect(
    [1, 2].map((record) => lostValues({ fields }, record).map(({ field, text, why }) => [field, text, why])),
  ).toEqual([[], [['city', 'LONDON', 'it is not all capitals']]])
  expect(recordWords({ contact_person: 'Ann', company: 'X', email: 'a@x.example' })).toBe('Ann · a@x.example')
  expect(recordWords({})).toBe('No name')
})
