// Putting an act on record, in the transaction that does it: what is rolled back was never done and leaves no line.
import type { WorkspaceId } from '../../kernel/ids.ts'
import { type AuditActor, INSTALL, type NewAuditLine, writeLine } from '../db/audit-line.ts'
import type { Tx, WorkspaceTx } from '../db/database.ts'

/** In the log of the transaction's workspace, as done by the transaction's actor. */
export async function audit(tx: WorkspaceTx, line: NewAuditLine): Promise<void> {
  await auditIn(tx, tx.workspace_id, line)
}

/** As {@link audit}, on the control plane, which works across workspaces and therefore names the one meant. */
export async function auditIn(tx: Tx, workspaceId: WorkspaceId, line: NewAuditLine): Promise<void> {
  tx.acts.push(line.act)
  await writeLine(tx.client, workspaceId, tx.actor, line)
}

/** In the log of the install, for platform administrators: logins and accounts. `actor` where no route has found one. */
export async function auditInstall(tx: Tx, line: NewAuditLine, actor: AuditActor | null = tx.actor): Promise<void> {
  tx.acts.push(line.act)
  await writeLine(tx.client, INSTALL, actor, line)
}
