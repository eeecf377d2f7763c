// The rows of a file that were refused, with their reasons: kept for as long as the import is, the first ones at hand.
import { cutText, ownText } from '../../kernel/cut-text.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { ImportResult } from './import-record.schema.ts'

const FIRST = 100
const SHOWN_CELL = 1000
const BATCH = 500
/** How much of one row is kept, in UTF-16 units, shared fairly by its cells. */
const KEPT_CHARS = 200_000
/** Long rows are written before there are as many; in UTF-16 units. */
const BATCH_CHARS = 2_000_000

export interface Rejects {
  add(line: number, reason: string, values: string[]): Promise<void>
  end(): Promise<void>
  readonly count: number
  readonly first: ImportResult['rejected_rows']
}

/**
 * Numbers lines by themselves: for an import that keeps no others. `quiet` waits for what else is under way in the transaction: a statement
 * sent after one that fails, and is rolled back to its savepoint, would fail with it.
 */
export function openRejects(tx: WorkspaceTx, importId: string, quiet: () => Promise<void>): Rejects {
  const first: ImportResult['rejected_rows'] = []
  let count = 0
  let size = 0
  let batch: { seq: number; line: number; reason: string; data: string[] }[] = []
  async function flush() {
    if (batch.length === 0) return
    await quiet()
    await tx.client.query(
      `insert into import_rows (workspace_id, import_id, seq, line, outcome, data, reason)
       select $1, $2, x.seq, x.line, 'reject', x.data, x.reason
       from jsonb_to_recordset($3::jsonb) as x(seq int, line int, reason text, data jsonb)`,
      [tx.workspace_id, importId, JSON.stringify(batch)],
    )
    batch = []
    size = 0
  }
  return {
    async add(line, reason, values) {
      count++
      if (first.length < FIRST) first.push(shownReject(line, reason, values))
      const data = keptValues(values)
      batch.push({ seq: count, line, reason, data })
      for (const value of data) size += value.length
      if (batch.length >= BATCH || size >= BATCH_CHARS) await flush()
    },
    end: flush,
    get count() {
      return count
    },
    first,
  }
}

/** What is kept of a refused row: all of it, cut when it is too long to show. */
export function keptValues(values: readonly string[]): string[] {
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
