// What a token may be allowed to do, and what each operation of the API asks of one: the one table that guard, description and tests read.
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { RouteFacts } from '../../platform/http/route.ts'
import { type Capability, roleCovers } from '../capabilities.logic.ts'

/** What tools ask of a token. */
export const TOOL_CAPABILITIES = [
  'leads:read',
  'leads:write',
  'leads:delete',
  'workbooks:read',
  'workbooks:write',
  'workbooks:delete',
  'runs:execute',
  'signals:read',
  'automations:write',
  'sequences:enroll',
  'outreach:send',
] as const
export type ToolCapability = (typeof TOOL_CAPABILITIES)[number]

/** All of them: the last two open operations of the API that no tool has. */
export const TOKEN_CAPABILITIES = [...TOOL_CAPABILITIES, 'outreach:write', 'settings:read'] as const
export type TokenCapability = (typeof TOKEN_CAPABILITIES)[number]

/** Null: never open to a token. It acts for its maker, but it is not the person: it makes no tokens, users or budgets, and sets no keys. */
const ASKED: Record<Capability, TokenCapability | null> = {
  'workspace.view': null,
  'workspace.edit': null,
  'workspace.delete': null,
  'workspace.transfer': null,
  'members.view': null,
  'members.edit': null,
  'tokens.edit': null,
  'audit.view': null,
  // Events tell of workbooks, leads and signals alike.
  'events.view': 'workbooks:read',
  'settings.view': 'settings:read',
  'settings.edit': null,
  'providers.edit': null,
  'workbooks.view': 'workbooks:read',
  'workbooks.comment': 'workbooks:write',
  'workbooks.edit': 'workbooks:write',
  'runs.view': 'workbooks:read',
  'runs.execute': 'runs:execute',
  'sources.edit': 'workbooks:write',
  'functions.view': 'workbooks:read',
  'functions.edit': 'workbooks:write',
  'leads.view': 'leads:read',
  'leads.edit': 'leads:write',
  'jobs.view': 'leads:read',
  'jobs.edit': 'runs:execute',
  'entities.view': 'leads:read',
  'entities.edit': 'leads:write',
  'signals.view': 'signals:read',
  'signals.edit': 'automations:write',
  'automations.view': 'signals:read',
  'automations.edit': 'automations:write',
  'outreach.view': 'sequences:enroll',
  'outreach.edit': 'outreach:write',
}

/** What viewers may keep for themselves, such as views, is written with these. */
const WRITES: Partial<Record<TokenCapability, TokenCapability>> = {
  'workbooks:read': 'workbooks:write',
  'leads:read': 'leads:write',
}
const DELETES: Partial<Record<TokenCapability, TokenCapability>> = {
  'workbooks:write': 'workbooks:delete',
  'leads:write': 'leads:delete',
}

/** What a token needs, all of it, to be let in; null where no token is. Nothing: every token of the workspace. */
export function capabilitiesFor({ method, needs, effects = [], for_token }: RouteFacts): TokenCapability[] | null {
  if (for_token === 'any') return []
  if (for_token === 'none' || needs === undefined) return null
  const base = for_token ?? ASKED[needs as Capability]
  if (!base) return null
  const asked = new Set([for_token ? (base as TokenCapability) : byMethod(base as TokenCapability, method)])
  if (needs === 'events.view') for (const one of ['leads:read', 'signals:read'] as const) asked.add(one)
  if (effects.includes('spends')) asked.add('runs:execute')
  if (effects.includes('sends') && !for_token) asked.add('outreach:send')
  return [...asked]
}

/** Whether the caller may, by role and, where a token stands in for a login, by what it is allowed: for answers that tell some callers more. */
export function scopeCovers({ role, principal }: Pick<Scope, 'role' | 'principal'>, needs: Capability): boolean {
  const asked = ASKED[needs]
  const isAllowed = !principal.token || (asked !== null && principal.token.capabilities.includes(asked))
  return isAllowed && roleCovers(role, needs)
}

/**
 * What an access token must be allowed; callers without one are judged by their role alone. An operation asks this itself where its method does
 * not say what it does, such as one that replaces a whole and may delete. @throws Refusal `forbidden` that names what the token lacks
 */
export function mustAllow(
  token: { capabilities: readonly string[] } | undefined,
  asked: readonly TokenCapability[],
): void {
  const missing = token ? asked.filter((one) => !token.capabilities.includes(one)) : []
  if (missing.length > 0) refuse('forbidden', `This access token lacks ${missing.join(' and ')}`)
}

function byMethod(base: TokenCapability, method: string): TokenCapability {
  if (method === 'GET' || method === 'POST') return base
  const written = WRITES[base] ?? base
  return method === 'DELETE' ? (DELETES[written] ?? written) : written
}
