// The calls of an export: a file at once, or one that is written in the background and fetched when it is done.

import { api, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'
import type { ExportRequest } from './export.logic.ts'

const STREAMED = {
  csv: '/api/workbooks/{workbook_id}/export.csv',
  xlsx: '/api/workbooks/{workbook_id}/export.xlsx',
  jsonl: '/api/workbooks/{workbook_id}/export.jsonl',
} as const

/** The file as it is written. */
export const fetchExport = (
  workbook_id: string,
  format: Schemas['ExportBodyInput']['format'],
  query: ExportRequest,
): Promise<Blob> => take(api.GET(STREAMED[format], { params: { path: { workbook_id }, query }, parseAs: 'blob' }))

/** The file of an export that is done. */
export const fetchFinished = (workbook_id: string, export_id: string): Promise<Blob> =>
  take(
    api.GET('/api/workbooks/{workbook_id}/exports/{export_id}/file', {
      params: { path: { workbook_id, export_id } },
      parseAs: 'blob',
    }),
  )

const at = (workbook_id: string, export_id: string) => ({ params: { path: { workbook_id, export_id } } })

export function startExport(workbook_id: string, body: Schemas['ExportBodyInput']): Promise<Schemas['ExportRecord']> {
  return take(api.POST('/api/workbooks/{workbook_id}/exports', { params: { path: { workbook_id } }, body }))
}

export function readExport(workbookId: string, exportId: string): Promise<Schemas['ExportRecord']> {
  return take(api.GET('/api/workbooks/{workbook_id}/exports/{export_id}', at(workbookId, exportId)))
}

export function cancelExport(workbookId: string, exportId: string): Promise<Schemas['ExportRecord']> {
  return take(api.POST('/api/workbooks/{workbook_id}/exports/{export_id}/cancel', at(workbookId, exportId)))
}
