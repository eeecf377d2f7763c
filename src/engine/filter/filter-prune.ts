// A filter without the comparisons whose column is gone: what a saved filter still means after columns were deleted.
import type { Filter } from './filter.schema.ts'

/**
 * The part of the filter that is still valid, null when nothing is left of it. A comparison with a deleted column is
 * left out of its list, and so is a list or a `not` that had nothing else; `gone` names the columns.
 */
export function pruneFilter(
  filter: Filter,
  isColumn: (id: string) => boolean,
): { filter: Filter | null; gone: string[] } {
  const gone = new Set<string>()
  const list = (children: readonly Filter[]): Filter[] | null => {
    const left = children.flatMap((child) => prune(child) ?? [])
    return left.length === 0 && children.length > 0 ? null : left
  }
  const prune = (node: Filter): Filter | null => {
    if ('and' in node) {
      const and = list(node.and)
      return and && { and }
    }
    if ('or' in node) {
      const or = list(node.or)
      return or && { or }
    }
    if ('not' in node) {
      const not = prune(node.not)
      return not && { not }
    }
    if (node.field.startsWith('$') || isColumn(node.field)) return node
    gone.add(node.field)
    return null
  }
  return { filter: prune(filter), gone: [...gone] }
}
