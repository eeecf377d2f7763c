// The calls of an import: store a file and see how it reads, plan it, commit the plan, stop it.
import { api, send, take } from '../../api/client.ts'
import type {
  ImportOptions,
  ImportOutcome,
  ImportPlanRow,
  ImportPreview,
  ImportRecord,
  ImportResult,
} from '../../api/shapes.ts'
import { upload } from '../../api/upload.ts'

function form(file: File, options: ImportOptions): FormData {
  const data = new FormData()
  // Options first: the server knows how to read the file before its bytes arrive.
  data.append('options', JSON.stringify(options))
  data.append('file', file, file.name)
  return data
}

interface Watch {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export function storeFile(workbookId: string, file: File, watch: Watch = {}) {
  return upload<ImportPreview>(`/api/workbooks/${workbookId}/import/preview`, form(file, {}), watch)
}

/** In one request, without a look at the plan: for files made here. */
export function commitImport(workbookId: string, file: File, options: ImportOptions, watch: Watch = {}) {
  return upload<ImportResult>(`/api/workbooks/${workbookId}/import`, form(file, options), watch)
}

const at = (workbook_id: string, import_id: string) => ({ params: { path: { workbook_id, import_id } } })
// The options are the same on the wire; the description also takes null for each of them.
const bodyOf = (options: ImportOptions) => ({ options: options as never })

export function readAgain(workbookId: string, importId: string, options: ImportOptions): Promise<ImportPreview> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/preview', {
      ...at(workbookId, importId),
      body: bodyOf(options),
    }),
  )
}

export function readImport(workbookId: string, importId: string): Promise<ImportRecord> {
  return take(api.GET('/api/workbooks/{workbook_id}/imports/{import_id}', at(workbookId, importId)))
}

export function startPlan(workbookId: string, importId: string, options: ImportOptions): Promise<ImportRecord> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/plan', {
      ...at(workbookId, importId),
      body: bodyOf(options),
    }),
  )
}

export function startCommit(workbookId: string, importId: string): Promise<ImportRecord> {
  return take(api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/commit', at(workbookId, importId)))
}

export function cancelImport(workbookId: string, importId: string): Promise<ImportRecord> {
  return take(api.POST('/api/workbooks/{workbook_id}/imports/{import_id}/cancel', at(workbookId, importId)))
}

export function planRows(
  workbookId: string,
  importId: string,
  outcome: ImportOutcome,
  cursor: string | null,
): Promise<{ items: ImportPlanRow[]; next_cursor: string | null }> {
  const { params } = at(workbookId, importId)
  const query = { outcome, limit: 50, ...(cursor ? { cursor } : {}) }
  return take(api.GET('/api/workbooks/{workbook_id}/imports/{import_id}/rows', { params: { ...params, query } }))
}

export async function fetchRejected(url: string): Promise<Blob> {
  const answer = await send(new Request(new URL(url, location.origin)))
  if (!answer.ok) throw new Error('The rejected rows could not be fetched. They are kept for a day.')
  return answer.blob()
}
