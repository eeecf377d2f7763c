// The sources that records can be brought from, in the order in which they are offered.
import { SOURCE_GROUPS, type SourceAdapter } from './source.ts'
import { ALL_SOURCES } from './sources.generated.ts'

const GROUPS = Object.keys(SOURCE_GROUPS)
const listed: readonly SourceAdapter[] = ALL_SOURCES.flat()

export const SOURCES: readonly SourceAdapter[] = listed.toSorted(
  (one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) || one.place - other.place,
)
