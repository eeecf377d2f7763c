// Erases a person from outreach, besides what goes with the lead: mail to and from the address that no lead is linked to.
import type { Eraser } from '../../records/leads/erase.commands.ts'

export const eraseFromOutreach: Eraser = async (tx, { pattern }) => {
  if (pattern === null) return
  const named = [tx.workspace_id, pattern]
  await tx.client.query(
    `delete from inbound_messages where workspace_id = $1 and (from_address ~* $2 or concat_ws(' ', subject, text) ~* $2)`,
    named,
  )
  await tx.client.query('delete from outbound_messages where workspace_id = $1 and address ~* $2', named)
}
