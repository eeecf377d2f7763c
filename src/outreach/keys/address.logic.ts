// Addresses in one form, the domains they fall under, and the keyed hashes by which suppressions know them.
import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'

export interface EmailAddress {
  /** In lower case, the domain in its ASCII form. */
  email: string
  domain: string
}

// The dot-atom of RFC 5322 with Unicode letters of RFC 6531. Comments, quotes and folding are refused: no mailbox of a
// prospect needs them, and each is a way to write one address in many forms.
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Null for what is not one plain address. */
export function readAddress(value: unknown): EmailAddress | null {
  if (typeof value !== 'string' || value.length > 400) return null
  const text = value.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).toLowerCase()
  if (at < 1 || Buffer.byteLength(local) > 64 || !LOCAL.test(local)) return null
  const domain = readDomain(text.slice(at + 1))
  return domain === null ? null : { email: `${local}@${domain}`, domain }
}

export function readDomain(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 300) return null
  const text = value.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, '')
  if (!/^[\p{L}\p{N}.-]+$/u.test(text)) return null
  const ascii = domainToASCII(text)
  return DOMAIN.test(ascii) ? ascii : null
}

/** The domain and those above it, down to two labels: a suppressed `example.com` covers `mail.example.com`. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

export type SuppressionScope = 'address' | 'domain'

/** With a key that only the workspace has, so a reader of the table cannot test addresses against it. */
export function suppressionHash(key: Buffer, scope: SuppressionScope, value: string): Buffer {
  return createHmac('sha256', key).update(`${scope}:${value}`).digest()
}

/** Everything under which an address may be suppressed. */
export function hashesOf(key: Buffer, { email, domain }: EmailAddress): Buffer[] {
  return [
    suppressionHash(key, 'address', email),
    ...domainsAbove(domain).map((one) => suppressionHash(key, 'domain', one)),
  ]
}
