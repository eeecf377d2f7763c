// The wire shape of copying a workbook.
import { type Static, Type } from 'typebox'

export const WorkbookCopy = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Absent: the name with “copy” added.' }),
    ),
    rows: Type.Boolean({
      default: true,
      description:
        'With the rows and their values, those that were found too; a large workbook fills in the background.',
    }),
  },
  { $id: 'WorkbookCopy' },
)
export type WorkbookCopy = Static<typeof WorkbookCopy>
