// What users do with pairs: decide one, take a rejection back, merge all that are likely enough.
import { groupsToMerge } from '../../engine/matching/automatic.ts'
import { isTimeToLearn } from '../../engine/matching/learning.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { withTimeout } from '../filters/found-rows.reads.ts'
import type { PairTable, RecordId } from './pair-table.ts'
import {
  countDecided,
  type LikelyEdge,
  mustLockPair,
  type PairGroups,
  readLikely,
  type StoredPair,
} from './pairs.reads.ts'
import { makePending } from './pairs.writes.ts'

export const DECISIONS = ['merge', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

/** What only the subject knows: how two records are merged, and what a decision is told with. */
export interface PairDecider<Id extends RecordId, Outcome> {
  table: PairTable<Id>
  /** Held to decide: of two users who decide a pair at once the second meets a decided one. */
  hold(tx: WorkspaceTx, decision?: Decision): Promise<void>
  merge(tx: WorkspaceTx, pair: StoredPair<Id> & PairGroups): Promise<Outcome>
  reject(tx: WorkspaceTx, pair: StoredPair<Id> & PairGroups): Promise<Outcome>
  /** Starts another scan, which learns from the decisions. */
  scan(tx: WorkspaceTx): Promise<unknown>
}

/** Refuses (404) an unknown pair and (409) one that is decided. */
export async function decidePair<Id extends RecordId, Outcome>(
  tx: WorkspaceTx,
  decider: PairDecider<Id, Outcome>,
  pairId: number,
  decision: Decision,
): Promise<Outcome> {
  await decider.hold(tx, decision)
  const pair = await mustLockPair(tx, decider.table, pairId)
  if (pair.status !== 'pending') refuse('conflict', `This pair is decided already: ${pair.status}.`)
  const outcome = await decider[decision](tx, pair)
  if (isTimeToLearn(await countDecided(tx, decider.table))) await decider.scan(tx)
  return outcome
}

/** Takes a rejection back: the pair is pending again. Refuses (404, 409). */
export async function reopenPair<Id extends RecordId>(
  tx: WorkspaceTx,
  { table, hold }: Pick<PairDecider<Id, unknown>, 'table' | 'hold'>,
  pairId: number,
): Promise<void> {
  await hold(tx)
  const { status } = await mustLockPair(tx, table, pairId)
  if (status !== 'rejected') refuse('conflict', `Only a rejected pair can be reopened; this one is ${status}.`)
  await makePending(tx, table, pairId)
}

export interface LikelyWanted {
  probability: number
  dry_run: boolean
  /** What a dry run counted. */
  expected_count?: number | undefined
}

/** What is likely enough to be merged: how many go into another, what is told of it, and the merge, which tells how many it leaves. */
export interface LikelyPairs<Told, Merged> {
  count: number
  told: Told
  merge(): Promise<Merged & { merged: number; left: number }>
}

/** What only the subject knows of a merge without a review of each pair. */
export interface LikelyMerger<Id extends RecordId, Told, Merged> {
  /** What goes into another. */
  what: 'leads' | 'rows'
  table: PairTable<Id>
  hold(tx: WorkspaceTx, decision: Decision): Promise<void>
  plan(tx: WorkspaceTx, likely: readonly LikelyEdge<Id>[], probability: number): Promise<LikelyPairs<Told, Merged>>
}

/** Pairs that are read and weighed at once, which takes a second or two. */
const MOST_READ = 20_000

/** What may be merged of the surest pairs: of the next ones where nothing of those may. */
async function planSurest<Id extends RecordId, Told, Merged>(
  tx: WorkspaceTx,
  { table, plan }: LikelyMerger<Id, Told, Merged>,
  probability: number,
  most: number,
): Promise<LikelyPairs<Told, Merged> & { areAll: boolean }> {
  for (let after: LikelyEdge<Id> | undefined; ; ) {
    const likely = await readLikely(tx, table, { probability, most, after })
    const found = await plan(tx, likely, probability)
    const isEnd = likely.length < most
    if (found.count > 0 || isEnd) return { ...found, areAll: isEnd && after === undefined }
    after = likely.at(-1)
  }
}

interface LikelyMerged {
  merged: number
  left: number
  at_least?: true
}

/** Merges what is likely enough, or counts it: of very many pairs the surest. Refuses (409) when there are other many than the caller means. */
export async function mergeLikely<Id extends RecordId, Told, Merged>(
  tx: WorkspaceTx,
  merger: LikelyMerger<Id, Told, Merged>,
  { probability, dry_run, expected_count }: LikelyWanted,
  most = MOST_READ,
): Promise<Told & LikelyMerged & Partial<Merged>> {
  const { what, hold } = merger
  if (!dry_run) await hold(tx, 'merge')
  const found = await withTimeout(tx, () => planSurest(tx, merger, probability, most))
  const { count, merge } = found
  const told = { ...found.told, ...(!found.areAll && { at_least: true as const }) }
  if (dry_run) return { ...told, merged: 0, left: count } as Told & LikelyMerged & Partial<Merged>
  if (expected_count !== undefined && expected_count !== count)
    refuse('conflict', `${count} ${what} would be merged by now, not ${expected_count}. Nothing was changed.`, {
      extra: { count },
    })
  return { ...told, ...(await merge()) }
}

export interface LikelyGroups<Id extends RecordId, Pair> {
  /** The pairs that may be merged, save where their records are in two groups. */
  pairs: Pair[]
  /** Each has more than one record. */
  groups: Id[][]
  groupOf(id: Id): number
  /** By record what it was merged into before. */
  before: Map<Id, string>
}

/** The groups in which these pairs may be merged without a review of each, never across what was told apart. */
export async function groupPairs<Id extends RecordId, Pair extends LikelyEdge<Id>>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  offered: readonly Pair[],
): Promise<LikelyGroups<Id, Pair>> {
  const members = await table.readMembers(tx, [
    ...new Set(offered.flatMap(({ left_id, right_id }) => [left_id, right_id])),
  ])
  const placeOf = new Map(members.map(({ id }, at) => [id, at]))
  const place = (id: Id) => placeOf.get(id) as number
  const apart = (await table.readApart(tx)).pairs.filter(([a, b]) => placeOf.has(a) && placeOf.has(b))
  const { pairs, of } = groupsToMerge(
    members,
    offered.map((pair) => ({ ...pair, a: place(pair.left_id), b: place(pair.right_id) })),
    apart.map(([a, b]) => [place(a), place(b)] as const),
  )
  const groupOf = (id: Id) => of[place(id)] as number
  const groups = new Map<number, Id[]>()
  for (const { id } of members) groups.set(groupOf(id), [...(groups.get(groupOf(id)) ?? []), id])
  return {
    pairs,
    groups: [...groups.values()].filter(({ length }) => length > 1),
    groupOf,
    before: new Map(members.map(({ id, group }) => [id, group])),
  }
}
