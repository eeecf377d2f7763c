// The members as a list, each with the roles that can be given and why others cannot.
import { ChevronDown, UserMinus } from 'lucide-react'
import { session } from '../../../api/session.ts'
import type { Role } from '../../../api/shapes.ts'
import { roleReaches } from '../../../session/workspace.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { ROLES, roleChoices, roleTitle, roleWords, whyFixed } from '../roles.logic.ts'
import type { Member } from '../settings.queries.ts'

interface Props {
  members: Member[]
  owners: number
  /** Role of the signed-in user. */
  role: Role
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

export function MemberList({ members, owners, role: chooser, onRole, onRemove }: Props) {
  const mayEdit = roleReaches(chooser, 'admin')
  const asked = (member: Member) => ({ chooser, current: member.role, owners })

  function roleItems(member: Member): MenuItem[] {
    return roleChoices(asked(member)).map(({ role, hint, disabled }) => ({
      label: roleTitle(role),
      hint,
      disabled,
      checked: role === member.role,
      onSelect: () => onRole(member, role),
    }))
  }

  function menuOf(member: Member): MenuItem[] {
    const fixed = whyFixed(asked(member))
    const isMe = member.username === session.username()
    return [
      { label: 'Role', items: roleItems(member) },
      'separator',
      {
        label: 'Remove from the workspace',
        icon: UserMinus,
        danger: true,
        disabled: Boolean(fixed) || isMe,
        ...(isMe ? { hint: 'You leave on the page “General”.' } : fixed ? { hint: fixed } : {}),
        onSelect: () => onRemove(member),
      },
    ]
  }

  const columns: ListColumn<Member>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.username.localeCompare(b.username),
      render: (one) => (
        <span className="flex min-w-0 items-center gap-2.5" title={one.username}>
          <Avatar name={one.username} image={one.profile_image} />
          <span className="truncate font-medium" dir="auto">
            {one.username}
          </span>
          {one.username === session.username() && <Badge>You</Badge>}
          {!one.is_active && <Badge tone="warn">Locked</Badge>}
        </span>
      ),
    },
    timeColumn({
      key: 'joined',
      title: 'Joined',
      width: 'w-36',
      from: 'md',
      sort: (a, b) => b.joined_at.localeCompare(a.joined_at),
      at: (one) => one.joined_at,
    }),
    {
      key: 'role',
      title: 'Role',
      width: 'w-28',
      sort: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
      render: (one) =>
        mayEdit ? (
          <Menu
            align="end"
            items={roleItems(one)}
            trigger={
              <button
                type="button"
                aria-label={`Role of ${one.username}: ${roleTitle(one.role)}`}
                className="-ml-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 hover:bg-sunken pointer-coarse:h-9"
              >
                {roleTitle(one.role)}
                <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
              </button>
            }
          />
        ) : (
          <span title={roleWords(one.role)}>{roleTitle(one.role)}</span>
        ),
    },
  ]

  return (
    <DataList
      label="Members"
      items={members}
      id={(one) => String(one.user_id)}
      name={(one) => one.username}
      columns={columns}
      {...(mayEdit ? { menu: menuOf } : {})}
    />
  )
}
