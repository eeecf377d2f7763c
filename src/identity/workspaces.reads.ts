// Reading workspaces as one of their members sees them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { WorkspaceResponse } from './workspaces.schema.ts'

type Workspace = Static<typeof WorkspaceResponse>

/** The workspaces of a user, oldest first; with `only`, just that one, if the user belongs to it. */
export async function readWorkspaces(database: Database, userId: number, only?: string): Promise<Workspace[]> {
  const rows = await database.inControl((tx) => select(tx, userId, only))
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      workbook_count: await countWorkbooks(database, row.id as WorkspaceId),
    })),
  )
}

async function select(tx: Tx, userId: number, only: string | undefined) {
  const { rows } = await sql<Omit<Workspace, 'workbook_count' | 'created_at'> & { created_at: Date }>`
    select w.id, w.name, w.slug, w.description, w.icon, w.is_default, w.created_at, m.role,
      w.id = coalesce(u.active_workspace_id, (select f.workspace_id from memberships f where f.user_id = u.id order by f.created_at limit 1)) as is_active,
      (select count(*)::int from memberships c where c.workspace_id = w.id) as member_count
    from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where m.user_id = ${userId} and (${only ?? null}::text is null or w.id::text = ${only ?? null})
    order by m.created_at, w.id limit 500`.execute(tx.db)
  return rows
}

async function countWorkbooks(database: Database, workspaceId: WorkspaceId): Promise<number> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query(
      'select count(*)::int as n from workbooks where workspace_id = $1 and deleted_at is null',
      [workspaceId],
    )
    return rows[0].n
  })
}
