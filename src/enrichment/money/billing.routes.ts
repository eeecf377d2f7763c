// Routes of the ledger: lines, sums, the balance of the workspace, and settling an open line.
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { csvLine, displayText, guardFormula } from '../../kernel/csv-text.ts'
import { isUuid } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readBudgets } from './budgets.reads.ts'
import { settleLine } from './ledger.commands.ts'
import { allLines, readLedger } from './ledger.reads.ts'
import {
  Balance,
  LedgerFilter,
  type LedgerLine,
  LedgerList,
  LedgerQuery,
  LineSettlement,
  SpendingList,
  SpendingQuery,
} from './ledger.schema.ts'
import { readOpen, readSpending, sumUp } from './spending.reads.ts'

const OPEN = { method: 'GET', tag: 'Billing', access: 'user', needs: 'settings.view' } as const

export function billingRoutes(database: Database, now: () => Date): Route[] {
  return [
    defineRoute({
      ...OPEN,
      path: '/api/billing/ledger',
      id: 'list_ledger',
      summary: 'Every call that cost something or may have, newest first',
      description:
        'Unbilled calls, such as a miss under `on_hit`, have no line. Lines stay when workbooks, runs or users are deleted.',
      query: LedgerQuery,
      response: { 200: LedgerList },
      handler: ({ scope }, { query }) => database.inWorkspace(scope, (tx) => readLedger(tx, query)),
    }),
    defineRoute({
      ...OPEN,
      path: '/api/billing/ledger/export.csv',
      id: 'export_ledger_csv',
      summary: 'The ledger as a CSV file',
      description: 'UTF-8, RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
      query: Type.Object(LedgerFilter),
      response: { 200: { media: 'text/csv', description: 'The file.' } },
      async handler({ scope }, { query }, reply) {
        await database.inWorkspace(scope, (tx) => audit(tx, { act: 'ledger.exported', after: { ...query } }))
        async function* text() {
          yield csvLine(COLUMNS)
          for await (const lines of allLines((work) => database.inWorkspace(scope, work), query))
            yield lines.map(csvOf).join('')
        }
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="ledger.csv"')
          .send(Readable.from(text(), { highWaterMark: 1 }))
      },
    }),
    defineRoute({
      ...OPEN,
      path: '/api/billing/usage',
      id: 'list_spending',
      summary: 'What was spent, by day, provider, workbook, column, user or token',
      description:
        '`group_by` chooses what the sums are over; days are those of UTC, and `from` and `to` are among them.',
      query: SpendingQuery,
      response: { 200: SpendingList },
      handler: ({ scope }, { query }) =>
        database.inWorkspace(scope, async (tx) =>
          query.workbook_id !== undefined && !isUuid(query.workbook_id)
            ? { items: [], next_cursor: null }
            : readSpending(tx, query, now()),
        ),
    }),
    defineRoute({
      ...OPEN,
      path: '/api/billing/balance',
      id: 'get_balance',
      summary: 'What was spent today and this month, what is open, and what budgets leave',
      description:
        'Open amounts are reserved for calls in progress, or uncertain because a call got no answer; both count against ' +
        'budgets.',
      response: { 200: Balance },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => {
          const moment = now()
          const today = moment.toISOString().slice(0, 10)
          return {
            today: await sumUp(tx, { from: today }),
            month: await sumUp(tx, { from: `${today.slice(0, 7)}-01` }),
            ...(await readOpen(tx)),
            budgets: await readBudgets(tx, moment),
            as_of: moment.toISOString(),
          }
        }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/billing/ledger/:line_id/settle',
      id: 'settle_ledger_line',
      tag: 'Billing',
      access: 'user',
      summary: 'Enter what an uncertain or unpriced call really cost',
      description: 'Enter it from the vendor’s bill. Budgets count it at once. It can be corrected later.',
      needs: 'settings.edit',
      params: Type.Object({ line_id: Type.String() }),
      body: LineSettlement,
      errors: [409],
      response: { 204: null },
      async handler({ scope }, { params, body }) {
        await database.inWorkspace(scope, (tx) => settleLine(tx, params.line_id, body.amount_usd))
        return undefined
      },
    }),
  ]
}

const COLUMNS = [
  'at',
  'state',
  'amount_usd',
  'reserved_usd',
  'basis',
  'price_usd',
  'billing_rule',
  'provider',
  'lookup',
  'workbook_name',
  'column_name',
  'username',
  'workbook_id',
  'column_id',
  'row_id',
  'run_id',
  'user_id',
  'token_id',
  'id',
] as (keyof LedgerLine)[]

const csvOf = (line: LedgerLine) => csvLine(COLUMNS.map((name) => guardFormula(displayText(line[name]))))
