// What of a lead is compared, and the numbers that its blocking keys become.
import { blockingKeys } from '../../engine/matching/blocking.ts'
import { identifierOf, isFirmIdentifier } from '../../engine/matching/column-roles.ts'
import type { MatchField } from '../../engine/matching/match-fields.ts'
import { generationOf, splitName } from '../../engine/matching/person-name.ts'
import { type NormalRecord, normalRecord } from '../../engine/matching/prepared.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { customField } from './lead-field.logic.ts'
import { isPostcode } from './lead-intake.logic.ts'
import { IDENTIFYING, keysOf, kindOf } from './lead-keys.logic.ts'

/** Counted up when forms or keys change: a scan makes those of an earlier version again. */
export const FORM_VERSION = 11

export type EntityKind = 'company' | 'person'
export const ENTITY_KINDS: readonly EntityKind[] = ['company', 'person']

const COMPANY: readonly MatchField[] = [
  { name: 'company', kind: 'firm' },
  { name: 'domain', kind: 'domain' },
  { name: 'email', kind: 'email' },
  { name: 'phone', kind: 'phone' },
  { name: 'address', kind: 'street' },
  { name: 'city', kind: 'city' },
  { name: 'postcode', kind: 'postcode' },
  { name: 'state', kind: 'region' },
  { name: 'country', kind: 'country' },
  { name: 'linkedin_url', kind: 'identifier' },
  { name: 'tax_id', kind: 'identifier' },
  { name: 'registration_id', kind: 'identifier' },
]
const PERSON: readonly MatchField[] = [
  { name: 'given_name', kind: 'given_name' },
  { name: 'surname', kind: 'surname' },
  { name: 'email', kind: 'email' },
  { name: 'phone', kind: 'phone' },
  { name: 'company', kind: 'firm' },
  { name: 'domain', kind: 'domain' },
  { name: 'address', kind: 'street' },
  { name: 'city', kind: 'city' },
  { name: 'postcode', kind: 'postcode' },
  { name: 'state', kind: 'region' },
  { name: 'country', kind: 'country' },
  { name: 'linkedin_url', kind: 'identifier' },
  { name: 'date_of_birth', kind: 'date' },
  { name: 'generation', kind: 'generation' },
  { name: 'national_id', kind: 'identifier' },
  { name: 'tax_id', kind: 'identifier' },
]

export const fieldsOfKind = (kind: EntityKind): readonly MatchField[] => (kind === 'person' ? PERSON : COMPANY)

/** What of a lead is compared, and the field that holds it, of `custom` with its name. */
interface ComparedSource {
  value: Json
  source: string
}

/** The value of the lead that a compared field is made of, as it is written there; of an address its postcode alone. */
export function comparedIn(name: string, data: JsonObject): ComparedSource | null {
  const found = (source: string, value: Json | undefined) =>
    value === undefined || value === null || value === '' ? null : { value, source }
  if (data[name] !== undefined) return found(name, data[name])
  if (name === 'given_name' || name === 'surname') return found('contact_person', data.contact_person)
  if (name === 'generation') return found('contact_person', generationOf(text(data.contact_person), 2))
  const own = identifiersIn(kindOf(data), data.custom)[name] ?? (OWN[name] ? ownValues(data.custom)(OWN[name]) : null)
  if (own) return found(customField(own.name), own.value)
  return name === 'postcode' ? found('address', postcodeIn(text(data.address))) : null
}

const postcodeOf = ({ custom, address }: JsonObject) =>
  ownValues(custom)(OWN.postcode as RegExp)?.value || postcodeIn(text(address))

/** Fields that leads have under names of their own. */
const OWN: Readonly<Record<string, RegExp>> = {
  postcode: /^(post ?code|postal ?code|zip|zip ?code|plz)$/,
  date_of_birth: /^(dob|birth ?date|date ?of ?birth|birthday)$/,
}

export function formOf(kind: EntityKind, data: JsonObject): NormalRecord {
  const name = splitName(text(data.contact_person))
  const site = text(data.domain) || text(data.website)
  const own = ownValues(data.custom)
  const values: Record<string, string> = {
    company: text(data.company),
    email: text(data.email),
    phone: text(data.phone),
    city: text(data.city),
    state: text(data.state),
    country: text(data.country),
    given_name: name.given,
    surname: name.surname,
    domain: isFreeMail(site) ? '' : site,
    address: text(data.address),
    postcode: postcodeOf(data),
    generation: generationOf(text(data.contact_person), 2),
    date_of_birth: own(OWN.date_of_birth as RegExp)?.value ?? '',
    linkedin_url: linkedinId(text(data.linkedin_url), kind),
    ...Object.fromEntries(Object.entries(identifiersIn(kind, data.custom)).map(([kind, { value }]) => [kind, value])),
  }
  const fields = fieldsOfKind(kind)
  return normalRecord(
    fields,
    fields.map((field) => values[field.name] ?? ''),
  )
}

const text = (value: Json | undefined) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

interface OwnValue {
  name: string
  value: string
}

/** Reads values of the lead's own by what they are called. */
function ownValues(custom: Json | undefined): (pattern: RegExp) => OwnValue | null {
  const entries = custom && typeof custom === 'object' && !Array.isArray(custom) ? Object.entries(custom) : []
  const named = entries.map(([name, value]) => ({
    plain: name
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim(),
    own: { name, value: text(value) },
  }))
  return (pattern) => named.find(({ plain, own }) => own.value !== '' && pattern.test(plain))?.own ?? null
}

/** The first of each kind; of people without those of their firms. */
function identifiersIn(of: EntityKind, custom: Json | undefined): Record<string, OwnValue> {
  const entries = custom && typeof custom === 'object' && !Array.isArray(custom) ? Object.entries(custom) : []
  const found: Record<string, OwnValue> = {}
  for (const [name, value] of entries) {
    const kind = of === 'person' && isFirmIdentifier(name) ? null : identifierOf(name)
    if (kind !== null && text(value).trim() !== '') found[kind] ??= { name, value: text(value) }
  }
  return found
}

/** Five digits, or the British form, at the end of an address; else what stands alone behind its last comma. */
function postcodeIn(address: string): string {
  const usual = address.match(/\b(\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b(?=[^\d]*$)/)?.[1]
  if (usual !== undefined) return usual.replace(/-\d{4}$/, '')
  const last = address.includes(',') ? address.slice(address.lastIndexOf(',') + 1).trim() : ''
  return isPostcode(last) ? last : ''
}

/** The page of a firm identifies no person in it. */
function linkedinId(url: string, kind: EntityKind): string {
  const path = url.toLowerCase().match(/linkedin\.com\/((?:in|pub|company|showcase|school)\/[^/?#]+)/)?.[1] ?? ''
  return /^(company|showcase|school)\//.test(path) === (kind === 'company') ? path : ''
}

/**
 * The blocking keys as numbers below 2^53 (in size); records of different kinds, and of different spaces, share none. Only
 * those of leads, which have no space, are positive: a scan of leads passes over the others.
 */
export function keyNumbers(kind: EntityKind, form: NormalRecord, space = ''): number[] {
  const numbers = blockingKeys(fieldsOfKind(kind), form).map((key) => numberOf(`${space}${kind} ${key}`))
  return [...new Set(space === '' ? numbers : numbers.map((number) => -number - 1))]
}

/** The numbers under which match cells follow a record: of its keys and its identifiers. */
export function watchedNumbers(kind: EntityKind, form: NormalRecord, data: JsonObject, space = ''): number[] {
  const identifiers = keysOf({ ...data, kind }).map(({ key }) => numberOf(`${space}${key}`))
  return [...keyNumbers(kind, form, space), ...identifiers]
}

/** The number of the record itself. */
export const recordNumber = (id: number) => numberOf(`record ${id}`)

/** A hash of the record that changes with its compared values or with the values that an answer shows. */
export function hashShownRecord(kind: EntityKind, form: NormalRecord, data: JsonObject): number {
  const identifying = [...IDENTIFYING].map((field) => data[field] ?? null)
  return numberOf(JSON.stringify([form, answeredName(kind, data), identifying])) % 2 ** 31
}

/** What an answer calls a record. */
export function answeredName(kind: EntityKind, data: JsonObject): string | null {
  const names =
    kind === 'person' ? [data.contact_person, data.email] : [data.company, data.domain, data.website, data.email]
  const name = names.find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name.slice(0, 300) : null
}

/** Two hashes of 32 bits mixed into 53 (the scheme known as cyrb53). */
function numberOf(key: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
