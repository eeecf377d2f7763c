// Invitations: links that let one person into a workspace, kept only as hashes.

import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { auditIn } from '../../platform/audit/audit.ts'
import type { Actor, Scope } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import { hashPassword, refuseCommonPassword } from '../passwords.logic.ts'
import type { Sessions } from '../sessions.commands.ts'
import { readUsername } from '../users/usernames.logic.ts'
import { addUser } from '../users/users.commands.ts'
import { readUser, type User } from '../users/users.reads.ts'
import { lockAs, mayManage } from './members.commands.ts'
import { readInvitation } from './members.reads.ts'

const DAY_MS = 86_400_000

/** Makes a link; its token is in the answer and nowhere else. */
export async function invite(s: Sessions, scope: Scope, { role, days }: { role: string; days: number }) {
  const now = s.now()
  const token = newBearerToken('inv_')
  const id = newId()
  return s.database.inControl(async (tx) => {
    mayManage(await lockAs(tx, scope))
    await tx.client.query(
      `insert into invitations (workspace_id, id, token_hash, role, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        scope.workspace_id,
        id,
        hashOfToken(token),
        role,
        scope.principal.user_id,
        now,
        new Date(now.getTime() + days * DAY_MS),
      ],
    )
    const made = (await readInvitation(tx, scope.workspace_id, id, now)) ?? refuse('not_found', 'Invitation not found')
    const after = { role, expires_at: made.expires_at }
    await auditIn(tx, scope.workspace_id, { act: 'invitation.created', object: { type: 'invitation', id }, after })
    return { ...made, token }
  }, scope.actor)
}

/** Takes a link back. */
export async function withdrawInvitation(s: Sessions, scope: Scope, id: string): Promise<void> {
  await s.database.inControl(async (tx) => {
    const { rowCount } = await tx.client.query(
      'delete from invitations where workspace_id = $1 and id::text = $2 and expires_at > $3',
      [scope.workspace_id, id.toLowerCase(), s.now()],
    )
    if (rowCount === 0) refuse('not_found', 'Invitation not found')
    const object = { type: 'invitation', id: id.toLowerCase() }
    await auditIn(tx, scope.workspace_id, { act: 'invitation.withdrawn', object })
  }, scope.actor)
}

interface Invitation {
  workspace_id: WorkspaceId
  id: string
  workspace_name: string
  role: string
  invited_by: string | null
  expires_at: Date
}

/** What the holder of the link may know before accepting. Used, expired, withdrawn and made-up links are all 404. */
export async function previewInvitation(s: Sessions, token: string) {
  const { workspace_name, role, invited_by, expires_at } = await s.database.inControl((tx) => find(tx, token, s.now()))
  return { workspace_name, role, invited_by, expires_at: expires_at.toISOString() }
}

export interface AcceptedInvitation {
  workspace_id: string
  workspace_name: string
  role: string
  user: User
}

/** The visitor of an invitation link: a user who is logged in, or a person without an account. */
export interface Guest {
  actor: Actor | null
  ip: string
  request_id: string
}

/** Uses the link up: for the caller, or for a new account without a login. 409 for a member and a taken name. */
export async function acceptInvitation(
  s: Sessions,
  token: string,
  { actor, ip, request_id }: Guest,
  account: { username?: string | null; password?: string | null },
): Promise<AcceptedInvitation> {
  if (actor?.user_id != null) return join(s, token, actor, actor.user_id)
  const { username, password } = requireAccount(account)
  const name = readUsername(username)
  // Hashing costs time and memory: only for requests with a valid link.
  await previewInvitation(s, token)
  refuseCommonPassword(password, ['password'])
  const hash = await hashPassword(password)
  const newcomer: Actor = { kind: 'user', user_id: null, name, token_id: null, ip, request_id }
  return join(s, token, newcomer, (tx) => addUser(tx, { username: name, role: 'user', is_active: true }, hash))
}

async function join(
  s: Sessions,
  token: string,
  by: Actor,
  who: number | ((tx: Tx) => Promise<number>),
): Promise<AcceptedInvitation> {
  const accepted = await s.database.inControl(async (tx) => {
    const { workspace_id, id, workspace_name, role } = await find(tx, token, s.now())
    const used = await tx.client.query('delete from invitations where workspace_id = $1 and id = $2', [
      workspace_id,
      id,
    ])
    if (used.rowCount === 0) refuse('not_found', 'Invitation not found')
    const userId = typeof who === 'number' ? who : await who(tx)
    const joined = await tx.client.query(
      'insert into memberships (workspace_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
      [workspace_id, userId, role],
    )
    if (joined.rowCount === 0)
      refuse('conflict', 'You are a member of this workspace already. Open it in the list of workspaces.')
    await tx.client.query('update users set active_workspace_id = $1 where id = $2 and active_workspace_id is null', [
      workspace_id,
      userId,
    ])
    const user = (await readUser(tx, userId)) as User
    await auditIn({ ...tx, actor: { ...by, user_id: userId } }, workspace_id, {
      act: 'invitation.accepted',
      object: { type: 'invitation', id },
      after: { user_id: userId, username: user.username, role },
    })
    return { workspace_id, workspace_name, role, user }
  }, by)
  s.people.forget(accepted.user.id)
  return accepted
}

async function find(tx: Tx, token: string, now: Date): Promise<Invitation> {
  const { rows } = await tx.client.query<Invitation>(
    `select i.workspace_id, i.id, w.name as workspace_name, i.role, u.username as invited_by, i.expires_at
     from invitations i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.created_by
     where i.token_hash = $1 and i.expires_at > $2 and w.deleted_at is null`,
    [hashOfToken(token), now],
  )
  return rows[0] ?? refuse('not_found', 'Invitation not found')
}

function requireAccount({ username, password }: { username?: string | null; password?: string | null }) {
  const missing = (name: string): FieldError => ({
    type: 'missing',
    loc: ['body', name],
    msg: 'Field required',
    input: {},
  })
  const fields = [
    ...(username == null ? [missing('username')] : []),
    ...(password == null ? [missing('password')] : []),
  ]
  if (username == null || password == null) throw new Refusal('invalid', 'Field required', { fields })
  return { username, password }
}
