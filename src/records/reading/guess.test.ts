// Promises of guessing types: nothing of a value is lost by what its column is taken for.
import { expect, test } from 'vitest'
import { readDate, readDateTime, readNumber } from '../../engine/values/reading.ts'
import { guessCurrency, guessType } from './guess.logic.ts'
import { readValue } from './value-reading.logic.ts'

const column = (type: string, name: string, ...values: string[]) => ({ type, name, values })

test.each([
  column('text', 'Rooms', '10 12', '3 4', '15 2'),
  column('number', 'Rows', '10 120', '3 400', '15 200'),
  column('number', 'Share', '33.333333333333336', '0.1', '12'),
  column('text', 'Card', '4111111111111111111', '4222222222222222222'),
  column('text', 'Part', '12E5', '13E7', '44E1'),
  column('text', 'Model', 'Golf 2012', 'Polo 2014', 'Passat 2016'),
  column('text', 'Since', 'May 2024', 'June 2023'),
  column('date', 'Since', '1. Mai 2024', '12 juin 2023', 'July 4, 2021', '3 de enero de 2020'),
  column('datetime', 'Seen', '2024-05-01 10:30', '2024-05-02T11:00:05Z', '2024-05-03'),
  column('datetime', 'Seen', '31.12.2024 23:59', '1.1.2025 00:00'),
  column('text', 'Opens', '10:30', '11:45'),
  column('text', 'Price', '€ 5', '$ 6', '£ 7'),
  column('currency', 'Price', '€ 5', '6,50 €', '7 €'),
  column('phone', 'Telefonnummer', '493012345678', '4917112345678'),
  column('phone', 'Móvil', '612 34 56 78', '698 76 54 32'),
  column('phone', 'Contact', '06.12.34.56.78', '+33 6 12 34 56 78'),
  column('text', 'Contact', '12 34 56 78', '98 76 54 32'),
])('$values under $name are $type', ({ type, name, values }) => {
  expect(guessType(values, name)).toBe(type)
})

test('amounts of one currency say which', () => {
  expect([guessCurrency(['€ 5', '7 €']), guessCurrency(['€ 5', '$ 7']), guessCurrency(['5'])]).toEqual([
    'EUR',
    undefined,
    undefined,
  ])
})

test('a point in time keeps its time, and its zone is the same moment in UTC', () => {
  const read = ['2024-05-01 10:30', '2024-05-01T10:30:00+02:00', '1.5.2024, 9:05 pm', '2024-05-01T10:30:00.250Z']
  expect(read.map((text) => readDateTime(text))).toEqual([
    '2024-05-01T10:30:00',
    '2024-05-01T08:30:00Z',
    '2024-05-01T21:05:00',
    '2024-05-01T10:30:00.250Z',
  ])
  expect(['2024-05-01 25:00', '2024-02-30 10:00', '10:30', '13:00 pm'].map((text) => readDateTime(text))).toEqual([
    null,
    null,
    null,
    null,
  ])
  const how = { date_order: 'mdy', decimal: null } as const
  expect(readValue('03/04/2024 10:00', 'datetime', how)).toEqual({ value: '2024-03-04T10:00:00', fits: true })
})

test('a word is no month, and two numbers are not one', () => {
  expect(['Room 2012', 'Foo 3, 2012', 'may be 2024'].map((text) => readDate(text))).toEqual([null, null, null])
  expect(
    ['10 12', '1 234', "1'234.5", '1.234,5', '- 5', '(1 000)', '12345678901234567'].map((text) => readNumber(text)),
  ).toEqual([null, 1234, 1234.5, 1234.5, -5, -1000, null])
})
