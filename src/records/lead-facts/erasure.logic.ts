// What identifies a person in any spelling: marks found in texts, made of leads, and the patterns that find them in stored text.
import { createHmac } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import { fold } from '../../engine/matching/normal-form.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { isRoleAddress } from '../../providers/emails/email-verifier.ts'
import { normalKey } from '../store/identity.logic.ts'
import { keysOf, kindOf } from './lead-keys.logic.ts'

/** `email:ann@acme.com`, `linkedin:in/ann`, or a key of a lead. */
export type Mark = string

const ADDRESS = /[^\s"'<>()[\],;:|\\/@]{1,64}@[^\s"'<>()[\],;:|\\/@!?]{1,255}/gu
/** A part before the @ in quotes that it does not need (RFC 5321), as it is or within JSON text. */
const QUOTED = /"([^\s"@\\]{1,64})\\*"@/g
const PROFILE = /linkedin\.com\/(?:in|pub)\/[^\s"'<>?#/]+/giu

/** One form for all spellings of an address: small letters, no quotes, no tag after a plus, no dots at Gmail, the domain in ASCII. */
export function canonicalEmail(text: string): string | null {
  const address = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(QUOTED, '$1@')
    .replace(/\.+$/, '')
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const domain = domainToASCII(address.slice(at + 1)).replace(/^googlemail\.com$/, 'gmail.com')
  const local = address.slice(0, at).replace(/\+.*$/, '')
  if (domain === '' || local === '') return null
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}

/** The addresses and profiles in a value, however deep. */
export function marksIn(value: Json | undefined): Mark[] {
  if (typeof value === 'string') return value.length < 5 ? [] : marksInText(value)
  if (Array.isArray(value)) return value.flatMap(marksIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(marksIn) : []
}

function marksInText(text: string): Mark[] {
  if (!/@|＠|%40|linkedin/i.test(text)) return []
  const plain = text
    .normalize('NFKC')
    .replaceAll('%40', '@')
    .replace(/mailto:/gi, ' ')
    .replace(QUOTED, '$1@')
  const emails = (plain.match(ADDRESS) ?? []).flatMap((address) => canonicalEmail(address) ?? [])
  const profiles = (plain.match(PROFILE) ?? []).flatMap((url) => normalKey('linkedin', url) ?? [])
  return [...emails.map((email) => `email:${email}`), ...profiles.map((id) => `linkedin:${id}`)]
}

const PHONE_NAME = /phone|mobile|cell|tel|handy|whatsapp|signal/i
/** The last digits of a telephone number that are compared: they are equal with and without the country code. */
const TAIL = 8

/** Values of these names are about someone else: the owner of the account, an assistant, who referred the lead. */
const OF_OTHERS =
  /owner|rep\b|sdr|assign|manager|assistant|referr|boss|supervisor|colleague|spouse|created|updated|added|import|source/i

/** The addresses and profiles that a lead has, also among values of its own names; not those that a text of it mentions. */
export function identifiersOf(data: JsonObject): Mark[] {
  const custom = customTexts(data).flatMap(([, text]) => (isOneIdentifier(text) ? marksIn(text) : []))
  const own = [...marksIn(data.email), ...marksIn(data.linkedin_url), ...custom]
  // Colleagues share a mailbox such as `sales@`: of a person it counts with the name only, as in the keys of leads.
  const isShared = (mark: Mark) =>
    kindOf(data) === 'person' && mark.startsWith('email:') && isRoleAddress(mark.slice(6))
  return [...new Set(own)].filter((mark) => !isShared(mark))
}

function customTexts({ custom }: JsonObject): [name: string, text: string][] {
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return []
  return Object.entries(custom).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] =>
        typeof one === 'string' && !OF_OTHERS.test(name.replaceAll('_', ' ')) ? [[name, one]] : [],
      ),
  )
}

/** The lead without the values of its own names that other people are known by too. */
export function withoutShared(data: JsonObject, shared: ReadonlySet<Mark>): JsonObject {
  const { custom } = data
  if (shared.size === 0 || typeof custom !== 'object' || custom === null || Array.isArray(custom)) return data
  const kept = Object.entries(custom).filter(([, value]) => !marksIn(value).some((mark) => shared.has(mark)))
  return { ...data, custom: Object.fromEntries(kept) }
}

const isOneIdentifier = (text: string) => text.length <= 300 && marksIn(text).length === 1

/** The last digits of every telephone of a lead. */
function phonesOf(data: JsonObject): string[] {
  const custom = customTexts(data).flatMap(([name, text]) =>
    PHONE_NAME.test(name) || text.trim().startsWith('+') ? [text] : [],
  )
  return [...new Set([data.phone, ...custom].flatMap((one) => (typeof one === 'string' ? (tailOf(one) ?? []) : [])))]
}

/** The last digits of a text that is nothing but a telephone number. */
function tailOf(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  if (plain.length > 40 || !/^(?:tel:|whatsapp:)?[+(]?[\d\s().\-/]+(?:(?:ext\.?|x)\s*\d{1,5})?$/i.test(plain))
    return null
  const digits = plain.replace(/(?:ext\.?|x)\s*\d+$/i, '').replace(/\D/g, '')
  return digits.length < TAIL || digits.length > 15 ? null : digits.slice(-TAIL)
}

/** The words of a name in one order, without initials; null for a name of one word. */
export function nameKey(text: string): string | null {
  const words = [...new Set(fold(text).split(' '))].filter((word) => word.length > 1)
  return words.length < 2 || words.length > 5 ? null : words.sort().join(' ')
}

const calledMark = (name: string, phone: string): Mark => `called:${phone} ${name}`

/**
 * What a lead is refused under: every address and profile of it, its external id, its name together with each telephone, and only
 * where it has none of the first its domain or telephone alone, which it may share with others.
 */
export function marksOf(data: JsonObject): Mark[] {
  const own = identifiersOf(data)
  const keys = keysOf(data)
  const named = keys
    .filter(({ by, key }) => by === 'external_id' || (by === 'email' && key.includes(' ')))
    .map(({ key }) => key)
  const shared = keys.filter(({ by }) => by === 'domain' || by === 'phone').map(({ key }) => key)
  const isKnown = own.length + named.length > 0
  const name = typeof data.contact_person === 'string' ? nameKey(data.contact_person) : null
  const called = name === null ? [] : phonesOf(data).map((phone) => calledMark(name, phone))
  return [...new Set([...own, ...named, ...called, ...(kindOf(data) === 'company' || !isKnown ? shared : [])])]
}

/** What a lead that is brought is compared by: every mark that one might have been erased under. */
export function comparedMarks(data: JsonObject): Mark[] {
  return [...new Set([...marksIn(data), ...recordMarks(data), ...keysOf(data).map(({ key }) => key)])]
}

/** Values of one record that are looked at for a name: a table of hundreds of columns is no reason to try all pairs. */
const MOST_NAMES = 24

/** The marks of a whole record: what its values name, and each name in it together with each telephone in it. */
export function recordMarks(value: Json): Mark[] {
  const found = marksIn(value)
  if (typeof value !== 'object' || value === null) return found
  const texts = plainTexts(value)
  const phones = [...new Set(texts.flatMap((text) => tailOf(text) ?? []))]
  if (phones.length === 0) return found
  const short = texts.filter((text) => text.length <= 80 && /\p{L}{2}/u.test(text)).slice(0, MOST_NAMES)
  // A given and a family name may stand in columns of their own.
  const pairs = short.flatMap((one, at) => short.slice(at + 1).map((other) => `${one} ${other}`))
  const names = new Set([...short, ...pairs].flatMap((text) => nameKey(text) ?? []))
  return [...found, ...[...names].flatMap((name) => phones.map((phone) => calledMark(name, phone)))]
}

function plainTexts(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(plainTexts) : []
}

/** Keyed, so that the hashes alone do not allow testing addresses. */
export const markHash = (key: Buffer, mark: Mark): Buffer => createHmac('sha256', key).update(mark).digest()

/** Patterns of PostgreSQL that find a person in any text: addresses with any tag and either form of the domain, and profiles. */
export function addressPatternsOf(data: JsonObject): string[] {
  return identifiersOf({ ...data, kind: 'person' }).flatMap((mark) => {
    if (mark.startsWith('email:')) return [emailPattern(mark.slice(6))]
    return mark.startsWith('linkedin:') ? [`linkedin\\.com/${escaped(mark.slice(9))}(?![[:alnum:]_-])`] : []
  })
}

/** The same, and the telephones with and without the code of the country. */
export function patternsOf(data: JsonObject): string[] {
  const phones = phonesOf(data).map(
    (tail) => `(?<![[:alnum:]])\\+?[\\d ().\\-/]{0,10}${[...tail].join('[ ().\\-/]{0,3}')}(?!\\d)`,
  )
  return [...addressPatternsOf(data), ...phones]
}

/** The full name as it is written in texts, file names and addresses, in either order; null for a name of one word. */
export function namePatternOf(data: JsonObject): string | null {
  const name = typeof data.contact_person === 'string' ? data.contact_person.normalize('NFKC') : ''
  const words = (name.match(/[\p{L}\p{N}'’]+/gu) ?? []).filter((word) => word.length > 1)
  const [first, last] = [words[0], words.at(-1)]
  if (kindOf(data) !== 'person' || first === undefined || last === undefined || words.length < 2) return null
  const between = '([^[:alnum:]]{1,3}[[:alpha:]])?[^[:alnum:]]{1,3}'
  const inOrder = (one: string, other: string) => `${spelled(one)}${between}${spelled(other)}`
  return `(?<![[:alnum:]])(${inOrder(first, last)}|${inOrder(last, first)})(?![[:alnum:]])`
}

/** As it is written and without accents. */
function spelled(word: string): string {
  const plain = fold(word)
  return plain === '' || plain === word.toLowerCase() ? escaped(word) : `(${escaped(word)}|${escaped(plain)})`
}

function emailPattern(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const letters = isFreeMail(domain) && domain === 'gmail.com' ? [...local].map(escaped).join('\\.?') : escaped(local)
  const hosts =
    domain === 'gmail.com' ? ['gmail.com', 'googlemail.com'] : [...new Set([domain, domainToUnicode(domain)])]
  return `(?<![[:alnum:]._%-])${letters}(\\+[^@[:space:]"\\\\]*)?(\\\\*")?@(${hosts.map(escaped).join('|')})(?![[:alnum:]-])`
}

const escaped = (text: string) => text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
