// Which values of a field say the same, and which of several an entity shows, and why.
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { rootOf } from './clusters.ts'
import { firmTokens, isShortenedName } from './firm-name.ts'
import { inLatin } from './latin.ts'
import type { ColumnRole, FieldKind } from './match-fields.ts'
import { fold, normalForm } from './normal-form.ts'
import { generationOf, splitName } from './person-name.ts'

export type SayingKind = FieldKind | 'full_name' | 'website'

/** What says nothing of how its values are written is text. */
export const sayingKindOf = (role: ColumnRole['role'] | null): SayingKind =>
  role === null || role === 'street_number' ? 'text' : role

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** With the letters that stand for an accent where there is no key for it: Müller is Mueller. */
export const spelledOut = (text: string): string =>
  text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => SPELLED[letter.toLowerCase()] ?? letter)

/** The forms of a value; two that share one say the same. */
function formsOf(kind: SayingKind, value: string): string[] {
  const forms = [...new Set([value, spelledOut(value)])].map((text) => formOf(kind, text))
  return [...new Set(forms.flatMap((form) => (form === null || form === '' ? [] : [form])))]
}

function formOf(kind: SayingKind, value: string): string | null {
  switch (kind) {
    case 'full_name': {
      const { given, surname } = splitName(value)
      return `${fold(inLatin(given))} ${fold(inLatin(surname))} ${generationOf(value, 2)}`.trim()
    }
    // One mailbox may have several addresses, and each is another to write to.
    case 'email':
      return value.trim().toLowerCase()
    case 'website':
      return value
        .trim()
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/^www\./, '')
        .replace(/[?#].*$/, '')
        .replace(/\/(index\.\w+)?$/, '')
    // By its digits, so that a number that the kinds of calls cannot tell is one, too.
    case 'phone':
      return value.replace(/\D/g, '').replace(/^0+/, '') || fold(value)
    case 'text':
    case 'category':
      return fold(value) || value.trim()
    default:
      return normalForm(kind, value) ?? (fold(value) || value.trim())
  }
}

/** Digits of a local number; shorter ones are an extension. */
const LEAST_DIGITS = 7

/** What a value is as one with something left out, and as one that others leave something out of: they meet under a key. */
interface Shortened {
  as_short: readonly string[]
  as_long: readonly string[]
  /** Whether the first of two compatible values is the second with parts left out. */
  isShortFor(long: Shortened): boolean
}

const firmShortened = (value: string): Shortened & { tokens: string[]; length: number } => {
  const tokens = firmTokens(fold(value))
  const key = [tokens.map((word) => word.charAt(0)).join('')]
  const length = tokens.join(' ').length
  const isShortFor = (long: Shortened) => {
    const other = long as ReturnType<typeof firmShortened>
    return length < other.length && isShortenedName(tokens, other.tokens)
  }
  return { tokens, length, as_short: key, as_long: key, isShortFor }
}

const phoneShortened = (value: string): Shortened & { digits: string } => {
  const digits = formOf('phone', value) ?? ''
  const key = digits.length < LEAST_DIGITS ? [] : [digits.slice(-LEAST_DIGITS)]
  const isShortFor = (long: Shortened) => {
    const other = (long as ReturnType<typeof phoneShortened>).digits
    return digits.length < other.length && other.endsWith(digits)
  }
  return { digits, as_short: value.trim().startsWith('+') ? [] : key, as_long: key, isShortFor }
}

const nameShortened = (value: string): Shortened => {
  const name = splitName(value)
  const given = fold(inLatin(name.given))
  const family = formsOf('surname', name.surname).map((form) => `${generationOf(value, 2)} ${form}`)
  const keys = (initial: string) => family.map((form) => `${initial} ${form}`)
  return {
    as_short: given.length <= 1 ? keys(given) : [],
    as_long: given.length >= 2 ? ['', given.charAt(0)].flatMap(keys) : [],
    isShortFor: () => true,
  }
}

/** Kinds whose values leave something out: initials, shortened words, the code of the country. */
const SHORTENED: { readonly [Kind in SayingKind]?: (value: string) => Shortened } = {
  firm: firmShortened,
  phone: phoneShortened,
  full_name: nameShortened,
}

/**
 * The values in groups of what they say, by place: the first place of each group. A shortened one joins those that it is short for where they say
 * one thing: `J. Smith` is John Smith, unless there is a Jane Smith, too.
 */
export function groupSayings(kind: SayingKind, values: readonly string[]): number[] {
  const of = values.map((_, at) => at)
  const find = (at: number): number => rootOf(of, at)
  const join = (a: number, b: number) => {
    const [x, y] = [find(a), find(b)]
    of[Math.max(x, y)] = Math.min(x, y)
  }
  const formsByValue = new Map<string, string[]>()
  const seen = new Map<string, number>()
  for (const [at, value] of values.entries()) {
    const forms = formsByValue.get(value) ?? formsOf(kind, value)
    formsByValue.set(value, forms)
    for (const form of forms) {
      const first = seen.get(form)
      if (first === undefined) seen.set(form, at)
      else join(first, at)
    }
  }
  const shortened = SHORTENED[kind]
  if (shortened)
    joinShortened(
      values,
      of.map((_, at) => find(at)),
      shortened,
      join,
    )
  return of.map((_, at) => find(at))
}

/** `said` are the groups before any is joined. */
function joinShortened(
  values: readonly string[],
  said: readonly number[],
  shortened: (value: string) => Shortened,
  join: (short: number, long: number) => void,
): void {
  const places = [...new Map(values.map((value, at) => [value, at])).values()]
  const all = places.map((at) => ({ at, group: said[at] as number, one: shortened(values[at] as string) }))
  const longs = new Map<string, typeof all>()
  for (const long of all)
    for (const key of long.one.as_long) {
      const met = longs.get(key)
      if (met) met.push(long)
      else longs.set(key, [long])
    }
  for (const { at, group, one } of all) {
    let found: number | undefined
    let areSeveral = false
    for (const long of one.as_short.flatMap((key) => longs.get(key) ?? [])) {
      if (long.group === group || long.group === found || !one.isShortFor(long.one)) continue
      areSeveral = found !== undefined
      if (areSeveral) break
      found = long.group
    }
    if (found !== undefined && !areSeveral) join(at, found)
  }
}

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
  /** How many of them, from the first on, say the same as the winner. */
  agreed: number
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

/** Each is asked once of each candidate: of a thousand all are compared with a dozen others. */
const askedOnce = <Compared>(reasons: readonly Reason<Compared>[]): Reason<Compared>[] =>
  reasons.map(({ words, by }) => {
    const known = new Map<Compared, number | string>()
    const ask = (one: Compared) => {
      const told = known.get(one) ?? by(one)
      known.set(one, told)
      return told
    }
    return { words, by: ask }
  })

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
  for (const [at, group] of groupSayings(rules.kind, texts).entries()) {
    const all = groups.get(group)
    if (all) all.push(candidates[at] as ValueCandidate)
    else groups.set(group, [candidates[at] as ValueCandidate])
  }
  const writing = askedOnce(writingReasons(rules))
  const saying = askedOnce(sayingReasons(rules))
  const sayings = [...groups.values()]
    .map((all) => all.toSorted((a, b) => compareBy(writing, a, b).order) as unknown as Saying)
    .sort((a, b) => compareBy(saying, a, b).order)
  const ranked = sayings.flat()
  const [first, second] = sayings
  if (first === undefined) return { candidates: [], why: null, agreed: 0 }
  const other = first.find(({ value }) => canonicalJson(value) !== canonicalJson(first[0].value))
  const reasons = [
    second && compareBy(saying, first, second).reason?.words,
    other && compareBy(writing, first[0], other).reason?.words,
  ].flatMap((words) => words ?? [])
  const why = reasons.length === 0 ? null : [...new Set(reasons)].join(', and ')
  return { candidates: ranked, why, agreed: first.length }
}
