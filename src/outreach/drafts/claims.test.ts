// What drafts claim about a lead, and what stands for it.
import { expect, test } from 'vitest'
import { readClaims } from './claims.logic.ts'

const FACTS = [
  { field: 'contact_person', value: 'Bob Miller' },
  { field: 'company', value: 'Acme Tools' },
  { field: 'city', value: 'Berlin' },
  { field: 'employee_count', value: '400' },
  { field: 'news', value: 'Acme Tools raised $12 million and opened an office in Oslo' },
]
const SENDER = 'Hello, we at Millworks clean lead data for 1,200 teams. A call takes 15 minutes.'
const cite = (...fields: string[]) => FACTS.filter(({ field }) => fields.includes(field))
const unsupported = (sentence: string, ...fields: string[]) =>
  readClaims(sentence, cite(...fields), FACTS, SENDER).unsupported

test.each([
  ['Hi Bob,', []],
  ['Acme Tools is in Berlin.', ['company', 'city']],
  ['You have 400 people.', ['employee_count']],
  ['You have four hundred people.', ['employee_count']],
  ['You raised $12 million.', ['news']],
  ['You raised twelve million dollars and opened an office in Oslo.', ['news']],
  ['We at Millworks clean lead data for 1,200 teams.', []],
  ['Would you have 20 minutes on Tuesday?', []],
  ['Let me know if you would like a demo.', []],
  ['Our tool finds duplicates.', []],
  ['I would like to show you how it works.', []],
])('"%s" has its facts', (sentence, fields) => {
  expect(unsupported(sentence, ...fields)).toEqual([])
})

test.each([
  ['Congratulations on the award from Forbes.', [], ['Forbes', 'award']],
  ['Acme Tools works with Siemens.', ['company'], ['Siemens']],
  ['You have five hundred people.', ['employee_count'], ['five hundred']],
  ['Your team doubled last year.', ['employee_count'], ['doubled']],
  ['You recently hired a head of sales.', ['company'], ['hired']],
  ['You are a customer of Northwind.', ['company'], ['Northwind', 'customer of']],
  ['Google Ventures led your round.', [], ['Google Ventures']],
  ['Your pipeline is full of stale records.', [], ['Your pipeline is full of stale records.']],
  ['Sie haben zwanzig Leute in Köln Süd.', ['city'], ['Köln Süd', 'zwanzig']],
  ['You have 40 people.', ['employee_count'], ['40']],
])('of "%s" no fact stands for a part', (sentence, fields, expected) => {
  expect(unsupported(sentence, ...fields)).toEqual(expected)
})

test('a name it uses is shown with its fact, cited or not', () => {
  expect(readClaims('Acme Tools sits in Berlin.', [], FACTS, SENDER).facts.map(({ field }) => field)).toEqual([
    'company',
    'city',
  ])
})
