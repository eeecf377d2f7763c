// Takes an import of leads back: what it made goes, what it changed is as it was before, unless it changed since.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { LeadsImportUndone } from '../imports/lead-transfer.schema.ts'
import { findLeadImport, markLeadImportUndone } from './lead-imports.writes.ts'
import { deleteMadeBy, putBackBy } from './undo-source.commands.ts'

/** Leads of one transaction: the lock of the store is held no longer than these take. */
const AT_ONCE = 500

interface Done {
  made: number[]
  changed: number[]
  /** As many leads as it had made and changed when it was looked for them; null: it is not on record. */
  stored: number | null
}

/**
 * Refuses (404) an import of which no lead that it made or changed is there, unless it is not on record as taken back. Safe to repeat, also
 * where it broke off.
 */
export async function undoLeadImport(database: Database, at: Place, importId: string): Promise<LeadsImportUndone> {
  const { made, changed, stored } = await database.inWorkspace(at, (tx) => mustReadImport(tx, importId))
  const undone: LeadsImportUndone = { deleted: 0, restored: 0, kept: 0 }
  const by = { key: 'import_id', value: importId } as const
  const add = ({ deleted = 0, restored = 0, kept }: Partial<LeadsImportUndone> & { kept: number }) => {
    undone.deleted += deleted
    undone.restored += restored
    undone.kept += kept
  }
  for (let from = 0; from < made.length; from += AT_ONCE)
    add(await database.inWorkspace(at, (tx) => deleteMadeBy(tx, by, made.slice(from, from + AT_ONCE))))
  for (let from = 0; from < changed.length; from += AT_ONCE)
    add(await database.inWorkspace(at, (tx) => putBackBy(tx, by, changed.slice(from, from + AT_ONCE))))
  await database.inWorkspace(at, async (tx) => {
    if (stored !== null) await markLeadImportUndone(tx, importId, stored)
    await audit(tx, {
      act: 'leads.import_undone',
      object: { type: 'workspace', id: at.workspace_id },
      after: { import_id: importId, ...undone },
    })
  })
  return undone
}

/** What the import made, and which others it changed. Nothing but a look at all leads tells the first. */
export async function mustReadImport(tx: WorkspaceTx, importId: string): Promise<Done> {
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
  // The last transaction of an earlier try may be missing, or its leads were deleted one by one: it can still be called taken back.
  if (made.length + changed.length === 0 && (recorded === null || recorded.isUndone))
    refuse('not_found', 'Import not found')
  return { made: made.map(({ id }) => id), changed: changed.map(({ id }) => id), stored: recorded?.stored ?? null }
}
