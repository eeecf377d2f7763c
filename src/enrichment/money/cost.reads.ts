// What a workbook or a run has cost, and for what.
import type { Static } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readRowsForRun } from '../../records/workbooks/rows.reads.ts'
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
  const { total, by } = await breakDown(tx, { workbook_id, row_id: row.row_id }, ['column', 'provider'])
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
