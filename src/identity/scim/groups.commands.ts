// What a directory does with groups: make, replace, patch and delete them. A group that has a role gives it to its members.
import { newId } from '../../kernel/ids.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/checks/validate.ts'
import { applyGroupRoles } from './accounts.writes.ts'
import { foldName, GROUP_KIND } from './attributes.logic.ts'
import { type Directory, inDirectory, type Scim } from './directory.ts'
import { mustMatch } from './etag.logic.ts'
import { memberOf } from './filter.logic.ts'
import { isOurId } from './filter-keys.logic.ts'
import { findGroup, groupVersion, memberIds, type ScimGroupRow, showGroup, withMembers } from './groups.reads.ts'
import { applyPatch, type PatchOperation } from './patch.logic.ts'
import { changedNames, faultsOf, type Resource, withoutOurs, withoutUnknown } from './resource.logic.ts'
import { ScimError, scimFault, scimNotFound } from './scim.error.ts'

interface Parts {
  attributes: Resource
  /** Ids of users; undefined leaves the members alone. */
  members: string[] | undefined
}

export async function createGroup(scim: Scim, directory: Directory, body: Resource): Promise<Resource> {
  const { attributes, members = [] } = mustBeGroup(withoutOurs(body))
  return inDirectory(scim.database, directory, async (tx) => {
    const group = { id: newId(), attributes, role: null, version: 1, created_at: scim.now(), updated_at: scim.now() }
    await unlessTaken(() =>
      tx.client.query({
        name: 'scim_make_group',
        text: `insert into scim_groups (workspace_id, id, display_name_key, external_id, attributes, created_at, updated_at)
          values ($1, $2, $3, $4, $5, $6, $6)`,
        values: [tx.workspace_id, group.id, ...keysOf(attributes), JSON.stringify(attributes), group.created_at],
      }),
    )
    await changeMembers(tx, group, [], members)
    await audit(tx, {
      act: 'scim_group.created',
      object: objectOf(group.id, attributes),
      after: { attributes: Object.keys(attributes), members: members.length },
    })
    const [made] = await withMembers(tx, [group])
    return showGroup(made ?? group, directory)
  })
}

/** PUT says all that is true: without `members` the group is empty. */
export function replaceGroup(
  scim: Scim,
  directory: Directory,
  id: string,
  body: Resource,
  ifMatch: string | undefined,
): Promise<Resource> {
  return update(scim, directory, id, ifMatch, true, (before) => {
    const { attributes, members = [] } = mustBeGroup(withoutUnknown(GROUP_KIND, withoutOurs(body), before))
    return { attributes, members }
  })
}

export function patchGroup(
  scim: Scim,
  directory: Directory,
  id: string,
  operations: readonly PatchOperation[],
  ifMatch: string | undefined,
): Promise<Resource> {
  const aboutMembers = operations.some(({ path, value }) =>
    path?.trim() ? /members/i.test(path) : memberOf(value, 'members') !== undefined || /members/i.test(keysText(value)),
  )
  return update(scim, directory, id, ifMatch, aboutMembers, (before) => {
    const after = applyPatch(GROUP_KIND, id, before, operations)
    const [fault] = faultsOf(GROUP_KIND, after)
    if (fault) scimFault('invalidValue', `${fault.loc.slice(1).join('.')}: ${fault.msg}`)
    const { attributes, members } = partsOf(after)
    return { attributes, members: aboutMembers ? (members ?? []) : undefined }
  })
}

export async function deleteGroup(
  scim: Scim,
  directory: Directory,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const changed = await inDirectory(scim.database, directory, async (tx) => {
    const group = (await findGroup(tx, id, true)) ?? scimNotFound()
    mustMatch(ifMatch, groupVersion(group))
    const members = group.role === null ? [] : await memberIds(tx, id)
    await tx.client.query('delete from scim_groups where workspace_id = $1 and id = $2', [tx.workspace_id, id])
    await audit(tx, { act: 'scim_group.deleted', object: objectOf(id, group.attributes), before: { role: group.role } })
    return applyGroupRoles(tx, members)
  })
  for (const userId of changed) scim.people.forget(userId)
}

async function update(
  scim: Scim,
  directory: Directory,
  id: string,
  ifMatch: string | undefined,
  withTheirMembers: boolean,
  change: (before: Resource) => Parts,
): Promise<Resource> {
  const { shown, changed } = await inDirectory(scim.database, directory, async (tx) => {
    const group = (await findGroup(tx, id, true)) ?? scimNotFound()
    mustMatch(ifMatch, groupVersion(group))
    const old = withTheirMembers ? await memberIds(tx, id) : []
    const members = old.length > 0 ? { members: old.map((value) => ({ value })) } : {}
    const parts = change({ ...group.attributes, ...members })
    const after = await store(scim, tx, group, old, parts)
    await audit(tx, {
      act: 'scim_group.changed',
      object: objectOf(id, parts.attributes),
      after: {
        attributes: changedNames(group.attributes, parts.attributes),
        ...(parts.members ? memberChanges(old, parts.members) : {}),
      },
    })
    const [full] = await withMembers(tx, [after.group])
    return { shown: showGroup(full ?? after.group, directory), changed: after.changed }
  })
  for (const userId of changed) scim.people.forget(userId)
  return shown
}

async function store(
  scim: Scim,
  tx: WorkspaceTx,
  group: ScimGroupRow,
  old: string[],
  { attributes, members }: Parts,
): Promise<{ group: ScimGroupRow; changed: number[] }> {
  const result = members === undefined ? { moved: false, changed: [] } : await changeMembers(tx, group, old, members)
  const isSame = canonicalJson(attributes as Json) === canonicalJson(group.attributes as Json)
  if (isSame && !result.moved) return { group, changed: [] }
  const now = scim.now()
  await unlessTaken(() =>
    tx.client.query({
      name: 'scim_update_group',
      text: `update scim_groups set display_name_key = $3, external_id = $4, attributes = $5, version = version + 1, updated_at = $6
        where workspace_id = $1 and id = $2`,
      values: [tx.workspace_id, group.id, ...keysOf(attributes), JSON.stringify(attributes), now],
    }),
  )
  return { group: { ...group, attributes, version: group.version + 1, updated_at: now }, changed: result.changed }
}

async function changeMembers(
  tx: WorkspaceTx,
  group: ScimGroupRow,
  old: string[],
  wanted: string[],
): Promise<{ moved: boolean; changed: number[] }> {
  const before = new Set(old)
  const after = new Set(wanted)
  const added = [...after].filter((id) => !before.has(id))
  const removed = old.filter((id) => !after.has(id))
  if (added.length > 0) {
    const { rowCount } = await tx.client.query(
      `insert into scim_group_members (workspace_id, group_id, scim_user_id)
       select $1, $2, u.id from scim_users u where u.workspace_id = $1 and u.id = any($3::uuid[])`,
      [tx.workspace_id, group.id, added.filter(isOurId)],
    )
    if (rowCount !== added.length) scimFault('invalidValue', 'A member is not the id of a user of this workspace')
  }
  if (removed.length > 0) {
    await tx.client.query(
      'delete from scim_group_members where workspace_id = $1 and group_id = $2 and scim_user_id = any($3::uuid[])',
      [tx.workspace_id, group.id, removed],
    )
  }
  const moved = added.length + removed.length > 0
  return { moved, changed: group.role === null ? [] : await applyGroupRoles(tx, [...added, ...removed]) }
}

function objectOf(id: string, attributes: Resource) {
  return { type: 'scim_group', id, name: String(attributes.displayName) }
}

/** The ids of a few, and how many there were. */
function memberChanges(old: string[], wanted: string[]) {
  const [before, after] = [new Set(old), new Set(wanted)]
  const added = wanted.filter((id) => !before.has(id))
  const removed = old.filter((id) => !after.has(id))
  const told = (ids: string[]) => ({ count: ids.length, ids: ids.slice(0, 50) })
  return { members_added: told(added), members_removed: told(removed) }
}

function mustBeGroup(resource: Resource): Parts {
  const faults = faultsOf(GROUP_KIND, resource)
  if (faults.length > 0) throw invalid(faults)
  return partsOf(resource)
}

function partsOf({ members, ...attributes }: Resource): Parts {
  if (!Array.isArray(members)) return { attributes, members: undefined }
  const ids = members.map((one) => memberOf(one, 'value'))
  if (!ids.every((id) => typeof id === 'string')) scimFault('invalidValue', 'A member needs a value: the id of a user')
  return { attributes, members: [...new Set(ids as string[])] }
}

function keysOf(attributes: Resource): [string, unknown] {
  return [foldName(String(attributes.displayName)), attributes.externalId ?? null]
}

function keysText(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).join(' ') : ''
}

async function unlessTaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'scim_groups_name') {
      throw new ScimError(409, 'A group with this displayName exists in the workspace', 'uniqueness')
    }
    throw error
  }
}
