// Records made ready for comparing: each distinct value once, with its words, their weights, and how frequent it is.
import { isRoleName } from '../values/role-names.ts'
import { splitDomain } from './email-parts.ts'
import { type LevelMemo, levelMemo } from './level-memo.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { normalForm } from './normal-form.ts'
import { lettersOf, type WeightedTokens } from './similarity.ts'

export interface PreparedValue extends WeightedTokens {
  text: string
  /** The words without blanks between. */
  joined: string
  /** What is compared apart: the number of a house, the local part of a person's own address, the first label of a domain. */
  part: string
}

/** How many records have each value and each word, by field; what is not listed is rare. */
export interface Frequencies {
  records: number
  /** Records with a value, by field. */
  filled: number[]
  values: Map<string, number>[]
  tokens: Map<string, number>[]
}

export interface FieldTable {
  field: MatchField
  /** By record the place of its value in `prepared`; -1 where it has none. */
  value: Int32Array
  prepared: PreparedValue[]
  /** By place how many records have this value. */
  count: Float64Array
  /** How many have any. */
  filled: number
  /** Levels of pairs of values that were compared before. */
  seen: LevelMemo
}

export interface Table {
  size: number
  fields: readonly MatchField[]
  columns: FieldTable[]
}

export type NormalRecord = readonly (string | null)[]

export function normalRecord(fields: readonly MatchField[], values: readonly string[]): NormalRecord {
  return fields.map(({ kind }, place) => {
    const value = values[place] ?? ''
    return value === '' ? null : normalForm(kind, value)
  })
}

const BY_TOKENS: ReadonlySet<FieldKind> = new Set(['firm', 'street', 'place', 'text', 'category'])

export function frequenciesOf(fields: readonly MatchField[], records: readonly NormalRecord[]): Frequencies {
  const values = fields.map(() => new Map<string, number>())
  const tokens = fields.map(() => new Map<string, number>())
  const filled = fields.map(() => 0)
  for (const record of records)
    for (let at = 0; at < fields.length; at++) {
      const text = record[at]
      if (text == null) continue
      filled[at] = (filled[at] as number) + 1
      add(values[at] as Map<string, number>, text)
    }
  for (const [at, { kind }] of fields.entries()) {
    if (!BY_TOKENS.has(kind)) continue
    for (const [text, count] of values[at] as Map<string, number>)
      for (const token of new Set(text.split(' '))) add(tokens[at] as Map<string, number>, token, count)
  }
  return { records: records.length, filled, values, tokens }
}

/** Keeps so many of the most frequent values and words of each field; those of one record are rare anyway. */
export function mostFrequent({ records, filled, values, tokens }: Frequencies, kept: number): Frequencies {
  const most = (maps: readonly Map<string, number>[]) =>
    maps.map((counts) => {
      const several = [...counts].filter(([, count]) => count > 1)
      return new Map(several.sort(([x, a], [y, b]) => b - a || (x < y ? -1 : 1)).slice(0, kept))
    })
  return { records, filled, values: most(values), tokens: most(tokens) }
}

function add(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

export function tableOf(fields: readonly MatchField[], records: readonly NormalRecord[], known: Frequencies): Table {
  const ofPeople = fields.some(({ kind }) => kind === 'surname')
  return {
    size: records.length,
    fields,
    columns: fields.map((field, at) => columnOf(field, at, records, known, ofPeople)),
  }
}

function columnOf(
  field: MatchField,
  at: number,
  records: readonly NormalRecord[],
  known: Frequencies,
  ofPeople: boolean,
): FieldTable {
  const places = new Map<string, number>()
  const value = new Int32Array(records.length).fill(-1)
  for (let record = 0; record < records.length; record++) {
    const text = records[record]?.[at]
    if (text == null) continue
    let place = places.get(text)
    if (place === undefined) {
      place = places.size
      places.set(text, place)
    }
    value[record] = place
  }
  const filled = Math.max(1, known.filled[at] ?? 0)
  const tokens = known.tokens[at] ?? new Map<string, number>()
  const texts = [...places.keys()]
  return {
    field,
    value,
    prepared: texts.map((text) => prepare(field.kind, text, tokens, filled, ofPeople)),
    count: Float64Array.from(texts, (text) => Math.max(1, known.values[at]?.get(text) ?? 1)),
    filled,
    seen: levelMemo(texts.length),
  }
}

/** Shared: of a million values each would have three lists of its own. */
const NONE: readonly never[] = []

const plain = (text: string, part = '', tokens: readonly string[] = NONE): PreparedValue => ({
  text,
  joined: '',
  part,
  tokens,
  weights: NONE,
  letters: NONE,
})

function prepare(
  kind: FieldKind,
  text: string,
  counts: ReadonlyMap<string, number>,
  filled: number,
  ofPeople: boolean,
): PreparedValue {
  if (kind === 'email') {
    const { local } = splitDomain(text)
    // Colleagues share it, so it identifies no person.
    return plain(text, ofPeople && isRoleName(local) ? '' : local)
  }
  if (kind === 'domain') return plain(text, text.split('.')[0])
  if (kind === 'people') return plain(text, '', text.split('|'))
  if (!BY_TOKENS.has(kind)) return plain(text)
  const words = [...new Set(text.split(' '))]
  const hasNumber = kind === 'street' && words.length > 1 && /^\d/.test(words[0] as string)
  const part = hasNumber ? (words[0] as string) : ''
  const tokens = hasNumber ? words.slice(1) : words
  const weights = tokens.map((token) => Math.log(1 + filled / Math.max(1, counts.get(token) ?? 1)))
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return {
    text,
    joined: tokens.join(''),
    part,
    tokens,
    weights: weights.map((weight) => weight / length),
    letters: tokens.map(lettersOf),
  }
}
