// What the roles of a workspace may do, in words, and which roles a member can give to another.
import type { Role } from '../../api/shapes.ts'

export const ROLES: readonly Role[] = ['owner', 'admin', 'editor', 'member', 'viewer']

const may: Record<Role, string> = {
  owner: 'May do everything, also make owners and delete the workspace',
  admin: 'Does what editors do, and also keeps people, settings and the workspace itself',
  editor: 'Makes and changes workbooks, and runs columns',
  member: 'Sees everything in the workspace and comments, changes nothing',
  viewer: 'Sees everything in the workspace, changes nothing',
}

export function roleWords(role: string): string {
  return may[role as Role] ?? ''
}

export function roleTitle(role: string): string {
  return `${role[0]?.toUpperCase() ?? ''}${role.slice(1)}`
}

/** "an editor", "a viewer". */
export function aRole(role: string): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
}

export interface RoleChoice {
  role: Role
  hint: string
  disabled: boolean
}

interface Asked {
  /** The role of the signed-in user. */
  chooser: Role
  /** The role that the member has; null for a new one. */
  current: Role | null
  /** How many owners there are. */
  owners: number
}

/** Why this member cannot be given another role or sent away; null when they can. */
export function whyFixed({ chooser, current, owners }: Asked): string | null {
  if (current === 'owner' && chooser !== 'owner') return 'Only an owner can change owners.'
  if (current === 'owner' && owners <= 1)
    return 'A workspace keeps at least one owner: make another member owner first.'
  return null
}

/** All roles, with what each may do or why it cannot be given. The server decides again. */
export function roleChoices(asked: Asked): RoleChoice[] {
  const fixed = whyFixed(asked)
  return ROLES.map((role) => {
    if (role === asked.current) return { role, hint: roleWords(role), disabled: false }
    if (fixed) return { role, hint: fixed, disabled: true }
    if (role === 'owner' && asked.chooser !== 'owner')
      return { role, hint: 'Only an owner can make owners.', disabled: true }
    return { role, hint: roleWords(role), disabled: false }
  })
}
