// What columns of several types have in common, as they are written in `columns_config`.
import { Type } from 'typebox'
import { FilterSchema } from '../filter/filter.schema.ts'

/** Longest column name, in UTF-16 units. */
export const MAX_COLUMN_NAME = 200

export const Common = {
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^$]',
    description: 'Unique in the workbook, never changes.',
  }),
  name: Type.String({
    minLength: 1,
    maxLength: MAX_COLUMN_NAME,
    description: 'Shown to people and used in references: `{{Name}}`. Unique without regard to case.',
  }),
  width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000, description: 'Pixels.' })),
  hidden: Type.Optional(Type.Boolean()),
  pinned: Type.Optional(Type.Boolean()),
}

export const TemplateText = Type.String({
  maxLength: 20_000,
  description:
    'Text with `{{Column name}}` references. A template that is exactly one reference passes the value on as it is. ' +
    '`{{Column.path}}` reaches into an object or list, `{{Column["a.b"]}}` to a name with a dot in it; `\\{{` is two plain braces.',
})

export const Enriched = {
  run_if: Type.Optional(FilterSchema),
  max_age_days: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 36_500,
      description: 'Values older than this are stale. Absent: never.',
    }),
  ),
}
