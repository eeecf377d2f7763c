// A plain model of lookups: every row of the other workbook is looked at, every time.
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { WHOLE } from '../store/dirty-rows/dirty-rows.commands.ts'
import { normalKey } from '../store/identity.logic.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { readColumns } from '../store/workbooks.reads.ts'

/** A lookup by looking at every row of the other workbook. */
export async function plainLookup(tx: WorkspaceTx, column: LookupColumn, key: string | null) {
  const there = new Set((await readColumns(tx, column.workbook_id)).map(({ id }) => id))
  const lost = !there.has(column.their_key)
    ? 'The column that this compares with was deleted. Choose another.'
    : column.give === 'exists' || column.give === 'count' || there.has(column.their_column ?? '')
      ? null
      : 'The column whose value this gives was deleted. Choose another.'
  if (lost) return { status: 'error' as const, value: null, error_class: 'dependency', error_message: lost }
  const done = (value: Json) => ({ status: 'complete' as const, value, error_class: null, error_message: null })
  if (key === null) return done(null)
  const rows = await readRowsForRun(tx, column.workbook_id, WHOLE, null)
  const hits = rows.filter((row) => normalKey(column.compare, referencedValue(row, column.their_key)) === key)
  return done(
    answer(
      column.give,
      hits,
      hits.map((row) => referencedValue(row, column.their_column ?? '')),
    ),
  )
}

function answer(give: LookupColumn['give'], hits: readonly Row[], values: Json[]): Json {
  const numbers = values.flatMap((value) =>
    value === null || value === '' || Number.isNaN(Number(value)) ? [] : [Number(value)],
  )
  if (give === 'exists') return hits.length > 0
  if (give === 'count') return hits.length
  if (give === 'many') return values.some((value) => value !== null) ? values.filter((value) => value !== null) : null
  if (give === 'last') return values.at(-1) ?? null
  if (give === 'sum') return numbers.length > 0 ? numbers.reduce((sum, each) => sum + each, 0) : null
  if (give === 'max') return numbers.length > 0 ? Math.max(...numbers) : null
  return values[0] ?? null
}
