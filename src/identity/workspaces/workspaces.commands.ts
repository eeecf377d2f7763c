// What people do with workspaces: make one, and choose the one they act in.
import { randomBytes } from 'node:crypto'
import { refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { auditIn, auditInstall } from '../../platform/audit/audit.ts'
import type { Actor, Scope, WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { forgetCachedPerson, type People } from '../users/people.reads.ts'
import { keepAnAdminWithout } from '../users/users.commands.ts'
import { WORKSPACE_PURGE } from './workspaces.jobs.ts'

export interface NewWorkspace {
  name: string
  description: string
  icon: string
}

/** Makes a workspace; the user becomes its owner and first member. Returns its id. */
export async function createWorkspace(
  database: Database,
  people: People,
  by: Actor,
  userId: number,
  input: NewWorkspace,
): Promise<WorkspaceId> {
  const id = await database.inControl((tx) => addWorkspace(tx, userId, input, false), by)
  people.forget(userId)
  return id
}

/** As {@link createWorkspace}, inside a transaction of the control plane; the first start makes the default one. */
export async function addWorkspace(
  tx: Tx,
  userId: number,
  input: NewWorkspace,
  isDefault: boolean,
): Promise<WorkspaceId> {
  const id = newId() as WorkspaceId
  const { name, description, icon } = input
  await tx.client.query(
    'insert into workspaces (id, slug, is_default, name, description, icon) values ($1, $2, $3, $4, $5, $6)',
    [id, await freeSlug(tx, name), isDefault, name, description, icon],
  )
  await tx.client.query("insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')", [id, userId])
  const line = { act: 'workspace.created', object: { type: 'workspace', id, name: input.name } }
  await auditIn(tx, id, line)
  await auditInstall(tx, line)
  return id
}

/** Changes what is given. */
export async function updateWorkspace(
  database: Database,
  { workspace_id, actor }: WorkspaceScope,
  change: { name?: string | null; description?: string | null; icon?: string | null },
): Promise<void> {
  await database.inControl(async (tx) => {
    const { rows } = await tx.client.query<NewWorkspace>(
      'select name, description, icon from workspaces where id = $1 and deleted_at is null for update',
      [workspace_id],
    )
    const before = rows[0] ?? refuse('not_found', 'Workspace not found')
    const after = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      icon: change.icon ?? before.icon,
    }
    await tx.client.query('update workspaces set name = $2, description = $3, icon = $4 where id = $1', [
      workspace_id,
      ...Object.values(after),
    ])
    const object = { type: 'workspace', id: workspace_id, name: after.name }
    await auditIn(tx, workspace_id, { act: 'workspace.changed', object, before: { ...before }, after })
  }, actor)
}

/** 409 for a caller without a second factor, who would lock themselves out. */
export async function requireSecondFactor(
  { database, people, now }: { database: Database; people: People; now: () => Date },
  { workspace_id, actor, principal }: Scope,
  required: boolean,
): Promise<void> {
  const person = await people.refresh(principal.user_id, now())
  if (required && !person?.has_totp && !person?.without_password.has(principal.family))
    refuse('conflict', 'Set up a second factor for yourself first, under Profile')
  const members = await database.inControl(async (tx) => {
    const { rows } = await tx.client.query<{ name: string; second_factor_required: boolean }>(
      'select name, second_factor_required from workspaces where id = $1 and deleted_at is null for update',
      [workspace_id],
    )
    const { name, second_factor_required: before } = rows[0] ?? refuse('not_found', 'Workspace not found')
    if (before === required) return []
    await tx.client.query('update workspaces set second_factor_required = $2 where id = $1', [workspace_id, required])
    const found = await tx.client.query<{ user_id: number }>(
      'select user_id from memberships where workspace_id = $1',
      [workspace_id],
    )
    for (const { user_id } of found.rows) await forgetCachedPerson(tx, user_id)
    await auditIn(tx, workspace_id, {
      act: 'workspace.second_factor_required',
      object: { type: 'workspace', id: workspace_id, name },
      before: { required: before },
      after: { required },
    })
    return found.rows
  }, actor)
  for (const { user_id } of members) people.forget(user_id)
}

/**
 * Removes the access of all members at once: without members no request can name it any more. A job takes its data.
 * 400 for the default workspace.
 */
export async function deleteWorkspace(
  database: Database,
  people: People,
  { workspace_id: id, actor }: WorkspaceScope,
): Promise<void> {
  const members = await database.inControl(async (tx) => {
    const { rows } = await tx.client.query<{ is_default: boolean; name: string }>(
      'select is_default, name from workspaces where id = $1 and deleted_at is null for update',
      [id],
    )
    if (!rows[0]) refuse('not_found', 'Workspace not found')
    if (rows[0].is_default)
      refuse('bad_request', 'The default workspace cannot be deleted. It can be renamed, and emptied.')
    // The slug is free for another workspace from now on.
    await tx.client.query('update workspaces set deleted_at = now(), slug = id::text where id = $1', [id])
    await tx.client.query('update users set active_workspace_id = null where active_workspace_id = $1', [id])
    await tx.client.query('delete from invitations where workspace_id = $1', [id])
    const gone = await tx.client.query<{ user_id: number }>(
      'delete from memberships where workspace_id = $1 returning user_id',
      [id],
    )
    await keepAnAdminWithout(
      tx,
      gone.rows.map(({ user_id }) => user_id),
    )
    await enqueue(tx, WORKSPACE_PURGE, { workspace_id: id, sweep: 1 })
    // The workspace's own log goes with it.
    const object = { type: 'workspace', id, name: rows[0].name }
    await auditInstall(tx, { act: 'workspace.deleted', object, before: { members: gone.rows.length } })
    return gone.rows
  }, actor)
  for (const { user_id } of members) people.forget(user_id)
}

/** Makes the workspace the one that requests without `x-workspace-id` act in. */
export async function switchWorkspace(
  database: Database,
  people: People,
  userId: number,
  workspaceId: string,
): Promise<void> {
  await database.inControl(async (tx) => {
    const { rows } = await tx.client.query<{ workspace_id: string }>(
      'select workspace_id from memberships where user_id = $1 and workspace_id::text = $2',
      [userId, workspaceId],
    )
    if (!rows[0]) refuse('not_found', 'Workspace not found')
    await tx.client.query('update users set active_workspace_id = $2 where id = $1', [userId, rows[0].workspace_id])
  })
  people.forget(userId)
}

/** `Acme Söhne` → `acme-sohne`, with a few random letters when that is taken. Letters, digits and hyphens only. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  const plain =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'workspace'
  const { rowCount } = await tx.client.query('select 1 from workspaces where slug = $1', [plain])
  return rowCount ? `${plain}-${randomBytes(4).toString('hex')}` : plain
}
