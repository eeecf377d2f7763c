// Reading the groups a directory keeps in a workspace, as SCIM resources.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { GROUP, GROUP_KIND } from './attributes.logic.ts'
import type { Directory } from './directory.ts'
import { matchesFilter } from './filter.logic.ts'
import { isOurId, keyConditions, keysOf, mentionsAttribute } from './filter-keys.logic.ts'
import type { ScimFilter } from './filter-parser.logic.ts'
import type { ResourcePage, Window } from './listing.ts'
import type { Resource } from './resource.logic.ts'

export interface ScimGroupRow {
  id: string
  attributes: Resource
  role: string | null
  version: number
  created_at: Date
  updated_at: Date
  /** Absent unless asked for. */
  members?: { value: string; display: string }[]
}

const SELECT = `select g.id, g.attributes, g.role, g.version, g.created_at, g.updated_at
  from scim_groups g where g.workspace_id = $1`

/** With `lock`, no other transaction changes the group until this one ends. */
export async function findGroup(tx: WorkspaceTx, id: string, lock = false): Promise<ScimGroupRow | undefined> {
  if (!isOurId(id)) return undefined
  const { rows } = await tx.client.query<ScimGroupRow>({
    name: lock ? 'scim_group_locked' : 'scim_group',
    text: `${SELECT} and g.id = $2${lock ? ' for update of g' : ''}`,
    values: [tx.workspace_id, id],
  })
  return rows[0]
}

export async function withMembers(tx: WorkspaceTx, groups: ScimGroupRow[]): Promise<ScimGroupRow[]> {
  if (groups.length === 0) return groups
  const { rows } = await tx.client.query<{ group_id: string; members: NonNullable<ScimGroupRow['members']> }>({
    name: 'scim_members_of_groups',
    text: `select m.group_id, json_agg(json_build_object('value', u.id, 'display',
        coalesce(u.attributes ->> 'displayName', u.attributes ->> 'userName')) order by u.id) as members
      from scim_group_members m join scim_users u on u.workspace_id = m.workspace_id and u.id = m.scim_user_id
      where m.workspace_id = $1 and m.group_id = any($2::uuid[]) group by m.group_id`,
    values: [tx.workspace_id, groups.map(({ id }) => id)],
  })
  const members = new Map(rows.map((row) => [row.group_id, row.members]))
  return groups.map((group) => ({ ...group, members: members.get(group.id) ?? [] }))
}

export async function memberIds(tx: WorkspaceTx, groupId: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'scim_member_ids',
    text: 'select scim_user_id as id from scim_group_members where workspace_id = $1 and group_id = $2 order by 1',
    values: [tx.workspace_id, groupId],
  })
  return rows.map(({ id }) => id)
}

const BATCH = 200
const COLUMNS = { id: 'g.id', display_name: 'g.display_name_key', external_id: 'g.external_id' }

/** One page of the groups that fit, in the order in which they were made; members only when `full`. */
export async function listGroups(
  tx: WorkspaceTx,
  directory: Directory,
  filter: ScimFilter | undefined,
  { offset, count }: Window,
  full: boolean,
): Promise<ResourcePage> {
  const dress = async (rows: ScimGroupRow[], isAsked: boolean) => (isAsked ? withMembers(tx, rows) : rows)
  const show = (groups: ScimGroupRow[]) => groups.map((group) => showGroup(group, directory))
  if (!filter) {
    const all = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from scim_groups where workspace_id = $1',
      [tx.workspace_id],
    )
    const page = await tx.client.query<ScimGroupRow>(`${SELECT} order by g.id offset $2 limit $3`, [
      tx.workspace_id,
      offset,
      count,
    ])
    return { total: oneRow(all.rows).n, resources: show(await dress(page.rows, full)) }
  }
  const keys = keyConditions(keysOf(filter), COLUMNS)
  if (!keys) return { total: 0, resources: [] }
  const asks = mentionsAttribute(filter, 'members')
  const page: ScimGroupRow[] = []
  let total = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await tx.client.query<ScimGroupRow>(
      `${SELECT} and g.id > $2 ${keys.text} order by g.id limit ${BATCH}`,
      [tx.workspace_id, after, ...keys.values],
    )
    for (const group of await dress(rows, asks)) {
      if (!matchesFilter(filter, showGroup(group, directory))) continue
      if (total >= offset && page.length < count) page.push({ ...group })
      total++
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  return { total, resources: show(await dress(page, full)) }
}

export function groupVersion(group: ScimGroupRow): string {
  return `W/"${group.version}"`
}

export function showGroup(group: ScimGroupRow, { base }: Directory): Resource {
  const members = group.members?.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}`, type: 'User' }))
  const extensions = Object.keys(group.attributes)
    .filter((key) => key.toLowerCase().startsWith('urn:'))
    .sort()
  return {
    schemas: [GROUP, ...extensions],
    id: group.id,
    ...group.attributes,
    ...(members?.length ? { members } : {}),
    meta: {
      resourceType: GROUP_KIND.name,
      created: group.created_at.toISOString(),
      lastModified: group.updated_at.toISOString(),
      location: `${base}/Groups/${group.id}`,
      version: groupVersion(group),
    },
  }
}
