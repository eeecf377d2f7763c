// Rejected rows of a file with their reasons: kept as long as the import, the first ones with the import itself.
import { displayText } from '../../kernel/csv-text.ts'
import { cutText, ownText } from '../../kernel/cut-text.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type FileRecord, MAX_COLUMNS } from '../reading/formats/table-file.ts'
import type { ImportResult } from './import-record.schema.ts'

const FIRST = 100
const SHOWN_CELL = 1000
/** How much of one row is kept, in UTF-16 units, shared fairly by its cells. */
const KEPT_CHARS = 200_000

interface RefusedRow {
  line: number
  reason: string
  values: readonly string[]
}

export interface Rejects {
  add(rows: readonly RefusedRow[]): Promise<void>
  readonly count: number
  readonly first: ImportResult['rejected_rows']
}

/** Numbers lines by themselves: for an import that keeps no others. */
export function openRejects(tx: WorkspaceTx, importId: string): Rejects {
  const first: ImportResult['rejected_rows'] = []
  let count = 0
  return {
    async add(rows) {
      if (rows.length === 0) return
      const kept = rows.map(({ line, reason, values }) => ({ seq: ++count, line, reason, data: values }))
      for (const { line, reason, values } of rows.slice(0, FIRST - first.length))
        first.push(shownReject(line, reason, values))
      await tx.client.query(
        `insert into import_rows (workspace_id, import_id, seq, line, outcome, data, reason)
         select $1, $2, x.seq, x.line, 'reject', x.data, x.reason
         from jsonb_to_recordset($3::jsonb) as x(seq int, line int, reason text, data jsonb)`,
        [tx.workspace_id, importId, JSON.stringify(kept)],
      )
    },
    get count() {
      return count
    },
    first,
  }
}

/** The values of a refused row as they were read. */
export const refusedValues = (fields: FileRecord['fields']): string[] =>
  keptValues(fields.slice(0, MAX_COLUMNS + 1).map(displayText))

/** What is kept of a refused row: all of it, cut when it is too long to show. */
function keptValues(values: readonly string[]): string[] {
  const size = values.reduce((sum, value) => sum + value.length, 0)
  if (size <= KEPT_CHARS) return [...values]
  const each = Math.floor(KEPT_CHARS / values.length)
  return values.map((value) => cutText(value, each))
}

export function shownReject(line: number, reason: string, values: readonly string[]) {
  return { line, reason: ownText(reason), values: values.map((value) => ownText(cutText(value, SHOWN_CELL))) }
}

export function rejectedUrl(workbookId: string, importId: string): string {
  return `/api/workbooks/${workbookId}/imports/${importId}/rejected.csv`
}
