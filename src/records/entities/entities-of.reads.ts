// Reads which leads were merged with which, for everything that is done once per company or person.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import type { EntityKind } from '../lead-facts/record-form.logic.ts'

export interface EntityOfLead {
  entity_id: string
  kind: EntityKind
  /** The other leads of the entity, oldest first. */
  merged_with: number[]
}

/** By lead. A lead that was not compared yet is absent: it is merged with none. */
export async function readEntitiesOf(tx: WorkspaceTx, leadIds: readonly number[]): Promise<Map<number, EntityOfLead>> {
  const { rows } = await tx.client.query<EntityOfLead & { lead_id: number }>(
    `select r.lead_id, r.entity_id, r.kind, array(select o.lead_id from entity_records o
         where o.${OF_ANY_WORKSPACE} and o.entity_id = r.entity_id and o.lead_id <> r.lead_id order by o.lead_id) as merged_with
     from entity_records r where r.${OF_ANY_WORKSPACE} and r.lead_id = any($2::bigint[]) and r.entity_id is not null`,
    [tx.workspace_id, leadIds],
  )
  return new Map(rows.map(({ lead_id, ...entity }) => [lead_id, entity]))
}

/** The other leads of the same person, by lead. Leads of one company are not one recipient: each of its addresses is read by others. */
export async function readSamePerson(tx: WorkspaceTx, leadIds: readonly number[]): Promise<Map<number, number[]>> {
  const entities = await readEntitiesOf(tx, leadIds)
  return new Map(
    [...entities].flatMap(([lead_id, { kind, merged_with }]) =>
      kind === 'person' && merged_with.length > 0 ? [[lead_id, merged_with] as const] : [],
    ),
  )
}

/** The leads of an entity, oldest first. */
export async function readLeadsOfEntity(tx: WorkspaceTx, entityId: string): Promise<number[]> {
  const { rows } = await tx.client.query<{ lead_id: number }>(
    'select lead_id from entity_records where workspace_id = $1 and entity_id = $2 and lead_id is not null order by lead_id',
    [tx.workspace_id, entityId],
  )
  return rows.map(({ lead_id }) => Number(lead_id))
}
