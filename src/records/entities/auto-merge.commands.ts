// Merges the surest pairs by themselves, where the workspace has switched that on.
import { rootOf } from '../../engine/matching/clusters.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { groupPairs } from '../matching/pairs.commands.ts'
import type { LikelyEdge } from '../matching/pairs.reads.ts'
import { LEAD_PAIRS } from './lead-pairs.reads.ts'
import { mergeEntities } from './merge.commands.ts'
import type { EntitySettings } from './settings.reads.ts'

export type SurePair = Omit<LikelyEdge<number>, 'id'>

export interface PlannedMerge extends SurePair {
  id: number
  /** The entities that are two by then. */
  survivor: string
  absorbed: string
}

/** Merges the surest of these pairs by themselves, where the workspace has switched that on. Hold the entities. */
export async function mergeSurePairs(
  tx: WorkspaceTx,
  settings: EntitySettings,
  found: readonly SurePair[],
): Promise<number> {
  if (!settings.auto_merge) return 0
  const least = bitsOf(settings.merge_threshold)
  const { planned, merge } = await planMerges(
    tx,
    found.filter(({ weight }) => weight >= least),
  )
  await merge(planned)
  return planned.length
}

/**
 * Which of these pairs are merged without a review, the surest first, each of two entities that are two until then. Left for users: pairs that
 * were split by hand, pairs that a rejection forbids, and people with too little evidence that they are one (`groupsToMerge`). Every merge
 * without a review goes through here.
 */
export async function planMerges(
  tx: WorkspaceTx,
  sure: readonly SurePair[],
): Promise<{
  planned: PlannedMerge[] /** The first of them, as many as are wanted. */
  merge(some: readonly PlannedMerge[]): Promise<void>
}> {
  if (sure.length === 0) return { planned: [], merge: async () => {} }
  const { rows: offered } = await tx.client.query<LikelyEdge<number>>(
    `select p.id, p.weight, p.left_id, p.right_id from entity_pairs p
       join unnest($2::bigint[], $3::bigint[]) as x (l, r) on x.l = p.left_id and x.r = p.right_id
     where p.workspace_id = $1 and p.status = 'pending' and not p.by_hand and p.reopened is null`,
    [tx.workspace_id, sure.map(({ left_id }) => left_id), sure.map(({ right_id }) => right_id)],
  )
  const { pairs, groupOf, before: entityOf } = await groupPairs(tx, LEAD_PAIRS, offered)
  const entities = [...new Set(entityOf.values())]
  const placeOf = new Map(entities.map((entity, at) => [entity, at]))
  const parent = [...entities.keys()]
  const standing = (record: number) => rootOf(parent, placeOf.get(entityOf.get(record) as string) as number)
  const planned = pairs
    .toSorted((x, y) => y.weight - x.weight || x.id - y.id)
    .flatMap((pair): PlannedMerge[] => {
      const [survivor, absorbed] = [standing(pair.left_id), standing(pair.right_id)]
      if (survivor === absorbed || groupOf(pair.left_id) !== groupOf(pair.right_id)) return []
      parent[absorbed] = survivor
      return [{ ...pair, survivor: entities[survivor] as string, absorbed: entities[absorbed] as string }]
    })
  return {
    planned,
    async merge(some) {
      for (const { id, survivor, absorbed } of some)
        await mergeEntities(tx, { survivor, absorbed, pair_id: id, is_automatic: true })
    },
  }
}
