// What each workspace role may do: the one table that guards and tests read.
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

export function roleCovers(role: WorkspaceRole, needs: string): boolean {
  return CAPABILITIES[role].has(needs)
}
