// The two calls of an import: how the file reads, and do it.
import type { ImportOptions, ImportPreview, ImportResult } from '../../api/shapes.ts'
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

export function previewImport(workbookId: string, file: File, options: ImportOptions, watch: Watch = {}) {
  return upload<ImportPreview>(`/api/workbooks/${workbookId}/import/preview`, form(file, options), watch)
}

export function commitImport(workbookId: string, file: File, options: ImportOptions, watch: Watch = {}) {
  return upload<ImportResult>(`/api/workbooks/${workbookId}/import`, form(file, options), watch)
}
