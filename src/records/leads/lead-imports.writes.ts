// The record of imports of leads: what each created and changed so far, its user, and when it was undone.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { LeadImport } from '../imports/lead-transfer.schema.ts'

const NAME = 'imports of leads'

/** The newest first. */
export async function listLeadImports(
  tx: WorkspaceTx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: LeadImport[]; next_cursor: string | null }> {
  const [before = null] = decodeCursor(NAME, cursor) ?? []
  const { rows } = await tx.client.query(
    `select id, file_name, created, updated, user_id, actor_name, at, undone_at from lead_imports
     where workspace_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [tx.workspace_id, before, limit + 1],
  )
  const items: LeadImport[] = rows.map(({ user_id, actor_name, at, undone_at, ...row }) => ({
    ...row,
    actor: actor_name === null ? null : { user_id, name: actor_name },
    at: at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  }))
  return pageOf(NAME, items, limit, ({ id }) => [id])
}

/** Adds the counts of a batch to the import, in the transaction that stores it. An import that was undone before is no longer undone. */
export async function addToLeadImport(
  tx: WorkspaceTx,
  { id, file_name, created, updated }: Pick<LeadImport, 'id' | 'file_name' | 'created' | 'updated'>,
): Promise<void> {
  await tx.client.query(
    `insert into lead_imports as i (workspace_id, id, file_name, created, updated, user_id, actor_name) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, id) do update set created = i.created + excluded.created, updated = i.updated + excluded.updated,
       undone_at = null`,
    [tx.workspace_id, id, file_name, created, updated, tx.actor?.user_id ?? null, tx.actor?.name ?? null],
  )
}

export interface Recorded {
  /** Leads made and changed so far. */
  stored: number
  isUndone: boolean
}

/** Null: it is not on record, as none is that stored nothing. */
export async function findLeadImport(tx: WorkspaceTx, id: string): Promise<Recorded | null> {
  const { rows } = await tx.client.query<Recorded>(
    `select created + updated as stored, undone_at is not null as "isUndone" from lead_imports where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? null
}

/** Only if it stored nothing after these: an import that still runs would leave leads that cannot be undone. */
export async function markLeadImportUndone(tx: WorkspaceTx, id: string, stored: number): Promise<void> {
  await tx.client.query(
    `update lead_imports set undone_at = coalesce(undone_at, now()) where workspace_id = $1 and id = $2 and created + updated = $3`,
    [tx.workspace_id, id, stored],
  )
}
