// The wire shapes of trying out another type of a column, and of copying a column.
import { type Static, Type } from 'typebox'
import { MAX_COLUMN_NAME } from '../../engine/columns/column-parts.schema.ts'
import { InputColumn } from '../../engine/columns/kinds/input.kind.ts'

const { input_type, options } = InputColumn.properties

export const TypeTried = Type.Object({ input_type, options }, { $id: 'ColumnTypeTried' })

const Examples = Type.Array(Type.Object({ row_id: Type.String(), from: Type.Unknown(), to: Type.Unknown() }), {
  description: 'The first few.',
})

export const TypePreview = Type.Object(
  {
    checked_rows: Type.Integer(),
    total_rows: Type.Integer(),
    complete: Type.Boolean({ description: 'False: the workbook has more rows than were read.' }),
    filled: Type.Integer({ description: 'Rows with a value.' }),
    same: Type.Integer({ description: 'Values that stay as they are.' }),
    read_anew: Type.Integer({
      description: 'Values that the type reads differently, such as the text “1,200” as 1200.',
    }),
    marked: Type.Integer({ description: 'Values that the type cannot read; they stay as they are and are marked.' }),
    read_anew_examples: Examples,
    marked_examples: Examples,
  },
  { $id: 'ColumnTypePreview' },
)

export const ColumnCopy = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_COLUMN_NAME, description: 'Absent: the name with “copy” added.' }),
    ),
    values: Type.Boolean({
      default: true,
      description: 'For an input column: its values too. Other columns are computed or filled by a run.',
    }),
  },
  { $id: 'ColumnCopy' },
)

export type TypeTried = Static<typeof TypeTried>
export type TypePreview = Static<typeof TypePreview>
export type ColumnCopy = Static<typeof ColumnCopy>
