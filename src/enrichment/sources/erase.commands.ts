// Erases a person from sources: rejected records that name the person.
import type { Eraser } from '../../records/leads/erase.commands.ts'

export const eraseFromSources: Eraser = async (tx, { pattern }) => {
  if (pattern === null) return
  await tx.client.query(
    `delete from source_rejects where workspace_id = $1 and (record::text ~* $2 or record_id ~* $2 or reason ~* $2)`,
    [tx.workspace_id, pattern],
  )
}
