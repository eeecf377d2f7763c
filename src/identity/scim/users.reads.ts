// Reading the people a directory keeps in a workspace, as SCIM resources.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { USER, USER_KIND } from './attributes.logic.ts'
import type { Directory } from './directory.ts'
import { matchesFilter } from './filter.logic.ts'
import { isOurId, keyConditions, keysOf, mentionsAttribute } from './filter-keys.logic.ts'
import type { ScimFilter } from './filter-parser.logic.ts'
import type { ResourcePage, Window } from './listing.ts'
import type { Resource } from './resource.logic.ts'

export interface ScimUserRow {
  id: string
  user_id: number
  attributes: Resource
  version: number
  created_at: Date
  updated_at: Date
  /** The provider whose directory keeps them; null where none was said. */
  provider_id: string | null
  /** Whether they have a membership: the truth about `active`. */
  active: boolean
  groups?: { value: string; display: string }[]
}

const SELECT = `select u.id, u.user_id, u.attributes, u.version, u.created_at, u.updated_at, u.provider_id,
    exists (select from memberships m where m.workspace_id = u.workspace_id and m.user_id = u.user_id) as active
  from scim_users u where u.workspace_id = $1`

/** With `lock`, no other transaction changes the user until this one ends. */
export async function findUser(tx: WorkspaceTx, id: string, lock = false): Promise<ScimUserRow | undefined> {
  if (!isOurId(id)) return undefined
  const { rows } = await tx.client.query<ScimUserRow>({
    name: lock ? 'scim_user_locked' : 'scim_user',
    text: `${SELECT} and u.id = $2${lock ? ' for update of u' : ''}`,
    values: [tx.workspace_id, id],
  })
  return rows[0]
}

/** Adds the groups of each. */
export async function withGroups(tx: WorkspaceTx, users: ScimUserRow[]): Promise<ScimUserRow[]> {
  if (users.length === 0) return users
  const { rows } = await tx.client.query<{ scim_user_id: string; groups: NonNullable<ScimUserRow['groups']> }>({
    name: 'scim_groups_of_users',
    text: `select m.scim_user_id, json_agg(json_build_object('value', g.id, 'display', g.attributes ->> 'displayName') order by g.id) as groups
      from scim_group_members m join scim_groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
      where m.workspace_id = $1 and m.scim_user_id = any($2::uuid[]) group by m.scim_user_id`,
    values: [tx.workspace_id, users.map(({ id }) => id)],
  })
  const groups = new Map(rows.map((row) => [row.scim_user_id, row.groups]))
  return users.map((user) => ({ ...user, groups: groups.get(user.id) ?? [] }))
}

const BATCH = 500
const COLUMNS = { user_name: 'u.user_name_key', external_id: 'u.external_id', email: 'u.email_keys @>' }

/** One page of the users that fit, in the order in which they were made. */
export async function listUsers(
  tx: WorkspaceTx,
  directory: Directory,
  filter: ScimFilter | undefined,
  { offset, count }: Window,
): Promise<ResourcePage> {
  if (!filter) {
    const total = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from scim_users where workspace_id = $1',
      [tx.workspace_id],
    )
    const page = await tx.client.query<ScimUserRow>(`${SELECT} order by u.id offset $2 limit $3`, [
      tx.workspace_id,
      offset,
      count,
    ])
    const users = await withGroups(tx, page.rows)
    return { total: oneRow(total.rows).n, resources: users.map((user) => showUser(user, directory)) }
  }
  const keys = keyConditions(keysOf(filter), COLUMNS)
  if (!keys) return { total: 0, resources: [] }
  const asks = mentionsAttribute(filter, 'groups')
  const page: ScimUserRow[] = []
  let total = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await tx.client.query<ScimUserRow>(
      `${SELECT} and u.id > $2 ${keys.text} order by u.id limit ${BATCH}`,
      [tx.workspace_id, after, ...keys.values],
    )
    for (const user of asks ? await withGroups(tx, rows) : rows) {
      if (!matchesFilter(filter, showUser(user, directory))) continue
      if (total >= offset && page.length < count) page.push(user)
      total++
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  const users = await withGroups(tx, page)
  return { total, resources: users.map((user) => showUser(user, directory)) }
}

export function versionOf(user: ScimUserRow): string {
  return `W/"${user.version}${user.active ? '' : 'x'}"`
}

export function showUser(user: ScimUserRow, { base }: Directory): Resource {
  const location = `${base}/Users/${user.id}`
  const extensions = Object.keys(user.attributes)
    .filter((key) => key.toLowerCase().startsWith('urn:'))
    .sort()
  const groups = user.groups?.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' }))
  return {
    schemas: [USER, ...extensions],
    id: user.id,
    ...user.attributes,
    active: user.active,
    ...(groups?.length ? { groups } : {}),
    meta: {
      resourceType: USER_KIND.name,
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location,
      version: versionOf(user),
    },
  }
}
