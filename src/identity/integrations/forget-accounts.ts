// Tells every process that what it keeps of a workspace's opened accounts is old.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/db/database.ts'

export const ACCOUNTS_CHANNEL = 'millrace_accounts'

/** Heard when the transaction commits. */
export async function forgetAccounts(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.client.query('select pg_notify($1, $2)', [ACCOUNTS_CHANNEL, workspaceId])
}
