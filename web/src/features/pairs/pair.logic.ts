// A pair in review, of leads or rows: the compared fields, their agreement, and the order of pairs.
import type { Schemas } from '../../api/shapes.ts'
import { isBlank, rawText } from '../../grid/marks/display.logic.ts'

type ComparedField = Schemas['ComparedField']
export type Decision = 'merge' | 'reject'

export interface PairSide {
  id: string
  name: string
  /** What else tells it apart, such as how many records it has. */
  note: string | null
}

export type Tone = 'same' | 'near' | 'differs' | 'one'

export interface ShownField {
  key: string
  label: string
  left: string
  right: string
  tone: Tone
  /** What the two are to each other; null where they were not compared. */
  agreement: string | null
  /** Null where it was not compared. */
  weight: number | null
  /** Whether one of the two values is kept, so that a user may choose which. */
  isChoice: boolean
}

export interface ReviewPair {
  id: number
  probability: number
  why: string
  sides: readonly [PairSide, PairSide]
  fields: readonly ShownField[]
  /** What users choose before they merge: the value of each field, or the record that stays. */
  choice: 'value' | 'record'
}

export interface ComparedValues<Compared extends ComparedField> {
  compared: readonly Compared[]
  /** The value that a compared field is a part of, as a surname is of a name. */
  keyOf(field: Compared): string
  labelOf(key: string): string
  left: Readonly<Record<string, unknown>>
  right: Readonly<Record<string, unknown>>
  /** Shown beside those that were compared, in this order. */
  others: readonly string[]
  /** Of which one of the two values is kept. */
  choices: readonly string[]
}

/** Compared values first, the weightiest at the top; then what only one of the two has, and what was not compared. */
export function shownFields<Compared extends ComparedField>(values: ComparedValues<Compared>): ShownField[] {
  const { compared, keyOf, labelOf, left, right, others, choices } = values
  const parts = new Map<string, Compared[]>()
  for (const one of compared) parts.set(keyOf(one), [...(parts.get(keyOf(one)) ?? []), one])
  const weighed = [...parts].map(([key, fields]): ShownField => {
    const told = fields.filter(({ agreement }) => agreement !== null)
    const one = fields[0] as Compared
    const isWhole = fields.length === 1 && one.field === key
    return {
      key,
      label: isWhole ? capitalized(one.name) : labelOf(key),
      // A part is shown with the value that it is read from.
      left: rawText(left[key] ?? one.left),
      right: rawText(right[key] ?? one.right),
      tone: toneOf(told),
      agreement:
        told.length === 0
          ? null
          : told.map(({ name, agreement }) => (told.length > 1 ? `${name} ${agreement}` : agreement)).join(', '),
      weight: told.length === 0 ? null : told.reduce((sum, { weight }) => sum + weight, 0),
      isChoice: choices.includes(key),
    }
  })
  const rest = others
    .filter((key) => !parts.has(key) && !(isBlank(left[key]) && isBlank(right[key])))
    .map((key): ShownField => {
      const [one, other] = [rawText(left[key]), rawText(right[key])]
      const tone = one === other ? 'same' : 'one'
      const isChoice = choices.includes(key)
      return { key, label: labelOf(key), left: one, right: other, tone, agreement: null, weight: null, isChoice }
    })
  return [...weighed.sort((a, b) => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0)), ...rest]
}

function toneOf(told: readonly ComparedField[]): Tone {
  if (told.length === 0) return 'one'
  if (told.every(({ is_same }) => is_same)) return 'same'
  return told.some(({ weight }) => weight > 0) ? 'near' : 'differs'
}

/** A name of the API as a label: "contact_title" as "Contact title". */
export function capitalized(name: string): string {
  const words = name.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

/** The next pair first: one that was just taken back, then all others; skipped pairs last, in the order they were skipped. */
export function orderQueue<Pair extends { id: number }>(
  pairs: readonly Pair[],
  { skipped, first }: { skipped: readonly number[]; first: number | null },
): Pair[] {
  const rank = ({ id }: Pair) => (id === first ? -1 : skipped.indexOf(id) + 1)
  return pairs.toSorted((a, b) => rank(a) - rank(b))
}
