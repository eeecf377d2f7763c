// Decides a filter by what is known of a row, for those who have only a part of it at hand.
import type { Filter, FilterLeaf } from './filter.schema.ts'
import { matches } from './filter.ts'
import type { Row } from './row.ts'

/** What `matches` says whatever the rest of the row is; null when it depends on that. */
export function matchesKnown(
  filter: Filter,
  row: Row,
  isKnown: (leaf: Pick<FilterLeaf, 'field' | 'on'>) => boolean,
): boolean | null {
  const decide = (child: Filter) => matchesKnown(child, row, isKnown)
  if ('and' in filter) return all(filter.and.map(decide))
  if ('or' in filter) return opposite(all(filter.or.map((child) => opposite(decide(child)))))
  if ('not' in filter) return opposite(decide(filter.not))
  return isKnown(filter) ? matches(filter, row) : null
}

function all(parts: readonly (boolean | null)[]): boolean | null {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

const opposite = (decided: boolean | null) => (decided === null ? null : !decided)
