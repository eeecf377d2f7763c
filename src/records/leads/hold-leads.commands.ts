// The lock under which leads are made, merged and known by other keys.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'

/**
 * Locks the leads of the workspace to make or merge leads or change their keys: two requests with the same lead at
 * once make one. First of all locks, before those of entities, workbooks and rows.
 */
export async function holdLeads(tx: WorkspaceTx): Promise<void> {
  await hold(tx, `leads ${tx.workspace_id}`)
}
