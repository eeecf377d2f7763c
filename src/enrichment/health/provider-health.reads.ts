// How the providers of a workspace are doing, from its newest attempts: a look of bounded cost, however many there are.
import { firstIdOf } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { accountFormOf, integrationOf, type Lookup } from '../../providers/kit/kit.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import { accountNameOf, type ClosedSince, readClosed } from '../accounts/health.ts'
import type { ProviderHealth, ProviderHealthList } from './provider-health.schema.ts'

/** Only the newest attempts are read: all attempts of a busy week would take seconds. */
const LOOK_AT_MOST = 20_000

// Ids of attempts begin with their time, so the primary key has them in order. What was not asked says nothing of a provider,
// and neither does what test runs made up.
const FIGURES = `with newest as materialized (
    select id, provider, state, outcome, reason, detail, cached, duration_ms, started_at from attempts
    where workspace_id = $1 and id >= $2 order by id desc limit $3 + 1
  ), looked as (select * from newest order by id desc limit $3), asked as (
    select l.*, coalesce(m.account, l.provider) as account from looked l
      left join unnest($4::text[], $5::text[]) m (lookup, account) on m.lookup = l.provider
    where l.state <> 'reserved' and l.outcome is distinct from 'skipped' and l.provider not like 'test:%'
  )
  select (select count(*) from newest) > $3 as is_cut, (select min(started_at) from looked) as "from",
    coalesce((select json_agg(f) from (
      select account, case when grouping(provider) = 0 then provider end as lookup,
        count(*) filter (where not cached)::int as calls,
        count(*) filter (where not cached and outcome = 'found')::int as hits,
        count(*) filter (where not cached and outcome = 'not_found')::int as misses,
        count(*) filter (where not cached and outcome = 'later')::int as throttled,
        count(*) filter (where not cached and outcome is distinct from 'found' and outcome is distinct from 'not_found'
          and outcome is distinct from 'later')::int as errors,
        count(*) filter (where cached)::int as cached,
        percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) filter (where not cached) as ms,
        max(started_at) as last_at,
        (array_agg(json_build_object('at', started_at, 'reason', reason, 'detail', detail) order by id desc)
          filter (where outcome = 'failed'))[1] as last_error
      from asked group by grouping sets ((account), (account, provider)) order by account, lookup nulls first
    ) f), '[]') as figures`

interface Figures {
  account: string
  /** Null for all lookups of the account. */
  lookup: string | null
  calls: number
  hits: number
  misses: number
  throttled: number
  errors: number
  cached: number
  ms: (number | null)[] | null
  last_at: string
  last_error: { at: string; reason: string | null; detail: string | null } | null
}

export async function readProviderHealth(
  tx: WorkspaceTx,
  catalog: readonly Lookup[],
  since: Date,
): Promise<ProviderHealthList> {
  const accounts = catalog.map(accountOf)
  const own = new Map((await readOwnProviders(tx)).map(({ id, name }) => [id, name]))
  const { rows } = await tx.client.query<{ is_cut: boolean; from: Date | null; figures: Figures[] }>(FIGURES, [
    tx.workspace_id,
    firstIdOf(since),
    LOOK_AT_MOST,
    catalog.map(({ id }) => id),
    accounts,
  ])
  const { is_cut = false, from = null, figures = [] } = rows[0] ?? {}
  const closed = await readClosed(tx)
  const names = [...new Set([...closed.keys(), ...figures.map(({ account }) => account)])]
  const labelOf = (id: string) => own.get(id) ?? catalog.find((lookup) => lookup.id === id)?.label ?? id
  const items = names.map((account): ProviderHealth => {
    const lookup = catalog[accounts.indexOf(account)]
    const shut = closed.get(account)
    const mine = figures.filter((one) => one.account === account)
    return {
      account,
      label: (lookup && (accountFormOf(lookup)?.name ?? lookup.label)) ?? own.get(account) ?? account,
      integration_id: (lookup && integrationOf(lookup)?.id) ?? null,
      state: shut?.kind ?? 'well',
      closed: shut ? closedForm(shut) : null,
      ...wire(mine.find((one) => one.lookup === null)),
      lookups: mine.flatMap((one) =>
        one.lookup === null ? [] : [{ id: one.lookup, label: labelOf(one.lookup), ...wire(one) }],
      ),
    }
  })
  return {
    items: items.sort(
      (a, b) => rank(a) - rank(b) || b.calls + b.cached - (a.calls + a.cached) || a.label.localeCompare(b.label, 'en'),
    ),
    next_cursor: null,
    from: from?.toISOString() ?? null,
    is_cut,
  }
}

/** What needs a look first. */
const rank = ({ state }: ProviderHealth) => ['circuit_open', 'throttled', 'well'].indexOf(state)

/** What has no account by which it could be closed stands for itself. */
const accountOf = (lookup: Lookup) => accountNameOf(lookup) ?? lookup.id

function closedForm({ kind, reason, detail, until, trials, since }: ClosedSince) {
  const at = (moment: number) => new Date(moment).toISOString()
  return { kind, reason, detail, trials, since: at(since), until: until === null ? null : at(until) }
}

function wire(figures: Figures | undefined) {
  const { calls = 0, hits = 0, misses = 0, errors = 0, throttled = 0, cached = 0 } = figures ?? {}
  const error = figures?.last_error
  return {
    calls,
    hits,
    misses,
    errors,
    throttled,
    cached,
    hit_rate: hits + misses > 0 ? hits / (hits + misses) : null,
    error_rate: calls > 0 ? errors / calls : null,
    p50_ms: figures?.ms?.[0] ?? null,
    p95_ms: figures?.ms?.[1] ?? null,
    last_at: figures ? new Date(figures.last_at).toISOString() : null,
    last_error: error ? { ...error, at: new Date(error.at).toISOString() } : null,
  }
}
