// Which values of a field say the same, and which of several an entity shows, and why.
import { canonicalJson, type Json } from '../../kernel/json.ts'
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
  const forms = [value, spelledOut(value)].map((text) => formOf(kind, text))
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

/** Whether the first is the second with something left out: initials, shortened words, the code of the country. */
function isShortFor(kind: SayingKind, short: string, long: string): boolean {
  if (kind === 'firm') {
    const [a, b] = [firmTokens(fold(short)), firmTokens(fold(long))]
    return a.join(' ').length < b.join(' ').length && isShortenedName(a, b)
  }
  if (kind === 'phone') {
    const [a, b] = [formOf(kind, short) ?? '', formOf(kind, long) ?? '']
    return a.length >= LEAST_DIGITS && a.length < b.length && b.endsWith(a) && !short.trim().startsWith('+')
  }
  if (kind !== 'full_name') return false
  const [one, other] = [splitName(short), splitName(long)]
  const [x, y] = [fold(inLatin(one.given)), fold(inLatin(other.given))]
  if (generationOf(short, 2) !== generationOf(long, 2) || y.length < 2) return false
  const isFamily = formsOf('surname', one.surname).some((form) => formsOf('surname', other.surname).includes(form))
  return isFamily && x.length <= 1 && y.startsWith(x)
}

/**
 * The values in groups of what they say, by place. A shortened one joins those that it is short for where they say one thing: `J. Smith` is
 * John Smith, unless there is a Jane Smith, too.
 */
export function groupSayings(kind: SayingKind, values: readonly string[]): number[] {
  const of = values.map((_, at) => at)
  const join = (a: number, b: number) => {
    const [low, high] = [Math.min(of[a] as number, of[b] as number), Math.max(of[a] as number, of[b] as number)]
    for (const [at, group] of of.entries()) if (group === high) of[at] = low
  }
  const seen = new Map<string, number>()
  for (const [at, value] of values.entries())
    for (const form of formsOf(kind, value)) {
      const first = seen.get(form)
      if (first === undefined) seen.set(form, at)
      else join(first, at)
    }
  const said = [...of]
  for (const [at, value] of values.entries()) {
    const long = values.flatMap((other, place) =>
      said[place] !== said[at] && isShortFor(kind, value, other) ? [place] : [],
    )
    if (new Set(long.map((place) => said[place])).size === 1) join(at, long[0] as number)
  }
  return of
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
