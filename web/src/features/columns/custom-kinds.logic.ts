// Which columns have forms of their own, small enough to be known wherever columns are.
import type { CustomKind } from './custom.shapes.ts'

const KINDS: ReadonlySet<string> = new Set<CustomKind>(['http', 'ai', 'research', 'match', 'output'])

/** Undefined for columns of other types. */
export function customKind(type: string | undefined): CustomKind | undefined {
  return type !== undefined && KINDS.has(type) ? (type as CustomKind) : undefined
}
