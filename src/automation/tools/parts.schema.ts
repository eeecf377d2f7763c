// Members that the shapes of several tools share.
import { type TSchema, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortsSchema } from '../../engine/filter/sort.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { UNTRUSTED } from './tool.ts'

/** The most rows or records in one answer: a model's context is small. */
export const ROW_CAP = 100

export const WorkbookId = Type.String()
export const RowId = Type.String()
export const ColumnName = Type.String({ minLength: 1, maxLength: 200 })

export const Cursor = Type.Optional(
  Type.String({ maxLength: 6000, description: 'The next_cursor of the page before.' }),
)
export const Limit = (usual = 20) =>
  Type.Integer({ minimum: 1, maximum: ROW_CAP, default: usual, description: `At most ${ROW_CAP}.` })
export const NextCursor = nullable(
  Type.String({ description: 'Send it as cursor for the next page; null on the last.' }),
)

export const Which = {
  filter: Type.Optional(FilterSchema),
  search: Type.Optional(Type.String({ maxLength: 1000, description: 'Only rows that contain this text.' })),
}
export const Sorted = Type.Optional(SortsSchema)

export const Notice = Type.String({ description: UNTRUSTED })

export const MaxUsd = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 }))
export const DryRun = Type.Boolean({ default: false })

export const Free = Type.Record(Type.String(), Type.Unknown())
export const pageOf = <T extends TSchema>(item: T) => ({ items: Type.Array(item), next_cursor: NextCursor })

/** A page as an operation of the API answers it. */
export interface ResultPage {
  items: JsonObject[]
  next_cursor: string | null
}

export const Shown = Type.Object({ notice: Notice, ...pageOf(Free) })
/** A page for a model, with the notice that its texts are data. */
export const shown = ({ items, next_cursor }: ResultPage) => ({ notice: UNTRUSTED, items, next_cursor })
export const One = Type.Object({ notice: Notice, item: Free })
export const one = (item: JsonObject) => ({ notice: UNTRUSTED, item })
