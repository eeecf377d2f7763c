// The groups of the directory and the role that each gives in the workspace; every choice is saved at once and can be undone.

import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { useAct } from '../../../session/use-act.ts'
import { DataList, type ListColumn } from '../../../ui/data-list.tsx'
import { count, counted } from '../../../ui/format.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { aRole, roleTitle } from '../roles.logic.ts'
import { type GroupRoles as Groups, groupRolesQuery, optimistic } from '../settings.queries.ts'
import { Frame, Loaded, Section } from '../settings-page.tsx'

type GivenRole = NonNullable<Schemas['ScimGroupRole']['role']>
const roles: GivenRole[] = ['admin', 'editor', 'member', 'viewer']

/** The whole table is sent, as the API wants it: from what is shown, so that two quick choices do not undo each other. */
async function give(group: Schemas['ScimGroupRole'], role: GivenRole | null) {
  const place = keys.settings('scim-groups')
  const change = (before: Groups): Groups => ({
    ...before,
    items: before.items.map((one) => (one.id === group.id ? { ...one, role } : one)),
  })
  await optimistic<Groups>(place, change, () => {
    const mappings = (queries.getQueryData<Groups>(place)?.items ?? []).flatMap((one) =>
      one.role ? [{ group_id: one.id, role: one.role }] : [],
    )
    return take(api.PUT('/api/settings/scim-groups', { body: { mappings } }))
  })
  void queries.invalidateQueries({ queryKey: keys.settings('members') })
}

export function GroupRoles() {
  const groups = useQuery(groupRolesQuery())
  const [busy, act] = useAct()

  const choose = (group: Schemas['ScimGroupRole'], role: GivenRole | null, before = group.role): Promise<boolean> =>
    act(async () => {
      await give(group, role)
      const who = counted(group.member_count, 'person', 'people')
      toast(
        role
          ? `${group.display_name}: ${who}, each at least ${aRole(role)}`
          : `${group.display_name} gives no role any more`,
        { action: { label: 'Undo', run: () => void choose({ ...group, role }, before, role) } },
      )
    }, `${group.display_name} gives the role it gave before.`)

  const columns: ListColumn<Schemas['ScimGroupRole']>[] = [
    {
      key: 'name',
      title: 'Group',
      sort: (a, b) => a.display_name.localeCompare(b.display_name),
      render: (one) => (
        <span className="font-medium" dir="auto" title={one.display_name}>
          {one.display_name}
        </span>
      ),
    },
    {
      key: 'people',
      title: 'People',
      width: 'w-24',
      align: 'end',
      from: 'sm',
      sort: (a, b) => b.member_count - a.member_count,
      render: (one) => count(one.member_count),
    },
    {
      key: 'role',
      title: 'Role here',
      width: 'w-40',
      render: (one) => (
        <Select
          aria-label={`Role of the group ${one.display_name}`}
          className="w-full"
          value={one.role ?? ''}
          disabled={busy}
          onChange={(event) => void choose(one, (event.target.value || null) as GivenRole | null)}
        >
          <option value="">No role</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleTitle(role)}
            </option>
          ))}
        </Select>
      ),
    },
  ]

  return (
    <Section
      title="Groups and roles"
      about="A member of several groups gets the highest role. A member of no group with a role is a viewer. Owners stay owners."
    >
      <Loaded query={groups} what="The groups" skeleton={<ListSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">No groups yet. Groups appear when the directory sends them.</p>
          ) : (
            <Frame>
              <DataList
                label="Groups and roles"
                items={items}
                id={(one) => one.id}
                name={(one) => one.display_name}
                columns={columns}
              />
            </Frame>
          )
        }
      </Loaded>
    </Section>
  )
}
