// The wire shapes of find and replace.
import { type Static, Type } from 'typebox'
import { INVALID_REASONS } from '../../engine/filter/invalid-value.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { WhichRows } from '../filters/query.schema.ts'
import { MOST_ROWS_BY_ID } from './replace.logic.ts'

export const RowsReplace = Type.Object(
  {
    find: Type.String({ minLength: 1, maxLength: 1000, description: 'The text as it stands in the values.' }),
    replace_with: Type.String({ maxLength: 1000, description: 'An empty text takes the found one away.' }),
    match_case: Type.Boolean({ default: false }),
    whole_cell: Type.Boolean({ default: false, description: 'Only values that are this text and nothing else.' }),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 500,
        description: 'Ids of input columns; a computed one is refused. Absent: all input columns.',
      }),
    ),
    row_ids: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: MOST_ROWS_BY_ID,
        description: 'Only these rows, instead of those that match.',
      }),
    ),
    ...WhichRows,
  },
  {
    $id: 'RowsReplace',
    additionalProperties: false,
    description: 'In all rows, in `row_ids`, or in those that match `filter`, `search` and `view_id` together.',
  },
)

const CELLS = Type.Integer({ description: 'Values that are replaced.' })
const UNFIT = Type.Integer({
  description: 'Values with the text that stay, because the result would not fit the type of their column.',
})
const Match = {
  row_id: Type.String(),
  position: Type.Number(),
  column_id: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
}

export const RowsReplacePreview = Type.Object(
  {
    checked_rows: Type.Integer(),
    total_rows: Type.Integer(),
    complete: Type.Boolean({ description: 'False: the workbook has more rows than were read in time.' }),
    cells: CELLS,
    rows: Type.Integer({ description: 'Rows that these are in.' }),
    unfit: UNFIT,
    examples: Type.Array(Type.Object(Match), { description: 'The first of those that would be replaced.' }),
    unfit_examples: Type.Array(
      Type.Object({
        ...Match,
        reason: Type.Unsafe<UnfitReason>({ type: 'string', enum: [...INVALID_REASONS, 'too_long'] }),
      }),
    ),
  },
  { $id: 'RowsReplacePreview' },
)

export const RowsReplaced = Type.Object(
  {
    cells: CELLS,
    rows: Type.Integer({ description: 'Rows that these are in.' }),
    unfit: UNFIT,
    erased: Type.Integer({ description: 'Rows that stay, because they would name a person who was erased.' }),
    change_id: nullable(Type.String({ description: 'What to undo all of it by; null: nothing was changed.' })),
    job_id: nullable(
      Type.String({
        description:
          'The job that replaces in the background (`GET /api/jobs/{job_id}`): the figures are then those of its `counts`.',
      }),
    ),
  },
  { $id: 'RowsReplaced' },
)

export type UnfitReason = (typeof INVALID_REASONS)[number] | 'too_long'
export type RowsReplace = Static<typeof RowsReplace>
export type RowsReplacePreview = Static<typeof RowsReplacePreview>
export type RowsReplaced = Static<typeof RowsReplaced>
