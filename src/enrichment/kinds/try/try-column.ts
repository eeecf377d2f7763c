// Asks a column's own lookup for a few rows, and stores nothing but what it cost.

import type { Payer } from '../../../engine/budget.ts'
import { planCell } from '../../../engine/cell.ts'
import type { ColumnConfig } from '../../../engine/columns.schema.ts'
import { type CellPlanSpec, isMade, planSpec } from '../../../engine/columns.ts'
import type { BillingRule } from '../../../engine/outcome.ts'
import { chargeFor, type Terms } from '../../../engine/price.ts'
import type { Row } from '../../../engine/row.ts'
import type { Accounts } from '../../../identity/integrations/accounts.reads.ts'
import { refuse } from '../../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../../kernel/ids.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { callLookup } from '../../../providers/call.ts'
import { type AnyLookup, accountFormOf } from '../../../providers/kit.ts'
import type { Tools } from '../../../providers/outside.ts'
import { mustBeSound } from '../../../records/workbooks/columns.logic.ts'
import { readRowsForRun } from '../../../records/workbooks/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../../records/workbooks/workbooks.reads.ts'
import {
  admitCalls,
  bookCalls,
  OverBudget,
  type Settlement,
  settlementOf,
  type WantedSpend,
  wordsOf,
} from '../../money/booking.commands.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { practised, readPractice } from '../../practice/practice.commands.ts'
import { type Askable, type Lookups, readLookups } from '../../runs/facts.ts'
import { countTried } from '../../usage/usage.writes.ts'
import { pathsIn } from './answer-paths.logic.ts'
import { type ColumnTry, MOST_TRIED, type TriedRow, type TryRequest } from './try.schema.ts'

export interface TryParts extends Askable {
  database: Database
  accounts: Pick<Accounts, 'find'>
  toolsFor: (workspaceId: WorkspaceId) => Tools
  now: () => Date
}

interface Prepared {
  workbook_id: string
  /** Of a column that is saved. */
  column_id: string | null
  spec: CellPlanSpec
  rows: Row[]
  lookups: Lookups
}

type Unsaved = TryRequest['column']

/** @throws Refusal `not_found`; `invalid` for a column that could not be saved; `conflict` for one that asks only lookups of the catalogue */
export async function tryColumn(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  wanted: { column: Unsaved } | { column_id: string },
  rowIds: string[] | undefined,
  signal: AbortSignal,
): Promise<ColumnTry> {
  const { spec, rows, lookups, workbook_id, column_id } = await parts.database.inWorkspace(scope, (tx) =>
    prepare(parts, tx, workbook, wanted, rowIds),
  )
  const { user_id, token_id } = scope.actor
  const books = booksOf(parts, scope, { workbook_id, run_id: null, user_id, token_id }, column_id)
  const tried = await Promise.all(
    rows.map((row) => tryRow(parts, scope.workspace_id, { spec, lookups, row, books }, signal)),
  )
  const asked = tried.flatMap(({ usage }) => usage ?? [])
  if (asked.length > 0) await parts.database.inWorkspace(scope, (tx) => countTried(tx, asked, parts.now()))
  const wholes = spec.output === 'response' ? tried.map(({ shown }) => shown.value as never) : []
  return {
    rows: tried.map(({ shown }) => shown),
    cost_usd: asked.reduce((sum, { cost_micro }) => sum + (cost_micro ?? 0), 0) / 1e6,
    paths: pathsIn(wholes),
  }
}

async function prepare(
  parts: TryParts,
  tx: WorkspaceTx,
  workbook: string,
  wanted: { column: Unsaved } | { column_id: string },
  rowIds: string[] | undefined,
): Promise<Prepared> {
  const id = await mustFindWorkbook(tx, workbook)
  const saved = await readColumns(tx, id)
  const column = 'column' in wanted ? unsaved(wanted.column, saved) : saved.find((each) => each.id === wanted.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  if (!isMade(column))
    return refuse('conflict', `"${column.name}" asks lookups of the catalogue; run it for a few rows instead`)
  const others = saved.filter((each) => each.id !== column.id)
  const all = [...others, column]
  if ('column' in wanted) mustBeSound(others, all, (index) => (index === others.length ? ['column'] : null))
  const practice = await readPractice(tx)
  const defaults = { ...(await readPerformance(tx)), practice: practice.on }
  const spec = planSpec(column, all, defaults) as CellPlanSpec
  const scope = rowIds ? { row_ids: rowIds.filter(isUuid) } : { from: 0, to: Number.MAX_VALUE, limit: MOST_TRIED }
  const rows = await readRowsForRun(tx, id, scope, null)
  const lookups = await readLookups(tx, practice.on ? practised(parts) : parts)
  return { spec, rows, lookups, workbook_id: id, column_id: 'column_id' in wanted ? wanted.column_id : null }
}

/** Under the name of nothing: it may read every column but itself. */
function unsaved(column: Unsaved, saved: readonly ColumnConfig[]): ColumnConfig {
  const known = saved.find(({ id }) => id === column.id)
  return { ...column, id: column.id ?? ' tried', name: column.name ?? known?.name ?? 'Tried column' } as ColumnConfig
}

interface Books {
  /** Before the call: its price is reserved. @throws OverBudget */
  reserve(want: WantedSpend): Promise<Terms>
  settle(settlement: Settlement): Promise<void>
  columnId: string | null
}

/** What is tried costs what it costs: under the same budgets and in the same ledger as a run. */
function booksOf(parts: TryParts, scope: Scope, payer: Payer, columnId: string | null): Books {
  return {
    columnId,
    async reserve(want) {
      const wanted = { wanted: [want], settled: [] }
      const verdicts = await parts.database.inWorkspace(scope, async (tx) => {
        const admitted = await admitCalls(tx, payer, wanted)
        await admitted.book()
        return admitted.verdicts
      })
      const verdict = verdicts.get(want.id)
      if (verdict?.kind !== 'granted') throw new OverBudget(verdict ? wordsOf(verdict) : 'It could not be reserved')
      return verdict.terms
    },
    async settle(settlement) {
      await parts.database.inWorkspace(scope, (tx) => bookCalls(tx, payer, [settlement]))
    },
  }
}

type Tried = { shown: TriedRow; usage?: { provider: string; kind: string; cost_micro: number | null } }

async function tryRow(
  parts: TryParts,
  workspaceId: WorkspaceId,
  { spec, lookups, row, books }: { spec: CellPlanSpec; lookups: Lookups; row: Row; books: Books },
  signal: AbortSignal,
): Promise<Tried> {
  const blank: TriedRow = {
    ...{ row_id: row.row_id, position: row.position, inputs: {}, status: 'skipped', value: null, fields: null },
    ...{ reason: null, detail: null, cost_usd: 0, duration_ms: 0, request: null, response: null },
  }
  const now = parts.now()
  const decision = planCell({
    ...{ spec, row, mode: 'all', force: true, now: now.getTime(), factsOf: lookups.factsOf, unsettled: new Set() },
  })
  if (decision.kind === 'skip') return { shown: { ...blank, reason: decision.reason, detail: decision.detail } }
  const [step] = decision.kind === 'ask' ? decision.plan.steps : []
  const lookup = step && lookups.lookupOf(step)
  const facts = step && lookups.factsOf(step.provider, step.made)
  if (!step || !lookup || !facts) return { shown: blank }
  const skip = step.skip ?? facts.gate
  if (skip) return { shown: { ...blank, inputs: step.inputs, ...skip } }
  const asking = () => call(parts, workspaceId, lookup, step.inputs, signal)
  const paid = await pay(books, { lookup, row_id: row.row_id, at: now, rule: facts.rule }, asking, signal)
  if (paid instanceof OverBudget)
    return { shown: { ...blank, inputs: step.inputs, reason: 'over_budget', detail: paid.message } }
  const { outcome, request, response, notes, cost_micro } = paid
  const shown: TriedRow = {
    ...blank,
    inputs: step.inputs,
    cost_usd: cost_micro === null ? null : cost_micro / 1e6,
    duration_ms: parts.now().getTime() - now.getTime(),
    request: request ?? null,
    response: response || notes ? { ...response, ...(notes && { notes }) } : null,
  }
  const usage = { provider: step.provider, kind: outcome.kind, cost_micro }
  switch (outcome.kind) {
    case 'found': {
      const { output } = spec
      const value = output === null ? outcome.values : (outcome.values[output] ?? null)
      return {
        shown: { ...shown, status: value === null ? 'not_found' : 'complete', value, fields: outcome.values },
        usage,
      }
    }
    case 'not_found':
      return { shown: { ...shown, status: 'not_found', detail: outcome.reason ?? null }, usage }
    case 'failed':
      return { shown: { ...shown, status: 'error', reason: outcome.class, detail: outcome.message }, usage }
    default:
      return { shown: { ...shown, status: 'throttled', detail: 'Asked to come back later' }, usage }
  }
}

interface Paid {
  lookup: AnyLookup
  row_id: string
  at: Date
  rule: BillingRule
}

/** Asks, with the price reserved before and settled after. What is broken off may have been billed, and is booked as that. */
async function pay(
  books: Books,
  { lookup, row_id, at, rule }: Paid,
  asking: () => ReturnType<typeof call>,
  signal: AbortSignal,
): Promise<OverBudget | (Awaited<ReturnType<typeof call>> & { cost_micro: number | null })> {
  const want: WantedSpend = { id: newId(), at, row_id, column_id: books.columnId, lookup }
  let terms: Terms = { rule, price_micro: 0, basis: 'catalogue' }
  try {
    if (rule !== 'free') terms = await books.reserve(want)
  } catch (error) {
    if (error instanceof OverBudget) return error
    throw error
  }
  let known: { cost_micro: number | null; reported: boolean } = { cost_micro: null, reported: false }
  try {
    const called = await asking()
    const reported = called.charged_usd === undefined ? undefined : Math.round(called.charged_usd * 1e6)
    // Nobody waited for the answer, so what came of it says nothing of what was billed.
    if (signal.aborted && called.outcome.kind === 'failed' && rule !== 'free') return { ...called, cost_micro: null }
    known = { cost_micro: chargeFor(terms, called.outcome, reported), reported: reported !== undefined }
    return { ...called, cost_micro: known.cost_micro }
  } finally {
    if (rule !== 'free' || (known.cost_micro ?? 0) > 0) await books.settle(settlementOf(want, terms, known))
  }
}

async function call(
  parts: TryParts,
  workspaceId: WorkspaceId,
  lookup: AnyLookup,
  inputs: JsonObject,
  signal: AbortSignal,
) {
  const form = accountFormOf(lookup)
  const account = form && (await parts.accounts.find(workspaceId, form))
  return callLookup(lookup, inputs, parts.toolsFor(workspaceId), signal, { ...(account && { account }) })
}
