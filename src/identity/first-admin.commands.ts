// The first start: an administrator and the default workspace, made once.
import { randomInt } from 'node:crypto'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { oneRow } from '../platform/db/sql-client.ts'
import { StartError } from '../platform/start-error.ts'
import { hashPassword, isCommonPassword } from './passwords.logic.ts'
import { addWorkspace } from './workspaces/workspaces.commands.ts'

export interface FirstStart {
  user_id: number
  workspace_id: WorkspaceId
  /** Present when it was generated: to be shown once and never again. */
  generated_password: string | undefined
}

/** Makes the first administrator when there is no user at all; undefined when there is one. Safe for several processes. */
export async function ensureFirstAdmin(
  database: Database,
  wanted: { username: string; password: string | undefined },
): Promise<FirstStart | undefined> {
  if (await database.inControl(hasUser)) return undefined
  const generated = wanted.password === undefined ? readablePassword() : undefined
  if (wanted.password !== undefined && isCommonPassword(wanted.password))
    throw new StartError('ADMIN_PASSWORD is one of the 10,000 passwords that are tried first; choose another.')
  const hash = await hashPassword(wanted.password ?? (generated as string))
  return database.inControl(async (tx) => {
    await tx.client.query('lock table users in exclusive mode')
    if (await hasUser(tx)) return undefined
    const { rows } = await tx.client.query<{ id: number }>(
      "insert into users (username, password_hash, role) values ($1, $2, 'admin') returning id",
      [wanted.username, hash],
    )
    const { id } = oneRow(rows)
    const workspace = { name: 'My workspace', description: '', icon: '🏢' }
    return { user_id: id, workspace_id: await addWorkspace(tx, id, workspace, true), generated_password: generated }
  })
}

async function hasUser(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.client.query('select 1 from users limit 1')
  return rowCount === 1
}

/** Five groups of four from an alphabet without look-alikes: 98 bits. */
export function readablePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
