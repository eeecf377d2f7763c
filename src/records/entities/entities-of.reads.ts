// Which leads were merged with which: the one look-up for whatever is done once for each company or person.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'

export interface EntityOfLead {
  entity_id: string
  /** The other leads of the entity, oldest first. */
  merged_with: number[]
}

/** By lead. A lead that was not compared yet is absent: it is merged with none. */
export async function readEntitiesOf(tx: WorkspaceTx, leadIds: readonly number[]): Promise<Map<number, EntityOfLead>> {
  const { rows } = await tx.client.query<EntityOfLead & { lead_id: number }>(
    `select r.lead_id, r.entity_id, array(select o.lead_id from entity_records o
         where o.${OF_ANY_WORKSPACE} and o.entity_id = r.entity_id and o.lead_id <> r.lead_id order by o.lead_id) as merged_with
     from entity_records r where r.${OF_ANY_WORKSPACE} and r.lead_id = any($2::bigint[]) and r.entity_id is not null`,
    [tx.workspace_id, leadIds],
  )
  return new Map(
    rows.map(({ lead_id, entity_id, merged_with }) => [lead_id, { entity_id, merged_with: merged_with.map(Number) }]),
  )
}
