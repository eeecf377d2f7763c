// The choices of a column: found among its values, and the value of a row as the choice that it is, whatever its letter case.
import type { Json } from '../../kernel/json.ts'

const MOST_FOUND = 100
const LONGEST_FOUND = 60
/** More make a list that nobody chooses from. */
const MOST_PROPOSED = 12
const LONGEST_PROPOSED = 40
const LEAST_VALUES = 20
/** How often each comes on average. */
const LEAST_REPEATED = 5
/** All of them are met in this part of the values: of a list that goes on, more would come. */
const MET_IN = 0.6

const folded = (text: string) => text.trim().toLowerCase()

/** The different values in the spelling that most rows have, in the order of the file; none when they are many or long. */
export function choicesOf(values: readonly string[]): string[] {
  const spellings = new Map<string, Map<string, number>>()
  for (const value of values) {
    const text = value.trim()
    if (text === '' || text.length > LONGEST_FOUND) return []
    const known = spellings.get(folded(text)) ?? new Map<string, number>()
    spellings.set(folded(text), known.set(text, (known.get(text) ?? 0) + 1))
    if (spellings.size > MOST_FOUND) return []
  }
  return [...spellings.values()].map(usualSpelling)
}

/** A capital letter before small ones is what people mean, where it is not rare: "Active" of as many "active". */
function usualSpelling(counts: ReadonlyMap<string, number>): string {
  const [[most, times] = ['', 0], ...others] = [...counts].sort((a, b) => b[1] - a[1])
  const written = others.find(([text, count]) => count * 2 >= times && /^\p{Lu}\p{Ll}/u.test(text))
  return /^\p{Lu}\p{Ll}/u.test(most) ? most : (written?.[0] ?? most)
}

/** Whether the values of a column are chosen from a few short ones. */
export function areChoices(values: readonly string[], choices: readonly string[]): boolean {
  if (choices.length < 2 || choices.length > MOST_PROPOSED) return false
  if (values.length < Math.max(LEAST_VALUES, choices.length * LEAST_REPEATED)) return false
  if (choices.some((one) => one.length > LONGEST_PROPOSED || !/\p{L}/u.test(one))) return false
  const first = new Set(values.slice(0, Math.ceil(values.length * MET_IN)).map(folded))
  return choices.every((one) => first.has(folded(one)))
}

const byFolded = new WeakMap<readonly string[], Map<string, string>>()

/** The value as one of the choices, where only letter case and blanks around it differ; each of a list, once. */
export function asChoice(value: Json, options: readonly string[]): Json {
  if (Array.isArray(value)) return [...new Set(value.map((one) => asChoice(one, options)))]
  if (typeof value !== 'string') return value
  let known = byFolded.get(options)
  if (!known) {
    known = new Map(options.map((one) => [folded(one), one]))
    byFolded.set(options, known)
  }
  return options.includes(value) ? value : (known.get(folded(value)) ?? value)
}
