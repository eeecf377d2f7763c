// Decides a filter from a part of a row, for callers that do not have the rest of it.

import type { Row } from '../values/row.ts'
import type { Filter, FilterLeaf } from './filter.schema.ts'
import { matches } from './filter.ts'

/** The result of `matches` when the known values decide it; null when it depends on the others. */
export function matchesKnown(
  filter: Filter,
  row: Row,
  isKnown: (leaf: Pick<FilterLeaf, 'field' | 'on'>) => boolean,
): boolean | null {
  const decide = (child: Filter) => matchesKnown(child, row, isKnown)
  if ('and' in filter) return decideAll(filter.and, decide)
  if ('or' in filter) return opposite(decideAll(filter.or, (child) => opposite(decide(child))))
  if ('not' in filter) return opposite(decide(filter.not))
  return isKnown(filter) ? matches(filter, row) : null
}

function decideAll(parts: readonly Filter[], decide: (part: Filter) => boolean | null): boolean | null {
  let decided: boolean | null = true
  for (const part of parts) {
    const one = decide(part)
    if (one === false) return false
    if (one === null) decided = null
  }
  return decided
}

const opposite = (decided: boolean | null) => (decided === null ? null : !decided)
