// The run's counters and what is told of them: moved in the transaction that wrote the cells, told a few times a second.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { emit } from '../../../platform/events/event.ts'
import type { CellPlace, CellWrite } from '../../../records/store/cell.logic.ts'
import { emitCells } from '../../../records/store/workbook.events.ts'
import { runProgress } from '../../enrichment.events.ts'

export interface RunProgress {
  done: number
  cells: number
  counts: Record<string, number>
  cost_micro: number
  /** Milliseconds since the run began to work. */
  elapsed_ms: number
}

const COUNT = {
  name: 'run_count',
  text: `update runs r set done = done + $3,
      counts = (select coalesce(jsonb_object_agg(key, n), '{}') from (
        select key, sum(value::int) as n from (
          select key, value from jsonb_each_text(r.counts) union all select key, value from jsonb_each_text($4::jsonb)) c
        group by key) t)
    where workspace_id = $1 and id = $2
    returning done, cells, counts, cost_micro,
      (extract(epoch from clock_timestamp() - coalesce(started_at, now())) * 1000)::int as elapsed_ms`,
}

/** Adds finished cells to the run. Called last in a transaction, because every group of the run waits for this row. */
export async function countCells(
  tx: WorkspaceTx,
  runId: string,
  writes: readonly Pick<CellWrite, 'status'>[],
): Promise<RunProgress> {
  const counts: Record<string, number> = {}
  for (const { status } of writes) counts[status] = (counts[status] ?? 0) + 1
  return addCounts(tx, runId, writes.length, counts)
}

/** Which of these cells the run has filled for good, and counted with that. Waits for transactions that still write to their rows. */
export async function filledAlready(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  cells: readonly CellPlace[],
): Promise<CellPlace[]> {
  const rowIds = cells.map(({ row_id }) => row_id)
  await tx.client.query(
    'select from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[]) order by id for no key update',
    [tx.workspace_id, workbookId, rowIds],
  )
  const { rows } = await tx.client.query<CellPlace>(
    `select row_id, column_id from cells where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[]) and run_id = $4
      and status not in ('waiting', 'throttled')`,
    [tx.workspace_id, workbookId, rowIds, runId],
  )
  return rows
}

/** Adds to what the run has done; what it has cost moves with the lines of the ledger. */
export async function addCounts(
  tx: WorkspaceTx,
  runId: string,
  done: number,
  counts: Record<string, number>,
): Promise<RunProgress> {
  const { rows } = await tx.client.query<RunProgress>({
    ...COUNT,
    values: [tx.workspace_id, runId, done, JSON.stringify(counts)],
  })
  return oneRow(rows)
}

/** Cells per second and seconds left; null until there is something to tell from. */
export function pace({ done, cells, elapsed_ms }: Pick<RunProgress, 'done' | 'cells' | 'elapsed_ms'>): {
  rate: number | null
  eta_seconds: number | null
} {
  if (done === 0 || elapsed_ms < 200) return { rate: null, eta_seconds: null }
  const rate = Math.round((done / elapsed_ms) * 10_000) / 10
  return { rate, eta_seconds: rate > 0 ? Math.ceil(Math.max(0, cells - done) / rate) : null }
}

/** One `cells.updated` and one `run.progress`. */
export async function emitProgress(
  tx: WorkspaceTx,
  told: { run_id: string; workbook_id: string; cells: readonly CellWrite[]; progress: RunProgress },
): Promise<void> {
  await emitCells(tx, told.workbook_id, told.cells)
  await emit(tx, runProgress, {
    run_id: told.run_id,
    workbook_id: told.workbook_id,
    ...progressData(told.progress),
  })
}

export function progressData(progress: RunProgress) {
  const { done, cells, counts, cost_micro } = progress
  const left = Math.max(0, cells - done).toLocaleString('en')
  return { done, total: cells, counts, cost_usd: cost_micro / 1e6, ...pace(progress), message: `${left} cells to go` }
}
