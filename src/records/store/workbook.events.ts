// The events of workbooks: every change that a client that shows one wants to know of.
import { type Static, Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineEvent, type EventKind, emit } from '../../platform/events/event.ts'
import type { OutboxEvent } from '../../platform/events/outbox.ts'
import { type CellWrite, costUsd, leavesValue } from './cell.logic.ts'

/** With more than this an event names only the rows, or only their number: clients read them again. */
const MAX_CELLS = 200
const MAX_CELL_TEXT = 100_000
const MAX_IDS = 2000
/** Rows that came are looked at by where they are, and a program that sends 500 a call would fill the log with their ids. */
const MAX_NEW_IDS = 100

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
const about = Type.Object({ ...workbook, name: Type.Optional(Type.String()) })
const rows = Type.Object({
  ...workbook,
  count,
  row_ids: Type.Optional(Type.Array(id, { description: 'Absent when there are too many: read the rows again.' })),
})
const progress = { state: Type.String(), done: maybeCount, total: maybeCount }

export const WORKBOOK_EVENTS = {
  'workbook.created': defineEvent('workbook.created', about, 'A workbook was made by hand, import, recipe or copy.'),
  'workbook.updated': defineEvent(
    'workbook.updated',
    about,
    'Name, columns, status or settings of a workbook changed.',
  ),
  'workbook.deleted': defineEvent('workbook.deleted', about, 'A workbook was deleted.'),
  'workbook.views': defineEvent(
    'workbook.views',
    Type.Object({
      ...workbook,
      view_id: Type.Optional(Type.Union([id, Type.Null()])),
      change: Type.String({ description: 'created, updated, deleted or indexed.' }),
    }),
    'A saved view changed, or its index is ready.',
  ),
  'workbook.comments': defineEvent(
    'workbook.comments',
    Type.Object({
      ...workbook,
      thread_id: id,
      row_id: id,
      column_id: Type.Union([id, Type.Null()]),
      change: Type.String({ description: 'created, edited, deleted, resolved or reopened.' }),
    }),
    'A comment on a row or cell was written, changed or deleted, or its thread resolved; the text is not told.',
  ),
  'rows.created': defineEvent('rows.created', rows, 'Rows were added.'),
  'rows.updated': defineEvent('rows.updated', rows, "Rows' own values changed."),
  'rows.deleted': defineEvent('rows.deleted', rows, 'Rows were deleted.'),
  'rows.imported': defineEvent(
    'rows.imported',
    Type.Object({ ...workbook, import_id: id }, { additionalProperties: true }),
    'An import wrote its rows; contains its counts.',
  ),
  'rows.import_progress': defineEvent(
    'rows.import_progress',
    Type.Object({ ...workbook, import_id: id, ...progress }),
    'The progress of an import.',
  ),
  'export.progress': defineEvent(
    'export.progress',
    Type.Object({ ...workbook, export_id: id, ...progress }),
    'The progress of an export.',
  ),
  'cells.updated': defineEvent(
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
  'change.progress': defineEvent(
    'change.progress',
    Type.Object({ ...workbook, change_id: id, state: Type.String(), cells: count, rows: count }),
    'The progress of an undo or redo.',
  ),
  'change.reverted': defineEvent(
    'change.reverted',
    Type.Object({ ...workbook, change_id: id, state: Type.String() }),
    'A change was undone or redone.',
  ),
}

type Events = typeof WORKBOOK_EVENTS
type PayloadOf<K extends keyof Events> = Static<Events[K]['payload']>

/** Emits an event of a workbook, with who changed it. */
export async function emitWorkbook<K extends keyof Events>(
  tx: WorkspaceTx,
  type: K,
  workbookId: string,
  ...[more]: object extends Omit<PayloadOf<K>, keyof typeof workbook>
    ? [Omit<PayloadOf<K>, keyof typeof workbook>?]
    : [Omit<PayloadOf<K>, keyof typeof workbook>]
): Promise<void> {
  const payload = { workbook_id: workbookId, ...byWhom(tx), ...more } as unknown as PayloadOf<K>
  await emit<Events[K]['payload']>(tx, WORKBOOK_EVENTS[type] as EventKind<Events[K]['payload']>, payload)
}

/** So that another browser can say who changed what it shows; nothing for the machinery. */
function byWhom({ actor }: Pick<WorkspaceTx, 'actor'>): { actor?: { user_id: number | null; name: string } } {
  return actor === null || actor.kind === 'machine' ? {} : { actor: { user_id: actor.user_id, name: actor.name } }
}

export async function emitRows(
  tx: WorkspaceTx,
  type: 'rows.created' | 'rows.updated' | 'rows.deleted',
  workbookId: string,
  rowIds: string[],
): Promise<void> {
  const few = rowIds.length <= (type === 'rows.created' ? MAX_NEW_IDS : MAX_IDS)
  await emitWorkbook(tx, type, workbookId, few ? { count: rowIds.length, row_ids: rowIds } : { count: rowIds.length })
}

/** Tells that cells of these rows changed, without saying how. */
export async function emitCellRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<void> {
  await emitWorkbook(tx, 'cells.updated', workbookId, { row_ids: [...new Set(rowIds)].slice(0, MAX_IDS) })
}

/** That rows changed, for a statement that writes the event itself. */
export function rowsUpdated(by: Pick<WorkspaceTx, 'actor'>, workbookId: string, rowIds: string[]): OutboxEvent {
  return { type: 'rows.updated', workbook_id: workbookId, ...byWhom(by), count: rowIds.length, row_ids: rowIds }
}

/**
 * Tells that cells changed. Up to 200 go along as patches of their overlays: a member that is absent did not change.
 * With more, the event has only the row ids.
 */
export async function emitCells(tx: WorkspaceTx, workbookId: string, cells: readonly CellWrite[]): Promise<void> {
  if (cells.length === 0) return
  const runId = cells[0]?.run_id
  const ofRun = runId ? { run_id: runId } : {}
  const patches = cells.length <= MAX_CELLS ? cells.map(patchOf) : []
  const fits = patches.length > 0 && JSON.stringify(patches).length <= MAX_CELL_TEXT
  const row_ids = () => [...new Set(cells.map((cell) => cell.row_id))].slice(0, MAX_IDS)
  await emitWorkbook(tx, 'cells.updated', workbookId, {
    ...ofRun,
    ...(fits ? { cells: patches } : { row_ids: row_ids() }),
  })
}

function patchOf(cell: CellWrite) {
  const patch = {
    row_id: cell.row_id,
    column_id: cell.column_id,
    status: cell.status,
    reason: cell.reason ?? null,
    detail: cell.detail ?? null,
    error: cell.error_class ? { class: cell.error_class, message: cell.error_message ?? '' } : null,
    run_id: cell.run_id ?? null,
    cost_usd: costUsd(cell),
  }
  if (leavesValue(cell.status, cell.value)) return patch
  return {
    ...patch,
    value: cell.value ?? null,
    provider: cell.provider ?? null,
    confidence: cell.confidence ?? null,
  }
}
