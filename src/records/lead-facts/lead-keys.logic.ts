// What a lead is known by: keys made of its fields, the strongest first, and which of two leads with one key are the same.
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { firmTokens, isOfGroup, isShortenedName } from '../../engine/matching/firm-name.ts'
import { roleOf } from '../../engine/matching/match-fields.ts'
import { fold, normalForm } from '../../engine/matching/normal-form.ts'
import { generationOf, splitName } from '../../engine/matching/person-name.ts'
import { editDistance } from '../../engine/matching/similarity.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
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
export const KEY_FIELDS: ReadonlySet<string> = new Set([...IDENTIFYING, 'kind', 'contact_person', 'company', 'city'])

export interface LeadKey {
  by: KeyKind
  /** With the kind of the lead in front: a company and a person are never the same. */
  key: string
}

/** A lead with the name or an address of a person is that person, any other a company. */
export function kindOf(data: JsonObject): LeadKind {
  if (data.kind === 'company' || data.kind === 'person') return data.kind
  if (data.contact_person !== undefined) return 'person'
  if (normalKey('linkedin', data.linkedin_url)?.match(/^(in|pub|lead)\//)) return 'person'
  return typeof data.email === 'string' && !isRoleAddress(data.email) ? 'person' : 'company'
}

export function keysOf(data: JsonObject): LeadKey[] {
  const kind = kindOf(data)
  const key = (by: KeyKind, value: string | null) => (value === null ? [] : [{ by, key: `${kind}:${by}:${value}` }])
  const of = (by: KeyKind & Normaliser, field: string) => normalKey(by, data[field])
  return [
    ...key('external_id', of('external_id', 'external_id')),
    ...key('email', emailOf(kind, data)),
    ...key('linkedin', linkedinOf(kind, data)),
    ...(kind === 'company' ? key('domain', ownDomain(data.domain) ?? ownDomain(data.website)) : []),
    ...key('phone', phoneOf(data)),
  ]
}

/**
 * The keys by which a lead that comes is recognised, the strongest first: what identifies it, and what it is called. A person is known by
 * the whole name with the firm or its domain, a company by its name with its town; `isSame` says whether that is certain.
 */
export function knownKeysOf(data: JsonObject): LeadKey[] {
  const kind = kindOf(data)
  const places = kind === 'person' ? [firmOf(data.company), siteOf(data)] : [normalForm('city', textOf(data.city))]
  const name = kind === 'person' ? wholeNameOf(data.contact_person) : firmOf(data.company)
  const called = name === null ? [] : [...new Set(places)].flatMap((place) => (place ? [`${name}@${place}`] : []))
  return [
    ...keysOf(data),
    ...called.map((value): LeadKey => ({ by: 'name', key: `${kind}:name:${normalKey('external_id', value)}` })),
  ]
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

/** Shorter digits are an extension, or a mistake. */
function phoneOf(data: JsonObject): string | null {
  const phone = normalKey('phone', data.phone)
  return phone !== null && phone.replace(/\D/g, '').length >= 7 ? phone : null
}

/** Keys that several leads may share: each says where a lead is or what it belongs to, not who it is. */
const SHARED: ReadonlySet<KeyKind> = new Set(['domain', 'phone', 'name'])
export const isShared = (by: KeyKind) => SHARED.has(by)

const PLACE = ['city', 'address', 'state', 'country'] as const
const PLACE_KINDS = { city: 'city', address: 'street', state: 'region', country: 'country' } as const

/**
 * Whether a lead found by this key is the one that is meant. An external id decides where both have one. A shared domain,
 * phone or mailbox does not decide alone: the names must agree and nothing else may speak against it, such as another town
 * or a stronger key. A record without a name is known by its key only.
 */
export function isSame(by: KeyKind, stored: JsonObject, brought: JsonObject): boolean {
  const [old, now] = [keysOf(stored), keysOf(brought)]
  const differs = (kind: KeyKind) => {
    const [one, other] = [old.find((key) => key.by === kind), now.find((key) => key.by === kind)]
    return one !== undefined && other !== undefined && one.key !== other.key
  }
  if (by === 'external_id') return true
  if (differs('external_id')) return false
  const kind = kindOf(stored)
  const isMailbox = by === 'email' && kind === 'company' && isRoleAddress(String(brought.email ?? ''))
  if (!isShared(by) && !isMailbox) return true
  if (KEY_KINDS.slice(0, KEY_KINDS.indexOf(by)).some(differs)) return false
  // Names that are a key agree as it is made of them.
  if (by !== 'name') {
    const field = kind === 'person' ? 'contact_person' : 'company'
    const [one, other] = [nameOf(stored[field]), nameOf(brought[field])]
    if (other === null) return true
    if (one !== null && !areOneName(kind, one, other)) return false
  }
  return PLACE.every((name) => agrees(name, stored[name], brought[name])) && agreeInCustom(stored, brought)
}

/** Of people letter by letter: Mario is not Maria. */
function areOneName(kind: LeadKind, one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one.join(' '), other.join(' ')]
  if (a === b) return true
  if (kind === 'person' || isOfGroup(one, other)) return false
  return isShortenedName(one, other) || (Math.min(a.length, b.length) >= SPELLED && editDistance(a, b, 1) <= 1)
}

/** In shorter names one letter makes another firm. */
const SPELLED = 8

/** No identifier or date of birth of the lead's own says otherwise. */
function agreeInCustom(stored: JsonObject, brought: JsonObject): boolean {
  const [one, other] = [customOf(stored), customOf(brought)]
  return Object.entries(one).every(([name, value]) => {
    const role = roleOf(name)
    if (role !== 'identifier' && role !== 'date') return true
    const [a, b] = [normalForm(role, String(value)), normalForm(role, String(other[name] ?? ''))]
    return a === null || b === null || a === b
  })
}

const customOf = ({ custom }: JsonObject): JsonObject =>
  custom !== null && typeof custom === 'object' && !Array.isArray(custom) ? custom : {}

/** Without the legal form, since half of all lists leave it out. */
function nameOf(name: Json | undefined): string[] | null {
  return typeof name === 'string' && name.trim() !== '' ? firmTokens(fold(name)) : null
}

/** Two values that do not contradict each other; one that is missing contradicts nothing. */
function agrees(name: keyof typeof PLACE_KINDS, one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return true
  const form = (value: string) => normalForm(PLACE_KINDS[name], value) ?? ''
  const [a, b] = [form(one), form(other)]
  return a === b || a === '' || b === '' || a.includes(b) || b.includes(a)
}

/** What is kept of a key when its lead is erased. */
export function hashOf(workspaceId: string, key: string): Buffer {
  return createHash('sha256').update(`${workspaceId}\0${key}`).digest()
}
