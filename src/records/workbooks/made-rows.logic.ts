// The answer to who adds rows, written from what was inserted: reading it again would take the database half as long as inserting.
//
// For rows that nothing but their own values can have come with; rows.page.ts says the same of all others.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { MISFIT_OF, misfitOf, type Typed } from '../../engine/misfit.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { leadColumns } from './lead-fields.logic.ts'

export interface MadeRow {
  id: string
  position: number
  data: JsonObject
}

/** The rows as JSON in the order of the workbook, comma between them, without the brackets. `at` is when they were made. */
export function madeRowsText(rows: readonly MadeRow[], columns: readonly ColumnConfig[], at: string): string {
  const lead = [...leadColumns(columns)].map(([field, id]) => ({ key: `"${field}":`, id }))
  const typed = columns.flatMap((one) =>
    one.type === 'input' && MISFIT_OF[one.input_type] ? [{ id: one.id, type: one as Typed }] : [],
  )
  const end = `,"lead_id":null,"entity_id":null,"source":null,"created_at":"${at}","updated_at":"${at}"}`
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ id, position, data }) => {
      const fields = lead.flatMap((one) =>
        data[one.id] === undefined ? [] : [`${one.key}${JSON.stringify(data[one.id])}`],
      )
      const misfits = typed.flatMap((one) => {
        const misfit = misfitOf(data[one.id], one.type)
        return misfit === null ? [] : [`"${one.id}":"${misfit}"`]
      })
      const invalid = misfits.length === 0 ? '' : `,"invalid":{${misfits.join()}}`
      return `{"row_id":"${id}","position":${position},"data":${JSON.stringify(data)},"enrichments":{},"lead":{${fields.join()}}${invalid}${end}`
    })
    .join()
}
