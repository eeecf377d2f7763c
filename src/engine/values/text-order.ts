// The order of texts that people expect, as the collation `natural_order` of the database has it.
import { compareCodePoints } from './value.ts'

const NATURAL = new Intl.Collator('und', { numeric: true })

/**
 * Letters with their accents beside those without, numbers inside text by their value; what a person would take for equal is told
 * apart by code point. The libraries of languages of two machines may differ in rare letters: an index is ordered by the database alone.
 */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : NATURAL.compare(one, other) || compareCodePoints(one, other)
}
