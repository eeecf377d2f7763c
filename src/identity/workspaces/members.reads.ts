// Reads the members of a workspace, and its invitations.
import type { Database, Tx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { UserPageQuery } from '../users/users.reads.ts'

interface MemberRow {
  user_id: number
  username: string
  profile_image: string | null
  is_active: boolean
  role: string
  created_at: Date
}

const MEMBER = `select m.user_id, u.username, u.profile_image, u.is_active, m.role, m.created_at
  from memberships m join users u on u.id = m.user_id where m.workspace_id = $1`
const MEMBERS = 'members by user'

export async function readMembers(database: Database, workspaceId: string, { limit, cursor }: UserPageQuery) {
  const after = decodeCursor(MEMBERS, cursor ?? undefined)
  const { rows, total } = await database.inControl(async (tx) => {
    const page = await tx.client.query<MemberRow>(`${MEMBER} and m.user_id > $2 order by m.user_id limit $3`, [
      workspaceId,
      after?.[0] ?? 0,
      limit + 1,
    ])
    const all = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from memberships where workspace_id = $1',
      [workspaceId],
    )
    return { rows: page.rows, total: oneRow(all.rows).n }
  })
  const page = pageOf(MEMBERS, rows, limit, (row) => [row.user_id])
  return { ...page, items: page.items.map(wireMember), total }
}

export async function readMember(tx: Tx, workspaceId: string, userId: number) {
  const { rows } = await tx.client.query<MemberRow>(`${MEMBER} and m.user_id = $2`, [workspaceId, userId])
  return rows[0] && wireMember(rows[0])
}

function wireMember({ created_at, ...row }: MemberRow) {
  return { ...row, joined_at: created_at.toISOString() }
}

interface InvitationRow {
  id: string
  role: string
  created_by: string | null
  created_at: Date
  expires_at: Date
}

const INVITATION = `select i.id, i.role, u.username as created_by, i.created_at, i.expires_at
  from invitations i left join users u on u.id = i.created_by where i.workspace_id = $1 and i.expires_at > $2`
const INVITATIONS = 'invitations by age'

/** Those that can still be accepted, newest first. */
export async function readInvitations(
  database: Database,
  workspaceId: string,
  { limit, cursor }: UserPageQuery,
  now: Date,
) {
  const after = decodeCursor(INVITATIONS, cursor ?? undefined)
  const { rows } = await database.inControl((tx) =>
    tx.client.query<InvitationRow>(`${INVITATION} and ($3::uuid is null or i.id < $3) order by i.id desc limit $4`, [
      workspaceId,
      now,
      after?.[0] ?? null,
      limit + 1,
    ]),
  )
  const page = pageOf(INVITATIONS, rows, limit, (row) => [row.id])
  return { ...page, items: page.items.map(wireInvitation) }
}

export async function readInvitation(tx: Tx, workspaceId: string, id: string, now: Date) {
  const { rows } = await tx.client.query<InvitationRow>(`${INVITATION} and i.id = $3`, [workspaceId, now, id])
  return rows[0] && wireInvitation(rows[0])
}

function wireInvitation(row: InvitationRow) {
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
}
