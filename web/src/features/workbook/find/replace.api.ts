// Calls of find and replace.
import { api, once, take } from '../../../api/client.ts'
import type { Schemas } from '../../../api/shapes.ts'

export type ReplaceQuestion = Schemas['RowsReplaceInput']
export type ReplacePreview = Schemas['RowsReplacePreview']

const at = (workbook_id: string) => ({ path: { workbook_id } })

export const previewReplace = (id: string, body: ReplaceQuestion, signal?: AbortSignal) =>
  take(api.POST('/api/workbooks/{workbook_id}/rows/replace/preview', { params: at(id), body, signal }))

export const replaceInRows = (id: string, body: ReplaceQuestion) =>
  take(api.POST('/api/workbooks/{workbook_id}/rows/replace', { params: { ...at(id), ...once() }, body }))
