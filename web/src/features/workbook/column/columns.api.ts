// Calls about one column that its dialogs and its menu make, each one line.
import type { components } from '../../../api/schema.d.ts'
import type { Column, InputType, List } from '../../../api/shapes.ts'
import { at, call, newKey, part } from '../../columns/workbook.api.ts'

type Schemas = components['schemas']

export type Dependant = Schemas['ColumnDependant']
export type TypePreview = Schemas['ColumnTypePreview']
/** What happens to values that another type cannot read. */
export type InvalidValues = NonNullable<Schemas['ColumnUpdate']['invalid_values']>

export interface TypeTried {
  input_type: InputType
  options?: string[]
}

const column = (id: string, rest = '') => `/columns/${part(id)}${rest}`

export const listDependants = (id: string, columnId: string, signal: AbortSignal) =>
  call<List<Dependant>>('GET', at(id, column(columnId, '/dependants')), { signal })

export const previewType = (id: string, columnId: string, body: TypeTried, signal: AbortSignal) =>
  call<TypePreview>('POST', at(id, column(columnId, '/type-preview')), { body, signal })

export const changeType = (id: string, columnId: string, body: TypeTried & { invalid_values: InvalidValues }) =>
  call<Column>('PATCH', at(id, column(columnId)), { body })

export const duplicateColumn = (id: string, columnId: string, values: boolean) =>
  call<Column>('POST', at(id, column(columnId, '/duplicate')), { body: { values }, once: newKey() })
