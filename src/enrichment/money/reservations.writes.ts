// Calls in progress: recorded before they are made, and deleted when their results are recorded.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { NewLedgerLine } from './ledger.writes.ts'

/** What a call is put on record with before it is made. */
export type Reservation = Omit<NewLedgerLine, 'state' | 'amount_micro' | 'basis'> & {
  /** Step of a run; null for a call outside of runs. */
  step_id: string | null
  /** Null is the catalog. */
  price_basis: 'workspace' | null
  /** How many times its most is kept free for a call whose vendor reports its cost; null for calls that cannot cost more. */
  cover: number | null
}

/** A line, or a call under way, with whose price it was made at. */
export type LineOnRecord = Omit<NewLedgerLine, 'state' | 'amount_micro' | 'basis'> &
  Partial<Pick<Reservation, 'price_basis'>>

/** Lines of the ledger and calls under way that cost something or may, to be read as one table; conditions reach both. */
export const LEDGER = `(
    select workspace_id, id, at, state, reserved_micro, amount_micro, basis, price_micro, rule, provider, lookup, workbook_id, column_id,
      row_id, run_id, user_id, token_id, case when basis = 'workspace' then basis end as price_basis from ledger_lines
    union all select workspace_id, id, at, 'reserved', reserved_micro, null::bigint, null, price_micro, rule, provider, lookup, workbook_id,
      column_id, row_id, run_id, user_id, token_id, price_basis from reservations where rule <> 'free')`

// What is on record already is left as it is, and counts in no budget once more.
const GIVEN = `jsonb_to_recordset($2::jsonb) g(id uuid, at timestamptz, run_id uuid, step_id text, workbook_id uuid, column_id text,
        row_id uuid, provider text, lookup text, reserved_micro bigint, price_micro bigint, rule text, user_id bigint, token_id text,
        price_basis text, cover smallint)`
const INSERT = (
  from: string,
) => `insert into reservations (workspace_id, id, at, run_id, step_id, workbook_id, column_id, row_id, provider, lookup,
        reserved_micro, price_micro, rule, user_id, token_id, price_basis, cover)
      select $1, g.* from ${from} on conflict do nothing returning id, reserved_micro`
const RESERVE = {
  name: 'reservations_insert',
  text: `with given as materialized (
      select * from ${GIVEN}
    ), written as (
      ${INSERT('given g')}
    ), moved as (
      select p.budget_id, p.span, sum(w.reserved_micro) as micro
      from jsonb_to_recordset($3::jsonb) p(id uuid, budget_id uuid, span text) join written w using (id) group by 1, 2
    )
    update budget_use u set reserved_micro = u.reserved_micro + m.micro from moved m
    where u.workspace_id = $1 and u.budget_id = m.budget_id and u.span = m.span and m.micro > 0`,
}

// In a distributed database the budgets are on another node than the reservations.
const RESERVE_APART = { name: 'reservations_insert_apart', text: INSERT(GIVEN) }
const COUNT_APART = {
  name: 'reservations_count_apart',
  text: `update budget_use u set reserved_micro = u.reserved_micro + m.micro from (
      select p.budget_id, p.span, sum(w.reserved_micro) as micro from jsonb_to_recordset($2::jsonb) p(id uuid, budget_id uuid, span text)
        join jsonb_to_recordset($3::jsonb) w(id uuid, reserved_micro bigint) using (id) group by 1, 2) m
    where u.workspace_id = $1 and u.budget_id = m.budget_id and u.span = m.span and m.micro > 0`,
}

/** Puts calls on record, each once, and keeps what they may cost aside in the budgets that `counts` pairs them with. */
export async function insertReservations(
  tx: WorkspaceTx,
  calls: readonly Reservation[],
  counts: readonly { id: string; budget_id: string; span: string }[] = [],
): Promise<void> {
  if (calls.length === 0) return
  if (tx.is_distributed) {
    const { rows } = await tx.client.query({ ...RESERVE_APART, values: [tx.workspace_id, JSON.stringify(calls)] })
    const values = [tx.workspace_id, JSON.stringify(counts), JSON.stringify(rows)]
    if (rows.length > 0 && counts.length > 0) await tx.client.query({ ...COUNT_APART, values })
    return
  }
  await tx.client.query({
    ...RESERVE,
    values: [tx.workspace_id, JSON.stringify(calls), JSON.stringify(counts)],
  })
}

// Key by key, independent of the planner's statistics of a mostly empty table.
const dropping = (name: string, only = '') => ({
  name,
  text: `delete from reservations where ctid = any(array(
    select r.place from unnest($2::uuid[]) gone(id) cross join lateral (
      select ctid as place from reservations where workspace_id = $1 and id = gone.id ${only} for update offset 0) r))`,
})
const DROP = dropping('reservations_drop')
const DROP_FREE = dropping('reservations_drop_free', `and rule = 'free'`)

/** Deletes reservations whose results are recorded in the same transaction. Their money is settled before. */
export async function dropReservations(tx: WorkspaceTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.client.query({ ...DROP, values: [tx.workspace_id, ids] })
}

/**
 * The same for calls whose money was not settled. Free is what was so when it was reserved: money that was kept aside for the others
 * is given back when they are settled, whatever the lookup costs by now and whether or not it still exists.
 */
export async function dropFree(tx: WorkspaceTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.client.query({ ...DROP_FREE, values: [tx.workspace_id, ids] })
}
