// The wire shape of work under way: what is being done in the background, how far it is, and whether it can be stopped.
import { type Static, Type } from 'typebox'
import { listOf } from '../../platform/http/paging.ts'

const maybeCount = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

const WorkUnderWay = Type.Object(
  {
    id: Type.String({ description: 'The `change_id`, `import_id` or `export_id`; else its own.' }),
    job_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Its job, with log and cancel at `/api/jobs/{job_id}`. Null: it is no job.',
    }),
    kind: Type.Union(
      [
        Type.Literal('undo'),
        Type.Literal('redo'),
        Type.Literal('import'),
        Type.Literal('export'),
        Type.Literal('row_task'),
        Type.Literal('compute'),
        Type.Literal('job'),
      ],
      {
        description:
          '`row_task`: work over all rows, as for a new type; `compute`: formulas and lookups of other workbooks, which is no job; all others are listed by `GET /api/jobs` too, with log and results.',
      },
    ),
    workbook_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for work on no workbook.' }),
    words: Type.String({ description: 'What is being done, in words.' }),
    done: maybeCount('Rows or values so far.'),
    total: maybeCount('Of so many; null when that is not known.'),
    can_cancel: Type.Boolean(),
    started_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'WorkUnderWay' },
)
export type WorkUnderWay = Static<typeof WorkUnderWay>

export const WorkList = listOf(WorkUnderWay, 'WorkList')
