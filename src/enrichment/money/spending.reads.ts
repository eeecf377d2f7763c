// Sums of the ledger, by whatever people ask: the one source of what was spent.
import { customWords } from '../../engine/columns/custom-columns.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { lookupById, providerName } from '../../providers/catalog.ts'
import type { Spending, SpendingGroup, SpendingItem, SpendingQuery } from './ledger.schema.ts'
import { LEDGER } from './reservations.writes.ts'

const DAY_MS = 86_400_000
/** More groups than users compare at a glance. */
const MOST_SHOWN = 50

const KEY: Record<SpendingGroup, string> = {
  provider: 'provider',
  lookup: 'lookup',
  workbook: 'workbook_id::text',
  column: `workbook_id::text || '/' || column_id`,
  user: 'user_id::text',
  token: 'token_id',
  day: `(at at time zone 'UTC')::date::text`,
}

/** Providers that the workspace defined have their names here; the others are named by the catalog. */
const OWN_NAME = '(select o.name from own_providers o where o.workspace_id = $1 and o.id = g.key)'

const NAME: Record<SpendingGroup, string> = {
  provider: OWN_NAME,
  lookup: OWN_NAME,
  workbook: `(select w.name from workbooks w where w.workspace_id = $1 and w.id = g.key::uuid and w.deleted_at is null)`,
  column: `(select c.name from workbook_columns c where c.workspace_id = $1 and c.workbook_id = split_part(g.key, '/', 1)::uuid
    and c.id = split_part(g.key, '/', 2))`,
  user: '(select u.username from users u where u.id = g.key::bigint)',
  token: `coalesce((select 'wbi_…' || t.hint from ingest_tokens t where t.workspace_id = $1 and t.id::text = g.key),
    (select t.name from mcp_tokens t where t.workspace_id = $1 and t.id::text = g.key))`,
  day: 'g.key',
}

const SUMS = `count(*) filter (where state <> 'reserved')::int as calls,
  coalesce(sum(amount_micro) filter (where state = 'settled'), 0)::bigint as spent,
  coalesce(sum(amount_micro - reserved_micro) filter (where state = 'settled' and basis = 'reported' and amount_micro > reserved_micro), 0)::bigint
    as beyond,
  coalesce(sum(reserved_micro) filter (where state = 'reserved'), 0)::bigint as reserved,
  coalesce(sum(reserved_micro) filter (where state = 'uncertain'), 0)::bigint as uncertain,
  count(*) filter (where state = 'unpriced')::int as unpriced`

interface Sums {
  calls: number
  spent: number
  beyond: number
  reserved: number
  uncertain: number
  unpriced: number
}

/** Which lines are summed; a day is one of UTC, the last one included. */
export interface SpendingScope {
  from?: string | undefined
  to?: string | undefined
  workbook_id?: string | undefined
  run_id?: string | undefined
  row_ids?: readonly string[] | undefined
}

// The order makes the planner find the lines of a period by their time.
function linesOf(which: SpendingScope, values: unknown[]): string {
  const isByTime = which.from !== undefined && which.workbook_id === undefined
  return `(select * from ${LEDGER} l where ${whereOf(which, values)} ${isByTime ? 'order by at desc offset 0' : ''}) l`
}

// What does not filter is no part of the text, so that the planner takes the index by time, by workbook, by its run, or by row.
function whereOf({ from, to, workbook_id, run_id, row_ids }: SpendingScope, values: unknown[]): string {
  const conditions = ['workspace_id = $1']
  const only = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  only((n) => `at >= ${n}::date::timestamp at time zone 'UTC'`, from)
  only((n) => `at < (${n}::date + 1)::timestamp at time zone 'UTC'`, to)
  only((n) => `workbook_id = ${n}`, workbook_id)
  only((n) => `run_id = ${n}`, run_id)
  only((n) => `row_id = any(${n}::uuid[])`, row_ids)
  return conditions.join(' and ')
}

export async function sumUp(tx: WorkspaceTx, which: SpendingScope): Promise<Spending> {
  const values: unknown[] = [tx.workspace_id]
  const { rows } = await tx.client.query<Sums>(`select ${SUMS} from ${linesOf(which, values)}`, values)
  return wire(oneRow(rows))
}

/** What is under way or uncertain, since whenever: a small table and a small index hold just these. */
export async function readOpen(tx: WorkspaceTx): Promise<{ reserved_usd: number; uncertain_usd: number }> {
  const { rows } = await tx.client.query<{ state: string; micro: number }>(
    `select state, coalesce(sum(reserved_micro), 0)::bigint as micro from ${LEDGER} l
      where workspace_id = $1 and state in ('reserved', 'uncertain') group by 1`,
    [tx.workspace_id],
  )
  const of = (state: string) => usdFromMicro(rows.find((row) => row.state === state)?.micro ?? 0)
  return { reserved_usd: of('reserved'), uncertain_usd: of('uncertain') }
}

type Row = Sums & { key: string | null; name: string | null }

/** The sum of the lines and, in the same pass over them, the dearest groups of each kind. */
export async function breakDown<G extends Exclude<SpendingGroup, 'day'>>(
  tx: WorkspaceTx,
  which: SpendingScope,
  groups: readonly G[],
): Promise<{ total: Spending; by: Record<G, SpendingItem[]> }> {
  const values: unknown[] = [tx.workspace_id]
  const keys = groups.map((group) => `${KEY[group]} as by_${group}`).join(', ')
  const names = groups.map((group) => `when '${group}' then ${NAME[group]}`).join(' ')
  const kind = groups.map((group) => `when grouping(by_${group}) = 0 then '${group}'`).join(' ')
  const { rows } = await tx.client.query<Row & { kind: G | null }>(
    `select kind, key, calls, spent, beyond, reserved, uncertain, unpriced, case kind ${names} end as name from (
      select *, row_number() over (partition by kind order by spent + uncertain desc, key desc nulls last) as place from (
        select case ${kind} end as kind, coalesce(${groups.map((group) => `by_${group}`).join(', ')}) as key, ${SUMS}
        from (select *, ${keys} from ${linesOf(which, values)}) l
        group by grouping sets ((), ${groups.map((group) => `(by_${group})`).join(', ')})) sums) g
      where place <= ${MOST_SHOWN} order by place`,
    values,
  )
  const itemsOf = (group: G) => rows.filter((row) => row.kind === group).map((row) => itemOf(row, group))
  const by = Object.fromEntries(groups.map((group) => [group, itemsOf(group)])) as Record<G, SpendingItem[]>
  return { total: wire(rows.find((row) => row.kind === null) as Sums), by }
}

/** A page of groups. @throws Refusal `invalid` for a cursor of another list */
export async function readSpending(tx: WorkspaceTx, query: SpendingQuery, now: Date) {
  const { group_by, workbook_id, limit } = query
  const to = query.to ?? now.toISOString().slice(0, 10)
  const from = query.from ?? new Date(Date.parse(to) - 30 * DAY_MS).toISOString().slice(0, 10)
  const list = `spending by ${group_by}`
  const after = decodeCursor(list, query.cursor)
  const rows = await readGroups(tx, group_by, { from, to, workbook_id }, limit + 1, after)
  const page = pageOf(list, rows, limit, (row) => [orderOf(row, group_by), row.key])
  return { ...page, items: page.items.map((row) => itemOf(row, group_by)) }
}

async function readGroups(
  tx: WorkspaceTx,
  group: SpendingGroup,
  which: SpendingScope,
  limit: number,
  after?: readonly (string | number | null)[],
): Promise<Row[]> {
  const values: unknown[] = [tx.workspace_id]
  const lines = linesOf(which, values)
  const rank = group === 'day' ? `(replace(g.key, '-', ''))::bigint` : 'g.spent + g.uncertain'
  const place = (value: unknown) => `$${values.push(value)}`
  const beyond = after
    ? `where (${rank}, coalesce(g.key, '')) < (${place(after[0])}::bigint, ${place(after[1] ?? '')}::text)`
    : ''
  const { rows } = await tx.client.query<Row>(
    `select g.*, ${NAME[group]} as name from (select ${KEY[group]} as key, ${SUMS} from ${lines} group by 1) g
      ${beyond} order by ${rank} desc, coalesce(g.key, '') desc limit ${place(limit)}`,
    values,
  )
  return rows
}

const orderOf = ({ key, spent, uncertain }: Row, group: SpendingGroup) =>
  group === 'day' ? Number((key ?? '').replaceAll('-', '')) : spent + uncertain

function itemOf({ key, name, ...sums }: Row, group: SpendingGroup): SpendingItem {
  return { key, name: key === null ? null : nameOf(key, name, group), ...wire(sums) }
}

function nameOf(key: string, name: string | null, group: SpendingGroup): string | null {
  if (group === 'provider') return name ?? providerName(key)
  return group === 'lookup' ? (name ?? lookupById(key)?.label ?? customWords(key) ?? key) : name
}

function wire({ calls, spent, beyond, reserved, uncertain, unpriced }: Sums): Spending {
  return {
    calls,
    spent_usd: usdFromMicro(spent),
    beyond_usd: usdFromMicro(beyond),
    reserved_usd: usdFromMicro(reserved),
    uncertain_usd: usdFromMicro(uncertain),
    unpriced,
  }
}
