// The calls of an import: store a file and see how it reads, plan it, commit the plan, stop it.
import { api, take } from '../../api/client.ts'
import type { ImportOptions, ImportOutcome, Schemas } from '../../api/shapes.ts'
import { upload } from '../../api/upload.ts'

interface Watch {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export function storeFile(workbookId: string, file: File, options: ImportOptions, watch: Watch = {}) {
  return upload(
    '/api/workbooks/{workbook_id}/import/preview',
    { path: { workbook_id: workbookId }, file, options },
    watch,
  )
}

/** Nothing is stored of it. */
export const previewNewWorkbook = (file: File, options: ImportOptions, watch: Watch = {}) =>
  upload('/api/workbooks/import/preview', { file, options }, watch)

/** Makes the workbook and its rows in one request, or neither. */
export const importNewWorkbook = (file: File, options: ImportOptions & { name: string }, watch: Watch = {}) =>
  upload('/api/workbooks/import', { file, options }, watch)

/** In one request, without a look at the plan: for files made here. */
export function commitImport(workbookId: string, file: File, options: ImportOptions, watch: Watch = {}) {
  return upload('/api/workbooks/{workbook_id}/import', { path: { workbook_id: workbookId }, file, options }, watch)
}

const at = (workbook_id: string, import_id: string) => ({ params: { path: { workbook_id, import_id } } })

export function readAgain(
  workbookId: string,
  importId: string,
  options: ImportOptions,
): Promise<Schemas['ImportPreview']> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/preview', {
      ...at(workbookId, importId),
      body: { options },
    }),
  )
}

export function readImport(workbookId: string, importId: string): Promise<Schemas['ImportRecord']> {
  return take(api.GET('/api/workbooks/{workbook_id}/imports/{import_id}', at(workbookId, importId)))
}

export function startPlan(
  workbookId: string,
  importId: string,
  options: ImportOptions,
): Promise<Schemas['ImportRecord']> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/plan', {
      ...at(workbookId, importId),
      body: { options },
    }),
  )
}

export function startCommit(workbookId: string, importId: string): Promise<Schemas['ImportRecord']> {
  return take(api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/commit', at(workbookId, importId)))
}

export function cancelImport(
  workbookId: string,
  importId: string,
  how: { keepalive?: boolean } = {},
): Promise<Schemas['ImportRecord']> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/cancel', { ...at(workbookId, importId), ...how }),
  )
}

export function planRows(
  workbookId: string,
  importId: string,
  outcome: ImportOutcome,
  cursor: string | null,
): Promise<{ items: Schemas['ImportPlanRow'][]; next_cursor: string | null }> {
  const { params } = at(workbookId, importId)
  const query = { outcome, limit: 50, ...(cursor ? { cursor } : {}) }
  return take(api.GET('/api/workbooks/{workbook_id}/imports/{import_id}/rows', { params: { ...params, query } }))
}

export function fetchRejected(workbookId: string, importId: string): Promise<Blob> {
  return take(
    api.GET('/api/workbooks/{workbook_id}/imports/{import_id}/rejected.csv', {
      ...at(workbookId, importId),
      parseAs: 'blob',
    }),
  )
}
