// Lines of the ledger as people see them: a page, or all of them batch by batch.
import { isUuid } from '../../kernel/ids.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { LedgerFilter, LedgerLine, LedgerQuery } from './ledger.schema.ts'
import { LEDGER, type LineOnRecord } from './reservations.writes.ts'

const LIST = 'ledger'
const PERIOD = 1000

type Row = Omit<LedgerLine, 'at' | 'amount_usd' | 'reserved_usd' | 'price_usd'> & {
  at: Date
  /** To the microsecond, which a Date cannot hold. */
  moment: string
  amount_micro: number | null
  reserved_micro: number | null
  price_micro: number | null
}

/** Lines of calls, and calls under way that cost something or may, by the id of the attempt. */
export async function readLines(tx: WorkspaceTx, ids: readonly string[]): Promise<Map<string, LineOnRecord>> {
  const { rows } = await tx.client.query<LineOnRecord>(
    `select * from ${LEDGER} l where workspace_id = $1 and id = any($2::uuid[])`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map((line) => [line.id, line]))
}

/** Newest first. */
export async function readLedger(tx: WorkspaceTx, { limit, cursor, ...filter }: LedgerQuery) {
  const rows = await readRows(tx, filter, limit + 1, decodeCursor(LIST, cursor))
  const page = pageOf(LIST, rows, limit, ({ moment, id }) => [moment, id])
  return { ...page, items: page.items.map(wire) }
}

export async function* allLines(
  read: <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>,
  filter: LedgerFilter,
): AsyncGenerator<LedgerLine[]> {
  for (let after: [string, string] | undefined; ; ) {
    const rows = await read((tx) => readRows(tx, filter, PERIOD, after))
    yield rows.map(wire)
    const last = rows.at(-1)
    if (!last || rows.length < PERIOD) return
    after = [last.moment, last.id]
  }
}

// Plan: the index by time from its newer end, or the one by workbook; names are looked up for the lines of the page alone.
async function readRows(
  tx: WorkspaceTx,
  filter: LedgerFilter,
  limit: number,
  after: readonly (string | number | null)[] | undefined,
): Promise<Row[]> {
  const values: unknown[] = [tx.workspace_id]
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = ['workspace_id = $1']
  const { from, to, user } = filter
  if (from) conditions.push(`at >= ${place(from)}::date::timestamp at time zone 'UTC'`)
  if (to) conditions.push(`at < (${place(to)}::date + 1)::timestamp at time zone 'UTC'`)
  for (const name of ['workbook_id', 'run_id'] as const) {
    const id = filter[name]
    if (id !== undefined) conditions.push(isUuid(id) ? `${name} = ${place(id)}` : 'false')
  }
  for (const name of ['state', 'provider', 'lookup', 'column_id', 'token_id'] as const)
    if (filter[name] !== undefined) conditions.push(`${name} = ${place(filter[name])}`)
  if (user !== undefined) conditions.push(Number.isSafeInteger(user) ? `user_id = ${place(user)}` : 'false')
  if (after) conditions.push(`(at, id) < (${place(after[0])}::timestamptz, ${place(after[1])}::uuid)`)
  const { rows } = await tx.client.query<Row>(
    `with page as materialized (
        select * from ${LEDGER} l where ${conditions.join(' and ')} order by at desc, id desc limit ${place(limit)}
      )
      select p.id, p.at, p.at::text as moment, p.state, p.amount_micro, p.reserved_micro, p.basis, p.price_micro, p.rule as billing_rule,
        p.provider, p.lookup, p.workbook_id, w.name as workbook_name, p.column_id, c.name as column_name, p.row_id, p.run_id,
        p.user_id, u.username, p.token_id
      from page p left join workbooks w on w.workspace_id = $1 and w.id = p.workbook_id and w.deleted_at is null
        left join workbook_columns c on c.workspace_id = $1 and c.workbook_id = p.workbook_id and c.id = p.column_id
        left join users u on u.id = p.user_id
      order by p.at desc, p.id desc`,
    values,
  )
  return rows
}

function wire({ moment: _, at, amount_micro, reserved_micro, price_micro, basis, ...line }: Row): LedgerLine {
  const usd = (micro: number | null) => (micro === null ? null : usdFromMicro(micro))
  return {
    ...line,
    at: at.toISOString(),
    amount_usd: usd(amount_micro),
    basis: amount_micro === null ? null : basis,
    reserved_usd: usd(reserved_micro),
    price_usd: usd(price_micro),
  }
}
