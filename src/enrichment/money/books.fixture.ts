// For tests of money: a database with workers and runs on it, and what its books say.
import { expect } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { RunRequest, RunResponse } from '../runs/planning/run.schema.ts'
import { workerFor } from '../runs/run-stage.fixture.ts'
import { readRun } from '../runs/runs.reads.ts'
import { startRun } from '../runs/start-run.commands.ts'
import type { RunWorker } from '../runs/worker/run.worker.ts'
import { setBudgets } from './budgets.commands.ts'
import { readBudgets } from './budgets.reads.ts'
import type { BudgetUpdate } from './budgets.schema.ts'

export type Book = { workspace_id: WorkspaceId; id: string }

const now = () => new Date()

export const ended = (run: RunResponse) => run.ended_at !== null
export const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
export const about = (...providers: string[]): JsonObject => ({
  type: 'waterfall',
  name: 'About',
  output: 'description',
  steps: providers.map((provider) => ({ provider, inputs: { key: '{{Name}}' } })),
})
/** A hard one of the workspace and the month, unless told otherwise. */
export const budget = (limit_usd: number | null, more: Partial<BudgetUpdate> = {}): BudgetUpdate => ({
  scope: 'workspace',
  period: 'month',
  kind: 'hard',
  allow_unknown_prices: false,
  limit_usd,
  ...more,
})
/** A little later, so that many calls are under way at once. */
export const soon = () => new Promise((resolve) => setTimeout(resolve, 3))

export async function openBooks() {
  const database = await openTestDatabase()
  let workers: RunWorker[] = []
  const inBook = <T>(book: Book, work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(book.workspace_id, work)
  const budgets = (book: Book) => inBook(book, (tx) => readBudgets(tx, now()))
  return {
    database,
    inBook,
    budgets,
    set: (book: Book, ...items: BudgetUpdate[]) => inBook(book, (tx) => setBudgets(tx, items, now())),

    work(catalog: Lookup[], over = database): void {
      workers.push(workerFor(over, catalog))
    },

    async start(book: Book, catalog: Lookup[], request: Partial<RunRequest> = {}, token_id: string | null = null) {
      const actor = { kind: 'user' as const, user_id: 1, name: 'Ann', token_id, ip: null, request_id: null }
      const runs = { database, catalog, now }
      const at = { workspace_id: book.workspace_id, actor }
      const { run_id, estimate } = await startRun(runs, at, book.id, { mode: 'missing', ...request })
      for (const worker of workers) worker.wake()
      return { run_id, runs, estimate, look: () => inBook(book, (tx) => readRun(tx, book.id, run_id)) }
    },

    wake() {
      for (const worker of workers) worker.wake()
    },

    async rest(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()))
      workers = []
    },

    lines: (book: Book) =>
      database.asOwner<{ state: string; amount: number | null; basis: string | null; lookup: string; price: number }>(
        `select state, amount_micro::float8 as amount, basis, lookup, price_micro::float8 as price from ledger_lines
          where workspace_id = $1 order by at, id`,
        [book.workspace_id],
      ),

    /** What must hold whenever nothing is under way: ledger, budgets, counters of runs and of days tell the same. In USD. */
    async expectBooksToAgree(book: Book): Promise<number> {
      const [sums] = await database.asOwner<Record<string, number>>(
        `select (select coalesce(sum(amount_micro), 0)::float8 from ledger_lines where workspace_id = $1) as ledger,
          (select count(*)::int from ledger_lines where workspace_id = $1 and state = 'reserved')
            + (select count(*)::int from reservations where workspace_id = $1) as reserved,
          (select coalesce(sum(cost_micro), 0)::float8 from lookup_usage where workspace_id = $1) as days,
          (select coalesce(sum(cost_micro), 0)::float8 from runs where workspace_id = $1) as runs,
          (select coalesce(sum(cost_micro), 0)::float8 from attempts where workspace_id = $1) as attempts`,
        [book.workspace_id],
      )
      const { ledger = 0, ...others } = sums ?? {}
      expect(others).toEqual({ reserved: 0, days: ledger, runs: ledger, attempts: ledger })
      for (const one of await budgets(book)) expect(one.reserved_usd).toBe(0)
      return ledger / 1e6
    },
  }
}
