// What columns of several types have in common, as they are written in `columns_config`.
import { type Static, Type } from 'typebox'
import { type SettingForm, shownAs } from '../../kernel/setting-form.ts'
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

export const MOST_PARTS = 50
export const Templates = (description: string) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 100 }), TemplateText, { maxProperties: MOST_PARTS, description })
export const choice = <T extends string>(values: readonly T[], usual: T, description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], default: usual, description })

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'email', 'url', 'phone', 'json'] as const
export const FieldName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' })
export const FieldKind = Type.Unsafe<(typeof CUSTOM_FIELD_TYPES)[number]>({
  type: 'string',
  enum: [...CUSTOM_FIELD_TYPES],
  default: 'text',
})
export const Output = Type.Optional(
  Type.String({
    maxLength: 60,
    description: 'The field that becomes the value. Absent: the only field, else all as an object.',
  }),
)
export const Required = Type.Optional(
  Type.Array(TemplateText, {
    maxItems: MOST_PARTS,
    description:
      'References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column.',
  }),
)
export const SecretName = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: 'Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.',
})
export const Seconds = (usual: number, most: number, title = 'Seconds a row may take') =>
  Type.Integer({
    minimum: 1,
    maximum: most,
    default: usual,
    description: 'Seconds one row may take.',
    ...shownAs({ title, hint: '' }),
  })
export const CacheDays = (usual: number, description: string, form: SettingForm) =>
  Type.Integer({ minimum: 0, maximum: 365, default: usual, description, ...shownAs(form) })

export const StepInputs = Type.Record(Type.String({ maxLength: 100 }), TemplateText, {
  description: 'A template per input of the lookup, by input name.',
})

export const AcceptRule = Type.Union(
  [
    Type.Object({ kind: Type.Literal('any') }),
    Type.Object({ kind: Type.Literal('verified') }),
    Type.Object({ kind: Type.Literal('verified_or_catch_all') }),
    Type.Object({ kind: Type.Literal('confidence'), min: Type.Number({ minimum: 0, maximum: 1 }) }),
    Type.Object({ kind: Type.Literal('formula'), expression: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  ],
  {
    $id: 'AcceptRule',
    description:
      'When an answer is good enough to stop: `any` value, a `verified` one, `verified_or_catch_all`, one with at least the confidence `min`, ' +
      'or one for which a `formula` over its fields holds, such as `AND({{employee_count}} > 10, {{confidence}} > 0.5)`; `{{value}}`, `{{confidence}}` ' +
      'and `{{verified}}` are there for every answer. ' +
      'The best answer that is not good enough is kept as `unverified`, and so is `any` answer that is not verified and less than 0.5 sure.',
  },
)

export type AcceptRule = Static<typeof AcceptRule>
