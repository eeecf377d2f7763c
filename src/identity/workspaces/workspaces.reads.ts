// Reading workspaces as one of their members sees them.
import type { Static } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { UserPageQuery } from '../users/users.reads.ts'
import type { WorkspaceResponse } from './workspaces.schema.ts'

type Workspace = Static<typeof WorkspaceResponse>
type WorkspaceRow = Omit<Workspace, 'workbook_count' | 'lead_count' | 'created_at'> & { created_at: Date }

interface Counts {
  workbooks: number
  leads: number
}

const BY_AGE = 'workspaces by age'

/** The workspaces of a user, oldest first. */
export async function readWorkspaces(database: Database, userId: number, { limit, cursor }: UserPageQuery) {
  const after = decodeCursor(BY_AGE, cursor ?? undefined)
  return database.inControl(async (tx) => {
    const { rows } = await tx.client.query<WorkspaceRow>(
      `${SELECT} and ($2::uuid is null or w.id > $2) order by w.id limit $3`,
      [userId, after?.[0] ?? null, limit + 1],
    )
    const all = await tx.client.query<{ n: number }>('select count(*)::int as n from memberships where user_id = $1', [
      userId,
    ])
    const page = pageOf(BY_AGE, rows, limit, (row) => [row.id])
    return { ...page, items: await withCounts(tx, page.items), total: oneRow(all.rows).n }
  })
}

/** One of them; 404 for every other id. */
export async function readWorkspace(database: Database, userId: number, id: string): Promise<Workspace> {
  const [found] = await database.inControl(async (tx) => {
    const { rows } = await tx.client.query<WorkspaceRow>(`${SELECT} and w.id::text = $2`, [userId, id])
    return withCounts(tx, rows)
  })
  return found ?? refuse('not_found', 'Workspace not found')
}

export async function readWorkspaceSlug(tx: Tx, id: string): Promise<string> {
  const { rows } = await tx.client.query<{ slug: string }>('select slug from workspaces where id = $1', [id])
  return rows[0]?.slug ?? ''
}

const SELECT = `select w.id, w.name, w.slug, w.description, w.icon, w.is_default, w.created_at, m.role,
    w.id = coalesce(u.active_workspace_id, (select f.workspace_id from memberships f where f.user_id = u.id order by f.created_at limit 1)) as is_active,
    (select count(*)::int from memberships c where c.workspace_id = w.id) as member_count
  from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
  where m.user_id = $1 and w.deleted_at is null`

/** Row-level security shows the workbooks and leads of one workspace at a time, so each count is made in its own: one round trip. */
async function withCounts(tx: Tx, rows: WorkspaceRow[]): Promise<Workspace[]> {
  if (rows.length === 0) return []
  const text = rows.map(
    ({ id }) => `select app_set('app.workspace_id', '${id}');
      select (select count(*)::int from workbooks where workspace_id = '${id}' and deleted_at is null and source_type <> 'function') as workbooks,
        coalesce((select leads::int from lead_counts where workspace_id = '${id}'), 0) as leads`,
  )
  const results = (await tx.client.query(text.join(';'))) as unknown as { rows: Counts[] }[]
  return rows.map((row, index) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    workbook_count: results[index * 2 + 1]?.rows[0]?.workbooks ?? 0,
    lead_count: results[index * 2 + 1]?.rows[0]?.leads ?? 0,
  }))
}
