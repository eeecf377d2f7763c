// How many leads answer a question: all of them, or up to a bound, block by block where it was asked before.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { countLeads, onceTold } from './counted.reads.ts'
import {
  blockOf,
  changedSince,
  changesOf,
  type LeadBlock,
  MOST_APART,
  ofBlocks,
  readBlocks,
} from './lead-blocks.reads.ts'
import { amongAll, amongFew, type Condition, leadStatement, readAmongAll, TEXTS } from './lead-statement.logic.ts'

/** Call it within `withTimeout`. */
export async function countFound(tx: WorkspaceTx, { filter, search }: Condition): Promise<number> {
  if (filter === null && search === null) return countLeads(tx)
  return onceTold(tx, { filter, search }, async () => {
    const statement = leadStatement(tx)
    const { from, condition } = amongAll(statement, { filter, search }, TEXTS)
    const text = `select count(*)::int as count from ${from} where ${condition}`
    const { rows } = await readAmongAll(tx, { filter, search }, () =>
      tx.client.query<{ count: number }>(text, statement.values),
    )
    return rows[0]?.count ?? 0
  })
}

/** A page says how many leads answer up to so many. */
export const MOST_COUNTED = 10_000

/** By block; null where there are more than are counted. */
type Counts = Map<number, number> | null

interface CountedBlocks {
  changes: Map<number, number>
  counts: Counts
  until: number
}

/** What a condition on time counts changes without a write. */
const KEPT_MS = 60_000

/** How many answer, or more than {@link MOST_COUNTED}: after a change only the blocks that changed are counted again. Call it within `withTimeout`. */
export async function countUpTo(tx: WorkspaceTx, { filter, search }: Condition): Promise<number> {
  if (filter === null && search === null) return countLeads(tx)
  const key = `leads of ${tx.workspace_id} up to a bound: ${canonicalJson({ filter, search } as unknown as Json)}`
  // Before they are counted: what is newer than this says is only counted again.
  const blocks = await readBlocks(tx)
  const before = tx.kept.get(key) as CountedBlocks | undefined
  const known = before && performance.now() < before.until ? await renew(tx, { filter, search }, blocks, before) : null
  const counts = known ? known.counts : await countBlocks(tx, { filter, search })
  const until = known?.until ?? performance.now() + KEPT_MS
  tx.kept.set(key, { changes: changesOf(blocks), counts, until } satisfies CountedBlocks)
  return counts ? [...counts.values()].reduce((sum, count) => sum + count, 0) : MOST_COUNTED + 1
}

/** Null where all are to be counted. */
async function renew(
  tx: WorkspaceTx,
  asked: Condition,
  blocks: readonly LeadBlock[],
  before: CountedBlocks,
): Promise<CountedBlocks | null> {
  const changed = changedSince(blocks, before.changes).map(({ block }) => block)
  if (changed.length === 0) return before
  if (before.counts === null || changed.length > MOST_APART) return null
  const again = await countBlocks(tx, asked, changed)
  const none = changed.map((block) => [block, 0] as const)
  return again && { ...before, counts: new Map([...before.counts, ...none, ...again]) }
}

/** Stops where there are more than are counted. */
async function countBlocks(tx: WorkspaceTx, asked: Condition, blocks?: readonly number[]): Promise<Counts> {
  const statement = leadStatement(tx)
  const { from, condition } = blocks ? amongAll(statement, asked, TEXTS) : await amongFew(tx, statement, asked, TEXTS)
  const found = blocks
    ? ofBlocks(statement.param(blocks, 'int[]'), 'r.lead_id', from, condition)
    : `(select r.lead_id from ${from} where ${condition} limit ${MOST_COUNTED + 1})`
  const text = `select ${blockOf('found.lead_id')} as block, count(*)::int as count from ${found} found group by 1`
  const ask = () => tx.client.query<{ block: number; count: number }>(text, statement.values)
  const { rows } = await (blocks ? ask() : readAmongAll(tx, asked, ask))
  const counts = new Map(rows.map(({ block, count }) => [block, count]))
  return [...counts.values()].reduce((sum, count) => sum + count, 0) > MOST_COUNTED ? null : counts
}
