// Routes of budgets: of the whole workspace for its administrators, of a workbook for its editors, and what a workbook has cost.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, RowPath, routeContext, WorkbookPath } from '../../records/opening/route-context.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { setBudgets } from './budgets.commands.ts'
import { readBudgets } from './budgets.reads.ts'
import { BudgetList, BudgetsUpdate, WorkbookBudget } from './budgets.schema.ts'
import { readRowCost, readWorkbookCost } from './cost.reads.ts'
import { RowCost, WorkbookCost } from './ledger.schema.ts'

export function budgetRoutes(database: Database, now: () => Date): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const ofWorkspace = { path: '/api/billing/budgets', tag: 'Billing', access: 'user' } as const
  const OF_RUNS =
    'A call is made only when the most it can cost fits into every hard budget it counts in. A refused call is skipped as ' +
    '`over_budget`; cells that no other provider can fill become `budget_stopped`, and their run ends as `budget_stopped`.'
  return [
    defineRoute({
      ...ofWorkspace,
      method: 'GET',
      id: 'list_budgets',
      summary: 'Budgets and how far they are used',
      description:
        'Of the workspace, workbooks, columns, users and tokens, each with the amounts spent, reserved and left in its period.',
      needs: 'settings.view',
      response: { 200: BudgetList },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await readBudgets(tx, now()), next_cursor: null })),
    }),
    defineRoute({
      ...ofWorkspace,
      method: 'PUT',
      id: 'set_budgets',
      summary: 'Set, change or take away budgets',
      description:
        `Each is known by what it is for, its period and its kind; those not named stay. All are set or none. ${OF_RUNS} ` +
        'Runs under way feel it at their next call. What was spent before is counted from the start.',
      needs: 'settings.edit',
      body: BudgetsUpdate,
      response: { 200: BudgetList },
      handler: ({ scope }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          await setBudgets(tx, body.items, now())
          return { items: await readBudgets(tx, now()), next_cursor: null }
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/budget'),
      tag: 'Billing',
      method: 'PUT',
      id: 'set_workbook_budget',
      for_token: 'none',
      summary: 'Limit what may be spent on a workbook',
      description: `In all, by all runs. ${OF_RUNS}`,
      needs: 'workbooks.edit',
      params: WorkbookPath,
      body: WorkbookBudget,
      response: { 200: WorkbookCost },
      exists: seesWorkbook,
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const workbook_id = await mustFindWorkbook(tx, params.workbook_id)
          const { max_usd: limit_usd, allow_unknown_prices } = body
          const budget = { scope: 'workbook', workbook_id, period: 'total', kind: 'hard' } as const
          await setBudgets(tx, [{ ...budget, limit_usd, allow_unknown_prices }], now())
          return readWorkbookCost(tx, workbook_id, now())
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/:row_id/cost'),
      tag: 'Billing',
      method: 'GET',
      id: 'get_row_cost',
      summary: 'What a row has cost, by column and provider',
      description: 'By the ledger: calls for the row by runs, by auto-run and by tests of columns.',
      needs: 'workbooks.view',
      params: RowPath,
      response: { 200: RowCost },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => readRowCost(tx, await mustFindWorkbook(tx, params.workbook_id), params.row_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/cost'),
      tag: 'Billing',
      method: 'GET',
      id: 'get_workbook_cost',
      summary: 'What a workbook has cost, and what its budgets leave',
      description: 'In total, today and this month, by provider, column and user, from the ledger.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      response: { 200: WorkbookCost },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => readWorkbookCost(tx, await mustFindWorkbook(tx, params.workbook_id), now())),
    }),
  ]
}
