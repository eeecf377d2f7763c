// Erases a person from entities: the record with its keys and pairs, and names kept for the undo of merges.
import type { Eraser } from '../leads/erasure/erase.commands.ts'
import { dropRecordsOfLeads, holdEntities } from './records.writes.ts'

export const eraseFromEntities: Eraser = async (tx, { lead_id, data, pattern }) => {
  await holdEntities(tx)
  await dropRecordsOfLeads(tx, [lead_id])
  const name = typeof data.contact_person === 'string' ? data.contact_person : null
  await tx.client.query(
    `update entity_merges set absorbed = absorbed || '{"name": null, "name_text": null}' where workspace_id = $1
       and (lower(absorbed ->> 'name') = lower($2) or absorbed ->> 'name' ~* $3)`,
    [tx.workspace_id, name, pattern],
  )
  await tx.client.query(
    `update entities set name = null, name_text = null where workspace_id = $1 and (lower(name) = lower($2) or name ~* $3)`,
    [tx.workspace_id, name, pattern],
  )
}
