// The identity of a row: normalized values of some columns, by which imports, sources and calls recognize existing rows.
import { createHash } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import { readEmail } from '../../engine/values/email.ts'
import { isShortened } from '../../engine/values/reading.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readEmailDomain, readWebDomain } from '../../providers/domains/domain.ts'
import { readPhone } from '../../providers/phones/phone.ts'

export const NORMALISERS = ['text', 'domain', 'email', 'phone', 'linkedin', 'external_id'] as const
export type Normaliser = (typeof NORMALISERS)[number]

export interface IdentityPart {
  column_id: string
  normaliser: Normaliser
  /** For email addresses: `ann+news@acme.com` is `ann@acme.com`. */
  ignore_plus_tags?: boolean
}

/** Kept with the workbook. A row has one only when each of the columns holds something of the kind. */
export interface DuplicateKey {
  parts: readonly IdentityPart[]
  /** Rows that were there before are still being given their keys. */
  building?: boolean
}

export function byColumn(column_id: string, normaliser: Normaliser): DuplicateKey {
  return { parts: [{ column_id, normaliser }] }
}

/** Rows take keys that were free when they looked: two may at one moment, and the slower one begins again. */
export const RACED = ['workbook_rows_identity']

/** An index entry has an end: a longer value is known by its hash. */
const MAX_VALUE = 300

/**
 * The key of a row; null when a column is blank or holds nothing of the kind, since rows without an identity are never
 * the same. Keys of different identities differ, so that changing the identity cannot mistake one for the other.
 */
export function identityKey(identity: DuplicateKey, data: JsonObject): string | null {
  const keys: string[] = []
  for (const { column_id, normaliser, ignore_plus_tags } of identity.parts) {
    const key = normalKey(normaliser, data[column_id], ignore_plus_tags)
    if (key === null) return null
    keys.push(key)
  }
  if (keys.length === 0) return null
  return `${knownSignature(identity)}:${keys.length === 1 ? keys[0] : shortened(JSON.stringify(keys))}`
}

// Cached, because a million rows get their keys by one duplicate key.
const signatures = new WeakMap<DuplicateKey, string>()

function knownSignature(identity: DuplicateKey): string {
  const known = signatures.get(identity) ?? signatureOf(identity)
  signatures.set(identity, known)
  return known
}

/** What its keys begin with; the same for two identities that give the same keys. */
export function signatureOf({ parts }: DuplicateKey): string {
  return parts.map((part) => `${part.column_id}:${part.normaliser}${part.ignore_plus_tags ? '-plus' : ''}`).join('+')
}

/** A value in its normal form, short enough for an index; null when it is blank or nothing of the kind. */
export function normalKey(normaliser: Normaliser, value: Json | undefined, ignorePlusTags = false): string | null {
  const normal = normalise(normaliser, value, ignorePlusTags)
  return normal === null ? null : shortened(normal)
}

function shortened(text: string): string {
  return text.length <= MAX_VALUE ? text : createHash('sha256').update(text).digest('base64url')
}

/** Nothing in it has another form or is a blank. */
const PRINTABLE = /^[!-~]+$/

function normalise(normaliser: Normaliser, value: Json | undefined, ignorePlusTags: boolean): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  // Two that a spreadsheet shortened alike are not the same, whatever they are the numbers of.
  if (typeof value === 'string' && isShortened(value)) return null
  // Ids of other systems may differ by case alone.
  if (normaliser === 'external_id') return String(value).trim() || null
  const given = String(value)
  const text = PRINTABLE.test(given)
    ? given.toLowerCase()
    : given.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === '') return null
  switch (normaliser) {
    case 'text':
      return text
    case 'email':
      return emailOf(text, ignorePlusTags)
    case 'domain': {
      const reading = text.includes('@') ? readEmailDomain(text) : readWebDomain(text)
      return reading.ok ? (reading.domain ?? reading.host) : null
    }
    case 'phone': {
      const reading = readPhone(text)
      return typeof reading === 'string' ? text.replace(/\D/g, '') || null : reading.e164
    }
    case 'linkedin':
      return linkedinId(text)
  }
}

function emailOf(text: string, ignorePlusTags: boolean): string | null {
  const address = readEmail(text)?.address
  if (address === undefined) return null
  const whole = hasOtherForm(address) ? withReadableDomain(address) : address
  return ignorePlusTags ? whole.replace(/^([^@+]+)\+[^@]*@/, '$1@') : whole
}

const hasOtherForm = (address: string) => address.includes('xn--') || !PRINTABLE.test(address)

/** `xn--mller-kva.example` is `müller.example`. */
function withReadableDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToUnicode(domainToASCII(domain)) || domain}`
}

const PROFILE =
  /^(?:https?:\/\/)?(?:(?:[a-z0-9-]+\.)*linkedin\.com)?\/*(?:mwlite\/)?(in|pub|company|school|showcase|sales\/(?:lead|people|company))\/([^\s?#]+)/

/** The public id in any address of a profile or a company page, such as `in/ann-doe` or `company/acme`. */
function linkedinId(text: string): string | null {
  const found = PROFILE.exec(text)
  if (!found) return null
  const [, kind = '', path = ''] = found
  const [id = '', ...rest] = decoded(path).split('/').filter(Boolean)
  if (id === '') return null
  switch (kind) {
    case 'pub':
      return ['pub', id, ...rest.slice(0, 3)].join('/')
    case 'sales/lead':
    case 'sales/people':
      return `lead/${id.split(',')[0]}`
    // A school's page answers at the address of a company as well, and Sales Navigator counts companies as the site does.
    case 'school':
    case 'sales/company':
      return `company/${id}`
    default:
      return `${kind}/${id}`
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFKC').toLowerCase()
  } catch {
    return text
  }
}
