// Accounts that a directory or an identity provider opens for its people, and their membership in its workspace.
import { randomBytes } from 'node:crypto'
import type { WorkspaceRole } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { lockCall } from '../../platform/db/hold.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { hashPassword } from '../passwords.logic.ts'

let nobodyKnows: Promise<string> | undefined

/** A hash that no password fits, made once: an account without a password costs nothing and still takes its time to refuse. */
export function unknownPassword(): Promise<string> {
  nobodyKnows ??= hashPassword(randomBytes(32).toString('base64'))
  return nobodyKnows
}

/**
 * Makes an account for a user of the directory and returns its id. Its name begins with the slug of the workspace: what
 * names other tenants use plays no part, so neither success nor name tells anything about them.
 */
export async function makeAccount(
  tx: WorkspaceTx,
  name: { slug: string; user_name: string },
  passwordHash: string,
): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>({
    name: 'scim_make_account',
    text: `insert into users (username, password_hash, active_workspace_id, provisioned_by) values ($1, $2, $3, $3) returning id`,
    values: [await findFreeName(tx, name), passwordHash, tx.workspace_id],
  })
  return oneRow(rows).id
}

/** A user name that no account has, beginning with the slug of the workspace. Held until the end of the transaction. */
export async function findFreeName(
  tx: WorkspaceTx,
  { slug, user_name }: { slug: string; user_name: string },
): Promise<string> {
  const wanted = `${slug}/${user_name.normalize('NFC').trim()}`
  // Held until the end, so that two requests do not find the same name free.
  await tx.client.query({
    name: 'scim_name_lock',
    text: `select ${lockCall('lower($1)', 'alone', 'account_names')}`,
    values: [wanted],
  })
  const { rows } = await tx.client.query({
    name: 'scim_name_taken',
    text: 'select 1 from users where lower(username) = lower($1)',
    values: [wanted],
  })
  return rows.length === 0 ? wanted : `${wanted}~${randomBytes(4).toString('hex')}`
}

/** Lets the person in, with the role of their groups, else the given one. */
export async function openMembership(tx: WorkspaceTx, userId: number, role: WorkspaceRole): Promise<void> {
  await tx.client.query({
    name: 'scim_open',
    text: `insert into memberships (workspace_id, user_id, role) values ($1, $2, $3) on conflict do nothing`,
    values: [tx.workspace_id, userId, role],
  })
}
