// The wire shapes of workbooks and their columns.
import { type Static, Type } from 'typebox'
import { shapesWith } from '../../engine/columns/columns.schema.ts'
import { COLUMN_KINDS } from '../../engine/columns/kinds/kinds.generated.ts'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { countedListOf, listOf } from '../../platform/http/paging.ts'

const CellStats = Type.Record(Type.String(), Type.Integer(), {
  description: 'Number of cells by status. A row without a cell is not counted: it is pending.',
})

export const WorkbookColumn = Type.Object(
  {
    id: Type.String({ description: 'Short and unique in the workbook; the key of `data` and `enrichments`.' }),
    name: Type.String(),
    type: Type.String({ description: 'One of `GET /api/meta/column-types`.' }),
    width: Type.Optional(Type.Integer({ description: 'Pixels.' })),
    hidden: Type.Optional(Type.Boolean()),
    pinned: Type.Optional(Type.Boolean()),
    stats: Type.Optional(CellStats),
    stale: Type.Optional(
      Type.Boolean({
        description: 'Computing was stopped, so some values are out of date. `POST …/compute` resumes it.',
      }),
    ),
  },
  {
    $id: 'WorkbookColumn',
    additionalProperties: true,
    description: 'A column; the members beside the named ones depend on its type (see `NewColumn`).',
  },
)

export const WorkbookResponse = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    status: Type.Unsafe<string>({ type: 'string', enum: ['draft', 'running', 'paused', 'complete'] }),
    columns_config: Type.Array(WorkbookColumn),
    total_rows: Type.Integer(),
    completed_rows: Type.Integer({
      description: 'Rows whose every enriched column has ended in a value, a miss or a skip; 0 without such columns.',
    }),
    source_type: Type.Optional(
      Type.String({
        description: '`empty`, `csv`, `leads`, `job`, `template` or `function`: where the calls of a function run.',
      }),
    ),
    sync_to_leads: Type.Optional(Type.Boolean()),
    created_at: Type.Optional(Type.String({ format: 'date-time' })),
    updated_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { $id: 'WorkbookResponse' },
)

export const WorkbookList = countedListOf(WorkbookResponse, 'WorkbookList')

const OwnId = {
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Only to refer to the column in conditions of the same request; the workbook gives it an id of its own.',
    }),
  ),
}

/** A column as requests write it: like the stored one, without the id, which the workbook assigns. */
export const NewColumn = Type.Union(shapesWith(COLUMN_KINDS, OwnId), { $id: 'NewColumn' })

export const ColumnUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    invalid_values: Type.Optional(
      Type.Unsafe<'keep' | 'clear'>({
        type: 'string',
        enum: ['keep', 'clear'],
        description:
          'With another `input_type`: what happens to values that it cannot read. `keep`, when absent: they stay as they are, ' +
          'marked; `clear`: their cells are emptied. Undo brings either back.',
      }),
    ),
  },
  {
    $id: 'ColumnUpdate',
    additionalProperties: true,
    description:
      'The members of the column to change, the others stay; null takes an optional member away. A new name is also ' +
      'written into every `{{reference}}` of the workbook.',
  },
)

export const Dependant = Type.Object(
  {
    kind: Type.Unsafe<'column' | 'identity' | 'lookup' | 'view' | 'run'>({
      type: 'string',
      enum: ['column', 'identity', 'lookup', 'view', 'run'],
      description:
        '`column`: reads it, directly or through others; `identity`: it is part of the duplicate key; `lookup`: a column of another ' +
        'workbook; `view`: filters, sorts, groups or colors by it; `run`: is filling it or reads it just now.',
    }),
    id: Type.String({ description: 'Of the column, view or run; of the workbook for `identity` and `lookup`.' }),
    name: Type.String(),
    blocks: Type.Boolean({ description: 'Whether the column is deleted only with `force=true` because of it.' }),
  },
  { $id: 'ColumnDependant' },
)
export type Dependant = Static<typeof Dependant>
export type ColumnUpdate = Static<typeof ColumnUpdate> & { [member: string]: unknown }

export const DependantList = listOf(Dependant, 'ColumnDependantList')

export const ColumnOrder = Type.Object(
  { column_ids: Type.Array(Type.String(), { description: 'Every column of the workbook once, in the new order.' }) },
  { $id: 'ColumnOrder' },
)

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Description = { maxLength: 5000 }

const SYNC =
  'Syncs rows and leads within moments: a row is linked to the lead that its values identify, or creates one; missing ' +
  'values are filled on both sides; from then on, a change on one side is applied to the other, in columns whose names ' +
  'mean a field. Blanks clear nothing. Values found by providers go to the lead with their source.'

export const WorkbookCreate = Type.Object(
  {
    name: Name,
    description: Type.String({ ...Description, default: '' }),
    source_type: Type.Unsafe<'empty' | 'csv' | 'leads' | 'job' | 'template'>({
      type: 'string',
      enum: ['empty', 'csv', 'leads', 'job', 'template'],
      default: 'empty',
      description:
        '`leads`: its rows are leads of the store, read from there in the same shape, until the first write to the workbook ' +
        'makes them its own as they are then. Its columns show the fields that their names mean; without `columns_config` the ' +
        'usual ones are made. `job`: its rows are the leads that the job `job_id` brought until now. `template`: its columns are ' +
        'those of the recipe `template`. `csv`, and the last two without `job_id` or `template`, only say what it is made for.',
    }),
    job_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'With `source_type` `job`: a job with leads. Refused with another.' }),
    ),
    template: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'With `source_type` `template`: the slug of a recipe, in place of `columns_config` and `definition`. Refused with another.',
      }),
    ),
    leads: Type.Optional(
      Type.Object(
        {
          filter: Type.Optional(FilterSchema),
          search: Type.Optional(Type.String({ maxLength: 1000 })),
          lead_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 5000 })),
        },
        {
          description:
            'With `source_type` `leads`, or of the leads of a job: which leads. Absent: all. Fields are referred to by their names. ' +
            'More than 100,000 rows are created in the background.',
        },
      ),
    ),
    sync_to_leads: Type.Boolean({ default: false, description: SYNC }),
    columns_config: Type.Optional(Type.Array(NewColumn, { maxItems: 500, description: 'The columns to begin with.' })),
    definition: Type.Optional(
      Type.Unknown({
        description:
          'In place of `columns_config`: what `GET …/definition` gave, as text or as an object. The name is the one above.',
      }),
    ),
  },
  { $id: 'WorkbookCreate' },
)

export const WorkbookUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Type.String(Description)),
    sync_to_leads: Type.Optional(Type.Boolean({ description: SYNC })),
  },
  { $id: 'WorkbookUpdate', description: 'What is absent stays.' },
)

export type WorkbookResponse = Static<typeof WorkbookResponse>
export type WorkbookColumn = Static<typeof WorkbookColumn>
export type WorkbookList = Static<typeof WorkbookList>
export type WorkbookCreate = Static<typeof WorkbookCreate>
export type WorkbookUpdate = Static<typeof WorkbookUpdate>
export type NewColumn = Static<typeof NewColumn>
