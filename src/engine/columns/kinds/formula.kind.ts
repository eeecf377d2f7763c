// A column computed from others of its row.
import { type Static, Type } from 'typebox'
import { formulaReferences, renameInFormula } from '../../formula/rename.ts'
import { Common } from '../column-parts.schema.ts'
import { defineKind } from './column-kind.ts'

export const FormulaColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('formula'),
    expression: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'Such as `IF({{Employees}} > 50, "large", "small")`. Columns are written `{{Column name}}`, with a dotted path inside or ' +
        'after the braces; functions, with signatures and examples, are listed by `GET /api/meta/formula-functions`.',
    }),
    value_type: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'What the formula gives: text, number, boolean, date, list, object or any. Inferred; what is sent is ignored.',
      }),
    ),
    ranges: Type.Optional(
      Type.Array(Type.Object({ ref: Type.String(), workbook_id: Type.String(), column_id: Type.String() }), {
        description:
          'The columns of other workbooks that LOOKUP and COUNTIF look through, as the formula writes them. Worked out when ' +
          'it is saved; what is sent is ignored.',
      }),
    ),
    volatile: Type.Optional(
      Type.Boolean({
        description:
          'True when the result changes with time, as with TODAY(): then it is computed again every night. Inferred.',
      }),
    ),
  },
  { $id: 'FormulaColumn', description: 'A column computed from others of its row, kept true by itself.' },
)

export type FormulaColumn = Static<typeof FormulaColumn>

export const formula = defineKind({
  schema: FormulaColumn,
  filled_by: 'cells',
  says: 'calculated',
  words: { short: 'calculated', long: 'Formula' },
  offer: {
    place: 10,
    label: 'Formula',
    note: 'Computed from the other columns of the row',
    icon: 'sigma',
    column_name: 'Formula',
  },
  effects: null,
  mapTemplates: (column) => column,
  references: ({ expression }) => formulaReferences(expression),
  rename: (column, from, to, isColumn) => ({
    ...column,
    expression: renameInFormula(column.expression, from, to, isColumn),
  }),
})
