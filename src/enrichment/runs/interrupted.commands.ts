// Marks cells whose call was interrupted by the end of their run, so that a later run repeats the call only when a user chooses so.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyCells, lockRowsOfCells, recountCells } from '../../records/rows/cells.commands.ts'
import type { CellWrite } from '../../records/store/cell.logic.ts'
import type { LineOnRecord } from '../money/reservations.writes.ts'
import { countCells, emitProgress, filledAlready } from './worker/progress.ts'

const WORDS = 'The run ended while this was being asked. It may have been billed, so it is not asked again by itself.'

// What was written since the call was put on record came another way. A research reads pages and tables for nothing, as often as it likes;
// any other free call is on record because it must not be made twice.
const CUT_SHORT = `select distinct on (l.row_id, l.column_id) l.row_id, l.column_id, l.lookup
  from jsonb_to_recordset($3::jsonb) l(row_id uuid, column_id text, lookup text, rule text, at timestamptz)
    join workbook_columns k on k.workspace_id = $1 and k.workbook_id = $2 and k.id = l.column_id
  where (l.rule <> 'free' or k.type <> 'research') and not exists (
    select from cells c where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = l.row_id and c.column_id = l.column_id
      and c.updated_at > l.at)
  order by l.row_id, l.column_id, l.at desc`

/**
 * Marks the cells of calls whose result is unknown, all of one ended run. Returns a function that counts them,
 * to be called in the same transaction when the money of the calls is settled.
 */
export async function markCutShort(tx: WorkspaceTx, calls: readonly LineOnRecord[]): Promise<() => Promise<void>> {
  const [first] = calls
  if (!first?.run_id || !first.workbook_id) return async () => {}
  const { run_id, workbook_id } = first
  const { rows } = await tx.client.query<{ row_id: string; column_id: string; lookup: string }>(CUT_SHORT, [
    tx.workspace_id,
    workbook_id,
    JSON.stringify(calls.map(({ row_id, column_id, lookup, rule, at }) => ({ row_id, column_id, lookup, rule, at }))),
  ])
  // Concurrent reports of the same calls wait here, and the cells are marked once.
  const told = new Set((await filledAlready(tx, workbook_id, run_id, rows)).map(placeOf))
  const writes: CellWrite[] = rows.flatMap(({ row_id, column_id, lookup }) =>
    told.has(placeOf({ row_id, column_id }))
      ? []
      : {
          row_id,
          column_id,
          run_id,
          provider: lookup,
          status: 'error',
          error_class: 'uncertain',
          error_message: WORDS,
          cost_unknown: true,
        },
  )
  const row_ids = [...new Set(calls.flatMap(({ row_id }) => row_id ?? []))]
  await lockRowsOfCells(tx, workbook_id, row_ids)
  const { overridden, gone } = await applyCells(tx, workbook_id, writes)
  const passed = new Set([...overridden, ...gone].map(placeOf))
  const cells = writes.filter((write) => !passed.has(placeOf(write)))
  // A cell that was written already, by another step of its waterfall, costs what the lost call may have cost too.
  const marked = new Set(cells.map(placeOf))
  const written = calls.filter(
    ({ row_id, column_id }) => !marked.has(placeOf({ row_id: row_id ?? '', column_id: column_id ?? '' })),
  )
  const others = [...new Set(written.flatMap(({ row_id }) => row_id ?? []))]
  return async () => {
    if (others.length > 0) await recountCells(tx, workbook_id, run_id, others)
    if (cells.length === 0) return
    const progress = await countCells(tx, run_id, cells)
    await emitProgress(tx, { run_id, workbook_id, cells, progress })
  }
}

const placeOf = ({ row_id, column_id }: { row_id: string; column_id: string }) => `${row_id} ${column_id}`
