// A column that people, imports and programs fill.
import { type Static, Type } from 'typebox'
import { Common } from '../column-parts.schema.ts'
import { defineKind } from './column-kind.ts'

export const INPUT_TYPES = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'checkbox',
  'select',
  'multi_select',
  'email',
  'url',
  'phone',
  'json',
] as const

export const InputColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('input'),
    input_type: Type.Unsafe<(typeof INPUT_TYPES)[number]>({ type: 'string', enum: [...INPUT_TYPES], default: 'text' }),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 500,
        description: 'The choices of a select or multi_select.',
      }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of a currency column.' })),
  },
  { $id: 'InputColumn', description: 'A column that people, imports and programs fill.' },
)

export type InputColumn = Static<typeof InputColumn>

export const input = defineKind({
  schema: InputColumn,
  filled_by: 'people',
  says: 'typed by people',
  words: { short: 'typed in', long: 'Typed in' },
  effects: null,
  mapTemplates: (column) => column,
})
