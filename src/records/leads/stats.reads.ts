// The lead store in figures: added up from those of its blocks, which are kept until a lead of the block changes.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { PAST_HELD } from '../../platform/queue/lease.ts'
import { withTimeout } from '../filters/found-rows.reads.ts'
import { cacheUntilLeadChange } from '../lead-facts/counted.reads.ts'
import { blockOf, idsOfBlock, type LeadBlock, MOST_APART, readBlocks } from '../lead-facts/lead-blocks.reads.ts'
import { STANDS_FOR_ITSELF } from '../lead-facts/one-lead.reads.ts'

type Counts = Record<string, number>

export interface LeadCounts {
  total: number
  by_kind: Counts
  by_status: Counts
  by_score_tier: Counts
  with_email: number
  with_phone: number
  with_domain: number
  average_score: number | null
  added_last_7_days: number
}

/** Leads of one block, kind, status and tier. */
interface CountedLeads {
  kind: string | null
  status: string | null
  tier: string | null
  count: number
  email: number
  phone: number
  domain: number
  /** Null where none of them has one. */
  score: number | null
  scored: number
  /** When the first and the last of them were made, in seconds since the epoch. */
  first: number
  last: number
}
type Summed = Exclude<keyof CountedLeads, 'kind' | 'status' | 'tier' | 'first' | 'last'>

const FIGURES = `data ->> 'kind' as kind, data ->> 'status' as status, data ->> 'score_tier' as tier, count(*)::int as count,
    count(*) filter (where data ? 'email')::int as email, count(*) filter (where data ? 'phone')::int as phone,
    count(*) filter (where data ? 'domain')::int as domain, sum((data ->> 'score')::float8) as score,
    count(*) filter (where data ? 'score')::int as scored, extract(epoch from min(created_at))::float8 as first,
    extract(epoch from max(created_at))::float8 as last`
/** Computes the figures of all blocks in one pass. The planner expects one group per lead and would sort a million leads. */
const OF_ALL = `select ${blockOf('id')} as block, ${FIGURES} from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} group by 1, 2, 3, 4`
const OF_SOME = `select b.block, f.* from unnest($2::int[], $3::bigint[], $4::bigint[]) as b (block, first, "end") cross join lateral (
    select ${FIGURES} from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} and id >= b.first and id < b."end" group by 1, 2, 3) f`
/** Blocks that changed meanwhile, or that another reader keeps, are left. */
const KEEP = `update lead_blocks b set stats = x.stats, stats_of = x.changes
  from unnest($2::int[], $3::bigint[], $4::jsonb[]) as x (block, changes, stats)
  where b.workspace_id = $1 and b.block = x.block and b.changes = x.changes
    and b.block = any (array(select block from lead_blocks where workspace_id = $1 and block = any($2::int[]) ${PAST_HELD}))`

export function readStats(tx: WorkspaceTx): Promise<LeadCounts> {
  return withTimeout(tx, () =>
    cacheUntilLeadChange(tx, { stats: true }, async () => {
      const blocks = (await readBlocks(tx)).filter(({ leads }) => leads > 0)
      const figures = await readFigures(tx, blocks)
      return sumUp([...figures.values()].flat(), await countRecent(tx, figures))
    }),
  )
}

async function readFigures(tx: WorkspaceTx, blocks: readonly LeadBlock[]): Promise<Map<number, CountedLeads[]>> {
  const { rows: known } = await tx.client.query<{ block: number; changes: number; stats: CountedLeads[] }>({
    name: 'lead_figures',
    text: 'select block, stats_of as changes, stats from lead_blocks where workspace_id = $1 and stats_of = changes',
    values: [tx.workspace_id],
  })
  const kept = new Map(known.map((line) => [line.block, line]))
  const changed = blocks.filter(({ block, changes }) => kept.get(block)?.changes !== changes)
  const found = changed.length === 0 ? new Map<number, CountedLeads[]>() : await readChanged(tx, changed)
  return new Map(blocks.map(({ block }) => [block, found.get(block) ?? kept.get(block)?.stats ?? []]))
}

/** Keeps what these blocks come to. */
export async function keepFigures(tx: WorkspaceTx, blocks: readonly LeadBlock[]): Promise<void> {
  await readFigures(tx, blocks)
}

async function readChanged(tx: WorkspaceTx, blocks: readonly LeadBlock[]): Promise<Map<number, CountedLeads[]>> {
  const found = new Map(blocks.map(({ block }) => [block, [] as CountedLeads[]]))
  const ask = async (text: string, values: unknown[]) => {
    const { rows } = await tx.client.query<CountedLeads & { block: number }>(text, values)
    for (const { block, ...figures } of rows) found.get(block)?.push(figures)
  }
  if (blocks.length > MOST_APART) {
    await tx.client.query('set local enable_sort = off')
    await readWidely(tx, [], () => ask(OF_ALL, [tx.workspace_id]))
    await tx.client.query('set local enable_sort = on')
  } else {
    const ids = blocks.map(({ block }) => idsOfBlock(block))
    await ask(OF_SOME, [
      tx.workspace_id,
      blocks.map(({ block }) => block),
      ids.map(({ first }) => first),
      ids.map(({ end }) => end),
    ])
  }
  // What was found is at least as new as the changes that were known before.
  await tx.client.query(KEEP, [
    tx.workspace_id,
    blocks.map(({ block }) => block),
    blocks.map(({ changes }) => changes),
    blocks.map(({ block }) => JSON.stringify(found.get(block))),
  ])
  return found
}

const WEEK_S = 7 * 24 * 60 * 60

/** Leads made within seven days: those of a block are counted only where some are older and some are not. */
async function countRecent(tx: WorkspaceTx, figures: ReadonlyMap<number, CountedLeads[]>): Promise<number> {
  const { rows: times } = await tx.client.query<{ now: number }>('select extract(epoch from now())::float8 as now')
  const since = (times[0]?.now ?? 0) - WEEK_S
  let recent = 0
  const mixed: number[] = []
  for (const [block, groups] of figures) {
    if (groups.every(({ first }) => first > since)) recent += groups.reduce((sum, { count }) => sum + count, 0)
    else if (groups.some(({ last }) => last > since)) mixed.push(block)
  }
  if (mixed.length === 0) return recent
  const ids = mixed.map(idsOfBlock)
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from unnest($2::bigint[], $3::bigint[]) as b (first, "end") cross join lateral (
       select from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} and id >= b.first and id < b."end"
         and created_at > now() - interval '7 days' offset 0) recent`,
    [tx.workspace_id, ids.map(({ first }) => first), ids.map(({ end }) => end)],
  )
  return recent + (rows[0]?.count ?? 0)
}

function sumUp(rows: readonly CountedLeads[], recent: number): LeadCounts {
  const sum = (member: Summed) => rows.reduce((total, row) => total + (row[member] ?? 0), 0)
  const by = (member: 'kind' | 'status' | 'tier'): Counts => {
    const counts: Counts = {}
    for (const { count, [member]: name } of rows) if (name !== null) counts[name] = (counts[name] ?? 0) + count
    return counts
  }
  const scored = sum('scored')
  return {
    total: sum('count'),
    by_kind: by('kind'),
    by_status: by('status'),
    by_score_tier: by('tier'),
    with_email: sum('email'),
    with_phone: sum('phone'),
    with_domain: sum('domain'),
    average_score: scored === 0 ? null : Math.round((sum('score') / scored) * 10) / 10,
    added_last_7_days: recent,
  }
}
