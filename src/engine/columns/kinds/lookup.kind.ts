// A column that finds rows of another workbook by key.
import { type Static, Type } from 'typebox'
import { Common } from '../column-parts.schema.ts'
import { defineKind } from './column-kind.ts'

const COMPARISONS = ['text', 'domain', 'email', 'phone'] as const
const LOOKUP_RESULTS = ['one', 'many', 'exists', 'count', 'sum', 'avg', 'min', 'max', 'first', 'last'] as const

export const LookupColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('lookup'),
    workbook_id: Type.String({ format: 'uuid', description: 'The other workbook, of the same workspace.' }),
    key: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'The value to look up, as a template over the columns of this workbook: `{{Domain}}`.',
    }),
    their_key: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the column of the other workbook that is compared.',
    }),
    compare: Type.Unsafe<(typeof COMPARISONS)[number]>({
      type: 'string',
      enum: [...COMPARISONS],
      default: 'text',
      description:
        'How the two are compared: as text without regard to case and blanks, or as the domain, e-mail address or telephone ' +
        'number that they stand for.',
    }),
    give: Type.Unsafe<(typeof LOOKUP_RESULTS)[number]>({
      type: 'string',
      enum: [...LOOKUP_RESULTS],
      default: 'one',
      description:
        '`one` and `first`: the value of the first matching row; `last`: of the last one; `many`: a list of the first 100; `exists`: ' +
        'true or false; `count`: how many; `sum`, `avg`, `min`, `max`: over the numbers of all matching rows.',
    }),
    their_column: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of the column whose value is given; not needed for `exists` and `count`.',
      }),
    ),
  },
  {
    $id: 'LookupColumn',
    description: 'A column that finds rows of another workbook by key and follows when they change.',
  },
)

export type LookupColumn = Static<typeof LookupColumn>

export const lookup = defineKind({
  schema: LookupColumn,
  filled_by: 'cells',
  says: 'another workbook',
  words: { short: 'other workbook', long: 'Lookup' },
  offer: {
    place: 20,
    label: 'Lookup',
    note: 'Brought from another workbook by a key they share',
    icon: 'link',
    column_name: 'Lookup',
  },
  bound: true,
  effects: null,
  mapTemplates: (column, rewrite) => ({ ...column, key: rewrite(column.key, ['key']) }),
})
