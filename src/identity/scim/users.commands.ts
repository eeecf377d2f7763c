// What a directory does with people: make, replace, patch and delete them; each is all or nothing.

import { newId } from '../../kernel/ids.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceRole } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/checks/validate.ts'
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from '../passwords.logic.ts'
import { makeAccount, openMembership, unknownPassword } from '../users/provided-accounts.commands.ts'
import { readOnlyProvider, readVouching } from '../vouching.reads.ts'
import { changeAccount, closeMembership, roleFromGroups } from './accounts.writes.ts'
import { foldName, USER_KIND } from './attributes.logic.ts'
import { type Directory, inDirectory, type Scim } from './directory.ts'
import { mustMatch } from './etag.logic.ts'
import { applyPatch, type PatchOperation } from './patch.logic.ts'
import { changedNames, emailKeys, faultsOf, type Resource, withoutOurs, withoutUnknown } from './resource.logic.ts'
import { ScimError, scimFault, scimNotFound } from './scim.error.ts'
import { findUser, type ScimUserRow, showUser, versionOf, withGroups } from './users.reads.ts'

/** The part of a user that is stored as sent; the rest acts. */
interface Parts {
  attributes: Resource & { userName: string }
  active: boolean | undefined
  password: string | undefined
}

export async function createUser(scim: Scim, directory: Directory, body: Resource): Promise<Resource> {
  const parts = mustBeUser(withoutOurs(body))
  const { attributes, active = true, password } = parts
  const hash = await (password === undefined ? unknownPassword() : hashPassword(password))
  return inDirectory(scim.database, directory, async (tx) => {
    await refuseTaken(tx, attributes.userName)
    await refuseUnvouched(tx, directory, attributes)
    const userId = await makeAccount(tx, { slug: directory.slug, user_name: attributes.userName }, hash)
    const id = newId()
    const now = scim.now()
    await unlessTaken(() =>
      tx.client.query({
        name: 'scim_make_user',
        text: `insert into scim_users (workspace_id, id, user_id, user_name_key, external_id, email_keys, attributes, created_at, updated_at, provider_id)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
        values: [
          tx.workspace_id,
          id,
          userId,
          ...keysOf(attributes),
          JSON.stringify(attributes),
          now,
          directory.provider_id,
        ],
      }),
    )
    if (active) await openMembership(tx, userId, 'viewer')
    await audit(tx, {
      act: 'scim_user.created',
      object: objectOf(id, attributes),
      after: { active, attributes: Object.keys(attributes), password: password !== undefined },
    })
    return showUser(
      {
        id,
        user_id: userId,
        attributes,
        version: 1,
        created_at: now,
        updated_at: now,
        active,
        provider_id: directory.provider_id,
      },
      directory,
    )
  })
}

export function replaceUser(
  scim: Scim,
  directory: Directory,
  id: string,
  body: Resource,
  ifMatch: string | undefined,
): Promise<Resource> {
  return update(scim, directory, id, ifMatch, (before) =>
    mustBeUser(withoutUnknown(USER_KIND, withoutOurs(body), before.attributes)),
  )
}

export function patchUser(
  scim: Scim,
  directory: Directory,
  id: string,
  operations: readonly PatchOperation[],
  ifMatch: string | undefined,
): Promise<Resource> {
  return update(scim, directory, id, ifMatch, (before) => {
    const after = applyPatch(USER_KIND, id, { ...before.attributes, active: before.active }, operations)
    const [fault] = faultsOf(USER_KIND, after)
    if (fault) scimFault('invalidValue', `${fault.loc.slice(1).join('.')}: ${fault.msg}`)
    return partsOf(after)
  })
}

export async function deleteUser(
  scim: Scim,
  directory: Directory,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const userId = await inDirectory(scim.database, directory, async (tx) => {
    const user = (await findUser(tx, id, true)) ?? scimNotFound()
    await refuseKeptElsewhere(tx, directory, user)
    mustMatch(ifMatch, versionOf(user))
    const now = scim.now()
    await closeMembership(tx, user.user_id, now)
    await tx.client.query('delete from scim_users where workspace_id = $1 and id = $2', [tx.workspace_id, id])
    // The name is free for the next person, who must not be taken for the one who left.
    await changeAccount(
      tx,
      user.user_id,
      {
        slug: directory.slug,
        user_name: `${String(user.attributes.userName)}~${user.user_id}`,
        password_hash: await unknownPassword(),
        locked: true,
      },
      now,
    )
    await audit(tx, {
      act: 'scim_user.deleted',
      object: objectOf(id, user.attributes),
      before: { active: user.active },
    })
    return user.user_id
  })
  scim.people.forget(userId)
}

async function update(
  scim: Scim,
  directory: Directory,
  id: string,
  ifMatch: string | undefined,
  change: (before: ScimUserRow) => Parts,
): Promise<Resource> {
  const { shown, userId, password } = await inDirectory(scim.database, directory, async (tx) => {
    const before = (await findUser(tx, id, true)) ?? scimNotFound()
    await refuseKeptElsewhere(tx, directory, before)
    mustMatch(ifMatch, versionOf(before))
    const parts = change(before)
    const after = await store(scim, directory, tx, before, parts)
    await audit(tx, {
      act: 'scim_user.changed',
      object: objectOf(id, after.attributes),
      before: { active: before.active },
      after: {
        active: after.active,
        attributes: changedNames(before.attributes, after.attributes),
        password: parts.password !== undefined,
      },
    })
    const [user] = await withGroups(tx, [after])
    return { shown: showUser(user ?? after, directory), userId: before.user_id, password: parts.password }
  })
  // Outside the transaction that holds locks: hashing takes 20 ms.
  if (password !== undefined) {
    const hash = await hashPassword(password)
    await inDirectory(scim.database, directory, (tx) =>
      changeAccount(tx, userId, { slug: directory.slug, password_hash: hash }, scim.now()),
    )
  }
  scim.people.forget(userId)
  return shown
}

async function store(
  scim: Scim,
  directory: Directory,
  tx: WorkspaceTx,
  before: ScimUserRow,
  { attributes, active = before.active }: Parts,
): Promise<ScimUserRow> {
  const now = scim.now()
  const isNamedAnew = attributes.userName !== before.attributes.userName
  if (isNamedAnew) await refuseTaken(tx, attributes.userName, before.id)
  await refuseUnvouched(tx, directory, attributes, before.attributes)
  const isChanged = canonicalJson(attributes as Json) !== canonicalJson(before.attributes as Json)
  const isTaken = before.provider_id === null && directory.provider_id !== null
  if (isChanged || active !== before.active || isTaken) {
    await unlessTaken(() =>
      tx.client.query({
        name: 'scim_update_user',
        text: `update scim_users set user_name_key = $3, external_id = $4, email_keys = $5, attributes = $6, version = version + 1, updated_at = $7, provider_id = coalesce(provider_id, $8)
          where workspace_id = $1 and id = $2`,
        values: [
          tx.workspace_id,
          before.id,
          ...keysOf(attributes),
          JSON.stringify(attributes),
          now,
          directory.provider_id,
        ],
      }),
    )
  }
  if (isNamedAnew) {
    await changeAccount(tx, before.user_id, { slug: directory.slug, user_name: attributes.userName }, now)
  }
  if (active !== before.active) await setActive(tx, before, active, now)
  if (!isChanged && active === before.active && !isTaken) return before
  return { ...before, attributes, active, version: before.version + 1, updated_at: now }
}

async function setActive(tx: WorkspaceTx, user: ScimUserRow, active: boolean, now: Date): Promise<void> {
  if (active) {
    const { rows } = await tx.client.query<{ role_when_closed: WorkspaceRole | null }>(
      'select role_when_closed from scim_users where workspace_id = $1 and id = $2',
      [tx.workspace_id, user.id],
    )
    const role = (await roleFromGroups(tx, user.id)) ?? rows[0]?.role_when_closed ?? 'viewer'
    return openMembership(tx, user.user_id, role)
  }
  const role = await closeMembership(tx, user.user_id, now)
  // Ownership is handed over by owners, not given back by a directory.
  await tx.client.query('update scim_users set role_when_closed = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    user.id,
    role === 'owner' ? 'admin' : role,
  ])
}

function objectOf(id: string, attributes: Resource) {
  return { type: 'scim_user', id, name: String(attributes.userName) }
}

function mustBeUser(resource: Resource): Parts {
  const faults = faultsOf(USER_KIND, resource)
  const { password } = resource
  if (password !== undefined && (typeof password !== 'string' || !isPassword(password))) {
    const msg = `Value error, a password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`
    faults.push({ loc: ['body', 'password'], type: 'value_error', msg, ctx: { error: {} } })
  }
  if (faults.length > 0) throw invalid(faults)
  return partsOf(resource)
}

function partsOf({ password, active, ...attributes }: Resource): Parts {
  if (password !== undefined && (typeof password !== 'string' || !isPassword(password))) {
    scimFault('invalidValue', `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
  }
  return {
    attributes: attributes as Parts['attributes'],
    active: active as boolean | undefined,
    password: password as string | undefined,
  }
}

function isPassword(text: string): boolean {
  return text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX
}

function keysOf(attributes: Parts['attributes']): [string, unknown, string[]] {
  return [foldName(attributes.userName), attributes.externalId ?? null, emailKeys(attributes)]
}

/** A directory names no address of a domain that belongs to another provider; addresses that it named before may stay. */
async function refuseUnvouched(
  tx: WorkspaceTx,
  { provider_id }: Directory,
  attributes: Parts['attributes'],
  before?: Resource,
): Promise<void> {
  const known = new Set(before ? addressesOf(before) : [])
  for (const address of addressesOf(attributes)) {
    if (known.has(address)) continue
    const { vouching, domain } = await readVouching(tx, tx.workspace_id, provider_id, address)
    if (vouching === 'other')
      throw new ScimError(403, `Addresses of ${domain} belong to another identity provider of this workspace`)
  }
}

const addressesOf = (resource: Resource) => [
  ...new Set([foldName(String(resource.userName)), ...emailKeys(resource)].filter((text) => text.includes('@'))),
]

/** A user of one provider's directory is not changed by that of another. */
async function refuseKeptElsewhere(tx: WorkspaceTx, directory: Directory, user: ScimUserRow): Promise<void> {
  if (user.provider_id === null || user.provider_id === directory.provider_id) return
  const speaker = directory.provider_id ?? (await readOnlyProvider(tx, tx.workspace_id))
  if (user.provider_id !== speaker)
    throw new ScimError(403, 'The directory of another identity provider keeps this user')
}

async function refuseTaken(tx: WorkspaceTx, userName: string, except?: string): Promise<void> {
  const { rows } = await tx.client.query({
    name: 'scim_user_name_taken',
    text: 'select 1 from scim_users where workspace_id = $1 and user_name_key = $2 and id is distinct from $3::uuid',
    values: [tx.workspace_id, foldName(userName), except ?? null],
  })
  if (rows.length > 0) taken()
}

/** The index decides when two requests come at once. */
async function unlessTaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'scim_users_name') taken()
    throw error
  }
}

function taken(): never {
  throw new ScimError(409, 'A user with this userName exists in the workspace', 'uniqueness')
}
