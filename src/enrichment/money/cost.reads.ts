// What a workbook or a run has cost, and for what.
import type { Static } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { readBudgets } from './budgets.reads.ts'
import type { RowCost, RunActual, WorkbookCost } from './ledger.schema.ts'
import { breakDown, sumUp } from './spending.reads.ts'

export async function readWorkbookCost(
  tx: WorkspaceTx,
  workbook_id: string,
  now: Date,
): Promise<Static<typeof WorkbookCost>> {
  const today = now.toISOString().slice(0, 10)
  const budgets = await readBudgets(tx, now, workbook_id)
  const own = budgets.find(({ scope, period, kind }) => scope === 'workbook' && period === 'total' && kind === 'hard')
  const { total, by } = await breakDown(tx, { workbook_id }, ['provider', 'column', 'user'])
  return {
    workbook_id,
    max_usd: own?.limit_usd ?? null,
    total,
    today: await sumUp(tx, { workbook_id, from: today }),
    month: await sumUp(tx, { workbook_id, from: `${today.slice(0, 7)}-01` }),
    by_provider: by.provider,
    by_column: by.column,
    by_user: by.user,
    budgets,
  }
}

/** All that was spent on a row of this workbook, tries included. @throws Refusal `not_found` */
export async function readRowCost(
  tx: WorkspaceTx,
  workbook_id: string,
  rowId: string,
): Promise<Static<typeof RowCost>> {
  const [row] = isUuid(rowId) ? await readRowsForRun(tx, workbook_id, { row_ids: [rowId] }, []) : []
  if (!row) refuse('not_found', 'Row not found')
  const { total, by } = await breakDown(tx, { workbook_id, row_ids: [row.row_id] }, ['column', 'provider'])
  return { row_id: row.row_id, ...total, by_column: by.column, by_provider: by.provider }
}

/** By the ledger, to be set beside what was estimated. */
export async function readRunActual(
  tx: WorkspaceTx,
  workbook_id: string,
  run_id: string,
): Promise<Static<typeof RunActual>> {
  const { total, by } = await breakDown(tx, { workbook_id, run_id }, ['provider', 'column'])
  return { ...total, by_provider: by.provider, by_column: by.column }
}

/** The number of paid rows from which the average cost of a row is reliable. */
const ENOUGH_ROWS = 5

/** Micro-USD of a row, by column, of those that were run lately: of the last five runs, and of a large one its first lines. */
export async function readUsualCosts(
  tx: WorkspaceTx,
  workbook_id: string,
  columnIds: readonly string[],
): Promise<Map<string, number>> {
  if (columnIds.length === 0) return new Map()
  const { rows } = await tx.client.query<{ column_id: string; micro: number }>(
    `/* along: runs (workspace_id, workbook_id, id, column_ids, created_at, ended_at) where workspace_id = $1 and workbook_id = $2
       and ended_at is not null and column_ids && $3::text[] */
     select column_id, sum(amount_micro) / count(distinct (run_id, row_id))::float8 as micro from unnest($3::text[]) wanted(id),
       lateral (select id as run_id from runs where workspace_id = $1 and workbook_id = $2 and ended_at is not null
         and wanted.id = any(column_ids) order by created_at desc, id limit 5) r,
       lateral (select column_id, row_id, amount_micro from ledger_lines where workspace_id = $1 and workbook_id = $2
         and run_id = r.run_id and column_id = wanted.id and state = 'settled' limit 2000) l
     group by 1 having count(distinct (run_id, row_id)) >= $4`,
    [tx.workspace_id, workbook_id, columnIds, ENOUGH_ROWS],
  )
  return new Map(rows.map(({ column_id, micro }) => [column_id, Number(micro)]))
}
