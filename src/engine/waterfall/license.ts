// The license of a value that is made from values with several licenses: the strictest.
import type { License } from './outcome.ts'

/** From the strictest; an unknown license counts as the strictest. */
const STRICTEST_FIRST: readonly License[] = [
  'unknown',
  'proprietary-api',
  'user-provided',
  'scraped',
  'CC-BY-SA-4.0',
  'ODbL-1.0',
  'CC-BY-4.0',
  'OGL-3.0',
  'inferred',
  'public-record',
  'CC0-1.0',
]

export function strictestOf(licenses: readonly License[]): License {
  return STRICTEST_FIRST.find((license) => licenses.includes(license)) ?? 'unknown'
}
