// A row for tests of formulas, and the columns it has.
import type { Json } from '../../kernel/json.ts'
import type { Cell } from '../values/row.ts'
import { nameKey } from '../values/template.ts'
import { CELL_FUNCTIONS } from './cell-functions.ts'
import { checkFormula, type FormulaColumns } from './check.ts'
import { DATE_FUNCTIONS } from './date-functions.ts'
import { evaluateFormula, type FormulaResult, type FormulaRow } from './evaluate.ts'
import { type FunctionTable, functionTable } from './functions.ts'
import { LIST_FUNCTIONS } from './list-functions.ts'
import { LOGIC_FUNCTIONS } from './logic-functions.ts'
import { LOOKUP_FUNCTIONS } from './lookup-functions.ts'
import { NUMBER_FUNCTIONS } from './number-functions.ts'
import { PATTERN_FUNCTIONS } from './pattern-functions.ts'
import { TEXT_FUNCTIONS } from './text-functions.ts'

export const TABLE = functionTable([
  LOGIC_FUNCTIONS,
  TEXT_FUNCTIONS,
  NUMBER_FUNCTIONS,
  DATE_FUNCTIONS,
  LIST_FUNCTIONS,
  PATTERN_FUNCTIONS,
  CELL_FUNCTIONS,
  LOOKUP_FUNCTIONS,
])

/** Noon on 31 January 2026. */
export const NOW = Date.UTC(2026, 0, 31, 12)

const EMAIL: Cell = {
  value: 'ann@acme.example',
  status: 'complete',
  reason: null,
  error_class: null,
  provider: 'website-reader',
  confidence: 0.9,
  cost_usd: 0.02,
  license: 'scraped',
  run_id: null,
  updated_at: '2026-01-28T12:00:00.000Z',
}

export function columnsOf(values: { [name: string]: Json }): FormulaColumns {
  const names = [...Object.keys(values), 'Email']
  return {
    find: (name) => names.find((each) => nameKey(each) === nameKey(name)),
    typeOf: () => 'any',
    names: () => names,
    rangeOf: (ref) =>
      ref.startsWith('Customers!') ? { workbook_id: 'Customers', column_id: ref.slice(10) } : undefined,
  }
}

const CUSTOMERS = [
  { Domain: 'acme.example', Owner: 'Ann' },
  { Domain: 'beta.example', Owner: 'Bob' },
  { Domain: 'Acme.example', Owner: 'Cid' },
]

/** The result of a formula over values by column name; its column Email was found by a lookup. Of the `unknown` ones it failed. */
export function compute(
  source: string,
  values: { [name: string]: Json } = {},
  table: FunctionTable = TABLE,
  unknown: readonly string[] = [],
): FormulaResult {
  const { formula, problems } = checkFormula(source, columnsOf(values), table)
  if (!formula) {
    const { message, start, end } = problems[0] ?? { message: 'no problem', start: 0, end: 0 }
    return { ok: false, message, start, end }
  }
  const row: FormulaRow = {
    now: NOW,
    valueOf: (id) => (id === 'Email' ? EMAIL.value : (values[id] ?? null)),
    cellOf: (id) => (id === 'Email' ? EMAIL : undefined),
    isEnriched: (id) => id === 'Email',
    unknownOf: (id) => (unknown.includes(id) ? 'is error' : undefined),
    found(part) {
      const find = formula.finds[part]
      const key = find && evaluateFormula({ ...formula, root: find.key }, row)
      if (!key?.ok) return { value: null }
      const hits = CUSTOMERS.filter((each) => each.Domain.toLowerCase() === String(key.value).toLowerCase())
      return { value: find?.give === 'count' ? hits.length : (hits[0]?.Owner ?? null) }
    },
  }
  return evaluateFormula(formula, row)
}
