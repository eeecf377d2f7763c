// Reading user records.
import type { Static } from 'typebox'
import type { Database, Tx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { UserResponse } from '../auth.schema.ts'
import type { AccountResponse } from './users.schema.ts'

export type User = Static<typeof UserResponse>
/** A user with where the account can enter, for administrators of the install. */
export type UserAccount = Static<typeof AccountResponse>

interface UserRow {
  id: number
  username: string
  is_active: boolean
  role: string
  created_at: Date
  last_login: Date | null
  profile_image: string | null
  has_second_factor: boolean
}

export interface UserPageQuery {
  limit: number
  cursor?: string | null
}

export async function readUser(tx: Tx, id: number): Promise<User | undefined> {
  const { rows } = await tx.client.query<UserRow>({
    name: 'user',
    text: `select ${COLUMNS} from users u where u.id = $1`,
    values: [id],
  })
  return rows[0] && wireUser(rows[0])
}

/** Finds the account by name, ignoring the differences in spelling that a login ignores. */
export async function readUserNamed(tx: Tx, username: string): Promise<User | undefined> {
  const { rows } = await tx.client.query<{ id: number }>('select id from users where lower(username) = lower($1)', [
    username.normalize('NFC').trim(),
  ])
  return rows[0] && readUser(tx, rows[0].id)
}

const COLUMNS = `u.id, u.username, u.is_active, u.role, u.created_at, u.last_login, u.profile_image,
  exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null) as has_second_factor`
const BY_ID = 'users by id'

type AccountRow = UserRow & Pick<UserAccount, 'workspaces' | 'suspended_in'>

// A directory makes accounts of its own alone, so one without a place in the workspace that made it was suspended there.
const ACCOUNT = `${COLUMNS}, (select count(*)::int from memberships m where m.user_id = u.id) as workspaces,
  (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'slug', w.slug)), '[]') from workspaces w
   where w.id = u.provisioned_by and w.deleted_at is null
     and not exists (select from memberships m where m.user_id = u.id and m.workspace_id = w.id)) as suspended_in`

export async function readAccount(tx: Tx, id: number): Promise<UserAccount | undefined> {
  const { rows } = await tx.client.query<AccountRow>(`select ${ACCOUNT} from users u where u.id = $1`, [id])
  return rows[0] && wireUser(rows[0])
}

/** All users, in the order of creation; with `q` only names that contain it. */
export async function readUsers(database: Database, { limit, cursor, q }: UserPageQuery & { q?: string | null }) {
  const after = decodeCursor(BY_ID, cursor ?? undefined)
  const { rows } = await database.inControl((tx) =>
    tx.client.query<AccountRow>(
      `select ${ACCOUNT} from users u
       where u.id > $1 and ($2 = '' or position(lower($2) in lower(u.username)) > 0) order by u.id limit $3`,
      [after?.[0] ?? 0, q ?? '', limit + 1],
    ),
  )
  const page = pageOf(BY_ID, rows, limit, (row) => [row.id])
  return { ...page, items: page.items.map((row) => wireUser(row)) }
}

const OF_MEMBERS = 'users of a workspace by id'

/** The people of a workspace. */
export async function readMemberUsers(database: Database, workspaceId: string, { limit, cursor }: UserPageQuery) {
  const after = decodeCursor(OF_MEMBERS, cursor ?? undefined)
  const { rows, total } = await database.inControl(async (tx) => {
    const page = await tx.client.query<UserRow>(
      `select ${COLUMNS} from memberships m join users u on u.id = m.user_id
       where m.workspace_id = $1 and m.user_id > $2 order by m.user_id limit $3`,
      [workspaceId, after?.[0] ?? 0, limit + 1],
    )
    const all = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from memberships where workspace_id = $1',
      [workspaceId],
    )
    return { rows: page.rows, total: oneRow(all.rows).n }
  })
  const page = pageOf(OF_MEMBERS, rows, limit, (row) => [row.id])
  return { ...page, items: page.items.map((row) => wireUser(row)), total }
}

function wireUser<Row extends UserRow>(row: Row) {
  return {
    ...row,
    is_admin: row.role === 'admin',
    created_at: row.created_at.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
  }
}
