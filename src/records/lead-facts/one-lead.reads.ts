// Which lead stands for a record: the one relation by which a merged entity is one lead everywhere.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder, OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'

/** A condition on leads `l`: those that lists, counts and jobs over all leads are about. */
export const STANDS_FOR_ITSELF = 'l.merged_into is null'

/** By id the lead that stands for it: itself unless it was merged. Leads that were deleted are absent. */
export async function readHeads(tx: WorkspaceTx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.client.query<{ id: number; head: number }>(
    `select id, coalesce(merged_into, id) as head from leads where ${OF_ANY_WORKSPACE} and id = any($2::bigint[])`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map(({ id, head }) => [Number(id), Number(head)]))
}

/** These leads with all that were merged with them, in the order of their ids. Ids of deleted leads stay. */
export async function readWithMerged(tx: WorkspaceTx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `select m.lead_id from unnest($2::bigint[]) asked(id)
     cross join lateral (select head_id from merged_leads where ${OF_ANY_WORKSPACE} and ${inOrder('lead_id', 'asked.id')} offset 0) h
     cross join lateral (select lead_id from merged_leads where ${OF_ANY_WORKSPACE} and ${inOrder('head_id', 'h.head_id')} offset 0) m`,
    [tx.workspace_id, ids],
  )
  return [...new Set([...ids, ...rows.map(({ lead_id }) => Number(lead_id))])].sort((a, b) => a - b)
}
