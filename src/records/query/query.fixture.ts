// Rows as the plain model of questions sees them, for tests.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import type { Row } from '../../engine/values/row.ts'

/** With what does not fit. */
export function looked(rows: readonly Row[], columns: readonly ColumnConfig[]): Row[] {
  return rows.map((one) => {
    const pairs = columns.flatMap((column) => {
      const why = column.type === 'input' ? invalidReasonOf(one.data[column.id], column) : null
      return why ? [[column.id, why] as const] : []
    })
    return { ...one, invalid: Object.fromEntries(pairs) }
  })
}
