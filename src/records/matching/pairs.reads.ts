// Reads pairs: pages, single pairs, decisions of users, and the explanation of a pair in words.
import type { PairDecision } from '../../engine/matching/decided.ts'
import { explainPair, type FieldComparison, type PairRelation } from '../../engine/matching/reasons.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, type Position, pageOf } from '../../platform/http/paging.ts'
import { ownPairs, type PairTable, type RecordId } from './pair-table.ts'

export interface StoredPair<Id extends RecordId, Evidence = unknown> {
  id: number
  status: 'pending' | 'merged' | 'rejected' | 'auto_merged'
  left_id: Id
  right_id: Id
  weight: number
  probability: number
  evidence: Evidence & { relation: PairRelation }
  reopened: string[] | null
  decided_name: string | null
  decided_at: Date | null
  created_at: Date
}

export interface PairsWanted<Id extends RecordId, Pair> {
  status: string
  /** Only pairs of at least one of these records; of all when left out. */
  records?: readonly Id[] | undefined
  limit: number
  cursor?: string | undefined
  /** Conditions of `p`; the first of the values is `$3`. */
  only: { where: string; values: readonly unknown[] }
  order: {
    by: string
    /** The condition of pairs after a position, whose values begin with the parameter `$at`. */
    after(at: number): string
    positionOf(pair: Pair): Position
  }
}

export async function readPairs<Id extends RecordId, Pair extends StoredPair<Id>>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  { status, records, limit, cursor, only, order }: PairsWanted<Id, Pair>,
): Promise<{ items: Pair[]; next_cursor: string | null; total: number }> {
  const name = `${table.name} ${status}`
  const after = decodeCursor(name, cursor)
  const { page, counted } = table.seen(status)
  const asked = [tx.workspace_id, table.workbook_id, ...only.values, records ?? null]
  const ids = `$${asked.length}::${table.id_type}[]`
  const where = `${only.where} and (${ids} is null or p.left_id = any(${ids}) or p.right_id = any(${ids}))`
  const { rows } = await tx.client.query<Pair>(
    `select p.*, ${table.status} as status from ${page} where ${where} ${after ? `and ${order.after(asked.length + 2)}` : ''}
     order by ${order.by} limit $${asked.length + 1}`,
    [...asked, limit + 1, ...(after ?? [])],
  )
  const all = await tx.client.query<{ total: number }>(
    `select count(*)::int as total from ${counted} where ${where}`,
    asked,
  )
  return { ...pageOf(name, rows, limit, order.positionOf), total: all.rows[0]?.total ?? 0 }
}

export interface LikelyEdge<Id extends RecordId> {
  id: number
  left_id: Id
  right_id: Id
  weight: number
}

/** The next pending pairs that are likely enough, the surest first; fewer than `most` only at the end. */
export async function readLikely<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  { probability, most, after }: { probability: number; most: number; after?: LikelyEdge<Id> | undefined },
): Promise<LikelyEdge<Id>[]> {
  const { rows } = await tx.client.query<LikelyEdge<Id>>(
    `select p.id, p.left_id, p.right_id, p.weight from ${table.seen('pending').counted} where p.probability >= $3
       and ($4::real is null or p.weight < $4 or p.weight = $4 and p.id > $5) order by p.weight desc, p.id limit $6`,
    [tx.workspace_id, table.workbook_id, probability, after?.weight ?? null, after?.id ?? null, most],
  )
  return rows
}

/** What the two records of a pair are merged into. */
export interface PairGroups {
  left_group: string
  right_group: string
}

/** Refuses (404) an unknown pair, and one with a record that was deleted. */
export async function mustFindPair<Id extends RecordId, Pair extends StoredPair<Id>>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  id: number,
  locked = '',
): Promise<Pair & PairGroups> {
  const [left, right] = table.groups
  const { rows } = await tx.client.query<Pair & PairGroups>(
    `select p.*, ${table.status} as status, ${left} as left_group, ${right} as right_group from ${table.joined}
     where p.workspace_id = $1 and ${ownPairs(table, 'p.')} and ${inOrder('p.id', '$3')} ${locked}`,
    [tx.workspace_id, table.workbook_id, id],
  )
  return rows[0] ?? refuse('not_found', 'Pair not found')
}

/** Locked until the end of the transaction. */
export const mustLockPair = <Id extends RecordId>(tx: WorkspaceTx, table: PairTable<Id>, id: number) =>
  mustFindPair<Id, StoredPair<Id>>(tx, table, id, 'for update of p')

/** The decisions that a scan learns from. `levelsOf` gives the stored levels of a pair, for a pair with a deleted record. */
export async function readDecided<Id extends RecordId, Evidence>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
  levelsOf: (evidence: Evidence) => readonly number[] | undefined,
): Promise<PairDecision<Id>[]> {
  const { rows } = await tx.client.query<
    Pick<StoredPair<Id, Evidence>, 'left_id' | 'right_id' | 'status' | 'evidence'>
  >(`select p.left_id, p.right_id, p.status, p.evidence from ${table.decided} order by p.id`, [
    tx.workspace_id,
    table.workbook_id,
  ])
  return rows.map(({ left_id, right_id, status, evidence }) => {
    const levels = levelsOf(evidence)
    return { left_id, right_id, isSame: status === 'merged', ...(levels && { levels }) }
  })
}

/** How many users decided, and of how many the last scan learned. */
export async function countDecided<Id extends RecordId>(
  tx: WorkspaceTx,
  table: PairTable<Id>,
): Promise<{ decided: number; learned: number }> {
  const { rows } = await tx.client.query<{ decided: number; learned: number }>(
    `select (select count(*) from ${table.decided})::int as decided, coalesce((${table.learned}), 0) as learned`,
    [tx.workspace_id, table.workbook_id],
  )
  return rows[0] ?? { decided: 0, learned: 0 }
}

export interface ComparedField extends FieldComparison {
  left: unknown
  right: unknown
}

/** The pair with its explanation, for answers. */
export function explainedPair<Id extends RecordId, Compared extends ComparedField>(
  pair: StoredPair<Id>,
  fields: readonly Compared[],
) {
  return {
    id: pair.id,
    weight: Math.round(pair.weight * 100) / 100,
    probability: Math.round(pair.probability * 10_000) / 10_000,
    ...explainPair(fields, pair.evidence.relation, pair.weight),
    fields: [...fields],
    // After an undone merge both records exist again.
    decided_by: pair.status === 'pending' ? null : pair.decided_name,
    decided_at: pair.status === 'pending' ? null : (pair.decided_at?.toISOString() ?? null),
  }
}
