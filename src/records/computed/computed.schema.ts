// The wire shapes of trying a computed column out, and of what the formula language offers.
import { type Static, Type } from 'typebox'
import { FormulaColumn } from '../../engine/columns/kinds/formula.kind.ts'
import { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'

const { id: _, name: __, ...formula } = FormulaColumn.properties
const { id: ___, name: ____, ...lookup } = LookupColumn.properties
const Unnamed = {
  id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Of the column when it is saved already: it must not read itself.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
}

export const ColumnPreviewRequest = Type.Object(
  {
    column: Type.Union([Type.Object({ ...formula, ...Unnamed }), Type.Object({ ...lookup, ...Unnamed })], {
      description: 'The column as it would be saved.',
    }),
    row_ids: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10,
        description: 'The rows to try. Absent: the first ones, with some that lack what is read.',
      }),
    ),
  },
  { $id: 'ColumnPreviewRequest' },
)

const Place = {
  start: Type.Integer({ description: 'Where in the expression, in UTF-16 units from 0.' }),
  end: Type.Integer({ description: 'The position after the last one.' }),
}

export const ColumnPreview = Type.Object(
  {
    type: Type.String(),
    value_type: nullable(Type.String({ description: 'What the column gives, as far as it can be known.' })),
    volatile: Type.Boolean(),
    formatted: nullable(Type.String({ description: 'The formula written evenly; it means the same.' })),
    reads: Type.Array(Type.String(), { description: 'Ids of the columns that it reads.' }),
    problems: Type.Array(
      Type.Object({ type: Type.String(), message: Type.String(), ...Place, suggestion: nullable(Type.String()) }),
      { description: 'Why it cannot be saved; then there are no rows.' },
    ),
    rows: Type.Array(
      Type.Object({
        row_id: Type.String(),
        position: Type.Number(),
        inputs: Type.Record(Type.String(), Type.Unknown(), {
          description: 'What the row holds in the columns that are read.',
        }),
        value: Type.Unknown(),
        status: Type.String({
          description:
            '`complete`, `error`, or `skipped` where a column that it needs failed or was not run: `error` says which.',
        }),
        error: nullable(
          Type.Object({
            class: Type.String(),
            message: Type.String(),
            start: nullable(Type.Integer()),
            end: nullable(Type.Integer()),
          }),
        ),
      }),
    ),
  },
  { $id: 'ColumnPreview' },
)

export const FormulaFunctionList = listOf(
  Type.Object(
    {
      name: Type.String(),
      also: Type.Array(Type.String(), { description: 'Other names of the same function.' }),
      group: Type.String(),
      signature: Type.String(),
      parameters: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.String({
            description: 'text, number, boolean, date, list, object, any, or cell for a column itself.',
          }),
          optional: Type.Boolean(),
        }),
      ),
      repeats: Type.Integer({ description: 'How many of the last parameters may be given again and again.' }),
      returns: nullable(Type.String({ description: 'Null when it depends on the arguments.' })),
      description: Type.String(),
      examples: Type.Array(Type.Object({ formula: Type.String(), result: Type.Unknown() })),
      volatile: Type.Boolean(),
    },
    { $id: 'FormulaFunction' },
  ),
  'FormulaFunctionList',
)

export type ColumnPreviewRequest = Static<typeof ColumnPreviewRequest>
export type ColumnPreview = Static<typeof ColumnPreview>
