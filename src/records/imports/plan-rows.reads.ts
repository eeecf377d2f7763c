// The lines of an import: a page of those with one outcome, and all refused ones as a file.

import { csvLine, guardFormula } from '../../kernel/csv-text.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { valuesOfLine } from './import-end.commands.ts'
import type { ImportPlanRow } from './import-record.schema.ts'
import type { StoredImport } from './import-record.writes.ts'

const LIST = 'lines of an import'
const BATCH = 500

export async function listPlanRows(
  tx: WorkspaceTx,
  { id }: StoredImport,
  { outcome, cursor, limit }: { outcome: ImportPlanRow['outcome']; cursor?: string | undefined; limit: number },
) {
  const [after = 0] = decodeCursor(`${LIST} ${id} ${outcome}`, cursor) ?? []
  const { rows } = await tx.client.query<
    Omit<ImportPlanRow, 'values'> & { seq: number; data: string[] | JsonObject | null }
  >(
    `select seq, line, outcome, row_id, reason, data from import_rows
     where workspace_id = $1 and import_id = $2 and outcome = $3 and seq > $4 order by seq limit $5`,
    [tx.workspace_id, id, outcome, after, limit + 1],
  )
  const { items, next_cursor } = pageOf(`${LIST} ${id} ${outcome}`, rows, limit, ({ seq }) => [seq])
  return {
    items: items.map(
      ({ line, row_id, reason, data }): ImportPlanRow => ({
        line,
        outcome,
        row_id,
        reason,
        values: Array.isArray(data) ? Object.fromEntries(data.map((value, index) => [index, value])) : (data ?? {}),
      }),
    ),
    next_cursor,
  }
}

/** The refused rows with line and reason in front, safe to open in a spreadsheet; a batch at a time. */
export async function* rejectedCsv(
  database: Database,
  workspaceId: WorkspaceId,
  { id, names }: StoredImport,
): AsyncGenerator<string> {
  yield csvLine(['Line', 'Reason', ...(names ?? [])].map(guardFormula))
  for (let after = 0; ; ) {
    const { rows } = await database.inWorkspace(workspaceId, (tx) =>
      tx.client.query<{ seq: number; line: number; reason: string; data: unknown }>(
        `select seq, line, reason, data from import_rows
         where workspace_id = $1 and import_id = $2 and outcome = 'reject' and seq > $3 order by seq limit ${BATCH}`,
        [tx.workspace_id, id, after],
      ),
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map(({ line, reason, data }) => csvLine([String(line), reason, ...valuesOfLine(data)].map(guardFormula)))
      .join('')
    after = last.seq
  }
}
