// Writes the pairs that were found: new ones, those seen again, and rejected ones that a strong value brings back.
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { STRONG } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
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

export interface WrittenPairs {
  /** How many are pending of those that were given. */
  pending: number
  /** The pairs among them that were pending and say the same as before: nothing of them is written. */
  standing: readonly number[]
}

/**
 * What was decided stays, save for a rejected pair that has since come to share a strong value. `scanId` says since when the pairs
 * were known: a scan remembers by itself which of them were `standing`, while of a pair that is found beside a scan it has to be written.
 */
export async function writePairs<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  pairs: readonly NewPair<Id>[],
  scanId: string,
  by: 'scan' | 'change',
): Promise<WrittenPairs> {
  const { name, sequence, id_type, workbook_id, written } = table
  if (pairs.length === 0) return { pending: 0, standing: [] }
  const { rows } = await tx.client.query<{ written: number; standing: number[] }>(
    `with x as materialized (select * from jsonb_to_recordset($3::jsonb) as x (left_id ${id_type}, right_id ${id_type}, kind text,
       weight real, probability real, evidence jsonb, strong text[])),
     m as materialized (${written.made}),
     standing as materialized (select p.id, p.left_id, p.right_id from m cross join lateral (select * from ${name}
       where workspace_id = $1 and ${ownPairs(table)} and ${inOrder('left_id', 'm.left_id', 'and right_id = m.right_id')} offset 0) p
       where $5::boolean and p.status = 'pending' and p.weight = m.weight and p.probability = m.probability and p.evidence = m.evidence
         and p.strong = m.strong and ${written.same}),
     written as (insert into ${name} as p (workspace_id, id, left_id, right_id, weight, probability, evidence, strong, scan_id${written.columns})
       select $1, nextval('${sequence}'), m.left_id, m.right_id, m.weight, m.probability, m.evidence, m.strong, $4${written.values}
       from m where (m.left_id, m.right_id) not in (select left_id, right_id from standing)
       on conflict (workspace_id, ${written.key}) do update set
         weight = excluded.weight, probability = excluded.probability, evidence = excluded.evidence, strong = excluded.strong,
         scan_id = greatest(p.scan_id, excluded.scan_id), reopened = case when p.status = 'rejected' then excluded.strong else p.reopened end,
         status = 'pending', decided_by = null, decided_name = null, decided_at = null${written.renewed}
       where p.status in (${written.found_again}) or (p.status = 'rejected' and not excluded.strong <@ p.strong) returning 1)
     select (select count(*) from written)::int as written, array(select id from standing) as standing`,
    [tx.workspace_id, workbook_id, JSON.stringify(pairs), scanId, by === 'scan'],
  )
  const counted = oneRow(rows)
  return { pending: counted.written + counted.standing.length, standing: counted.standing }
}

/**
 * Pending pairs after this one, in the order of their ids; `is_older` were last written before this scan. Ids of scans are in the order of
 * time: a pair found since this one began is not older.
 */
export async function readPendingPairs<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  scanId: string,
  after: number,
  most: number,
): Promise<{ id: number; is_older: boolean }[]> {
  const { rows } = await tx.client.query<{ id: number; is_older: boolean }>(
    `select id, scan_id is null or scan_id < $3 as is_older from ${table.name}
     where workspace_id = $1 and ${ownPairs(table)} and id > $4 and status = 'pending' order by id limit $5`,
    [tx.workspace_id, table.workbook_id, scanId, after, most],
  )
  return rows
}

/** Those of them that are still pending. */
export async function dropPairs<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  ids: readonly number[],
): Promise<void> {
  await tx.client.query(
    `delete from ${table.name} where workspace_id = $1 and ctid = any(array(
       select p.ctid from unnest($3::bigint[]) own (id) cross join lateral (select ctid from ${table.name}
         where workspace_id = $1 and ${ownPairs(table)} and status = 'pending' and ${inOrder('id', 'own.id')} offset 0) p))`,
    [tx.workspace_id, table.workbook_id, ids],
  )
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
