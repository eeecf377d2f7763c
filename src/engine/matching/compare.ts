// Which level of agreement two values of a kind reach; the levels are those of levels.ts, 0 is the same.
import { areNumbered, splitDomain } from './email-parts.ts'
import { isAcronymOf, isOfGroup, isShortenedName } from './firm-name.ts'
import { UNSEEN } from './level-memo.ts'
import type { FieldKind } from './match-fields.ts'
import { areNicknames } from './nicknames.ts'
import { soundOf } from './phonetic.ts'
import type { FieldTable, PreparedValue, Table } from './prepared.ts'
import { editDistance, jaroWinklerFrom, softCosine } from './similarity.ts'

export const MISSING = -1
export const EXCHANGED = 2

type Compare = (a: PreparedValue, b: PreparedValue) => number

const areAlike = (a: string, b: string, least: number) => jaroWinklerFrom(least, a, b) > 0

const isNear = (a: string, b: string) =>
  areAlike(a, b, 0.92) || (a.length >= 4 && b.length >= 4 && editDistance(a, b, 1) <= 1)

/** In a name of four letters one letter makes another name, as in Mary and Mark; so does a longer ending, as in Darla and Darletta. */
const isNearGiven = (a: string, b: string) =>
  isNear(a, b) && (Math.min(a.length, b.length) > 4 || a.length !== b.length) && Math.abs(a.length - b.length) <= 2

/** Arabic and Hebrew are written without most vowels: a name from there has none in Latin letters. */
const isUnvowelled = (name: string) => name.length > 2 && /^[a-z ]+$/.test(name) && !/[aeiou]/.test(name)
const consonantsOf = (name: string) => name.replace(/[aeiouyw ]/g, '').replace(/(.)\1+/g, '$1')

function areOneUnvowelled(a: string, b: string): boolean {
  if (!isUnvowelled(a) && !isUnvowelled(b)) return false
  const consonants = consonantsOf(a)
  return consonants.length > 1 && consonants === consonantsOf(b)
}

const soundAlike = (a: string, b: string) => a.length > 2 && b.length > 2 && soundOf(a) === soundOf(b)

const givenName: Compare = ({ text: a }, { text: b }) => {
  if (areNicknames(a, b) || isNearGiven(a, b) || areOneUnvowelled(a, b)) return 1
  if (a[0] === b[0] && (a.length === 1 || b.length === 1)) return 2
  const [x = '', y = ''] = [a.split(' ')[0], b.split(' ')[0]]
  if (x.length > 1 && (x === y || areNicknames(x, y) || (x.length > 3 && isNearGiven(x, y)))) return 1
  const [looks, sounds] = [areAlike(a, b, 0.8), soundAlike(a, b)]
  if (looks && sounds && Math.min(a.length, b.length) > 4) return 1
  return looks || sounds ? 3 : 4
}

const surname: Compare = ({ text: a }, { text: b }) => {
  if (isNear(a, b) || areOneUnvowelled(a, b)) return 1
  if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return 1
  const isPartOf = (part: string, whole: string) => part.length > 2 && whole.split(' ').includes(part)
  return areAlike(a, b, 0.82) || isPartOf(a, b) || isPartOf(b, a) ? 3 : 4
}

const generation: Compare = () => 1

const firm: Compare = (a, b) => {
  const [x, y] = [a.joined, b.joined]
  if (x === y) return 0
  if (isShortenedName(a.tokens, b.tokens)) return 1
  if (isOfGroup(a.tokens, b.tokens)) return 3
  const alike = softCosine(a, b)
  if (alike >= 0.9 || (Math.min(x.length, y.length) >= 5 && editDistance(x, y, 1) <= 1)) return 1
  if (isAcronymOf(a.tokens, b.tokens) || isAcronymOf(b.tokens, a.tokens) || holds(a, b) || holds(b, a)) return 2
  return alike >= 0.55 || areAlike(x, y, 0.92) ? 4 : 5
}

/** All words of the one are in the other. */
const holds = (a: PreparedValue, b: PreparedValue) => a.tokens.every((token) => b.tokens.includes(token))

const street: Compare = (a, b) => {
  const alike = a.joined === b.joined ? 1 : softCosine(a, b)
  const contained = holds(a, b) || holds(b, a)
  const isSameNumber = a.part === b.part
  if (isSameNumber && alike === 1) return 0
  if (isSameNumber && (alike >= 0.7 || contained)) return 1
  if (alike >= 0.8 && (a.part === '' || b.part === '' || editDistance(a.part, b.part, 1) <= 1)) return 1
  if (alike >= 0.8) return 2
  return alike >= 0.5 || (isSameNumber && a.part !== '' && areAlike(a.tokens.join(' '), b.tokens.join(' '), 0.75))
    ? 3
    : 4
}

const place: Compare = (a, b) => {
  const alike = softCosine(a, b)
  if (alike >= 0.85 || areAlike(a.text, b.text, 0.93)) return 1
  return alike >= 0.5 ? 2 : 3
}

const city: Compare = ({ text: a }, { text: b }) => {
  if (areAlike(a, b, 0.9)) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 4 && ` ${long} `.includes(` ${short} `) ? 1 : 2
}

const postcode: Compare = ({ text: a }, { text: b }) => {
  if (editDistance(a, b, 1) <= 1) return 1
  return a.slice(0, a.length > 4 ? 3 : 2) === b.slice(0, b.length > 4 ? 3 : 2) ? 2 : 3
}

const region: Compare = ({ text: a }, { text: b }) => (areAlike(a, b, 0.9) || startsOther(a, b) ? 1 : 2)
const startsOther = (a: string, b: string) => a.length > 2 && b.length > 2 && (a.startsWith(b) || b.startsWith(a))

const date: Compare = ({ text: a }, { text: b }) => {
  if (editDistance(a, b, 1) <= 1) return 1
  const swapped = `${b.slice(0, 4)}${b.slice(6, 8)}${b.slice(4, 6)}`
  if (a === swapped) return 1
  return a.slice(0, 4) === b.slice(0, 4) || a.slice(4) === b.slice(4) ? 2 : 3
}

const identifier: Compare = ({ text: a }, { text: b }) => {
  const distance = editDistance(a, b, 2)
  return distance <= 2 && Math.min(a.length, b.length) > 4 ? distance : 3
}

const email: Compare = (a, b) => {
  const [x, y] = [splitDomain(a.text), splitDomain(b.text)]
  // A letter off is a slip; another number is another mailbox.
  if (areNumbered(x, y)) return 2
  const distance = editDistance(a.text, b.text, 2)
  if (distance <= 2 && a.part.length >= 5) return 1
  if (x.local === y.local && x.local.length >= 5) return 1
  if (x.domain === y.domain) return areAlike(x.local, y.local, 0.93) ? 1 : 2
  // Slips in both parts, as of an address that was read off or typed in.
  if (a.part.length >= 5 && areAlike(x.local, y.local, 0.93) && areAlike(x.domain, y.domain, 0.9)) return 1
  return 3
}

/** Fewer digits are no whole number. */
const LEAST_PHONE = 7

const phone: Compare = ({ text: a }, { text: b }) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // One with the code of the country, the other without.
  if (a.slice(-9) === b.slice(-9) || (short.length >= LEAST_PHONE && long.endsWith(short))) return 0
  if (editDistance(a, b, 1) <= 1 && a.slice(0, -2) !== b.slice(0, -2)) return 1
  return a.length >= 7 && a.slice(0, -3) === b.slice(0, -3) ? 2 : 3
}

const domain: Compare = ({ part: a }, { part: b }) =>
  (a === b && a.length > 3) || (a.length > 5 && editDistance(a, b, 1) <= 1) ? 1 : 2

const text: Compare = (a, b) => {
  const alike = softCosine(a, b)
  if (alike >= 0.9) return 1
  if (alike >= 0.75 || ((holds(a, b) || holds(b, a)) && Math.min(a.tokens.length, b.tokens.length) > 2)) return 2
  return alike >= 0.5 ? 3 : 4
}

const people: Compare = (a, b) => {
  const [few, many] = a.tokens.length <= b.tokens.length ? [a.tokens, b.tokens] : [b.tokens, a.tokens]
  const met = few.filter((one) => many.some((other) => isSamePerson(one, other))).length
  if (met === few.length && many.length === few.length) return 1
  return met > 0 && met * 2 >= many.length ? 1 : met * 2 >= few.length ? 2 : 3
}

function isSamePerson(a: string, b: string): boolean {
  if (a === b) return true
  const [x, y] = [a.split(' '), b.split(' ')]
  const [last, other] = [x.at(-1) ?? '', y.at(-1) ?? '']
  return (last === other || (last.length > 2 && editDistance(last, other, 1) <= 1)) && x[0]?.[0] === y[0]?.[0]
}

const number: Compare = ({ text: a }, { text: b }) => (Math.abs(Number(a) - Number(b)) <= 1 ? 1 : 2)

const category: Compare = (a, b) => {
  if (softCosine(a, b) >= 0.5 || areAlike(a.text, b.text, 0.9)) return 1
  return abbreviates(a.tokens, b.tokens) || abbreviates(b.tokens, a.tokens) ? 1 : 2
}

/** One of the words is made of the first letters of the other's. */
function abbreviates(a: readonly string[], b: readonly string[]): boolean {
  if (b.length < 3) return false
  const letters = b.map((word) => word[0]).join('')
  return a.some((word) => word.length > 2 && letters.includes(word))
}

const COMPARE: Readonly<Record<FieldKind, Compare>> = {
  given_name: givenName,
  surname,
  generation,
  firm,
  street,
  place,
  city,
  postcode,
  region,
  country: region,
  date,
  identifier,
  email,
  phone,
  domain,
  text,
  people,
  number,
  category,
}

/** The level of two addresses at one domain. */
const SAME_DOMAIN = 2
const isSharedMailbox = ({ field, prepared }: FieldTable, value: number) =>
  field.kind === 'email' && (prepared[value] as PreparedValue).part === ''

function levelOf(column: FieldTable, a: number, b: number): number {
  const x = column.value[a] as number
  const y = column.value[b] as number
  if (x < 0 || y < 0) return MISSING
  if (x === y) return isSharedMailbox(column, x) ? SAME_DOMAIN : 0
  const known = column.seen.recall(x, y)
  if (known !== UNSEEN) return known
  const level = COMPARE[column.field.kind](column.prepared[x] as PreparedValue, column.prepared[y] as PreparedValue)
  column.seen.keep(x, y, level)
  return level
}

/** The levels of a pair of records, by field. */
export function comparePair(
  table: Table,
  exchange: readonly [number, number] | null,
  a: number,
  b: number,
  levels: Int8Array,
): void {
  for (let at = 0; at < table.columns.length; at++) levels[at] = levelOf(table.columns[at] as FieldTable, a, b)
  if (exchange === null) return
  const [given, last] = exchange
  if (
    (levels[last] as number) > 2 &&
    areExchanged(table.columns[given] as FieldTable, table.columns[last] as FieldTable, a, b)
  ) {
    levels[last] = EXCHANGED
    levels[given] = MISSING
  }
}

/** Given name and surname stand in each other's place. */
function areExchanged(given: FieldTable, last: FieldTable, a: number, b: number): boolean {
  const at = (column: FieldTable, record: number) => column.prepared[column.value[record] as number]?.text
  const [ga, gb, sa, sb] = [at(given, a), at(given, b), at(last, a), at(last, b)]
  if (ga === undefined || sa === undefined || gb === undefined || sb === undefined) return false
  return (ga === sb && isNear(sa, gb)) || (sa === gb && isNear(ga, sb))
}

/** Where given name and surname are, so that an exchange of the two is seen. */
export function exchangeOf(table: Table): readonly [number, number] | null {
  const given = table.fields.findIndex(({ kind }) => kind === 'given_name')
  const last = table.fields.findIndex(({ kind }) => kind === 'surname')
  return given >= 0 && last >= 0 ? [given, last] : null
}
