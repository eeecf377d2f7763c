// Which lead stands for a record: the one relation by which a merged entity is one lead everywhere.
import type { JsonObject } from '../../kernel/json.ts'
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

/** A record of a merged lead, with the values that it has itself. */
export interface RecordOfLead {
  lead_id: number
  data: JsonObject
}

/** What a merged lead shows, under the id that stands for it, and then what each of its records says itself; empty for a lead that is alone. */
export async function readRecordsOfLead(tx: WorkspaceTx, leadId: number): Promise<RecordOfLead[]> {
  const ids = await readWithMerged(tx, [leadId])
  if (ids.length < 2) return []
  const { rows } = await tx.client.query<{ lead_id: number; head_id: number; own: JsonObject; shown: JsonObject }>(
    `select m.lead_id, m.head_id, m.data as own, l.data as shown from merged_leads m
       join leads l on l.workspace_id = $1 and l.id = m.head_id
     where m.workspace_id = $1 and m.lead_id = any($2::bigint[]) order by m.lead_id <> m.head_id, m.lead_id`,
    [tx.workspace_id, ids],
  )
  const [head] = rows
  return [
    ...(head ? [{ lead_id: Number(head.head_id), data: head.shown }] : []),
    ...rows.map(({ lead_id, own }) => ({ lead_id: Number(lead_id), data: own })),
  ]
}
