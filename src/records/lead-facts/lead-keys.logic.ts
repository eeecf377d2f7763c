// What a lead is known by: keys made of its fields, the strongest first, and which of two leads with one key are the same.
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { identifierOf, isFirmIdentifier, roleOf } from '../../engine/matching/column-roles.ts'
import { areNumberedApart, firmTokens, isOfGroup, isShortenedName } from '../../engine/matching/firm-name.ts'
import { fold, normalForm } from '../../engine/matching/normal-form.ts'
import { generationOf, splitName } from '../../engine/matching/person-name.ts'
import { editDistance } from '../../engine/matching/similarity.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { once } from '../../kernel/once.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { isRoleAddress } from '../../providers/emails/email-verifier.ts'
import { type Normaliser, normalKey } from '../store/identity.logic.ts'
import type { LeadKind } from './lead-field.logic.ts'

/** The strongest first. A company's domain is that of all its people, so it identifies companies alone. */
export const KEY_KINDS = ['external_id', 'email', 'linkedin', 'domain', 'phone', 'name'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** The fields that keys are made of. */
export const IDENTIFYING: ReadonlySet<string> = new Set([
  'external_id',
  'email',
  'linkedin_url',
  'domain',
  'website',
  'phone',
])
/** With those that say of what kind a lead is, and what it is called where. */
export const KEY_FIELDS: ReadonlySet<string> = new Set([
  ...IDENTIFYING,
  ...['kind', 'contact_person', 'company', 'city', 'address', 'custom'],
])

export interface LeadKey {
  by: KeyKind
  /** With the kind of the lead in front: a company and a person are never the same. */
  key: string
  /** Only a part of what it is by, which others may have as well. */
  isPart?: true
  /** Leads to those that may be meant, however they write their name: all that both say is compared. */
  isLoose?: true
}

/** A lead with the name or an address of a person is that person, any other a company. */
export function kindOf(data: JsonObject): LeadKind {
  if (data.kind === 'company' || data.kind === 'person') return data.kind
  if (data.contact_person !== undefined) return 'person'
  if (normalKey('linkedin', data.linkedin_url)?.match(/^(in|pub|lead)\//)) return 'person'
  return typeof data.email === 'string' && !isRoleAddress(data.email) ? 'person' : 'company'
}

export function keysOf(data: JsonObject): LeadKey[] {
  return keysWith(data, phoneOf(data))
}

/** `phone` is the telephone of the lead: to read one in a long text takes milliseconds, so that it is read once for all keys. */
function keysWith(data: JsonObject, phone: string | null): LeadKey[] {
  const kind = kindOf(data)
  const key = (by: KeyKind, value: string | null) => (value === null ? [] : [{ by, key: `${kind}:${by}:${value}` }])
  const of = (by: KeyKind & Normaliser, field: string) => normalKey(by, data[field])
  return [
    ...key('external_id', of('external_id', 'external_id')),
    ...key('email', emailOf(kind, data)),
    ...key('linkedin', linkedinOf(kind, data)),
    ...(kind === 'company' ? key('domain', ownDomain(data.domain) ?? ownDomain(data.website)) : []),
    ...key('phone', phone),
  ]
}

/**
 * The keys by which a lead that comes is recognised, the strongest first: what identifies it, its telephone with or without the code of the
 * country, and what it is called. A person is known by the whole name with the firm or its domain, the day of birth or an id, a company by
 * its name with its town, its street or an id; `isSame` says whether that is certain. Loose keys come last: by them a lead is known whose name
 * has a slip.
 */
export function knownKeysOf(data: JsonObject): LeadKey[] {
  const kind = kindOf(data)
  const marks = ownMarksOf(data)
  const street = kind === 'person' ? null : normalForm('street', textOf(data.address))
  const places =
    kind === 'person'
      ? [firmOf(data.company), siteOf(data), ...marks.map(({ text }) => text)]
      : [normalForm('city', textOf(data.city)), street, ...marks.map(({ text }) => text)]
  const name = kind === 'person' ? wholeNameOf(data.contact_person) : firmOf(data.company)
  const called = name === null ? [] : [...new Set(places)].flatMap((place) => (place ? [`${name}@${place}`] : []))
  const phone = phoneOf(data)
  return [
    ...keysWith(data, phone),
    ...(phone === null
      ? []
      : [{ by: 'phone', key: `${kind}:phone:local:${localDigits(phone)}`, isPart: true } satisfies LeadKey]),
    ...called.map((value): LeadKey => ({ by: 'name', key: `${kind}:name:${normalKey('external_id', value)}` })),
    ...(kind === 'person' ? likePerson(data, marks) : likeFirm(phone, street)).map(
      (value): LeadKey => ({ by: 'name', key: `${kind}:like:${normalKey('external_id', value)}`, isLoose: true }),
    ),
  ]
}

/** A telephone with the number of the house. */
function likeFirm(phone: string | null, street: string | null): string[] {
  const [house] = street?.split(' ') ?? []
  return phone === null || house === undefined ? [] : [`${localDigits(phone)}@${house}`]
}

/** An id of the person, and a day of birth with the initials in either order. By the id of a firm all of its people would be compared. */
function likePerson(data: JsonObject, marks: readonly OwnMark[]): string[] {
  const own = marks.filter(({ isFirms }) => !isFirms)
  if (own.length === 0) return []
  const { given, surname } = splitName(textOf(data.contact_person))
  const parts = [normalForm('given_name', given), normalForm('surname', surname)]
  const initials = parts.flatMap((part) => part?.[0] ?? []).sort()
  if (initials.length === 0) return []
  return own.map(({ text }) => (text.startsWith('date ') ? `${text} ${initials.join('')}` : text))
}

/** The most ids and dates of birth of a lead that are compared. */
const MOST_MARKS = 4

interface OwnMark {
  text: string
  isFirms: boolean
}

/** Ids and a date of birth among the lead's own values, each with what it is. */
function ownMarksOf(data: JsonObject): OwnMark[] {
  const marks = Object.entries(customOf(data)).flatMap(([name, value]) => {
    const role = roleOf(name)
    if (role !== 'identifier' && role !== 'date') return []
    const form = typeof value === 'string' || typeof value === 'number' ? normalForm(role, String(value)) : null
    // A year or a day alone is that of many, and so is a short number.
    if (form === null || form.length < (role === 'date' ? 8 : 5)) return []
    const which = identifierOf(name)
    // A license that is called `Enterprise` is that of many, too.
    if (which !== null && !/\d/.test(form)) return []
    return [{ text: `${which ?? role} ${form}`, isFirms: isFirmIdentifier(name) }]
  })
  return marks.slice(0, MOST_MARKS)
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '')
const firmOf = (value: Json | undefined) => normalForm('firm', textOf(value))

/** The domain of the firm: of its site, else of the person's own address. */
function siteOf({ domain, website, email }: JsonObject): string | null {
  const own = ownDomain(domain) ?? ownDomain(website)
  return own ?? (typeof email === 'string' && email.includes('@') ? ownDomain(email) : null)
}

/** Given name and surname, neither an initial: an initial may stand for either of two. */
function wholeNameOf(name: Json | undefined): string | null {
  const { given, surname } = splitName(textOf(name))
  const parts = [normalForm('given_name', given), normalForm('surname', surname), generationOf(textOf(name), 2)]
  return parts[0] && parts[1] && parts[0].length > 1 && parts[1].length > 1 ? parts.join(' ').trim() : null
}

/** The domain in an address of a company's site; null for a shared one. */
export function ownDomain(address: Json | undefined): string | null {
  const domain = normalKey('domain', address)
  return domain === null || isFreeMail(domain) ? null : domain
}

/** Colleagues share a mailbox such as `sales@`: a person is known by it together with their name. */
function emailOf(kind: LeadKind, data: JsonObject): string | null {
  const email = normalKey('email', data.email)
  const at = email?.lastIndexOf('@') ?? -1
  if (email === null || at === -1) return email
  const address = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1)) || email.slice(at + 1)}`
  const name = kind === 'person' && isRoleAddress(address) ? normalKey('text', data.contact_person) : null
  return name === null ? address : `${address} ${name}`
}

/** The page of the company says nothing of a person in it. */
function linkedinOf(kind: LeadKind, data: JsonObject): string | null {
  const id = normalKey('linkedin', data.linkedin_url)
  if (id === null) return null
  return /^(company|showcase)\//.test(id) === (kind === 'company') ? id : null
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^0+/, '')
/** The last digits, which a number has with the code of its country and without. */
const localDigits = (phone: string) => digitsOf(phone).slice(-LEAST_PHONE)

/** One number, written with the code of the country on one side at most. */
function areOneNumber(one: string, other: string): boolean {
  if (one === other) return true
  if (one.startsWith('+') && other.startsWith('+')) return false
  const [short = '', long = ''] = [digitsOf(one), digitsOf(other)].sort((a, b) => a.length - b.length)
  return short.length >= LEAST_PHONE && long.endsWith(short)
}

/** Shorter digits are an extension, or a mistake. */
const LEAST_PHONE = 7

function phoneOf(data: JsonObject): string | null {
  const phone = normalKey('phone', data.phone)
  return phone !== null && phone.replace(/\D/g, '').length >= LEAST_PHONE ? phone : null
}

/** Keys that several leads may share: each says where a lead is or what it belongs to, not who it is. */
const SHARED: ReadonlySet<KeyKind> = new Set(['domain', 'phone', 'name'])
export const isShared = (by: KeyKind) => SHARED.has(by)

const PLACE = ['city', 'address', 'state', 'country'] as const
const PLACE_KINDS = { city: 'city', address: 'street', state: 'region', country: 'country' } as const
const STREET = PLACE.indexOf('address')

interface ComparedName {
  words: readonly string[]
  text: string
  sorted: string
}

/** What two leads with a key in common are compared by. */
interface ComparedLead {
  kind: LeadKind
  keys: Partial<Record<KeyKind, string>>
  phone: string
  name: () => ComparedName | null
  /** Identifiers and dates of birth of the lead's own values, by the name of the value. */
  custom: () => ReadonlyMap<string, string>
  /** As in `PLACE`; blank where the lead says none. */
  places: () => readonly string[]
}

const compared = new WeakMap<JsonObject, ComparedLead>()

/** Made once for each object: a lead that comes is compared with all that share a telephone or a domain with it. */
function comparedOf(data: JsonObject): ComparedLead {
  const known = compared.get(data)
  if (known !== undefined) return known
  const kind = kindOf(data)
  const phone = phoneOf(data)
  const made: ComparedLead = {
    kind,
    keys: Object.fromEntries(keysWith(data, phone).map(({ by, key }) => [by, key])),
    phone: phone ?? '',
    name: once(() => {
      const words = nameOf(data[kind === 'person' ? 'contact_person' : 'company'])
      return words && { words, text: words.join(' '), sorted: words.toSorted().join(' ') }
    }),
    custom: once(() => new Map(Object.entries(customOf(data)).flatMap(([name, value]) => ownForm(name, value)))),
    places: once(() => PLACE.map((name) => normalForm(PLACE_KINDS[name], textOf(data[name])) ?? '')),
  }
  compared.set(data, made)
  return made
}

function ownForm(name: string, value: Json): [string, string][] {
  const role = roleOf(name)
  const form = role === 'identifier' || role === 'date' ? normalForm(role, String(value)) : null
  return form === null ? [] : [[name, form]]
}

/**
 * Whether a lead found by this key is the one that is meant. An external id decides where both have one. A shared domain,
 * phone or mailbox does not decide alone: the names must agree and nothing else may speak against it, such as another town
 * or a stronger key. A record without a name is known by its key only. What is compared is computed once for each object: change none in place.
 */
export function isSame(by: KeyKind, stored: JsonObject, brought: JsonObject): boolean {
  if (by === 'external_id') return true
  const [one, other] = [comparedOf(stored), comparedOf(brought)]
  if (differ('external_id', one, other)) return false
  const isMailbox = by === 'email' && one.kind === 'company' && isRoleAddress(String(brought.email ?? ''))
  if (!isShared(by) && !isMailbox) return true
  for (const stronger of KEY_KINDS) {
    if (stronger === by) break
    if (differ(stronger, one, other)) return false
  }
  // Names that are a key agree as it is made of them.
  if (by !== 'name') {
    const [name, called] = [one.name(), other.name()]
    if (by === 'phone' && one.phone !== other.phone) {
      // Without the code of a country a number is that of several.
      if (name === null || called === null || differ('phone', one, other)) return false
    }
    if (called === null) return true
    if (name !== null && !areOneName(one.kind, name, called)) return false
  }
  if (!agreeInCustom(one, other)) return false
  // The same id in another place is a person or firm that has moved.
  if (by === 'name' && shareId(stored, brought)) return true
  const [here, there] = [one.places(), other.places()]
  // Where telephone or site and street agree, two towns are a suburb and its city.
  const isOneStreet = by !== 'name' && here[STREET] !== '' && here[STREET] === there[STREET]
  return PLACE.every((place, at) => (isOneStreet && place === 'city') || agree(here[at] ?? '', there[at] ?? ''))
}

/** No external id, and no id or date of birth of the leads' own, says that they are two. */
export function agreeInIds(stored: JsonObject, brought: JsonObject): boolean {
  const [one, other] = [comparedOf(stored), comparedOf(brought)]
  return !differ('external_id', one, other) && agreeInCustom(one, other)
}

function differ(by: KeyKind, one: ComparedLead, other: ComparedLead): boolean {
  const [key, its] = [one.keys[by], other.keys[by]]
  return (
    key !== undefined && its !== undefined && key !== its && (by !== 'phone' || !areOneNumber(one.phone, other.phone))
  )
}

function shareId(stored: JsonObject, brought: JsonObject): boolean {
  const own = new Set(ownMarksOf(stored).map(({ text }) => text))
  return ownMarksOf(brought).some(({ text }) => !text.startsWith('date ') && own.has(text))
}

/** Names of people are compared letter by letter: Mario is not Maria. */
function areOneName(kind: LeadKind, one: ComparedName, other: ComparedName): boolean {
  const [a, b] = [one.text, other.text]
  if (a === b) return true
  if (kind === 'person' || isOfGroup(one.words, other.words) || areNumberedApart(one.words, other.words)) return false
  if (one.sorted === other.sorted) return true
  return (
    isShortenedName(one.words, other.words) || (Math.min(a.length, b.length) >= SPELLED && editDistance(a, b, 1) <= 1)
  )
}

/** In shorter names one letter makes another firm. */
const SPELLED = 8

/** No identifier or date of birth of the lead's own says otherwise. */
function agreeInCustom(one: ComparedLead, other: ComparedLead): boolean {
  const its = other.custom()
  for (const [name, form] of one.custom()) if ((its.get(name) ?? form) !== form) return false
  return true
}

const customOf = ({ custom }: JsonObject): JsonObject =>
  custom !== null && typeof custom === 'object' && !Array.isArray(custom) ? custom : {}

/** Without the legal form, since half of all lists leave it out. */
function nameOf(name: Json | undefined): string[] | null {
  return typeof name === 'string' && name.trim() !== '' ? firmTokens(fold(name)) : null
}

/** Two places that do not contradict each other; one that is missing contradicts nothing. */
const agree = (a: string, b: string) => a === b || a === '' || b === '' || a.includes(b) || b.includes(a)

/** What is kept of a key when its lead is erased. */
export function hashOf(workspaceId: string, key: string): Buffer {
  return createHash('sha256').update(`${workspaceId}\0${key}`).digest()
}
