// Which leads answer a question that few answer, and how many do: up to a bound, block by block where it was asked before.
import { isRelative } from '../../engine/filter/filter-check.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { createBoundedCache } from '../../platform/db/bounded-cache.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { SqlStatement } from '../filters/sql-text.logic.ts'
import { cacheUntilLeadChange, countLeads } from './counted.reads.ts'
import {
  blockOf,
  changedSince,
  changesOf,
  type LeadBlock,
  MOST_APART,
  ofBlocks,
  readBlocks,
} from './lead-blocks.reads.ts'
import { type LeadRange, readCandidates } from './lead-pieces.reads.ts'
import {
  type Condition,
  leadStatement,
  readAmongAll,
  type SourceOfLeads,
  selectAmongAll,
  selectAmongFew,
  selectAmongIds,
  TEXTS,
} from './lead-statement.reads.ts'

/** Call it within `withTimeout`. */
export async function countFound(tx: WorkspaceTx, { filter, search }: Condition): Promise<number> {
  if (filter === null && search === null) return countLeads(tx)
  return cacheUntilLeadChange(tx, { filter, search }, async () => {
    const statement = leadStatement(tx)
    const { from, condition } = selectAmongAll(statement, { filter, search }, TEXTS)
    const text = `select count(*)::int as count from ${from} where ${condition}`
    const { rows } = await readAmongAll(tx, { filter, search }, {}, () =>
      tx.client.query<{ count: number }>(text, statement.values),
    )
    return rows[0]?.count ?? 0
  })
}

/** A page says how many leads answer up to so many. */
export const MOST_COUNTED = 10_000

/** The ids of a block's leads that answer, by block; null where more answer than are counted. */
type Few = Map<number, number[]> | null

interface KeptFew {
  changes: Map<number, number>
  few: Few
  until: number
}

/** Questions that a process keeps, at most 80 kB each. */
const kept = createBoundedCache<KeptFew>(200)
/** What a condition on time finds changes without a write. */
const KEPT_MS = 60_000
export const keptUntil = (filter: Condition['filter']): number =>
  filter !== null && isRelative(filter) ? performance.now() + KEPT_MS : Number.POSITIVE_INFINITY

/** How many answer, or more than {@link MOST_COUNTED}. Call it within `withTimeout`. */
export async function countUpTo(tx: WorkspaceTx, asked: Condition): Promise<number> {
  if (asked.filter === null && asked.search === null) return countLeads(tx)
  return (await readFew(tx, asked))?.length ?? MOST_COUNTED + 1
}

/**
 * The ids of all leads that answer, oldest first; null where they are more than {@link MOST_COUNTED}. After a change only the blocks that changed are
 * read again. Call it within `withTimeout`.
 */
export async function readFew(tx: WorkspaceTx, { filter, search }: Condition): Promise<number[] | null> {
  const key = `${tx.workspace_id} ${canonicalJson({ filter, search } as unknown as Json)}`
  // Before they are read: what is newer than this says is only read again.
  const blocks = await readBlocks(tx)
  const before = kept.get(key)
  const known = before && performance.now() < before.until ? await renew(tx, { filter, search }, blocks, before) : null
  const few = known ? known.few : await readFirst(tx, { filter, search }, blocks)
  kept.set(key, { changes: changesOf(blocks), few, until: known?.until ?? keptUntil(filter) })
  return few && [...few].sort(([one], [other]) => one - other).flatMap(([, ids]) => ids)
}

/** Null where all are to be read. */
async function renew(
  tx: WorkspaceTx,
  asked: Condition,
  blocks: readonly LeadBlock[],
  before: KeptFew,
): Promise<KeptFew | null> {
  const changed = changedSince(blocks, before.changes).map(({ block }) => block)
  if (changed.length === 0) return before
  if (before.few === null || changed.length > MOST_APART) return null
  const again = await readMatches(tx, asked, changed)
  if (again === null) return null
  const none = changed.map((block): [number, number[]] => [block, []])
  return { ...before, few: upToBound(new Map<number, number[]>([...before.few, ...none, ...again])) }
}

const upToBound = (found: Map<number, number[]>): Few =>
  [...found.values()].reduce((sum, { length }) => sum + length, 0) > MOST_COUNTED ? null : found

/** Only where words of the query may be, as far as that is known; else all leads are read. */
async function readFirst(tx: WorkspaceTx, asked: Condition, blocks: readonly LeadBlock[]): Promise<Few> {
  const ranges = await readCandidates(tx, [asked], blocks)
  return ranges?.length === 0 ? new Map() : readMatches(tx, asked, ranges ?? undefined)
}

/** Stops where there are more than are counted, unless only blocks or ranges are read. */
async function readMatches(
  tx: WorkspaceTx,
  asked: Condition,
  among?: readonly number[] | readonly LeadRange[],
): Promise<Few> {
  const statement = leadStatement(tx)
  const source = among ? selectAmongAll(statement, asked, TEXTS) : await selectAmongFew(tx, statement, asked, TEXTS)
  const { from, condition } = source
  const blocks = among?.every((one) => typeof one === 'number') ? among : null
  const ranges = among && !blocks ? (among as readonly LeadRange[]) : null
  const found = blocks
    ? ofBlocks(statement.param(blocks, 'int[]'), 'r.lead_id', from, condition)
    : ranges
      ? ofRanges(statement, ranges, from, condition)
      : `(select r.lead_id from ${from} where ${condition} limit ${MOST_COUNTED + 1})`
  const text = `select ${blockOf('found.lead_id')} as block, array_agg(found.lead_id order by found.lead_id) as ids from ${found} found group by 1`
  const ask = () => tx.client.query<{ block: number; ids: number[] }>(text, statement.values)
  const { rows } = await (among ? ask() : readAmongAll(tx, asked, source, ask))
  return upToBound(new Map(rows.map(({ block, ids }) => [block, ids])))
}

const ofRanges = (statement: SqlStatement, ranges: readonly LeadRange[], from: string, condition: string) => {
  const [first, end] = [ranges.map((range) => range.first), ranges.map((range) => range.end)]
  return `(select o.lead_id from unnest(${statement.param(first, 'bigint[]')}, ${statement.param(end, 'bigint[]')}) as b (first, "end") cross join lateral (
    select r.lead_id from ${from} where r.lead_id >= b.first and r.lead_id < b."end" and ${condition} offset 0) o limit ${MOST_COUNTED + 1})`
}

/** As {@link selectAmongFew}, where leads were counted up to a bound before: those that answer are looked up. */
export async function selectAmongAnswers(
  tx: WorkspaceTx,
  statement: SqlStatement,
  asked: Condition,
): Promise<SourceOfLeads> {
  const isAsked = asked.filter !== null || asked.search !== null
  const ids = isAsked ? await readFew(tx, asked) : null
  return ids
    ? { from: selectAmongIds(statement, ids), condition: 'true', areFew: true }
    : selectAmongAll(statement, asked)
}
