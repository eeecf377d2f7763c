// The calls of an export: a file at once, or one that is written in the background and fetched when it is done.
import { api, send, take } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import type { ExportBody, ExportRecord } from '../../api/shapes.ts'
import type { Format } from './export.logic.ts'

export async function fetchExport(path: string): Promise<Blob> {
  const answer = await send(new Request(new URL(path, location.origin)))
  if (!answer.ok) {
    const text = await answer.text()
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // Not the service's own words.
    }
    throw problemOf(answer.status, body, answer.headers, `GET ${path}`)
  }
  return answer.blob()
}

export const exportPath = (workbookId: string, format: Format, query: string) =>
  `/api/workbooks/${workbookId}/export.${format}${query ? `?${query}` : ''}`

const at = (workbook_id: string, export_id: string) => ({ params: { path: { workbook_id, export_id } } })

export function startExport(workbook_id: string, body: ExportBody): Promise<ExportRecord> {
  return take(
    api.POST('/api/workbooks/{workbook_id}/exports', { params: { path: { workbook_id } }, body: body as never }),
  )
}

export function readExport(workbookId: string, exportId: string): Promise<ExportRecord> {
  return take(api.GET('/api/workbooks/{workbook_id}/exports/{export_id}', at(workbookId, exportId)))
}

export function cancelExport(workbookId: string, exportId: string): Promise<ExportRecord> {
  return take(api.POST('/api/workbooks/{workbook_id}/exports/{export_id}/cancel', at(workbookId, exportId)))
}
