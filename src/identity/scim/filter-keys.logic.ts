// Finds in a filter what an index can answer, so that the common look-ups do not read a whole directory.
import { isUuid } from '../../kernel/ids.ts'
import { type AttributePath, foldName } from './attributes.logic.ts'
import type { ScimFilter } from './filter-parser.logic.ts'

/** Everything that fits the filter has all of these keys; more may have them. */
export interface Keys {
  id?: string
  /** Folded. */
  user_name?: string
  /** Folded. */
  display_name?: string
  external_id?: string
  email?: string
}

export function keysOf(filter: ScimFilter | undefined): Keys {
  if (!filter) return {}
  if (filter.is === 'and') return { ...keysOf(filter.left), ...keysOf(filter.right) }
  if (filter.is === 'element' && pathOf(filter.place) === 'emails') {
    const { name } = elementKeys(filter.inner)
    return name === undefined ? {} : { email: name }
  }
  if (filter.is !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return {}
  switch (pathOf(filter.place)) {
    case 'id':
      return { id: filter.value }
    case 'username':
      return { user_name: foldName(filter.value) }
    case 'displayname':
      return { display_name: foldName(filter.value) }
    case 'externalid':
      return { external_id: filter.value }
    case 'emails':
    case 'emails.value':
      return { email: foldName(filter.value) }
    default:
      return {}
  }
}

function elementKeys(filter: ScimFilter): { name?: string } {
  if (filter.is === 'and') return { ...elementKeys(filter.left), ...elementKeys(filter.right) }
  const isValue = filter.is === 'compare' && filter.operator === 'eq' && pathOf(filter.place) === 'value'
  return isValue && typeof filter.value === 'string' ? { name: foldName(filter.value) } : {}
}

/** Whether the filter looks at the attribute anywhere. */
export function mentionsAttribute(filter: ScimFilter | undefined, name: string): boolean {
  if (!filter) return false
  if ('left' in filter) return mentionsAttribute(filter.left, name) || mentionsAttribute(filter.right, name)
  if (filter.is === 'not') return mentionsAttribute(filter.inner, name)
  return filter.place.urn === undefined && filter.place.names[0] === name
}

function pathOf({ urn, names }: AttributePath): string | undefined {
  return urn === undefined ? names.join('.').toLowerCase() : undefined
}

/** Ids are compared exactly, and ours are written in lower case. */
export function isOurId(id: string): boolean {
  return isUuid(id) && id === id.toLowerCase()
}

/**
 * The keys as conditions of a statement whose own parameters are the first two; `columns` says which there are. Undefined
 * when nothing can fit. Written out for the keys at hand, since a condition that may be absent keeps indexes unused.
 */
export function keyConditions(
  { id, ...keys }: Keys,
  columns: Partial<Record<keyof Keys, string>>,
): { text: string; values: unknown[] } | undefined {
  if (id !== undefined && !isOurId(id)) return undefined
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (column: string, value: unknown) => {
    values.push(value)
    conditions.push(`and ${column.includes('@>') ? column : `${column} =`} $${values.length + 2}`)
  }
  if (id !== undefined) add(columns.id ?? 'u.id', id)
  for (const [key, value] of Object.entries(keys)) {
    const column = columns[key as keyof Keys]
    if (column !== undefined) add(column, column.includes('@>') ? [value] : value)
  }
  return { text: conditions.join(' '), values }
}
