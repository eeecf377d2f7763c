// A row of another workbook, created or updated by its identity.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { choice } from '../../column-parts.schema.ts'
import { defineTarget, Values } from './output-target.ts'

export const workbook = defineTarget({
  place: 40,
  label: 'Workbook',
  offered_as: 'Another workbook',
  about: 'Creates or updates a row there, by its identity.',
  schema: Type.Object(
    {
      kind: Type.Literal('workbook'),
      workbook_id: Type.String({
        format: 'uuid',
        description: 'Another workbook of the workspace, which knows its rows by an identity.',
        ...shownAs({
          title: 'Workbook',
          hint: 'It has to know its rows by an identity.',
          editor: 'identified-workbook',
          missing: 'Choose the workbook to write to.',
        }),
      }),
      existing: {
        ...choice(
          ['overwrite', 'fill_blanks', 'skip'],
          'overwrite',
          'What happens to a row that the other workbook knows already.',
        ),
        ...shownAs({
          title: 'A row that is there already',
          hint: '',
          labels: { overwrite: 'is written over', fill_blanks: 'has its blanks filled', skip: 'stays as it is' },
        }),
      },
      values: Values(
        "What is written, by name or id of the other workbook's columns. Those without a value are left out.",
        {
          title: 'What is sent',
          hint: 'A column over there, and what is written to it. What is blank is left out.',
        },
      ),
    },
    {
      description:
        'Creates or updates a row of another workbook, by its identity. Workbooks cannot write to each other in a circle.',
    },
  ),
})
