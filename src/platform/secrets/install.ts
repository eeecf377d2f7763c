// The install as a place for secrets: what belongs to no workspace is sealed by the same vault, with a key of its own.
import type { WorkspaceId } from '../../kernel/ids.ts'
import { INSTALL } from '../db/audit-line.ts'
import type { Tx, WorkspaceTx } from '../db/database.ts'

/** A transaction of the control plane as the vault wants it. */
export async function asInstall(tx: Tx): Promise<WorkspaceTx> {
  await tx.client.query(`select app_set('app.workspace_id', $1)`, [INSTALL])
  return { ...tx, workspace_id: INSTALL as WorkspaceId }
}
