// What people do with their own account, and administrators with any.

import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { auditInstall } from '../../platform/audit/audit.ts'
import type { Actor, Principal } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/database.ts'
import { holdInstallation } from '../../platform/db/hold.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { endFamilies, type LoginClient, startFamily, type TokenPair, tokensOf } from '../families.writes.ts'
import { hashPassword, refuseCommonPassword } from '../passwords.logic.ts'
import type { Sessions } from '../sessions.commands.ts'
import { readProfileImage, readUsername } from './usernames.logic.ts'
import { readUser, type User } from './users.reads.ts'

/** What changing accounts needs: the command line has no sessions to offer. */
export type UserParts = Pick<Sessions, 'database' | 'people' | 'now'>

export interface UserChange {
  username?: string | null
  profile_image?: string | null
  is_active?: boolean | null
}

/**
 * Runs work on one account and puts it on record; afterwards every process looks at it again. Answers the account, 404
 * when there is none.
 */
export async function onUser(
  s: UserParts,
  by: Actor,
  userId: number,
  act: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<User> {
  const user = await s.database.inControl(async (tx) => {
    await tx.client.query('select 1 from users where id = $1 for update', [userId])
    const before = (await readUser(tx, userId)) ?? refuse('not_found', 'User not found')
    await work(tx)
    const after = (await readUser(tx, userId)) as User
    await auditInstall(tx, { act, object: objectOf(after), ...difference(before, after) })
    return after
  }, by)
  s.people.forget(userId)
  return user
}

/** Changes what is given. 409 for a name that is taken, and for locking the last active administrator out. */
export async function updateUser(s: UserParts, by: Actor, userId: number, change: UserChange): Promise<User> {
  const { username, profile_image, is_active } = change
  const name = username == null ? undefined : readUsername(username)
  const image = profile_image == null ? profile_image : readProfileImage(profile_image)
  return onUser(s, by, userId, 'user.changed', async (tx) => {
    if (is_active === false) {
      await keepAnAdmin(tx, userId)
      await endFamilies(tx, userId, 'deactivated', s.now())
    }
    // An image may be taken away with null; a name and the state are only ever replaced.
    await freeName(
      tx.client.query(
        `update users set username = coalesce($2, username), is_active = coalesce($3, is_active),
            profile_image = case when $4 then $5 else profile_image end where id = $1`,
        [userId, name ?? null, is_active ?? null, image !== undefined, image ?? null],
      ),
    )
  })
}

/** Asks a logged-in user for their password again; the hash that it fits. 400 for a wrong one, which counts as a failed login. */
export async function mustKnowPassword(
  s: Sessions,
  principal: Principal,
  password: string,
  client: LoginClient,
): Promise<{ password_hash: string }> {
  const right = await s.throttle.guard({ account: principal.username, ...client }, s.now(), async () => {
    const { rows } = await s.database.inControl((tx) =>
      tx.client.query<{ password_hash: string }>('select password_hash from users where id = $1', [principal.user_id]),
    )
    const row = rows[0]
    return (await s.checkPassword(row?.password_hash, password)) ? row : undefined
  })
  return right ?? refuse('bad_request', 'The current password is wrong. Nothing was changed.')
}

/** Ends every session with the old password and begins one with the new. 400 when the current one is wrong. */
export async function changePassword(
  s: Sessions,
  principal: Principal,
  by: Actor,
  input: { current_password: string; new_password: string },
  client: LoginClient,
): Promise<User & TokenPair> {
  const now = s.now()
  const right = await mustKnowPassword(s, principal, input.current_password, client)
  refuseCommonPassword(input.new_password, ['new_password'])
  const hash = await hashPassword(input.new_password)
  const { user, family } = await s.database.inControl(async (tx) => {
    const changed = await tx.client.query<{ id: number; token_version: number }>(
      `update users set password_hash = $2, token_version = token_version + 1
       where id = $1 and password_hash = $3 and is_active returning id, token_version`,
      [principal.user_id, hash, right.password_hash],
    )
    if (!changed.rows[0])
      refuse('conflict', 'The password was changed meanwhile. Sign in with the new one and try again.')
    await endFamilies(tx, principal.user_id, 'password changed', now)
    const begun = await startFamily(s, tx, changed.rows[0], client, now)
    const user = (await readUser(tx, principal.user_id)) as User
    await auditInstall(tx, { act: 'password.changed', object: objectOf(user) })
    return { user, family: begun }
  }, by)
  s.people.forget(principal.user_id)
  return { ...user, ...(await tokensOf(s, family)) }
}

/** Sets a password as an administrator; every session of the user ends. */
export async function setPassword(s: UserParts, by: Actor, userId: number, password: string): Promise<User> {
  refuseCommonPassword(password, ['password'])
  const hash = await hashPassword(password)
  return onUser(s, by, userId, 'password.set', async (tx) => {
    await tx.client.query('update users set password_hash = $2, token_version = token_version + 1 where id = $1', [
      userId,
      hash,
    ])
    await endFamilies(tx, userId, 'password set by an administrator', s.now())
  })
}

/** 409 for taking the role from the last active administrator. */
export async function setPlatformRole(s: UserParts, by: Actor, userId: number, role: 'user' | 'admin'): Promise<User> {
  return onUser(s, by, userId, 'user.role_changed', async (tx) => {
    if (role === 'user') await keepAnAdmin(tx, userId)
    await tx.client.query('update users set role = $2 where id = $1', [userId, role])
  })
}

export interface NewUser {
  username: string
  password: string
  role: 'user' | 'admin'
  is_active: boolean
}

/** Makes an account that belongs to no workspace yet: it can make one of its own, or be let into others. */
export async function createUser(s: UserParts, by: Actor, input: NewUser): Promise<User> {
  const username = readUsername(input.username)
  refuseCommonPassword(input.password, ['password'])
  const hash = await hashPassword(input.password)
  return s.database.inControl(
    async (tx) => (await readUser(tx, await addUser(tx, { ...input, username }, hash))) as User,
    by,
  )
}

/** As {@link createUser}, in a transaction of the caller: `username` and `hash` are ready. Returns the id. */
export async function addUser(
  tx: Tx,
  { username, role, is_active }: Omit<NewUser, 'password'>,
  hash: string,
): Promise<number> {
  const { rows } = await freeName(
    tx.client.query<{ id: number }>(
      'insert into users (username, role, is_active, password_hash) values ($1, $2, $3, $4) returning id',
      [username, role, is_active, hash],
    ),
  )
  const { id } = oneRow(rows)
  await auditInstall(tx, { act: 'user.created', object: objectOf({ id, username }), after: { role, is_active } })
  return id
}

/** Removes an account. 409 for the last active administrator and for the only owner of a workspace. */
export async function deleteUser(s: Sessions, by: Actor, userId: number): Promise<void> {
  await s.database.inControl(async (tx) => {
    await tx.client.query('select 1 from users where id = $1 for update', [userId])
    const { username, role } = (await readUser(tx, userId)) ?? refuse('not_found', 'User not found')
    await keepAnAdmin(tx, userId)
    await keepOwners(tx, userId)
    await tx.client.query('delete from users where id = $1', [userId])
    await auditInstall(tx, {
      act: 'user.deleted',
      object: objectOf({ id: userId, username }),
      before: { role: role ?? 'user' },
    })
  }, by)
  s.people.forget(userId)
}

function objectOf({ id, username }: { id: number; username: string }) {
  return { type: 'user', id, name: username }
}

/** What of an account is another after an act; of a picture only that. */
function difference(before: User, after: User): { before: JsonObject; after: JsonObject } {
  const shown = ({ username, is_active, role, profile_image, has_second_factor }: User): JsonObject => ({
    username,
    is_active,
    has_second_factor: has_second_factor ?? false,
    role: role ?? 'user',
    profile_image: profile_image ? `${profile_image.slice(0, 60)}…` : null,
  })
  const [old, now] = [shown(before), shown(after)]
  const names = Object.keys(now).filter((name) => old[name] !== now[name])
  const only = (values: JsonObject) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: only(old), after: only(now) }
}

/** Refuses when there is no other active administrator. Concurrent changes of administrators wait for one another. */
async function keepAnAdmin(tx: Tx, userId: number): Promise<void> {
  const able = await lockAdmins(tx)
  if (able.length === 1 && able[0] === userId)
    refuse('conflict', 'The last active administrator cannot be removed, demoted or deactivated')
}

/**
 * As {@link keepAnAdmin}, for people who have just lost a workspace: without one no user logs in with an account that a
 * directory made, so this may be the end of an administrator too.
 */
export async function keepAnAdminWithout(tx: Tx, userIds: readonly number[]): Promise<void> {
  const { rowCount } = await tx.client.query(
    `select 1 from users where id = any($1) and role = 'admin' and is_active and provisioned_by is not null limit 1`,
    [userIds],
  )
  if (rowCount && (await lockAdmins(tx)).length === 0)
    refuse('conflict', 'No active administrator could log in any more: make another user administrator first')
}

/** The active administrators who can log in. */
async function lockAdmins(tx: Tx): Promise<number[]> {
  await holdInstallation(tx, 'administrators')
  const { rows } = await tx.client.query<{ id: number }>(
    `select u.id from users u where u.role = 'admin' and u.is_active
       and (u.provisioned_by is null or exists (select from memberships m where m.user_id = u.id))`,
  )
  return rows.map(({ id }) => id)
}

async function keepOwners(tx: Tx, userId: number): Promise<void> {
  // Owners change only under the lock of their workspace.
  const { rows } = await tx.client.query<{ id: string; name: string }>(
    `select w.id, w.name from workspaces w
     where w.id in (select workspace_id from memberships where user_id = $1 and role = 'owner') order by w.id for update`,
    [userId],
  )
  const alone = []
  for (const { id, name } of rows) {
    const others = await tx.client.query(
      `select 1 from memberships where workspace_id = $1 and role = 'owner' and user_id <> $2 limit 1`,
      [id, userId],
    )
    if (others.rowCount === 0) alone.push(`"${name}"`)
  }
  if (alone.length > 0)
    refuse(
      'conflict',
      `The user is the only owner of ${alone.join(', ')}: make another member owner, or delete it first`,
    )
}

async function freeName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'users_username')
      refuse('conflict', 'Another user has this username. Choose another one.')
    throw error
  }
}
