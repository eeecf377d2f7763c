// Which columns name which secrets of the workspace.
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface SecretUse {
  secret: string
  workbook_id: string
  workbook: string
  column_id: string
  column: string
}

export async function readSecretUses(tx: WorkspaceTx): Promise<SecretUse[]> {
  const { rows } = await tx.client.query<SecretUse>(
    `select s.secret, c.workbook_id, w.name as workbook, c.id as column_id, c.name as column
     from workbook_columns c
     join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     cross join lateral (select coalesce(c.config->'auth'->>'secret', c.config->'target'->>'secret') as secret) s
     where c.workspace_id = $1 and c.type in ('http', 'output') and s.secret is not null
     order by w.name, c.name, c.workbook_id, c.id`,
    [tx.workspace_id],
  )
  return rows
}
