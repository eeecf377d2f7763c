// Imports of leads as their jobs have them on record: what each created and changed so far, its user, and when it was undone.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../../platform/http/paging.ts'
import type { LeadImport } from '../../imports/lead-transfer.schema.ts'

/** The kind of their jobs. */
export const LEAD_IMPORT_KIND = 'leads.import'

const NAME = 'imports of leads'

const COUNT = (name: 'created' | 'updated') => `coalesce((counts ->> '${name}')::int, 0)`
const STORED = `${COUNT('created')} + ${COUNT('updated')}`

interface Listed extends Pick<LeadImport, 'id' | 'file_name' | 'created' | 'updated'> {
  user_id: number | null
  actor_name: string | null
  at: Date
  undone_at: Date | null
}

/** Those that stored any, the newest first. The kind as a range, so that only the index that begins with it gives the order. */
export async function listLeadImports(
  tx: WorkspaceTx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: LeadImport[]; next_cursor: string | null }> {
  const [before = null] = decodeCursor(NAME, cursor) ?? []
  const { rows } = await tx.client.query<Listed>(
    `select id, coalesce(subject ->> 'file_name', '') as file_name, ${COUNT('created')} as created, ${COUNT('updated')} as updated,
       created_by as user_id, actor_name, created_at as at, undone_at
     from jobs where workspace_id = $1 and kind >= $4 and kind <= $4 and ${STORED} > 0 and ($2::uuid is null or id < $2)
     order by kind, id desc limit $3`,
    [tx.workspace_id, before, limit + 1, LEAD_IMPORT_KIND],
  )
  const items: LeadImport[] = rows.map(({ user_id, actor_name, at, undone_at, ...row }) => ({
    ...row,
    actor: actor_name === null ? null : { user_id, name: actor_name },
    at: at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  }))
  return pageOf(NAME, items, limit, ({ id }) => [id])
}

/** An import that stored more after it was undone is no longer undone. */
export async function reopenLeadImport(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.client.query(
    'update jobs set undone_at = null where workspace_id = $1 and id = $2 and undone_at is not null',
    [tx.workspace_id, id],
  )
}

export interface LeadImportRecord {
  /** Leads made and changed so far. */
  stored: number
  isUndone: boolean
}

/** Null: it is not on record, as none is that stored nothing. */
export async function findLeadImport(tx: WorkspaceTx, id: string): Promise<LeadImportRecord | null> {
  const { rows } = await tx.client.query<LeadImportRecord>(
    `select ${STORED} as stored, undone_at is not null as "isUndone" from jobs
     where workspace_id = $1 and id = $2 and kind = $3 and ${STORED} > 0`,
    [tx.workspace_id, id, LEAD_IMPORT_KIND],
  )
  return rows[0] ?? null
}

/** Only if it stored nothing after these: an import that still runs would leave leads that cannot be undone. */
export async function markLeadImportUndone(tx: WorkspaceTx, id: string, stored: number): Promise<void> {
  await tx.client.query(
    `update jobs set undone_at = coalesce(undone_at, now()) where workspace_id = $1 and id = $2 and kind = $4 and ${STORED} = $3`,
    [tx.workspace_id, id, stored, LEAD_IMPORT_KIND],
  )
}
