// The table of roles that groups of a directory give in the workspace; administrators maintain it.
import { refuseField } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyGroupRoles } from './accounts.writes.ts'
import { isOurId } from './filter-keys.logic.ts'

export interface GroupRole {
  id: string
  display_name: string
  member_count: number
  role: string | null
}

export async function listGroupRoles(tx: WorkspaceTx): Promise<GroupRole[]> {
  const { rows } = await tx.client.query<GroupRole>(
    `select g.id, g.attributes ->> 'displayName' as display_name, g.role,
       (select count(*)::int from scim_group_members m where m.workspace_id = g.workspace_id and m.group_id = g.id) as member_count
     from scim_groups g where g.workspace_id = $1 order by g.display_name_key limit 10000`,
    [tx.workspace_id],
  )
  return rows
}

/** Replaces the whole table; groups that are not in it give no role. Returns the accounts whose role changed. */
export async function setGroupRoles(
  tx: WorkspaceTx,
  mappings: readonly { group_id: string; role: string }[],
): Promise<number[]> {
  const { rows: groups } = await tx.client.query<{ id: string; role: string | null; name: string }>(
    `select id, role, attributes ->> 'displayName' as name from scim_groups where workspace_id = $1 order by id for update`,
    [tx.workspace_id],
  )
  const old = new Map(groups.map(({ id, role }) => [id, role]))
  const wanted = new Map(mappings.map(({ group_id, role }) => [group_id, role]))
  mappings.forEach(({ group_id }, index) => {
    if (!isOurId(group_id) || !old.has(group_id)) {
      refuseField(['mappings', index, 'group_id'], 'value_error', 'Value error, no group of this workspace', group_id)
    }
  })
  const changed = [...old].filter(([id, role]) => (wanted.get(id) ?? null) !== role).map(([id]) => id)
  const named = (roleOf: (id: string) => string | null | undefined): JsonObject =>
    Object.fromEntries(
      groups.filter(({ id }) => changed.includes(id)).map(({ id, name }) => [name, roleOf(id) ?? null]),
    )
  await audit(tx, {
    act: 'scim_groups.roles_changed',
    object: { type: 'scim_groups' },
    before: named((id) => old.get(id)),
    after: named((id) => wanted.get(id)),
  })
  if (changed.length === 0) return []
  await tx.client.query(
    `update scim_groups g set role = w.role from unnest($2::uuid[], $3::text[]) w(id, role)
     where g.workspace_id = $1 and g.id = w.id`,
    [tx.workspace_id, changed, changed.map((id) => wanted.get(id) ?? null)],
  )
  const { rows: members } = await tx.client.query<{ id: string }>(
    'select distinct scim_user_id as id from scim_group_members where workspace_id = $1 and group_id = any($2::uuid[])',
    [tx.workspace_id, changed],
  )
  return applyGroupRoles(
    tx,
    members.map(({ id }) => id),
  )
}
