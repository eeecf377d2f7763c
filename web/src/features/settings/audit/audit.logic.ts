// The audit log in words: acts, changes between before and after, and its filter for the API.
import type { AuditSearch } from './audit-search.logic.ts'

/** The filter for the API: days become moments, the last one whole. */
export function auditQuery({ from, to, ...rest }: AuditSearch): AuditSearch {
  const start = (day: string, plus: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + plus).toISOString()
  }
  return { ...rest, ...(from ? { from: start(from, 0) } : {}), ...(to ? { to: start(to, 1) } : {}) }
}

/** `member.role_changed` as "Member: role changed". */
export function actWords(act: string): string {
  const [thing = '', ...rest] = act.split('.')
  const words = (text: string) => text.replaceAll('_', ' ')
  const first = words(thing).replace(/^scim\b/, 'SCIM')
  const title = `${first[0]?.toUpperCase() ?? ''}${first.slice(1)}`
  return rest.length > 0 ? `${title}: ${words(rest.join(' '))}` : title
}

/** The actor, as shown to users. */
export function whoWords({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === 'machine') return 'System'
  if (kind === 'stranger') return 'Not logged in'
  return kind === 'token' ? `Token ${name ?? ''}`.trim() : (name ?? 'Unknown user')
}

export interface Change {
  name: string
  before: string | null
  after: string | null
}

function text(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What changed, by name, in the order of the line; a side that says nothing of it is null. Equal sides are left out. */
export function changesOf(before: object | null, after: object | null): Change[] {
  const old = (before ?? {}) as Record<string, unknown>
  const now = (after ?? {}) as Record<string, unknown>
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name: name.replaceAll('_', ' '), before: text(old[name]), after: text(now[name]) }))
    .filter((change) => change.before !== change.after)
}
