// Wire shapes of a workspace's own secrets: names and times, never a value.
import { type Static, Type } from 'typebox'

const Name = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: 'Letters, digits, `_` and `-`, beginning with a letter.',
})

export const SecretQuery = Type.Object({ name: Name })

export const SecretUpdate = Type.Object(
  {
    name: Name,
    value: Type.String({
      minLength: 1,
      maxLength: 10_000,
      'x-secret': true,
      description: 'Sealed before it is stored, and never given out again.',
    }),
  },
  { $id: 'SecretUpdate' },
)

const UsedBy = Type.Array(
  Type.Object({
    workbook_id: Type.String(),
    workbook: Type.String(),
    column_id: Type.String(),
    column: Type.String(),
  }),
  { description: 'The columns that name it.' },
)

export const SecretResponse = Type.Object(
  { name: Type.String(), updated_at: Type.String({ format: 'date-time' }), used_by: UsedBy },
  { $id: 'SecretResponse' },
)
export type SecretResponse = Static<typeof SecretResponse>

export const SecretList = Type.Object(
  {
    items: Type.Array(SecretResponse),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer(),
    missing: Type.Array(Type.Object({ name: Type.String(), used_by: UsedBy }), {
      description:
        'Those that columns name and nobody has entered, or somebody has taken away: their rows are not asked.',
    }),
  },
  { $id: 'SecretList' },
)
