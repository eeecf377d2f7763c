// Takes an import of leads back: what it made goes, what it changed is as it was before, unless it changed since.
import { refuse } from '../../../kernel/errors.ts'
import type { WorkspaceScope } from '../../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import type { JobUndo } from '../../../platform/queue/job.ts'
import { type DoneToLeads, undoLeads } from '../undo-leads.commands.ts'
import { findLeadImport } from './lead-imports.writes.ts'

/**
 * Undoes an import. Refuses (404) an import without remaining leads, if it is already recorded as undone. Safe to repeat, also
 * where it broke off.
 */
export async function undoLeadImport(database: Database, at: WorkspaceScope, importId: string): Promise<JobUndo> {
  const found = await database.inWorkspace(at, (tx) => mustReadImport(tx, importId))
  return undoLeads(database, at, { key: 'import_id', value: importId }, found, 'Undo an import of leads')
}

/** What the import made, and which others it changed. Nothing but a look at all leads tells the first. */
export async function readImportedLeads(
  tx: WorkspaceTx,
  importId: string,
): Promise<DoneToLeads & { isUndone: boolean }> {
  const values = [tx.workspace_id, importId]
  // Read before the leads: these are at least as new then, so that what is stored meanwhile is never taken for seen.
  const recorded = await findLeadImport(tx, importId)
  const { rows: made } = await tx.client.query<{ id: number }>(
    `select id from leads where workspace_id = $1 and source ->> 'import_id' = $2 order by id`,
    values,
  )
  const { rows: changed } = await tx.client.query<{ id: number }>(
    `select distinct c.lead_id as id from lead_changes c join leads l on l.workspace_id = c.workspace_id and l.id = c.lead_id
     where c.workspace_id = $1 and c.source ->> 'import_id' = $2 and c.source ->> 'kind' = 'import'
       and l.source ->> 'import_id' is distinct from $2 order by 1`,
    values,
  )
  return {
    made: made.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    stored: recorded?.stored ?? null,
    isUndone: recorded === null || recorded.isUndone,
  }
}

export async function mustReadImport(tx: WorkspaceTx, importId: string): Promise<DoneToLeads> {
  const found = await readImportedLeads(tx, importId)
  // The last transaction of an earlier try may be missing, or its leads were deleted one by one: it can still be called taken back.
  if (found.made.length + found.changed.length === 0 && found.isUndone) refuse('not_found', 'Import not found')
  return found
}
