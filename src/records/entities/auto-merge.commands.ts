// Merges the surest pairs by themselves, where the workspace has switched that on.

import { mayMergeAlone, twoPeopleIn } from '../../engine/matching/automatic.ts'
import { clustersOf } from '../../engine/matching/clusters.ts'
import type { NormalRecord } from '../../engine/matching/prepared.ts'
import { bitsOf } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { mergeEntities } from './merge.commands.ts'
import { readApart } from './pairs.writes.ts'
import { type EntityKind, fieldsOfKind } from './record-form.logic.ts'
import type { EntitySettings } from './settings.reads.ts'

/** A group that would become larger goes to review instead. */
const MAX_GROUP = 50

export interface SurePair {
  left_id: number
  right_id: number
  weight: number
}

/**
 * Merges these pairs without a review. Left for users: pairs that were split by hand, pairs that a rejection forbids, and people with too little
 * evidence that they are one (`mayMergeAlone`). Every merge without a review goes through here. Hold the entities.
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
  const recordOf = (id: number) => members[place(id)] as (typeof members)[number]
  const pairs = offered.filter(({ left_id, right_id }) => {
    const [left, right] = [recordOf(left_id), recordOf(right_id)]
    return mayMergeAlone(fieldsOfKind(left.kind), left.form, right.form)
  })
  if (pairs.length === 0) return 0
  const apart = (await readApart(tx)).pairs.filter(([a, b]) => placeOf.has(a) && placeOf.has(b))
  const first = new Map<string, number>()
  const inside = members.flatMap(({ entity_id }, at) => {
    const before = first.get(entity_id)
    if (before === undefined) first.set(entity_id, at)
    return before === undefined ? [] : [{ a: before, b: at, weight: Number.POSITIVE_INFINITY }]
  })
  const edges = pairs.map(({ left_id, right_id, weight }) => ({ a: place(left_id), b: place(right_id), weight }))
  // An initial may stand for either of two: it brings them together no more than a pair of them would.
  const together = new Map<number, { at: number; fields: ReturnType<typeof fieldsOfKind>; form: NormalRecord }[]>()
  for (const [at, root] of clustersOf(members.length, [...inside, ...edges]).of.entries()) {
    const { kind, form } = members[at] as (typeof members)[number]
    together.set(root, [...(together.get(root) ?? []), { at, fields: fieldsOfKind(kind), form }])
  }
  const two = [...together.values()].flatMap((group) =>
    twoPeopleIn(group).flatMap(([one, other]) =>
      members[one.at]?.entity_id === members[other.at]?.entity_id ? [] : [[one.at, other.at] as const],
    ),
  )
  const clusters = clustersOf(members.length, [...inside, ...edges], {
    apart: [...apart.map(([a, b]) => [place(a), place(b)] as const), ...two],
    maxSize: MAX_GROUP,
  })
  let merged = 0
  const entityOf = members.map(({ entity_id }) => entity_id)
  for (const pair of [...pairs].sort((x, y) => y.weight - x.weight || x.id - y.id)) {
    const [a, b] = [place(pair.left_id), place(pair.right_id)]
    const [survivor, absorbed] = [entityOf[a] as string, entityOf[b] as string]
    if (survivor === absorbed || clusters.of[a] !== clusters.of[b]) continue
    await mergeEntities(tx, { survivor, absorbed, pair_id: pair.id, is_automatic: true })
    for (const [at, entity] of entityOf.entries()) if (entity === absorbed) entityOf[at] = survivor
    merged++
  }
  return merged
}
