// Functions over all rows of a column of any workbook: they find rows by a key, and are computed again when these rows change.
import type { FormulaFunction, FormulaParameter } from './functions.ts'

const VALUE: FormulaParameter = { name: 'value', type: 'any' }

export const LOOKUP_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'LOOKUP',
    also: ['XLOOKUP'],
    group: 'Lookup',
    params: [VALUE, { name: 'column', type: 'range' }, { name: 'result', type: 'range' }],
    returns: 'any',
    says: 'Finds the first row whose column equals the value, without regard to case, and gives what it holds in another; blank when there is none.',
    examples: [
      ['LOOKUP("acme.example", {{Customers!Domain}}, {{Customers!Owner}})', 'Ann'],
      ['LOOKUP("new.example", {{Customers!Domain}}, {{Customers!Owner}})', null],
    ],
    finds: 'one',
  },
  {
    name: 'COUNTIF',
    group: 'Lookup',
    params: [{ name: 'column', type: 'range' }, VALUE],
    returns: 'number',
    says: 'How many rows hold the value in the column, without regard to case; blank for a blank. COUNTIF({{Email}}, {{Email}}) > 1 finds doubles.',
    examples: [['COUNTIF({{Customers!Domain}}, "acme.example")', 2]],
    finds: 'count',
  },
]
