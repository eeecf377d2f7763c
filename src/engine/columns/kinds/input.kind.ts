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

export const MOST_CHOICES = 500
export const Choice = Type.String({ minLength: 1, maxLength: 200 })

export const NumberFormat = Type.Optional(
  Type.Unsafe<'plain'>({
    type: 'string',
    enum: ['plain'],
    description:
      'How numbers are shown. `plain`: without separators, as ids, postal codes and years are. Absent: 90,000.',
  }),
)

export const InputColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('input'),
    input_type: Type.Unsafe<(typeof INPUT_TYPES)[number]>({ type: 'string', enum: [...INPUT_TYPES], default: 'text' }),
    options: Type.Optional(
      Type.Array(Choice, {
        maxItems: MOST_CHOICES,
        description: 'The choices of a select or multi_select.',
      }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of a currency column.' })),
    number_format: NumberFormat,
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
