// Setting budgets: each by what it is for, its period and its kind. What was spent before is counted from the start.
import { type BudgetScope, spanOf } from '../../engine/money/budget.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { budgetChanged } from '../enrichment.events.ts'
import type { BudgetUpdate } from './budgets.schema.ts'
import { enterMoney } from './ledger.writes.ts'
import { LEDGER } from './reservations.writes.ts'

interface Stored {
  scope: BudgetScope
  subject: string
  period: BudgetUpdate['period']
  is_hard: boolean
}

/** Sets, changes or takes away the given budgets, all or none; others stay. Runs under way feel it at their next call. */
export async function setBudgets(tx: WorkspaceTx, items: readonly BudgetUpdate[], now: Date): Promise<void> {
  await enterMoney(tx, 'alone')
  for (const [index, item] of items.entries()) {
    const { scope, subject } = await subjectOf(tx, item, index)
    const { period, kind, limit_usd, allow_unknown_prices } = item
    await setBudget(tx, { scope, subject, period, is_hard: kind === 'hard' }, { limit_usd, allow_unknown_prices }, now)
  }
}

async function setBudget(
  tx: WorkspaceTx,
  budget: Stored,
  { limit_usd, allow_unknown_prices }: Pick<BudgetUpdate, 'limit_usd' | 'allow_unknown_prices'>,
  now: Date,
): Promise<void> {
  const key = [tx.workspace_id, budget.scope, budget.subject, budget.period, budget.is_hard]
  const where = 'workspace_id = $1 and scope = $2 and subject = $3 and period = $4 and is_hard = $5'
  const { rows } = await tx.client.query<{ id: string; limit_micro: number; allow_unknown_prices: boolean }>(
    `select id, limit_micro, allow_unknown_prices from budgets where ${where}`,
    key,
  )
  const [before] = rows
  if (limit_usd === null) {
    if (!before) return
    await tx.client.query(`delete from budgets where ${where}`, key)
  } else if (before) {
    await tx.client.query(
      'update budgets set limit_micro = $3, allow_unknown_prices = $4, updated_at = now() where workspace_id = $1 and id = $2',
      [tx.workspace_id, before.id, microFromUsd(limit_usd), allow_unknown_prices],
    )
    // Under another limit what was told is not true any more.
    await tx.client.query('update budget_use set told = 0 where workspace_id = $1 and budget_id = $2', [
      tx.workspace_id,
      before.id,
    ])
  } else await addBudget(tx, budget, microFromUsd(limit_usd), allow_unknown_prices, now)
  const { scope, subject, period, is_hard } = budget
  const shown = { scope, subject, period, kind: is_hard ? 'hard' : 'soft' }
  await audit(tx, {
    act: 'budget.changed',
    object: { type: 'budget', id: [scope, subject, period].filter(Boolean).join(' ') },
    before: before
      ? { ...shown, limit_usd: usdFromMicro(before.limit_micro), allow_unknown_prices: before.allow_unknown_prices }
      : null,
    after: limit_usd === null ? null : { ...shown, limit_usd, allow_unknown_prices },
  })
  await emit(tx, budgetChanged, { scope, subject, period, limit_usd })
}

/** The cap of one run, which is new and has spent nothing: no lock is needed. */
export async function capRun(
  tx: WorkspaceTx,
  runId: string,
  maxUsd: number,
  allowUnknownPrices: boolean,
): Promise<void> {
  await tx.client.query(
    `insert into budgets (workspace_id, id, scope, subject, period, is_hard, limit_micro, allow_unknown_prices)
      values ($1, $2, 'run', $3, 'total', true, $4, $5)`,
    [tx.workspace_id, newId(), runId, microFromUsd(maxUsd), allowUnknownPrices],
  )
}

// What was spent in the spans that are open now; earlier ones are not needed. Adding a budget locks the ledger exclusively.
const BEGIN = `/* along: runs (workspace_id, id, ended_at) where workspace_id = $1 and ended_at is null */
  with spans as (
    select case $2 when 'day' then $3 when 'month' then $4 else 'total' end as span, null::uuid as run_id where $2 <> 'run'
    union all select r.id::text, r.id from runs r where $2 = 'run' and r.workspace_id = $1 and r.ended_at is null
  )
  insert into budget_use (workspace_id, budget_id, span, reserved_micro, uncertain_micro, spent_micro)
  select $1, $5, s.span, coalesce(sum(l.reserved_micro) filter (where l.state = 'reserved'), 0),
    coalesce(sum(l.reserved_micro) filter (where l.state = 'uncertain'), 0),
    coalesce(sum(l.amount_micro) filter (where l.state = 'settled'), 0)
  from spans s left join ${LEDGER} l on l.workspace_id = $1 and (s.run_id is null or l.run_id = s.run_id)
    and ($2 not in ('day', 'month') or l.at >= ($6::timestamp at time zone 'UTC'))
    and case $7 when 'workspace' then true when 'workbook' then l.workbook_id::text = $8 when 'user' then l.user_id::text = $8
      when 'token' then l.token_id = $8 when 'column' then l.workbook_id::text || '/' || l.column_id = $8 end
  group by s.span`

async function addBudget(tx: WorkspaceTx, budget: Stored, limit: number, allowUnknown: boolean, now: Date) {
  const { scope, subject, period, is_hard } = budget
  const id = newId()
  await tx.client.query(
    `insert into budgets (workspace_id, id, scope, subject, period, is_hard, limit_micro, allow_unknown_prices)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.workspace_id, id, scope, subject, period, is_hard, limit, allowUnknown],
  )
  const [day, month] = [spanOf('day', now, null) as string, spanOf('month', now, null) as string]
  const begins = period === 'month' ? `${month}-01` : day
  await tx.client.query(BEGIN, [tx.workspace_id, period, day, month, id, begins, scope, subject])
}

/** @throws Refusal `invalid` for what is not in the workspace, or is missing */
async function subjectOf(
  tx: WorkspaceTx,
  { scope, workbook_id, column_id, user_id, token_id }: BudgetUpdate,
  index: number,
): Promise<{ scope: BudgetScope; subject: string }> {
  const at = (name: string) => ['items', index, name]
  const must = <T>(name: string, value: T | undefined): T =>
    value ?? refuseField(at(name), 'missing', `Field required for a budget of a ${scope}`)
  const unknown = (name: string, what: string, value: unknown) =>
    refuseField(at(name), 'value_error', `Value error, there is no such ${what} in this workspace`, value)
  switch (scope) {
    case 'workspace':
      return { scope, subject: '' }
    case 'user': {
      const id = must('user_id', user_id)
      const { rowCount } = await tx.client.query('select 1 from memberships where workspace_id = $1 and user_id = $2', [
        tx.workspace_id,
        Number.isSafeInteger(id) ? id : -1,
      ])
      return rowCount ? { scope, subject: String(id) } : unknown('user_id', 'member', id)
    }
    case 'token': {
      const given = must('token_id', token_id)
      // One that was revoked as well: what it set going goes on, and spends.
      const { rows } = isUuid(given)
        ? await tx.client.query<{ id: string }>(
            `select id from ingest_tokens where workspace_id = $1 and id = $2
             union all select id from mcp_tokens where workspace_id = $1 and id = $2`,
            [tx.workspace_id, given],
          )
        : { rows: [] }
      return rows[0] ? { scope, subject: rows[0].id } : unknown('token_id', 'token', given)
    }
    case 'workbook':
    case 'column': {
      const given = must('workbook_id', workbook_id)
      const column = scope === 'column' ? must('column_id', column_id) : undefined
      const { rows } = isUuid(given)
        ? await tx.client.query<{ id: string; has_column: boolean }>(
            `select w.id, exists (select 1 from workbook_columns c where c.workspace_id = $1 and c.workbook_id = w.id and c.id = $3) as has_column
              from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`,
            [tx.workspace_id, given, column ?? ''],
          )
        : { rows: [] }
      const [workbook] = rows
      if (!workbook) return unknown('workbook_id', 'workbook', given)
      if (column === undefined) return { scope, subject: workbook.id }
      if (!workbook.has_column)
        refuseField(at('column_id'), 'value_error', 'Value error, there is no such column', column)
      return { scope, subject: `${workbook.id}/${column}` }
    }
  }
}
