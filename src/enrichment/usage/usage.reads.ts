// How providers were used, from the counters of each day; run-writer keeps them with every group of attempts.
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { UsageItem, UsageQuery } from './usage.schema.ts'

const DAY_MS = 86_400_000

type Row = Omit<UsageItem, 'cost_usd'> & { cost_micro: number }

/** What stands for the day or the provider where they are added up: sorts like any other and is none. */
const ALL = { day: '-infinity', provider: '' }

export async function readUsage(tx: WorkspaceTx, query: UsageQuery, now: Date) {
  const { group, limit } = query
  const to = query.to ?? dayOf(now)
  const from = query.from ?? dayOf(new Date(Date.parse(to) - 30 * DAY_MS))
  const list = `usage by ${group}`
  const after = decodeCursor(list, query.cursor ?? undefined)
  const day = group === 'provider' ? `'${ALL.day}'::date` : 'day'
  const provider = group === 'day' ? `'${ALL.provider}'::text` : 'provider'
  const { rows } = await tx.client.query<Row>(
    `select day::text, provider, calls, hits, misses, errors, cached, cost_micro, unpriced from (
       select ${day} as day, ${provider} as provider, sum(calls)::bigint as calls, sum(hits)::bigint as hits, sum(misses)::bigint as misses,
         sum(errors)::bigint as errors, sum(cached)::bigint as cached, sum(cost_micro)::bigint as cost_micro, sum(unpriced)::bigint as unpriced
       from lookup_usage where workspace_id = $1 and day between $2::date and $3::date group by 1, 2) u
     where $4::date is null or day < $4::date or (day = $4::date and provider > $5) order by u.day desc, u.provider limit $6`,
    [tx.workspace_id, from, to, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  )
  const page = pageOf(list, rows, limit, (row) => [row.day, row.provider])
  return {
    ...page,
    items: page.items.map(({ cost_micro, ...row }) => ({
      ...row,
      day: row.day === ALL.day ? null : row.day,
      provider: row.provider === ALL.provider ? null : row.provider,
      cost_usd: usdFromMicro(cost_micro),
    })),
  }
}

/** What the lookups of a workspace cost since a day of UTC, in USD. */
export async function readLookupCost(tx: WorkspaceTx, from: string): Promise<number> {
  const { rows } = await tx.client.query<{ cost: number }>(
    'select coalesce(sum(cost_micro), 0)::bigint as cost from lookup_usage where workspace_id = $1 and day >= $2::date',
    [tx.workspace_id, from],
  )
  return usdFromMicro(oneRow(rows).cost)
}

/** The number of valid answers from which the hit rate of a lookup is reliable. */
const ENOUGH_ANSWERS = 30
const MEASURED_DAYS = 90

/** The share of clean answers that found something, by lookup, of those that gave enough of them lately. */
export async function readHitRates(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ provider: string; rate: number }>(
    `select provider, sum(hits)::float8 / sum(hits + misses) as rate from lookup_usage
     where workspace_id = $1 and day > (now() at time zone 'UTC')::date - $2::int group by provider having sum(hits + misses) >= $3`,
    [tx.workspace_id, MEASURED_DAYS, ENOUGH_ANSWERS],
  )
  return new Map(rows.map(({ provider, rate }) => [provider, rate]))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
