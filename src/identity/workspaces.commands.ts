// What people do with workspaces: make one, and choose the one they act in.
import { randomBytes } from 'node:crypto'
import { refuse } from '../kernel/errors.ts'
import { newId, type WorkspaceId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { forgetPerson, type People } from './people.reads.ts'

export interface NewWorkspace {
  name: string
  description: string
  icon: string
}

/** Makes a workspace; the user becomes its owner and first member. Returns its id. */
export async function createWorkspace(
  database: Database,
  people: People,
  userId: number,
  input: NewWorkspace,
): Promise<WorkspaceId> {
  const id = await database.inControl((tx) => addWorkspace(tx, userId, input, false))
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
  await tx.db
    .insertInto('workspaces')
    .values({ id, slug: await freeSlug(tx, input.name), is_default: isDefault, ...input })
    .execute()
  await tx.db.insertInto('memberships').values({ workspace_id: id, user_id: userId, role: 'owner' }).execute()
  await forgetPerson(tx, userId)
  return id
}

/** Makes the workspace the one that requests without `x-workspace-id` act in. */
export async function switchWorkspace(
  database: Database,
  people: People,
  userId: number,
  workspaceId: string,
): Promise<void> {
  await database.inControl(async (tx) => {
    const member = await tx.db
      .selectFrom('memberships')
      .select('workspace_id')
      .where('user_id', '=', userId)
      .where((eb) => eb(eb.cast('workspace_id', 'text'), '=', workspaceId))
      .executeTakeFirst()
    if (!member) refuse('not_found', 'Workspace not found')
    await tx.db
      .updateTable('users')
      .set({ active_workspace_id: member.workspace_id })
      .where('id', '=', userId)
      .execute()
    await forgetPerson(tx, userId)
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
  const taken = await tx.db.selectFrom('workspaces').select('id').where('slug', '=', plain).executeTakeFirst()
  return taken ? `${plain}-${randomBytes(4).toString('hex')}` : plain
}
