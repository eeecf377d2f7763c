// Calls about one column that its dialogs and its menu make, each one line.

import { api, once, take } from '../../../api/client.ts'
import type { Schemas } from '../../../api/shapes.ts'

/** What happens to values that another type cannot read. */
export type InvalidValuesChoice = NonNullable<Schemas['ColumnUpdate']['invalid_values']>

const at = (workbook_id: string, column_id: string) => ({ path: { workbook_id, column_id } })

export const listDependants = (id: string, columnId: string, signal: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/dependants', { params: at(id, columnId), signal }))

export const previewType = (id: string, columnId: string, body: Schemas['ColumnTypeTriedInput'], signal: AbortSignal) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/type-preview', {
      params: at(id, columnId),
      body,
      signal,
    }),
  )

export const changeType = (
  id: string,
  columnId: string,
  body: Schemas['ColumnTypeTriedInput'] & { invalid_values: InvalidValuesChoice },
) => take(api.PATCH('/api/workbooks/{workbook_id}/columns/{column_id}', { params: at(id, columnId), body }))

export const duplicateColumn = (id: string, columnId: string, values: boolean) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/duplicate', {
      params: { ...at(id, columnId), ...once() },
      body: { values },
    }),
  )
