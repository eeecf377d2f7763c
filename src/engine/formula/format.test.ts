// Formats of TEXT, as Excel shows them.
import { expect, it } from 'vitest'
import { formatDate, formatNumber, isDateFormat, serialOf } from './format.ts'

const at = '2026-03-07T15:04:09.250Z'

it.each([
  ['yyyy-mm-dd', '2026-03-07'],
  ['YYYY-MM-DD', '2026-03-07'],
  ['dd/mm/yyyy hh:mm:ss', '07/03/2026 15:04:09'],
  ['D MMMM YYYY', '7 March 2026'],
  ['ddd, d mmm yy', 'Sat, 7 Mar 26'],
  ['dddd', 'Saturday'],
  ['mmmmm', 'M'],
  ['h:mm AM/PM', '3:04 PM'],
  ['hh:mm a/p', '03:04 p'],
  ['HH:MM', '15:04'],
  ['mm:ss.00', '04:09.25'],
  ['m/d/yyyy h:m', '3/7/2026 15:4'],
  ['[$-409]d\\ mmm\\ yyyy;@', '7 Mar 2026'],
  ['yyyy"y" [at] hh\\h', '2026y at 15h'],
  ['"Q"Q yyyy', 'Q1 2026'],
])('a point in time as %s', (format, expected) => {
  expect(formatDate(at, format)).toBe(expected)
  const serial = serialOf(at) as number
  if (isDateFormat(format)) expect(formatNumber(serial, format)).toBe(expected)
})

it.each([
  [44927, 'yyyy-mm-dd', '2023-01-01'],
  [0.5, 'h:mm AM/PM', '12:00 PM'],
  [1.5, '[h]:mm', '36:00'],
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [1234.5, '#,##0.00', '1,234.50'],
  [-1234.5, '#,##0.00;(#,##0.00)', '(1,234.50)'],
  [0, '0.0;-0.0;"none"', 'none'],
  [-5, '$0.00', '-$5.00'],
  [1234567, '0.0,,"M"', '1.2M'],
  [12345, '0.00E+00', '1.23E+04'],
  [0.256, '0.0%', '25.6%'],
  [7, '000', '007'],
  [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
  [12, '0 "days"', '12 days'],
  [-0.001, '0.0', '0.0'],
  [5, '[Red]0', '5'],
])('%s as %s', (value, format, expected) => {
  expect(formatNumber(value, format)).toBe(expected)
})
