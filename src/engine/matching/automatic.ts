// What two records need before they are merged without a person looking: evidence of one person, and nothing that tells two people or two firms apart.
import { clustersOf, type Edge } from './clusters.ts'
import { comparePair, exchangeOf, MISSING } from './compare.ts'
import { areNumbered, splitDomain } from './email-parts.ts'
import { areNumberedApart } from './firm-name.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { areNicknames } from './nicknames.ts'
import { frequenciesOf, type NormalRecord, tableOf } from './prepared.ts'

/** How two given names relate; null when one is missing. `near`: a letter apart, which is a slip (Natalia, Natalla) or another name (Karin, Katrin). */
type GivenNames = 'same' | 'spelled' | 'near' | 'initial' | 'unsure' | 'other' | null

/** Spellings and forms of one name that end like names of a man and a woman. */
const ONE_NAME =
  'ann anne anna|carol carole|helen helena helene|joann joanne joanna|susan susann susanne susanna|suzan suzanne|lynn lynne'
    .split('|')
    .map((names) => new Set(names.split(' ')))

/** Endings of the name of a man and of the woman called after the same, behind what both begin with. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ...(['o', 'os', 'us', 'as', 'i', 'is', 'an', 'e', 'y', 'k', ''].map((end) => [end, 'a']) as [string, string][]),
  ...(['', 'n'].flatMap((end) =>
    ['e', 'ne', 'ie', 'ia', 'la', 'le', 'na', 'ine', 'ina', 'tta', 'tte', 'lla', 'lle'].map((other) => [end, other]),
  ) as [string, string][]),
  ...([
    ['er', 'ra'],
    ['an', 'na'],
    ['an', 'ne'],
    ['is', 'es'],
    ['k', 'ia'],
    ['s', ''],
    ['n', ''],
    ['us', 'ia'],
    ['ry', 'riette'],
  ] as [string, string][]),
]
/** `Marie` and `Maria` are one name in two languages, and `Luca` with `Lucas` two; the pairs above name neither. */
const isEnding = new Set(ENDINGS.flatMap(([one, other]) => [`${one}|${other}`, `${other}|${one}`]))
isEnding.delete('e|a')
isEnding.delete('a|e')

function areManAndWoman(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // Philip and Philippa, Wilhelm and Wilhelmina.
  if (short.length >= 3 && long.startsWith(short) && /[ae]$/.test(long)) return true
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  // What both begin with may take in the first letters of an ending: Julian and Julia.
  for (let from = same; from >= Math.max(3, same - 2); from--)
    if (isEnding.has(`${a.slice(from)}|${b.slice(from)}`)) return true
  return false
}

/** Two letters that change places, as in Jhon: a slip, and no other name. */
function isExchange(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 4) return false
  const at = [...a].findIndex((letter, place) => letter !== b[place])
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** A letter once or twice, as in Phillip, makes no other name. */
const withoutDoubles = (name: string) => name.replace(/(.)\1+/g, '$1')

function givenNames(a: string | null, b: string | null, level: number): GivenNames {
  if (a === null || b === null || level === MISSING) return null
  if (a === b) return 'same'
  const [[x = '', ...more], [y = '', ...others]] = [a.split(' '), b.split(' ')]
  if (x === y) {
    // Jean-Paul and Jean-Pierre; a middle name that one list leaves out or shortens says nothing.
    const [second = '', other = ''] = [more[0], others[0]]
    return second.length > 1 && other.length > 1 && second !== other ? 'other' : 'spelled'
  }
  if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return 'spelled'
  if (areNicknames(a, b) || areNicknames(x, y)) return 'spelled'
  if (ONE_NAME.some((names) => names.has(x) && names.has(y))) return 'spelled'
  if (x[0] === y[0] && (x.length === 1 || y.length === 1)) return 'initial'
  if (areManAndWoman(x, y)) return 'other'
  if (isExchange(x, y) || withoutDoubles(x) === withoutDoubles(y)) return 'spelled'
  if (level === 1) return 'near'
  // In a name this short one letter makes another name: Mary and Mark.
  if (x.length === y.length && x.length <= 4) return 'other'
  return level === 3 ? 'unsure' : 'other'
}

interface Compared {
  given: GivenNames
  generations: 'same' | 'other' | 'one' | null
  /** The closest level of any field of the kind; -1 where none was compared. */
  level: (kind: FieldKind) => number
  value: (record: NormalRecord, kind: FieldKind) => string | null
}

function compared(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord, levels: Int8Array): Compared {
  const level = (kind: FieldKind) =>
    fields.reduce((best, field, at) => {
      const own = field.kind === kind ? (levels[at] ?? MISSING) : MISSING
      return own === MISSING ? best : best === MISSING ? own : Math.min(best, own)
    }, MISSING)
  const value = (record: NormalRecord, kind: FieldKind) =>
    record[fields.findIndex((field) => field.kind === kind)] ?? null
  const [x, y] = [value(a, 'generation'), value(b, 'generation')]
  return {
    given: givenNames(value(a, 'given_name'), value(b, 'given_name'), level('given_name')),
    generations: x === null && y === null ? null : x === null || y === null ? 'one' : x === y ? 'same' : 'other',
    level,
    value,
  }
}

export const areOfPeople = (fields: readonly MatchField[]) => fields.some(({ kind }) => kind === 'surname')

const EXCHANGED = 2
const OTHER_SURNAME = 4
/** Two dates that differ by more than a slip of the pen. */
const OTHER_DATE = 2
const OTHER_IDENTIFIER = 3
/** The same firm, nearly, or short for it. */
const ONE_FIRM = 2

/**
 * Two people who have other first names, generations or days of birth. A household, firm, telephone or street that they share never
 * outweighs that: couples, twins, father and son share all of them.
 */
function areTwo({ given, generations, level }: Compared): boolean {
  return given === 'other' || generations === 'other' || level('date') >= OTHER_DATE
}

/** The same street, another house of it at most. */
const ONE_STREET = 2

/**
 * Two firms in different streets. Branches and schools of one organisation share its name, site and telephone, and a firm that has moved
 * is for a person to tell from them, unless both have one id.
 */
function areInTwoPlaces({ level }: Compared): boolean {
  return level('street') > ONE_STREET && level('identifier') !== 0
}

/** The same of records that no pair was made of, such as two that a third would bring together. */
function areToldApart(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord): boolean {
  const pair = compared(fields, a, b, levelsOf(fields, a, b))
  return areOfPeople(fields) ? areTwo(pair) : areInTwoPlaces(pair)
}

function levelsOf(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord): Int8Array {
  const table = tableOf(fields, [a, b], frequenciesOf(fields, [a, b]))
  const levels = new Int8Array(fields.length)
  comparePair(table, exchangeOf(table), 0, 1, levels)
  return levels
}

/** The largest group that is checked for different people or firms; larger groups are never merged without a review. */
const MOST_TOGETHER = 400
/** A group that would become larger is left to be decided pair by pair. */
const MOST_MERGED = 50

export interface MergeMember {
  fields: readonly MatchField[]
  form: NormalRecord
  /** Those of one group were merged before. */
  group: string
}

/**
 * The groups in which these pairs, by the places of their members, may be merged without a review: people only with evidence of the
 * person, never across what was told apart, and never two people or firms that a third, such as an initial, would bring together.
 */
export function groupsToMerge<Pair extends Edge>(
  members: readonly MergeMember[],
  offered: readonly Pair[],
  apart: readonly (readonly [number, number])[],
): { pairs: Pair[]; of: Int32Array } {
  const at = (place: number) => members[place] as MergeMember
  const pairs = offered.filter(({ a, b }) => mayMergeAlone(at(a).fields, at(a).form, at(b).form))
  const first = new Map<string, number>()
  const before = members.flatMap(({ group }, place): Edge[] => {
    const a = first.get(group)
    if (a === undefined) first.set(group, place)
    return a === undefined ? [] : [{ a, b: place, weight: Number.POSITIVE_INFINITY }]
  })
  const edges = [...before, ...pairs]
  const together = new Map<number, number[]>()
  for (const [place, root] of clustersOf(members.length, edges).of.entries())
    together
      .set(root, together.get(root) ?? [])
      .get(root)
      ?.push(place)
  const two = [...together.values()].flatMap((places) => toldApartIn(members, places))
  return { pairs, of: clustersOf(members.length, edges, { apart: [...apart, ...two], maxSize: MOST_MERGED }).of }
}

/** The places of records of two different people or firms, in groups that were not one before. */
function toldApartIn(members: readonly MergeMember[], places: readonly number[]): (readonly [number, number])[] {
  if (places.length < 3 || places.length > MOST_TOGETHER) return []
  return places.flatMap((a, n) =>
    places.slice(n + 1).flatMap((b): (readonly [number, number])[] => {
      const [one, other] = [members[a] as MergeMember, members[b] as MergeMember]
      return one.group !== other.group && areToldApart(one.fields, one.form, other.form) ? [[a, b]] : []
    }),
  )
}

/**
 * Whether a pair that is sure enough may be merged by itself. Firms in one place may. Of people it takes evidence of the person: an address of
 * their own, an id, a day of birth, or the full name with the employer.
 */
export function mayMergeAlone(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord): boolean {
  return mayMerge(fields, a, b, compared(fields, a, b, levelsOf(fields, a, b)))
}

function mayMerge(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord, pair: Compared): boolean {
  if (!areOfPeople(fields)) return !areInTwoPlaces(pair)
  const { given, generations, level, value } = pair
  const isNamed = (record: NormalRecord) => value(record, 'given_name') !== null || value(record, 'surname') !== null
  const [surname, identifier] = [level('surname'), level('identifier')]
  const hasAddress = level('email') === 0
  if (!isNamed(a) && !isNamed(b)) return hasAddress || identifier === 0
  if (areTwo(pair)) return false
  if (identifier >= OTHER_IDENTIFIER && !hasAddress) return false
  const isGiven = given === 'same' || given === 'spelled' || given === 'near'
  // Who marries keeps the first name; an initial with another surname is anyone.
  const mayBeNamed = surname !== OTHER_SURNAME || isGiven
  if (identifier === 0) return mayBeNamed
  if (hasAddress) return mayBeNamed && given !== 'unsure'
  if (level('date') === 0) return surname !== OTHER_SURNAME && given !== 'unsure'
  // The same initial is that of many.
  const isWhole = [a, b].every((record) => (value(record, 'given_name') ?? '').length > 1)
  const isFullName =
    isWhole && (surname === EXCHANGED || (isGiven && (surname === 0 || (surname === 1 && given === 'same'))))
  const isEmployer = (level('firm') >= 0 && level('firm') <= ONE_FIRM) || level('domain') === 0
  const [one, other] = [value(a, 'email'), value(b, 'email')]
  const isNumbered = one !== null && other !== null && areNumbered(splitDomain(one), splitDomain(other))
  return isFullName && isEmployer && generations !== 'one' && !isNumbered
}

/** Values that agree but for a slip. */
const SLIP = 1
const OTHER_CITY = 2
const OTHER_EMAIL = 3

/**
 * Whether two records that share an id, a day of birth or a telephone are one for certain, whatever other records there are, as a lead that
 * comes is recognised: they may be merged alone, and what they are called agrees as well.
 */
export function areOneForCertain(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord): boolean {
  const pair = compared(fields, a, b, levelsOf(fields, a, b))
  if (!mayMerge(fields, a, b, pair)) return false
  const { given, level, value } = pair
  const agrees = (kind: FieldKind, most: number) => level(kind) >= 0 && level(kind) <= most
  if (!areOfPeople(fields)) {
    const [one = [], other = []] = [a, b].map((record) => value(record, 'firm')?.split(' '))
    const isOneFirm = agrees('firm', ONE_FIRM) && !areNumberedApart(one, other)
    return isOneFirm && agrees('street', SLIP) && agrees('phone', 0)
  }
  const isGiven = given === 'same' || given === 'spelled'
  if (level('identifier') === 0) return isGiven || given === 'near' || agrees('surname', EXCHANGED)
  const isNamed = level('surname') === EXCHANGED || (isGiven && agrees('surname', SLIP))
  return isNamed && level('date') === 0 && level('city') < OTHER_CITY && level('email') < OTHER_EMAIL
}

/** Father and son may have one name; what is typed wrong of a year of birth is hardly ever that much. */
const GENERATION = 15

const yearOf = (date: string | null) => Number(date?.slice(0, 4) ?? Number.NaN)

/**
 * Two people who may share a mailbox, as those of a family do: by their generations, by days of birth that are one apart, or by their first
 * names and their days of birth, each more than a slip apart.
 */
export function areOtherPeople(fields: readonly MatchField[], a: NormalRecord, b: NormalRecord): boolean {
  const { given, generations, level, value } = compared(fields, a, b, levelsOf(fields, a, b))
  if (generations === 'other') return true
  if (level('date') < OTHER_DATE) return false
  return given === 'other' || Math.abs(yearOf(value(a, 'date')) - yearOf(value(b, 'date'))) >= GENERATION
}
