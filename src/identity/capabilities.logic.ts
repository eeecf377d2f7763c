// What each workspace role may do: the one table that guards and tests read.
import { refuse } from '../kernel/errors.ts'
import type { WorkspaceRole } from '../platform/ctx.ts'

const VIEWER = [
  'workspace.view',
  'members.view',
  'workbooks.view',
  'leads.view',
  'runs.view',
  'events.view',
  'settings.view',
  'jobs.view',
  'entities.view',
  'signals.view',
  'automations.view',
  'outreach.view',
  'functions.view',
] as const
/** Has a say, and changes no data. */
const MEMBER = ['workbooks.comment'] as const
const EDITOR = [
  'workbooks.edit',
  'leads.edit',
  'runs.execute',
  'jobs.edit',
  'sources.edit',
  'providers.edit',
  'entities.edit',
  'signals.edit',
  'functions.edit',
] as const
const ADMIN = [
  'settings.edit',
  'workspace.edit',
  'members.edit',
  'audit.view',
  'automations.edit',
  'outreach.edit',
  'tokens.edit',
] as const
const OWNER = ['workspace.delete', 'workspace.transfer'] as const

export type Capability = (typeof VIEWER | typeof MEMBER | typeof EDITOR | typeof ADMIN | typeof OWNER)[number]

const member = [...VIEWER, ...MEMBER]
const editor = [...member, ...EDITOR]
const admin = [...editor, ...ADMIN]

export const CAPABILITIES: Record<WorkspaceRole, ReadonlySet<string>> = {
  viewer: new Set(VIEWER),
  member: new Set(member),
  editor: new Set(editor),
  admin: new Set(admin),
  owner: new Set([...admin, ...OWNER]),
}

const RANKS = ['viewer', 'member', 'editor', 'admin', 'owner'] as const satisfies readonly WorkspaceRole[]

const or = (roles: readonly string[]) => roles.join(', ').replace(/, ([^,]+)$/, ' or $1')

/** Why a role is refused what needs the capability, who has it, and who can give it. */
export function roleRefusal(role: WorkspaceRole, needs: string): string {
  const able = RANKS.filter((one) => roleCovers(one, needs))
  const article = able[0] === 'member' ? 'a' : 'an'
  const givers = able.includes('admin') ? 'an admin or owner' : 'an owner'
  return `Your role here is ${role}: only ${article} ${or(able)} may do this. Ask ${givers} of the workspace`
}

export function roleCovers(role: WorkspaceRole, needs: string): boolean {
  return CAPABILITIES[role].has(needs)
}

/** @throws Refusal `forbidden` that names the roles which cover the capability */
export function mayDo(role: WorkspaceRole, needs: Capability): void {
  if (!roleCovers(role, needs)) refuse('forbidden', roleRefusal(role, needs))
}
