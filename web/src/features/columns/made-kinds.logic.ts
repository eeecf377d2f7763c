// Which columns have forms of their own, small enough to be known wherever columns are.
import type { MadeKind } from './made.shapes.ts'

const KINDS: ReadonlySet<string> = new Set<MadeKind>(['http', 'ai', 'research', 'match', 'output'])

/** Undefined for columns of other types. */
export function madeKind(type: string | undefined): MadeKind | undefined {
  return type !== undefined && KINDS.has(type) ? (type as MadeKind) : undefined
}
