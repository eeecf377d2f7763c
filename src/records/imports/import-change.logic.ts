// Describes an import as one change in the history, which is undone as one.
import { cutText } from '../../kernel/cut-text.ts'
import type { Change } from '../store/recorder.ts'
import type { ImportResult } from './import-record.schema.ts'

/** The change with what it did; null when it did nothing. */
export function changeOf(change: Change, { created, updated, columns_created }: ImportResult): Change | null {
  if (created + updated + columns_created.length === 0) return null
  return {
    ...change,
    counts: { created, updated, columns: columns_created.length },
    ...(columns_created.length > 0 && { detail: { columns: { added: columns_created.map(({ id }) => id) } } }),
  }
}

/** The label of the change; null to use the name of its kind. */
export function labelOf(fileName: string): string | null {
  return fileName === '' ? null : cutText(`Import of ${fileName}`, 200)
}
