// Which value an entity shows for a field of which its records have several, and why.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { groupSayings, type SayingKind, spelledOut } from './sayings.ts'

export interface ValueCandidate {
  record: number
  value: Json
  /** The origin of the value: one that a user entered wins over all others. */
  method: string | null
  confidence: number | null
  /** As text that sorts; null where it is not known. */
  fetched_at: string | null
}

export interface CandidateRules {
  kind: SayingKind
  /** The record that a person chose. */
  chosen?: number | undefined
  /** Records whose value belongs to what is shown of another field; all where none is named. */
  belongs?: ReadonlySet<number> | undefined
  /** The possible values, the one that says most last. */
  steps?: readonly string[] | undefined
}

export interface RankedCandidates {
  /** The winner first. */
  candidates: ValueCandidate[]
  /** Why the first is shown, as the end of a sentence; null where no other says anything else. */
  why: string | null
}

/** From the most to the least believed. */
const METHODS = ['manual', 'registry', 'api', 'import', 'crawl', 'inferred', 'ai']

const trustOf = ({ method }: ValueCandidate) => {
  const at = METHODS.indexOf(method ?? '')
  return at < 0 ? METHODS.length : at
}

/** One reason to prefer a candidate: the lesser number is the better, and text that sorts later is. */
interface Reason<Compared> {
  words: string
  by(one: Compared): number | string
}

function compareBy<Compared>(reasons: readonly Reason<Compared>[], a: Compared, b: Compared) {
  for (const reason of reasons) {
    const [x, y] = [reason.by(a), reason.by(b)]
    if (x !== y) return { order: typeof x === 'string' ? (x > y ? -1 : 1) : x < (y as number) ? -1 : 1, reason }
  }
  return { order: 0, reason: undefined }
}

const textOf = ({ value }: ValueCandidate) => (typeof value === 'string' ? value : '')
/** Shorter ones may be the letters of a name, such as NEC or FIAT. */
const isShouted = (text: string) => /\p{Lu}{5}/u.test(text) && !/\p{Ll}/u.test(text)
const isMumbled = (text: string) => /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text)
const accentsOf = (text: string) =>
  [...text.normalize('NFC')].filter((letter) => /\p{Script=Latin}/u.test(letter) && letter > '\u007f').length
/** Without what only stands for an accent. */
const lengthOf = (text: string) => spelledOut(text).replace(/[^\p{L}\p{N}]/gu, '').length

/** Kinds that are names: written with capitals at the beginning of words. */
const NAMED: ReadonlySet<SayingKind> = new Set([
  ...(['full_name', 'given_name', 'surname', 'firm', 'street', 'place', 'city', 'region', 'country'] as const),
  ...(['text', 'category', 'people'] as const),
])

const CHOSEN = 'a user chose it'
const ENTERED = 'a user entered it'
const TRUSTED = 'its source is more trusted'
const SURER = 'its source is surer'
const NEWER = 'it is newer'
const OLDEST = 'it is of the oldest record'

/** Which of several ways to write one thing is kept. */
const writingReasons = ({ kind, chosen }: CandidateRules): Reason<ValueCandidate>[] => {
  const isNamed = NAMED.has(kind)
  return [
    { words: CHOSEN, by: ({ record }) => Number(record !== chosen) },
    { words: ENTERED, by: ({ method }) => Number(method !== 'manual') },
    ...(isNamed
      ? [
          { words: 'it is not all capitals', by: (one: ValueCandidate) => Number(isShouted(textOf(one))) },
          { words: 'it has its capitals', by: (one: ValueCandidate) => Number(isMumbled(textOf(one))) },
          { words: 'it has its accents', by: (one: ValueCandidate) => -accentsOf(textOf(one)) },
          { words: 'it is written in full', by: (one: ValueCandidate) => -lengthOf(textOf(one)) },
        ]
      : []),
    ...(kind === 'email' ? [{ words: 'it is in small letters', by: (one: ValueCandidate) => capitalsOf(one) }] : []),
    ...(kind === 'website'
      ? [
          { words: 'it is secure', by: (one: ValueCandidate) => Number(/^http:/i.test(textOf(one))) },
          { words: 'it is the page itself', by: (one: ValueCandidate) => textOf(one).length },
        ]
      : []),
    ...(kind === 'phone'
      ? [
          {
            words: 'it has the code of its country',
            by: (one: ValueCandidate) => Number(!/^\s*(\+|00)/.test(textOf(one))),
          },
        ]
      : []),
    { words: TRUSTED, by: trustOf },
    { words: SURER, by: ({ confidence }) => -(confidence ?? 0.5) },
    { words: NEWER, by: ({ fetched_at }) => fetched_at ?? '' },
    { words: OLDEST, by: ({ record }) => record },
  ]
}

const capitalsOf = (one: ValueCandidate) => textOf(one).replace(/[^\p{Lu}]/gu, '').length

/** All candidates that say one thing, as it is written best first. */
type Saying = readonly [ValueCandidate, ...ValueCandidate[]]

/** Which of several things is shown. */
const sayingReasons = ({ chosen, belongs, steps }: CandidateRules): Reason<Saying>[] => [
  { words: CHOSEN, by: (all) => Number(!all.some(({ record }) => record === chosen)) },
  { words: ENTERED, by: (all) => Number(!all.some(({ method }) => method === 'manual')) },
  {
    words: 'it belongs to the other values that are shown',
    by: (all) => Number(belongs !== undefined && !all.some(({ record }) => belongs.has(record))),
  },
  { words: 'most records say so', by: (all) => -all.length },
  { words: TRUSTED, by: (all) => Math.min(...all.map(trustOf)) },
  { words: SURER, by: (all) => -Math.max(...all.map(({ confidence }) => confidence ?? 0.5)) },
  { words: NEWER, by: (all) => all.map(({ fetched_at }) => fetched_at ?? '').reduce((a, b) => (a > b ? a : b)) },
  { words: 'it has come further', by: ([{ value }]) => -(steps?.indexOf(String(value)) ?? 0) },
  { words: 'it is not all capitals', by: ([first]) => Number(isShouted(textOf(first))) },
  { words: 'it says more', by: ([first]) => (steps ? 0 : -lengthOf(textOf(first))) },
  { words: OLDEST, by: (all) => Math.min(...all.map(({ record }) => record)) },
]

/**
 * First what is said, then how it is written: transliterations, letter case, abbreviations and legal forms say the same. Among things said, one
 * chosen by hand wins, then what a person entered, what belongs to the other values that are shown, what most records say, the better source.
 */
export function rankCandidates(candidates: readonly ValueCandidate[], rules: CandidateRules): RankedCandidates {
  const texts = candidates.map(({ value }) => (typeof value === 'string' ? value : canonicalJson(value)))
  const groups = new Map<number, ValueCandidate[]>()
  for (const [at, group] of groupSayings(rules.kind, texts).entries())
    groups.set(group, [...(groups.get(group) ?? []), candidates[at] as ValueCandidate])
  const writing = writingReasons(rules)
  const saying = sayingReasons(rules)
  const sayings = [...groups.values()]
    .map((all) => all.toSorted((a, b) => compareBy(writing, a, b).order) as unknown as Saying)
    .sort((a, b) => compareBy(saying, a, b).order)
  const ranked = sayings.flat()
  const [first, second] = sayings
  if (first === undefined) return { candidates: [], why: null }
  const other = first.find(({ value }) => canonicalJson(value) !== canonicalJson(first[0].value))
  const reasons = [
    second && compareBy(saying, first, second).reason?.words,
    other && compareBy(writing, first[0], other).reason?.words,
  ].flatMap((words) => words ?? [])
  return { candidates: ranked, why: reasons.length === 0 ? null : [...new Set(reasons)].join(', and ') }
}
