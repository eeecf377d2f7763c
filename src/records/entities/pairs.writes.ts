// Writes the pairs that were found: new ones, those seen again, and rejected ones that a strong value brings back.
import { type Apart, apartOf, type GroupedRecord } from '../../engine/matching/decided.ts'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { STRONG } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'

export interface PairEvidence {
  levels: number[]
  weights: number[]
  relation: { name: string; bits: number } | null
}

export interface NewPair {
  left_id: number
  right_id: number
  kind: string
  workbook_id: string | null
  weight: number
  probability: number
  evidence: PairEvidence
  strong: string[]
}

const round = (value: number) => Math.round(value * 100) / 100

/** The pair of two records by id, in either order. */
export function newPair(
  fields: readonly MatchField[],
  kind: string,
  found: FoundPair,
  ids: readonly [number, number],
): NewPair {
  const { levels, weights, weight, probability, relation } = found
  const strong = fields.flatMap((field, at) => (levels[at] === 0 && STRONG.has(field.kind) ? [field.name] : []))
  const evidence = {
    levels,
    weights: weights.map(round),
    relation: relation && { ...relation, bits: round(relation.bits) },
  }
  const [left_id, right_id] = ids[0] < ids[1] ? ids : [ids[1], ids[0]]
  return { left_id, right_id, kind, workbook_id: null, weight: round(weight), probability, evidence, strong }
}

/** The record of an id, looked up for each. */
export const recordOf = (id: string) =>
  `(select entity_id from entity_records where workspace_id = $1 and ${inOrder('id', id)} offset 0)`

/**
 * What was decided stays, save for a rejected pair that has since come to share a strong value. `scanId` says since when the pairs
 * were known. Returns how many are pending.
 */
export async function writePairs(tx: WorkspaceTx, pairs: readonly NewPair[], scanId: string): Promise<number> {
  if (pairs.length === 0) return 0
  const { rowCount } = await tx.client.query(
    `with x as materialized (select * from jsonb_to_recordset($2::jsonb) as x (left_id bigint, right_id bigint, kind text,
         workbook_id uuid, weight real, probability real, evidence jsonb, strong text[])),
       sizes as (select x.left_id, x.right_id, (select count(*) from unnest(array[l.entity_id, r.entity_id]) own (id) cross join lateral (
           select from entity_records o where o.workspace_id = $1 and ${inOrder('o.entity_id', 'own.id')} offset 0) o)::int as settles
         from x cross join lateral ${recordOf('x.left_id')} l cross join lateral ${recordOf('x.right_id')} r
         where l.entity_id <> r.entity_id)
     insert into entity_pairs as p (workspace_id, id, left_id, right_id, kind, workbook_id, weight, probability, evidence, strong, doubt,
       settles, scan_id)
     select $1, nextval('entity_pair_ids'), x.left_id, x.right_id, x.kind, x.workbook_id, x.weight, x.probability, x.evidence, x.strong,
       round(abs(x.probability - 0.5) * 20)::smallint, s.settles, $3
     from x join sizes s using (left_id, right_id)
     on conflict (workspace_id, left_id, right_id) do update set
       weight = excluded.weight, probability = excluded.probability, evidence = excluded.evidence, doubt = excluded.doubt,
       settles = excluded.settles, scan_id = greatest(p.scan_id, excluded.scan_id), strong = excluded.strong,
       reopened = case when p.status = 'rejected' then excluded.strong else p.reopened end,
       status = 'pending', decided_by = null, decided_name = null, decided_at = null
     where p.status = 'pending' or (p.status = 'rejected' and not excluded.strong <@ p.strong)`,
    [tx.workspace_id, JSON.stringify(pairs), scanId],
  )
  return rowCount ?? 0
}

/** Pairs whose left record is of this entity, with the entity of the right one as `other`. */
export const pairsOfEntity = (of: string) => `(select p.id, p.status, r.entity_id as other
  from (select id from entity_records where workspace_id = $1 and ${inOrder('entity_id', of)} offset 0) l
    cross join lateral (select id, right_id, status from entity_pairs where workspace_id = $1 and ${inOrder('left_id', 'l.id')} offset 0) p
    cross join lateral ${recordOf('p.right_id')} r offset 0)`

/** What was told apart: by entities, and as pairs of records. */
export async function readApart(tx: WorkspaceTx): Promise<Apart<number> & { pairs: (readonly [number, number])[] }> {
  const { rows } = await tx.client.query<{ left_id: number; right_id: number; a: string; b: string }>(
    `select p.left_id, p.right_id, l.entity_id as a, r.entity_id as b
     from (select left_id, right_id from entity_pairs where workspace_id = $1 and ${inOrder('status', "'rejected'")} offset 0) p
       cross join lateral ${recordOf('p.left_id')} l cross join lateral ${recordOf('p.right_id')} r`,
    [tx.workspace_id],
  )
  const rejected = rows.map(
    ({ left_id, right_id, a, b }) =>
      [
        { id: left_id, group: a },
        { id: right_id, group: b },
      ] as const,
  )
  return { ...apartOf(rejected), pairs: rows.map(({ left_id, right_id }) => [left_id, right_id] as const) }
}

/** A record stands for its entity. */
export const grouped = ({ id, entity_id }: { id: number; entity_id: string }): GroupedRecord<number> => ({
  id,
  group: entity_id,
})
