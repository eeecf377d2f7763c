// Writing computed cells: nobody was asked, an error keeps no value, and what can be computed again needs no history.
import type { CellStatus } from '../../engine/row.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { CellWrite } from '../workbooks/cell.logic.ts'
import { upsert } from '../workbooks/cells.writes.ts'

/** A cell with the status that it has now; undefined when there is none. Its row is locked, so that stays so. */
export interface ComputedWrite {
  cell: CellWrite
  was: CellStatus | undefined
}

// Arrays, since thousands of cells have few members each.
const WRITTEN = `unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[], $9::text[], $10::jsonb[])
      as x(row_id, column_id, status, value, error_class, error_message, license, provenance)`

// Most cells that are computed anew keep their status: then no counter moves, and each is found by its key.
const REWRITE = `update cells c set value = x.value, error_class = x.error_class, error_message = x.error_message,
    license = x.license, provenance = x.provenance, provider = null, reason = null, detail = null, confidence = null,
    run_id = null, updated_at = clock_timestamp()
  from ${WRITTEN}
  where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = x.row_id and c.column_id = x.column_id and c.status = x.status`

const MOVE = upsert(
  `select x.*, null::text as provider, null::text as reason, null::text as detail, null::real as confidence,
      0 as cost_micro, null::uuid as run_id, null::timestamptz as resume_at from ${WRITTEN}`,
  (column) => `${column} = excluded.${column}`,
  '',
  '',
)
/** What moves counters is compared with what was there, each cell with each: groups keep that small. */
const GROUP = 250

export async function writeComputedCells(
  tx: WorkspaceTx,
  workbookId: string,
  writes: readonly ComputedWrite[],
): Promise<void> {
  const [same, moved] = [
    writes.filter(({ was, cell }) => was === cell.status),
    writes.filter(({ was, cell }) => was !== cell.status),
  ]
  if (same.length > 0) await write(tx, workbookId, { name: 'computed_rewrite', text: REWRITE }, same)
  for (let at = 0; at < moved.length; at += GROUP)
    await write(tx, workbookId, { name: 'computed_move', text: MOVE }, moved.slice(at, at + GROUP))
}

async function write(
  tx: WorkspaceTx,
  workbookId: string,
  statement: { name: string; text: string },
  writes: readonly ComputedWrite[],
): Promise<void> {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  const cells = writes.map(({ cell }) => cell)
  await tx.client.query({
    ...statement,
    values: [
      tx.workspace_id,
      workbookId,
      cells.map((cell) => cell.row_id),
      cells.map((cell) => cell.column_id),
      cells.map((cell) => cell.status),
      cells.map((cell) => json(cell.value)),
      cells.map((cell) => cell.error_class ?? null),
      cells.map((cell) => cell.error_message ?? null),
      cells.map((cell) => cell.license ?? null),
      cells.map((cell) => json(cell.provenance)),
    ],
  })
}
