// What a lead is known by: keys made of its fields, the strongest first, and which of two leads with one key are the same.
import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { isRoleAddress } from '../../providers/email-verifier.ts'
import { isFreeMail } from '../../providers/shared-hosts.ts'
import { type Normaliser, normalKey } from '../workbooks/identity.logic.ts'
import type { LeadKind } from './lead-field.logic.ts'

/** The strongest first. A company's domain is that of all its people, so it identifies companies alone. */
export const KEY_KINDS = ['external_id', 'email', 'linkedin', 'domain', 'phone'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** The fields that keys are made of. */
export const IDENTIFYING: ReadonlySet<string> = new Set([
  ...['external_id', 'email', 'linkedin_url', 'domain', 'website', 'phone'],
])
/** With those that say of what kind a lead is. */
export const KEY_FIELDS: ReadonlySet<string> = new Set([...IDENTIFYING, 'kind', 'contact_person'])

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

/** The domain in an address of a company's site; null for one that is nobody's in particular. */
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

/**
 * Whether a lead found by this key is the one that is meant. Colleagues share a telephone: it alone decides nothing where
 * anything stronger speaks against it.
 */
export function isSame(by: KeyKind, stored: readonly LeadKey[], brought: readonly LeadKey[]): boolean {
  if (by !== 'phone') return true
  return brought.every((one) => {
    const other = stored.find((key) => key.by === one.by)
    return one.by === 'phone' || other === undefined || other.key === one.key
  })
}

/** What is kept of a key when its lead is erased. */
export function hashOf(workspaceId: string, key: string): Buffer {
  return createHash('sha256').update(`${workspaceId}\0${key}`).digest()
}
