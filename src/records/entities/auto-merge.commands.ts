// Merges the surest pairs by themselves, where the workspace has switched that on.
import { groupsToMerge } from '../../engine/matching/automatic.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { mergeEntities } from './merge.commands.ts'
import { readApart } from './pairs.writes.ts'
import { type EntityKind, fieldsOfKind } from './record-form.logic.ts'
import type { EntitySettings } from './settings.reads.ts'

export interface SurePair {
  left_id: number
  right_id: number
  weight: number
}

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
  const { rows: offered } = await tx.client.query<{ id: number; weight: number; left_id: number; right_id: number }>(
    `select p.id, p.weight, p.left_id, p.right_id from entity_pairs p
       join unnest($2::bigint[], $3::bigint[]) as x (l, r) on x.l = p.left_id and x.r = p.right_id
     where p.workspace_id = $1 and p.status = 'pending' and not p.by_hand and p.reopened is null`,
    [tx.workspace_id, sure.map(({ left_id }) => left_id), sure.map(({ right_id }) => right_id)],
  )
  const { rows: members } = await tx.client.query<{
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
  const placeOf = new Map(members.map(({ id }, at) => [id, at]))
  const place = (id: number) => placeOf.get(id) as number
  const edges = offered.map((pair) => ({ ...pair, a: place(pair.left_id), b: place(pair.right_id) }))
  const apart = (await readApart(tx)).pairs.filter(([a, b]) => placeOf.has(a) && placeOf.has(b))
  const { pairs, of } = groupsToMerge(
    members.map(({ kind, form, entity_id }) => ({ fields: fieldsOfKind(kind), form, group: entity_id })),
    edges,
    apart.map(([a, b]) => [place(a), place(b)] as const),
  )
  let merged = 0
  const entityOf = members.map(({ entity_id }) => entity_id)
  for (const pair of [...pairs].sort((x, y) => y.weight - x.weight || x.id - y.id)) {
    const { a, b } = pair
    const [survivor, absorbed] = [entityOf[a] as string, entityOf[b] as string]
    if (survivor === absorbed || of[a] !== of[b]) continue
    await mergeEntities(tx, { survivor, absorbed, pair_id: pair.id, is_automatic: true })
    for (const [at, entity] of entityOf.entries()) if (entity === absorbed) entityOf[at] = survivor
    merged++
  }
  return merged
}
