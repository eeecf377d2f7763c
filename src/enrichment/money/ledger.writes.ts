// The statements of the ledger and of budgets in use: one to lock and look, one to write, for a whole group of calls.

import type { BudgetSpan } from '../../engine/money/budget.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { BillingRule } from '../../engine/waterfall/outcome.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold, holdWithOthers } from '../../platform/db/hold.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { providerLabel, spend } from '../../platform/meters.ts'

/** A line of the ledger as it is to be: `released` takes away what turned out to cost nothing. Nothing is written as `reserved` any more. */
export interface NewLedgerLine {
  /** Id of the attempt. */
  id: string
  at: Date
  state: 'reserved' | 'settled' | 'uncertain' | 'unpriced' | 'released'
  reserved_micro: number | null
  amount_micro: number | null
  basis: 'reported' | 'catalogue' | 'workspace' | 'entered' | null
  price_micro: number | null
  rule: BillingRule
  provider: string
  lookup: string
  workbook_id: string | null
  column_id: string | null
  row_id: string | null
  run_id: string | null
  user_id: number | null
  token_id: string | null
}

/**
 * Writers of the ledger share a lock; changes of budgets take it exclusively. So a new budget begins
 * with all that was spent before it, and everything after it is counted: no call falls between.
 */
export async function enterMoney(tx: WorkspaceTx, how: 'with others' | 'alone'): Promise<void> {
  const name = `money${tx.workspace_id}`
  await (how === 'alone' ? hold(tx, name) : holdWithOthers(tx, name))
}

export interface OpenBudget extends BudgetSpan {
  told: number
}

/** The price of a call on record, whose that was, and what was kept aside for it. */
export type LineTerms = Pick<Terms, 'rule' | 'price_micro'> & {
  reserved_micro: number | null
  price_basis: 'workspace' | null
}

export interface BudgetCheck {
  budgets: OpenBudget[]
  /** Those of the asked-for calls that are on record as reserved already, with what was kept aside for each. */
  reserved: Map<string, LineTerms>
  prices: Map<string, { price_micro: number; rule: BillingRule | null }>
}

// The update changes nothing: it is there to lock the rows, new ones and old, in the order of their ids, and to return them.
const LOOK = {
  name: 'money_look',
  text: `with concerned as materialized (
      select b.id as budget_id, b.scope, b.subject, b.period, b.is_hard, b.limit_micro, b.allow_unknown_prices, s.span
      from jsonb_to_recordset($2::jsonb) g(scope text, subject text)
      join budgets b on b.workspace_id = $1 and b.scope = g.scope and b.subject = g.subject
      join jsonb_to_recordset($3::jsonb) s(period text, span text) on s.period = b.period
    ), used as (
      insert into budget_use as u (workspace_id, budget_id, span) select $1, budget_id, span from concerned order by budget_id, span
      on conflict (workspace_id, budget_id, span) do update set told = u.told
      returning budget_id, span, uncertain_micro + spent_micro as gone_micro, reserved_micro, told
    )
    select (select coalesce(json_agg(to_jsonb(c) || jsonb_build_object('used_micro', u.gone_micro + u.reserved_micro, 'gone_micro', u.gone_micro, 'told', u.told)
          order by c.budget_id, c.span), '[]') from concerned c join used u using (budget_id, span)) as budgets,
      (select coalesce(json_agg(t), '[]') from unnest($4::uuid[]) wanted(id) cross join lateral (
        (select id, rule, price_micro, reserved_micro, price_basis from reservations
          where workspace_id = $1 and ${inOrder('id', 'wanted.id')} offset 0)
        union all (select id, rule, price_micro, reserved_micro, case when basis = 'workspace' then basis end from ledger_lines
          where workspace_id = $1 and ${inOrder('id', 'wanted.id', "and state = 'reserved'")} offset 0)) t) as reserved,
      (select coalesce(json_agg(p), '[]') from (
        select lookup, price_micro, rule from lookup_prices where workspace_id = $1 and lookup = any($5::text[])) p) as prices`,
}

/** Locks the budgets that concern these subjects and spans, and reads how far they are used. Comes after {@link enterMoney}. */
export async function lockBudgets(
  tx: WorkspaceTx,
  asked: {
    subjects: { scope: string; subject: string }[]
    spans: { period: string; span: string }[]
    ids: string[]
    lookups: string[]
  },
): Promise<BudgetCheck> {
  const values = [
    tx.workspace_id,
    JSON.stringify(asked.subjects),
    JSON.stringify(asked.spans),
    asked.ids,
    asked.lookups,
  ]
  const { rows } = await tx.client.query<{
    budgets: OpenBudget[]
    reserved: (LineTerms & { id: string })[]
    prices: { lookup: string; price_micro: number; rule: BillingRule | null }[]
  }>({ ...LOOK, values })
  const { budgets, reserved, prices } = oneRow(rows)
  return {
    budgets,
    reserved: new Map(reserved.map(({ id, ...terms }) => [id, terms])),
    prices: new Map(prices.map((price) => [price.lookup, price])),
  }
}

// Lines are found key by key through the primary key, independent of the planner's estimate of its size.
// What a call counted before, reserved or as a line, is taken back and what it counts now is added, so that writing a line again changes
// nothing. It keeps its moment, in whose day and month it counts, and its price: what was kept aside for it is what it may have cost,
// whatever the lookup costs by now. The caller drops its reservation afterwards.
const writing = (ofRuns: string, used: (update: string) => string) => `with given as materialized (
      select * from jsonb_to_recordset($2::jsonb) g(id uuid, at timestamptz, state text, reserved_micro bigint, amount_micro bigint,
        basis text, price_micro bigint, rule text, provider text, lookup text, workbook_id uuid, column_id text, row_id uuid,
        run_id uuid, user_id bigint, token_id text)
    ), before as materialized (
      select l.* from given g cross join lateral (
        select ctid as place, id, state, reserved_micro, amount_micro, at, price_micro, rule, null as whose from ledger_lines
          where workspace_id = $1 and ${inOrder('id', 'g.id')} offset 0) l
      union all select r.* from given g cross join lateral (
        select null::tid as place, id, 'reserved' as state, reserved_micro, null::bigint, at, price_micro, rule,
          coalesce(price_basis, 'catalogue') as whose from reservations where workspace_id = $1 and ${inOrder('id', 'g.id')} offset 0) r
    ), told as materialized (
      select g.id, coalesce(b.at, g.at) as at, g.amount_micro, coalesce(b.rule, g.rule) as rule, b.state as was, b.amount_micro as amount_before,
        case when b.id is null then g.reserved_micro else b.reserved_micro end as reserved_micro,
        case when b.id is null then g.price_micro else b.price_micro end as price_micro,
        case when b.id is null or g.state not in ('uncertain', 'unpriced') then g.state
          when b.reserved_micro is null then 'unpriced' else 'uncertain' end as state,
        case when g.state in ('uncertain', 'unpriced') then coalesce(b.whose, g.basis) else g.basis end as basis,
        g.provider, g.lookup, g.workbook_id, g.column_id, g.row_id, g.run_id, g.user_id, g.token_id
      from given g left join before b using (id)
    ), gone as (
      delete from ledger_lines where ctid = any(array(
        select b.place from before b join given g using (id) where g.state = 'released'))
    ), written as (
      insert into ledger_lines as l (workspace_id, id, at, state, reserved_micro, amount_micro, basis, price_micro, rule, provider,
        lookup, workbook_id, column_id, row_id, run_id, user_id, token_id)
      select $1, id, at, state, reserved_micro, amount_micro, basis, price_micro, rule, provider, lookup, workbook_id, column_id, row_id,
        run_id, user_id, token_id
      from told where state <> 'released'
      on conflict (workspace_id, id) do update set state = excluded.state, amount_micro = excluded.amount_micro,
        basis = excluded.basis
    ), counted as (
      select id, coalesce(reserved_micro, 0) as most, state as now, was,
        coalesce(amount_micro, 0) as amount, coalesce(amount_before, 0) as amount_before
      from told
    ), of_runs as (
      ${ofRuns}
    ), moved as (
      select p.budget_id, p.span,
        sum(most * ((now = 'reserved')::int - coalesce(was = 'reserved', false)::int)) as reserved,
        sum(most * ((now = 'uncertain')::int - coalesce(was = 'uncertain', false)::int)) as uncertain,
        sum(amount * (now = 'settled')::int - amount_before * coalesce(was = 'settled', false)::int) as spent
      from jsonb_to_recordset($3::jsonb) p(id uuid, budget_id uuid, span text) join counted using (id) group by 1, 2
    )${used(`update budget_use u set reserved_micro = u.reserved_micro + m.reserved, uncertain_micro = u.uncertain_micro + m.uncertain,
      spent_micro = u.spent_micro + m.spent
    from moved m where u.workspace_id = $1 and u.budget_id = m.budget_id and u.span = m.span
    returning u.budget_id, u.span, u.uncertain_micro + u.spent_micro as gone_micro`)}`

const OF_RUNS = `select g.run_id, sum(coalesce(c.amount, 0) * (c.now = 'settled')::int
          - c.amount_before * coalesce(c.was = 'settled', false)::int) as micro
        from given g join counted c using (id) where g.run_id is not null group by 1`
const WRITE = {
  name: 'ledger_write',
  text: writing(
    `update runs r set cost_micro = r.cost_micro + m.micro from (
        ${OF_RUNS}) m
      where r.workspace_id = $1 and r.id = m.run_id and m.micro <> 0`,
    (update) => `\n    ${update}`,
  ),
}
// In a distributed database the runs are on the coordinator and the ledger is not.
const WRITE_APART = {
  name: 'ledger_write_apart',
  text: writing(
    OF_RUNS,
    (update) => `, used as (${update})
    select (select coalesce(json_agg(u), '[]') from used u) as used, (select coalesce(json_agg(m), '[]') from of_runs m where micro <> 0) as runs`,
  ),
}
const WRITE_RUNS = {
  name: 'ledger_write_runs',
  text: `update runs r set cost_micro = r.cost_micro + m.micro from jsonb_to_recordset($2::jsonb) m(run_id uuid, micro bigint)
    where r.workspace_id = $1 and r.id = m.run_id`,
}

export interface UsedBudget {
  budget_id: string
  span: string
  /** Spent, or perhaps spent; without what is only reserved. */
  gone_micro: number
}

/** Writes lines, each once, and moves the budgets that `counts` pairs them with. */
export async function writeLines(
  tx: WorkspaceTx,
  lines: readonly NewLedgerLine[],
  counts: readonly { id: string; budget_id: string; span: string }[],
): Promise<UsedBudget[]> {
  const values = [tx.workspace_id, JSON.stringify(lines.map(needed)), JSON.stringify(counts)]
  const used = tx.is_distributed
    ? await writeApart(tx, values)
    : (await tx.client.query<UsedBudget>({ ...WRITE, values })).rows
  tx.afterwards.push(() => {
    for (const { state, amount_micro, provider } of lines)
      if (state === 'settled' && amount_micro) spend.inc({ provider: providerLabel(provider) }, amount_micro / 1e6)
  })
  return used
}

async function writeApart(tx: WorkspaceTx, values: unknown[]): Promise<UsedBudget[]> {
  const { rows } = await tx.client.query<{ used: UsedBudget[]; runs: unknown[] }>({ ...WRITE_APART, values })
  const { used, runs } = oneRow(rows)
  if (runs.length > 0) await tx.client.query({ ...WRITE_RUNS, values: [tx.workspace_id, JSON.stringify(runs)] })
  return used
}

/** A released line cost nothing: its id and state are enough. */
const needed = (line: NewLedgerLine) => (line.state === 'released' ? { id: line.id, state: line.state } : line)
