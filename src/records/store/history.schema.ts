// The wire shapes of history: activity, the answer to an undo, and the versions of a cell.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf } from '../../platform/http/paging.ts'

const Who = nullable(
  Type.Object(
    { kind: Type.String(), user_id: nullable(Type.Integer()), name: Type.String() },
    { description: 'Null: the service itself.' },
  ),
)

const SkippedPlace = Type.Object(
  {
    row_id: nullable(Type.String()),
    column_id: nullable(Type.String()),
    reason: Type.String({
      description:
        'changed_since (another user or run wrote it meanwhile), delivered (a delivery cannot be taken back), row_deleted, ' +
        'column_deleted, in_use (another column reads it), name_taken, not_sound (a circular reference), or locked (only the user who changed a locked view can undo that).',
    }),
    name: Type.Optional(Type.String({ description: 'What it is called when it is neither a row nor a column.' })),
  },
  { $id: 'SkippedPlace' },
)

const Counts = Type.Object({
  rows: Type.Optional(Type.Integer()),
  cells: Type.Optional(Type.Integer()),
  columns: Type.Optional(Type.Integer()),
  created: Type.Optional(Type.Integer()),
  updated: Type.Optional(Type.Integer()),
})

const State = Type.Union(
  [Type.Literal('done'), Type.Literal('undoing'), Type.Literal('undone'), Type.Literal('redoing')],
  { description: '`undoing` and `redoing`: a large one, in progress in the background.' },
)

const Kind = Type.Union([
  Type.Literal('edit_cells'),
  Type.Literal('restore_cell'),
  Type.Literal('insert_rows'),
  Type.Literal('upsert_rows'),
  Type.Literal('delete_rows'),
  Type.Literal('add_columns'),
  Type.Literal('edit_column'),
  Type.Literal('delete_column'),
  Type.Literal('reorder_columns'),
  Type.Literal('apply_definition'),
  Type.Literal('set_identity'),
  Type.Literal('import'),
  Type.Literal('ingest'),
  Type.Literal('source'),
  Type.Literal('run'),
])
export type ChangeKind = Static<typeof Kind>

export const Activity = Type.Object(
  {
    id: Type.String({ description: 'The `change_id`; of a run its id, of an import its `import_id`.' }),
    kind: Kind,
    words: Type.String({ description: 'What was done, in words.' }),
    state: State,
    actor: Who,
    counts: Counts,
    created_at: Type.String({ format: 'date-time' }),
    undone_at: nullable(Type.String({ format: 'date-time' })),
    can_undo: Type.Boolean(),
    can_redo: Type.Boolean(),
    progress: nullable(
      Type.Object({ cells: Type.Integer(), rows: Type.Integer() }, { description: 'What was restored so far.' }),
    ),
    skipped: Type.Array(SkippedPlace, { description: 'What the last undo or redo left alone; the first 100.' }),
    skipped_count: Type.Integer(),
  },
  { $id: 'WorkbookActivity' },
)
export type Activity = Static<typeof Activity>

export const ActivityList = listOf(Activity, 'WorkbookActivityList')
export type ActivityList = Static<typeof ActivityList>

export const RevertRequest = Type.Object(
  {
    change_id: Type.Optional(
      Type.String({
        description: 'An act of the list of activity. Without one: the newest of your own in this workbook.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'UndoRequest', additionalProperties: false },
)

export const RevertResult = Type.Object(
  {
    change_id: Type.String(),
    kind: Kind,
    words: Type.String({ description: 'What was undone or redone, in words.' }),
    state: State,
    cells: Type.Integer({ description: 'Values restored.' }),
    rows: Type.Integer({ description: 'Rows restored or removed.' }),
    columns: Type.Integer(),
    skipped: Type.Array(SkippedPlace, { description: 'Left as they are, the first 100.' }),
    skipped_count: Type.Integer(),
    more_skipped: Type.Boolean(),
    note: nullable(Type.String({ description: 'What cannot be undone, in words.' })),
  },
  { $id: 'Undone' },
)
export type RevertResult = Static<typeof RevertResult>

export const CellVersion = Type.Object(
  {
    version_id: Type.String({ description: 'Restores this value.' }),
    value: Type.Unknown(),
    status: nullable(Type.String({ description: 'Of a computed cell.' })),
    provider: nullable(Type.String()),
    run_id: nullable(Type.String()),
    kind: nullable(
      Type.String({ description: 'The kind of change that wrote it; null when that is no longer known.' }),
    ),
    words: nullable(Type.String()),
    actor: Who,
    at: nullable(Type.String({ format: 'date-time' })),
    is_current: Type.Boolean({ description: 'The cell has this value now.' }),
    undone: Type.Boolean({ description: 'The act that wrote it was undone.' }),
  },
  { $id: 'CellVersion', description: 'A value that a cell has, or had.' },
)
export type CellVersion = Static<typeof CellVersion>

export const CellHistory = listOf(CellVersion, 'CellHistory')
export type CellHistory = Static<typeof CellHistory>

export const RestoreRequest = Type.Object(
  { version_id: Type.String({ description: 'From the history of the same cell.' }) },
  { $id: 'RestoreRequest', additionalProperties: false },
)
