// Every call of history, each one line, with the shapes of its answers.

import { api, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Direction = 'undo' | 'redo'

const at = (workbook_id: string) => ({ path: { workbook_id } })
const cell = (workbook_id: string, row_id: string, column_id: string) => ({ path: { workbook_id, row_id, column_id } })

/** Without a change: the newest act of your own. */
export function revert(id: string, direction: Direction, changeId?: string): Promise<Schemas['Undone']> {
  const call = { params: at(id), body: changeId ? { change_id: changeId } : {} }
  return take(
    direction === 'undo'
      ? api.POST('/api/workbooks/{workbook_id}/undo', call)
      : api.POST('/api/workbooks/{workbook_id}/redo', call),
  )
}

export const listActivity = (id: string, cursor: string | null, signal: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/activity', {
      params: { ...at(id), query: { limit: 40, ...(cursor && { cursor }) } },
      signal,
    }),
  )

/** The newest act, when it is of this kind: for calls that do not answer with their change. Null: there is nothing to name. */
export async function newestChange(id: string, kind: Schemas['WorkbookActivity']['kind']): Promise<string | null> {
  try {
    const params = { ...at(id), query: { limit: 1 } }
    const [newest] = (await take(api.GET('/api/workbooks/{workbook_id}/activity', { params }))).items
    return newest?.kind === kind ? newest.id : null
  } catch {
    return null
  }
}

export const cellHistory = (id: string, row: string, column: string, signal: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/history', {
      params: { ...cell(id, row, column), query: { limit: 20 } },
      signal,
    }),
  )

export const restoreVersion = (id: string, row: string, column: string, versionId: string) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/restore', {
      params: cell(id, row, column),
      body: { version_id: versionId },
    }),
  )
