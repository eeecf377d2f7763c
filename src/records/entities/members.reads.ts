// The records of entities with the values that their leads have themselves.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { customField } from '../lead-facts/lead-field.logic.ts'
import type { MergedRecord } from '../lead-facts/one-lead.logic.ts'

export interface MemberRow {
  record_id: number
  lead_id: number
  entity_id: string
  entity_name: string | null
  entity_records: number
  data: JsonObject
  provenance: Record<string, JsonObject>
}

export type RecordSelection = { record_ids: readonly number[] } | { entity_id: string }

export async function readMembers(tx: WorkspaceTx, which: RecordSelection): Promise<MemberRow[]> {
  const isById = 'record_ids' in which
  const { rows } = await tx.client.query<MemberRow>(
    `select r.id as record_id, r.lead_id, r.entity_id, e.name as entity_name,
       (select count(*) from entity_records o where o.workspace_id = $1 and o.entity_id = r.entity_id)::int as entity_records,
       coalesce(m.data, l.data) as data,
       coalesce(m.provenance, coalesce(v.provenance, '{}') || coalesce(l.provenance, '{}')) as provenance
     from entity_records r cross join lateral (
         select name from entities where workspace_id = $1 and ${inOrder('id', 'r.entity_id')} offset 0) e
       join leads l on l.workspace_id = $1 and l.id = r.lead_id
       left join merged_leads m on m.workspace_id = $1 and m.lead_id = r.lead_id
       left join lead_provenance v on v.workspace_id = $1 and v.lead_id = r.lead_id
     where r.workspace_id = $1 and ${isById ? 'r.id = any($2::bigint[]) order by' : `${inOrder('r.entity_id', '$2')},`} r.id`,
    [tx.workspace_id, isById ? which.record_ids : which.entity_id],
  )
  return rows
}

/** By field, those of `custom` under their names with `custom.` before each. */
export function valuesOf({ data: { custom, ...values } }: MemberRow): JsonObject {
  const own = Object.entries((custom as JsonObject | null | undefined) ?? {})
  return { ...values, ...Object.fromEntries(own.map(([name, value]) => [customField(name), value])) }
}

/** As what one lead shows of them is made. */
export const recordsOf = (members: readonly MemberRow[]): MergedRecord[] =>
  members.map(({ record_id, data, provenance }) => ({ record: record_id, data, provenance }))
