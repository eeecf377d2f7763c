// What records emit, declared once for the API description and docs/events.md: workbooks, rows, cells, changes, leads.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

const id = Type.String()
const count = Type.Integer({ minimum: 0 })
const maybeCount = Type.Union([count, Type.Null()])
const workbook = {
  workbook_id: id,
  actor: Type.Optional(
    Type.Object(
      { user_id: Type.Union([Type.Integer(), Type.Null()]), name: Type.String() },
      { description: 'Who did it; absent for machinery.' },
    ),
  ),
}
const rows = Type.Object({
  ...workbook,
  count,
  row_ids: Type.Optional(Type.Array(id, { description: 'Absent when there are too many: read the rows again.' })),
})
const progress = { state: Type.String(), done: maybeCount, total: maybeCount }

export const RECORD_EVENTS = [
  defineEvent('workbook.created', Type.Object(workbook), 'A workbook was made by hand, import, recipe or copy.'),
  defineEvent('workbook.updated', Type.Object(workbook), 'Name, columns, status or settings of a workbook changed.'),
  defineEvent('workbook.deleted', Type.Object(workbook), 'A workbook was deleted.'),
  defineEvent(
    'workbook.views',
    Type.Object({
      ...workbook,
      view_id: Type.Optional(Type.Union([id, Type.Null()])),
      change: Type.String({ description: 'created, updated, deleted or indexed.' }),
    }),
    'A saved view changed, or its index is ready.',
  ),
  defineEvent('rows.created', rows, 'Rows were added.'),
  defineEvent('rows.updated', rows, "Rows' own values changed."),
  defineEvent('rows.deleted', rows, 'Rows were deleted.'),
  defineEvent(
    'rows.imported',
    Type.Object({ ...workbook, import_id: id }),
    'An import wrote its rows; with its counts.',
  ),
  defineEvent(
    'rows.import_progress',
    Type.Object({ ...workbook, import_id: id, ...progress }),
    'How far an import is.',
  ),
  defineEvent('export.progress', Type.Object({ ...workbook, export_id: id, ...progress }), 'How far an export is.'),
  defineEvent(
    'cells.updated',
    Type.Object({
      ...workbook,
      run_id: Type.Optional(id),
      cells: Type.Optional(
        Type.Array(Type.Object({ row_id: id, column_id: id, status: Type.String() }, { additionalProperties: true }), {
          description: 'Up to 200 cells as changes of their overlays: an absent member did not change.',
        }),
      ),
      row_ids: Type.Optional(Type.Array(id, { description: 'Of more cells, the rows only.' })),
    }),
    'Cells changed.',
  ),
  defineEvent(
    'change.progress',
    Type.Object({ ...workbook, change_id: id, state: Type.String(), cells: count, rows: count }),
    'How far an undo or redo is.',
  ),
  defineEvent(
    'change.flipped',
    Type.Object({ ...workbook, change_id: id, state: Type.String() }),
    'A change was undone or redone.',
  ),
  defineEvent(
    'lead.stored',
    Type.Object({
      created: count,
      updated: count,
      lead_ids: Type.Optional(Type.Array(Type.Integer())),
      created_ids: Type.Optional(
        Type.Array(Type.Integer(), { description: 'Those of them that are new, none left out.' }),
      ),
    }),
    'Leads were created or updated.',
  ),
  defineEvent(
    'lead.status',
    Type.Object({
      changes: Type.Array(
        Type.Object({
          lead_id: Type.Integer(),
          from: Type.Union([Type.String(), Type.Null()]),
          to: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
    'The status of leads changed.',
  ),
  defineEvent(
    'lead.deleted',
    Type.Object({ lead_ids: Type.Optional(Type.Array(Type.Integer())) }),
    'Leads were deleted.',
  ),
]
