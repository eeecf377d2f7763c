// What workbooks ring: every change that someone looking at one wants to see without asking again.
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Ringing, ring } from '../../platform/events/outbox.ts'
import { type CellWrite, costUsd, leavesValue } from './cell.logic.ts'

/** With more than this an event names only the rows, or only their number: clients read them again. */
const MAX_CELLS = 200
const MAX_CELL_TEXT = 100_000
const MAX_IDS = 2000
/** Rows that came are looked at by where they are, and a program that sends 500 a call would fill the log with their ids. */
const MAX_NEW_IDS = 100

type Kind =
  | 'workbook.created'
  | 'workbook.updated'
  | 'workbook.deleted'
  | 'workbook.views'
  | 'rows.created'
  | 'rows.updated'
  | 'rows.deleted'
  | 'rows.imported'
  | 'rows.import_progress'
  | 'export.progress'
  | 'cells.updated'
  | 'change.progress'
  | 'change.flipped'

export async function ringWorkbook(
  tx: WorkspaceTx,
  type: Kind,
  workbookId: string,
  more: { [member: string]: Json } = {},
): Promise<void> {
  await ring(tx, { type, workbook_id: workbookId, ...byWhom(tx), ...more })
}

/** So that another browser can say who changed what it shows; nothing for the machinery. */
function byWhom({ actor }: Pick<WorkspaceTx, 'actor'>): { actor?: { user_id: number | null; name: string } } {
  return actor === null || actor.kind === 'machine' ? {} : { actor: { user_id: actor.user_id, name: actor.name } }
}

export async function ringRows(
  tx: WorkspaceTx,
  type: 'rows.created' | 'rows.updated' | 'rows.deleted',
  workbookId: string,
  rowIds: string[],
): Promise<void> {
  const few = rowIds.length <= (type === 'rows.created' ? MAX_NEW_IDS : MAX_IDS)
  await ringWorkbook(tx, type, workbookId, few ? { count: rowIds.length, row_ids: rowIds } : { count: rowIds.length })
}

/** Tells that cells of these rows changed, without saying how. */
export async function ringCellRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<void> {
  await ringWorkbook(tx, 'cells.updated', workbookId, { row_ids: [...new Set(rowIds)].slice(0, MAX_IDS) })
}

/** That rows changed, for a statement that rings it itself. */
export function rowsUpdated(by: Pick<WorkspaceTx, 'actor'>, workbookId: string, rowIds: string[]): Ringing {
  return { type: 'rows.updated', workbook_id: workbookId, ...byWhom(by), count: rowIds.length, row_ids: rowIds }
}

/**
 * Tells that cells changed. Up to 200 go along as patches of their overlays: a member that is absent did not change.
 * Of more only the row ids are told.
 */
export async function ringCells(tx: WorkspaceTx, workbookId: string, cells: readonly CellWrite[]): Promise<void> {
  if (cells.length === 0) return
  const event: Ringing = { type: 'cells.updated', workbook_id: workbookId, ...byWhom(tx) }
  const runId = cells[0]?.run_id
  if (runId) event.run_id = runId
  const patches = cells.length <= MAX_CELLS ? cells.map(patchOf) : []
  const fits = patches.length > 0 && JSON.stringify(patches).length <= MAX_CELL_TEXT
  if (fits) await ring(tx, { ...event, cells: patches })
  else await ring(tx, { ...event, row_ids: [...new Set(cells.map((cell) => cell.row_id))].slice(0, MAX_IDS) })
}

function patchOf(cell: CellWrite): { [member: string]: Json } {
  const patch: { [member: string]: Json } = {
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
