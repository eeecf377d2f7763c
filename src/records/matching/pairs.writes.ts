// Writes the pairs that were found: new ones, those seen again, and rejected ones that a strong value brings back.
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { STRONG } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { ownPairs, type PairTable, type RecordId } from './pair-table.ts'

export interface NewPair<Id extends RecordId> {
  left_id: Id
  right_id: Id
  weight: number
  probability: number
  evidence: object
  strong: string[]
}

const round = (value: number) => Math.round(value * 100) / 100

/** The pair of two records by id, in either order; `told` makes of levels and weights what is stored of them. */
export function newPair<Id extends RecordId>(
  fields: readonly MatchField[],
  found: FoundPair,
  ids: readonly [Id, Id],
  told: (levels: number[], weights: number[]) => object,
): NewPair<Id> {
  const { levels, weights, weight, probability, relation } = found
  const isOrdered = ids[0] < ids[1]
  return {
    left_id: isOrdered ? ids[0] : ids[1],
    right_id: isOrdered ? ids[1] : ids[0],
    weight: round(weight),
    probability,
    evidence: {
      ...told(levels, weights.map(round)),
      relation: relation && { ...relation, bits: round(relation.bits) },
    },
    strong: fields.flatMap(({ name, kind }, at) => (levels[at] === 0 && STRONG.has(kind) ? [name] : [])),
  }
}

/**
 * What was decided stays, save for a rejected pair that has since come to share a strong value. `scanId` says since when the pairs
 * were known. Returns how many are pending.
 */
export async function writePairs<Id extends RecordId>(
  tx: WorkspaceTx,
  { name, sequence, id_type, workbook_id, written }: PairTable<Id>,
  pairs: readonly NewPair<Id>[],
  scanId: string,
): Promise<number> {
  if (pairs.length === 0) return 0
  const { rowCount } = await tx.client.query(
    `with x as materialized (select * from jsonb_to_recordset($3::jsonb) as x (left_id ${id_type}, right_id ${id_type}, kind text,
       weight real, probability real, evidence jsonb, strong text[]))
     insert into ${name} as p (workspace_id, id, left_id, right_id, weight, probability, evidence, strong, scan_id${written.columns})
     select $1, nextval('${sequence}'), x.left_id, x.right_id, x.weight, x.probability, x.evidence, x.strong, $4${written.values}
     from x ${written.joined}
     on conflict (workspace_id, ${written.key}) do update set
       weight = excluded.weight, probability = excluded.probability, evidence = excluded.evidence, strong = excluded.strong,
       scan_id = greatest(p.scan_id, excluded.scan_id), reopened = case when p.status = 'rejected' then excluded.strong else p.reopened end,
       status = 'pending', decided_by = null, decided_name = null, decided_at = null${written.renewed}
     where p.status in (${written.found_again}) or (p.status = 'rejected' and not excluded.strong <@ p.strong)`,
    [tx.workspace_id, workbook_id, JSON.stringify(pairs), scanId],
  )
  return rowCount ?? 0
}

/** Takes away pending pairs that were found before this scan only. Ids are in the order of time: what was found since it began stays. */
export async function dropPairs<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  scanId: string,
  most: number,
): Promise<number> {
  const { rowCount } = await tx.client.query(
    `delete from ${table.name} where workspace_id = $1 and id = any(array(select id from ${table.name}
       where workspace_id = $1 and ${ownPairs(table)} and ${inOrder('status', "'pending'", 'and (scan_id is null or scan_id < $3)')} limit $4))`,
    [tx.workspace_id, table.workbook_id, scanId, most],
  )
  return rowCount ?? 0
}

export async function rejectPairs<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  ids: readonly number[],
): Promise<void> {
  await tx.client.query(
    `update ${table.name} set status = 'rejected', decided_by = $4, decided_name = $5, decided_at = now()
     where workspace_id = $1 and ${ownPairs(table)} and id = any($3::bigint[])`,
    [tx.workspace_id, table.workbook_id, ids, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
  )
}

export async function makePending<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  id: number,
): Promise<void> {
  await tx.client.query(
    `update ${table.name} set status = 'pending', decided_by = null, decided_name = null, decided_at = null${table.reopened}
     where workspace_id = $1 and ${ownPairs(table)} and id = $3`,
    [tx.workspace_id, table.workbook_id, id],
  )
}
