// Who sees and changes what a member keeps for themselves or shares: views of a workbook and saved filters over leads.
import { refuse } from '../kernel/errors.ts'
import type { Scope } from '../platform/ctx.ts'
import { type Capability, roleCovers } from './capabilities.logic.ts'

export const SHARING_SCOPES = ['personal', 'shared', 'locked'] as const
export type SharingScope = (typeof SHARING_SCOPES)[number]

export interface Sharable {
  scope: SharingScope
  /** Null where its maker is gone. */
  made_by: number | null
}

/** The caller, who sees and changes by their role, and with an access token as far as its list goes. */
export type Viewer = Pick<Scope, 'role'> & { principal: Pick<Scope['principal'], 'user_id' | 'token'> }

export function maySee({ scope, made_by }: Sharable, userId: number | null): boolean {
  return scope !== 'personal' || (made_by !== null && made_by === userId)
}

/** @param edits what a role needs to change what is shared */
export function mayChange({ scope, made_by }: Sharable, viewer: Viewer, edits: Capability): boolean {
  const isMaker = made_by === viewer.principal.user_id
  if (scope === 'personal') return isMaker
  if (!roleCovers(viewer.role, edits)) return false
  return scope === 'shared' || isMaker || roleCovers(viewer.role, 'workspace.edit')
}

/** @throws Refusal `forbidden`, with what to do in its place */
export function mustBeChangeable(item: Sharable, viewer: Viewer, edits: Capability, instead: string): void {
  if (mayChange(item, viewer, edits)) return
  const who =
    item.scope === 'locked'
      ? 'It is locked: only who made it and admins may change it.'
      : 'Your role does not let you change it.'
  refuse('forbidden', `${who} ${instead}`)
}

/** @throws Refusal `forbidden` where the role lets its holder keep personal ones only */
export function mustBePublishable(scope: SharingScope, { role }: Viewer, edits: Capability, things: string): void {
  if (scope !== 'personal' && !roleCovers(role, edits))
    refuse('forbidden', `Your role lets you keep personal ${things} only`)
}
