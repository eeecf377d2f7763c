// Merges the surest pairs by themselves, where the workspace has switched that on.
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { groupPairs, type LikelyEdge } from '../matching/pairs.commands.ts'
import { LEAD_PAIRS } from './lead-pairs.reads.ts'
import { mergeEntities } from './merge.commands.ts'
import { type EntityKind, fieldsOfKind } from './record-form.logic.ts'
import type { EntitySettings } from './settings.reads.ts'

export type SurePair = LikelyEdge<number>

/**
 * Merges these pairs without a review. Left for users: pairs that were split by hand, pairs that a rejection forbids, and people with too little
 * evidence that they are one (`groupsToMerge`). Every merge without a review goes through here. Hold the entities.
 */
export async function mergeSurePairs(
  tx: WorkspaceTx,
  settings: EntitySettings,
  found: readonly SurePair[],
): Promise<number> {
  if (!settings.auto_merge) return 0
  const least = bitsOf(settings.merge_threshold)
  const sure = found.filter(({ weight }) => weight >= least)
  if (sure.length === 0) return 0
  const { rows: offered } = await tx.client.query<SurePair & { id: number }>(
    `select p.id, p.weight, p.left_id, p.right_id from entity_pairs p
       join unnest($2::bigint[], $3::bigint[]) as x (l, r) on x.l = p.left_id and x.r = p.right_id
     where p.workspace_id = $1 and p.status = 'pending' and not p.by_hand and p.reopened is null`,
    [tx.workspace_id, sure.map(({ left_id }) => left_id), sure.map(({ right_id }) => right_id)],
  )
  const { rows: records } = await tx.client.query<{
    id: number
    entity_id: string
    kind: EntityKind
    form: NormalRecord
  }>(
    `select o.id, o.entity_id, o.kind, o.form from entity_records r cross join lateral (select id, entity_id, kind, form
         from entity_records where workspace_id = $1 and ${inOrder('entity_id', 'r.entity_id')} offset 0) o
     where r.workspace_id = $1 and r.id = any($2::bigint[]) group by o.id, o.entity_id, o.kind, o.form order by o.id`,
    [tx.workspace_id, offered.flatMap(({ left_id, right_id }) => [left_id, right_id])],
  )
  const members = records.map(({ id, kind, form, entity_id }) => {
    return { id, fields: fieldsOfKind(kind), form, group: entity_id }
  })
  const { pairs, groupOf } = await groupPairs(tx, LEAD_PAIRS, members, offered)
  let merged = 0
  const entityOf = new Map(records.map(({ id, entity_id }) => [id, entity_id]))
  for (const { id, left_id, right_id } of pairs.toSorted((x, y) => y.weight - x.weight || x.id - y.id)) {
    const [survivor, absorbed] = [entityOf.get(left_id) as string, entityOf.get(right_id) as string]
    if (survivor === absorbed || groupOf(left_id) !== groupOf(right_id)) continue
    await mergeEntities(tx, { survivor, absorbed, pair_id: id, is_automatic: true })
    for (const [record, entity] of entityOf) if (entity === absorbed) entityOf.set(record, survivor)
    merged++
  }
  return merged
}
