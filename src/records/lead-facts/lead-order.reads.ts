// The beginning of an order of very many leads, kept from one page to the next: where leads have changed only their blocks are read again.
//
// A sample of the leads, one by one through their key, gives a place some thousands of leads behind the beginning. One pass leaves those that are
// not behind it, which are few enough to be sorted and kept. What changes later is between the two places or not, whatever else there is.
import type { SortKey } from '../../engine/filter/sort.ts'
import { createBoundedCache } from '../../platform/db/bounded-cache.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type RowPosition, SAMPLED } from '../filters/found-rows.reads.ts'
import { changedSince, changesOf, idsOfBlock, type LeadBlock, MOST_APART, readBlocks } from './lead-blocks.reads.ts'
import { STANDS_FOR_ITSELF } from './one-lead.reads.ts'

export interface OrderedLead {
  id: number
  keys: SortKey[]
}

/** What is to be read of an order; all of it without any of these. */
export interface OrderPart {
  after?: RowPosition | undefined
  /** None that is behind it. */
  upTo?: RowPosition | undefined
  /** Only these leads, looked up one by one. */
  ids?: readonly number[]
  /** Only leads of these blocks, beside some that are known. */
  blocks?: readonly number[]
  known?: readonly OrderedLead[]
  offset: number
  limit: number
}

interface Beginning {
  rows: OrderedLead[]
  after: RowPosition | undefined
  /** Undefined: to the end. */
  upTo: RowPosition | undefined
  changes: Map<number, number>
  until: number
}

/** Orders that a process keeps, about a megabyte each. */
const kept = createBoundedCache<Beginning>(12)
/** The fewest leads that are worth keeping for further pages, and the most that are kept. */
const WANTED = 2_000
const MOST = 20_000

export interface OrderedPage {
  after: RowPosition | undefined
  offset: number
  limit: number
  /** What is found out now is true so long where nothing changes, by the clock that only goes forward. */
  until: number
}

/** The leads of a page; `name` says of which order. */
export async function readOrdered(
  tx: WorkspaceTx,
  name: string,
  page: OrderedPage,
  read: (part: OrderPart) => Promise<OrderedLead[]>,
): Promise<OrderedLead[]> {
  const { after, offset, limit } = page
  if (offset + limit > MOST / 2) return read({ after, offset, limit })
  const key = `${tx.workspace_id} ${name}`
  const blocks = await readBlocks(tx)
  const before = kept.get(key)
  const now = before && performance.now() < before.until ? await renew(before, blocks, read) : null
  const there = now && partOf(now, page)
  if (now && there) {
    kept.set(key, now)
    return there
  }
  const found = await readBeginning(tx, blocks, page, read)
  kept.set(key, found)
  return found.rows.slice(offset, offset + limit)
}

/** As it is now; null where so much has changed that all leads are to be read. */
async function renew(
  before: Beginning,
  blocks: readonly LeadBlock[],
  read: (part: OrderPart) => Promise<OrderedLead[]>,
): Promise<Beginning | null> {
  const changed = changedSince(blocks, before.changes)
  if (changed.length === 0) return before
  if (changed.length > MOST_APART) return null
  const again = changed.map(({ block }) => idsOfBlock(block))
  const known = before.rows.filter(({ id }) => !again.some(({ first, end }) => id >= first && id < end))
  const { after, upTo } = before
  const rows = await read({ after, upTo, blocks: changed.map(({ block }) => block), known, offset: 0, limit: MOST })
  return rows.length < MOST ? { ...before, rows, changes: changesOf(blocks) } : null
}

/** The leads of a page; null when they are not all there. */
function partOf({ rows, after: first, upTo }: Beginning, { after, offset, limit }: OrderedPage): OrderedLead[] | null {
  const from = isSame(first, after) ? offset : offset + placeBehind(rows, after)
  return from >= offset && (from + limit <= rows.length || upTo === undefined) ? rows.slice(from, from + limit) : null
}

/** Far below zero where the lead is not there. */
function placeBehind(rows: readonly OrderedLead[], after: RowPosition | undefined): number {
  const place = rows.findIndex(({ id, keys }) => isSame({ position: id, keys }, after))
  return place < 0 ? Number.NEGATIVE_INFINITY : place + 1
}

function isSame(one: RowPosition | undefined, other: RowPosition | undefined): boolean {
  if (!one || !other) return one === other
  return one.position === other.position && one.keys.every((key, index) => key === (other.keys[index] ?? null))
}

async function readBeginning(
  tx: WorkspaceTx,
  blocks: readonly LeadBlock[],
  { after, offset, limit, until }: OrderedPage,
  read: (part: OrderPart) => Promise<OrderedLead[]>,
): Promise<Beginning> {
  const wanted = Math.max(offset + limit, WANTED)
  const to = (upTo: RowPosition | undefined, rows: OrderedLead[]): Beginning => ({
    rows,
    after,
    upTo,
    changes: changesOf(blocks),
    until,
  })
  // Twice as far as it should be, so that hardly ever too few are left.
  const [mark] = await read({
    after,
    ids: await sampleLeads(tx, blocks),
    offset: 20 + Math.ceil((2 * wanted) / SAMPLED.one_in),
    limit: 1,
  })
  const upTo = mark && placeOf(mark)
  const found = await read({ after, upTo, offset: 0, limit: MOST })
  if (found.length < MOST && (!upTo || found.length >= offset + limit)) return to(upTo, found)
  if (found.length === MOST) return to(lastOf(found), found)
  const more = await read({ after, offset: 0, limit: wanted })
  return to(more.length < wanted ? undefined : lastOf(more), more)
}

const placeOf = ({ id, keys }: OrderedLead): RowPosition => ({ position: id, keys })

function lastOf(rows: readonly OrderedLead[]): RowPosition | undefined {
  const last = rows.at(-1)
  return last && placeOf(last)
}

/** The ids of leads all over the store, one in so many. */
async function sampleLeads(tx: WorkspaceTx, blocks: readonly LeadBlock[]): Promise<number[]> {
  const from = blocks.flatMap(({ block, leads }) => {
    const { first, end } = idsOfBlock(block)
    const wanted = Math.floor(leads / SAMPLED.one_in + Math.random())
    return Array.from({ length: wanted }, () => first + Math.floor(Math.random() * (end - first)))
  })
  const { rows } = await tx.client.query<{ id: number }>(
    `select distinct next.position::bigint as id from unnest($2::float8[]) as s (place) cross join lateral (
       select position from leads l where workspace_id = $1 and position >= s.place and ${STANDS_FOR_ITSELF}
       order by position limit 1) next`,
    [tx.workspace_id, from],
  )
  return rows.map(({ id }) => id)
}
