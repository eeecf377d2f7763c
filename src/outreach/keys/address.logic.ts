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

const words = (text: string) => new Set(text.split(/\s+/))

/** Gmail reads no dots in the local part. */
const NO_DOTS = words('gmail.com googlemail.com')
/** Services under whose domains what follows a plus is a tag that the owner of the mailbox chose. */
const TAGS = words(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com fastmail.com fastmail.fm proton.me protonmail.com
  pm.me zoho.com zohomail.com zohomail.eu yandex.com yandex.ru ya.ru mailbox.org posteo.de posteo.net runbox.com hey.com tutanota.com tuta.com
  gmx.de gmx.net gmx.at gmx.ch web.de`,
)
const TAGS_FAMILY = /^(?:outlook|hotmail|live|yandex)\.[a-z.]{2,6}$/
const SAME_AS: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox that an address reaches: `a.nn+news@googlemail.com` is `ann@gmail.com`. Only where the service is known to read it so; under
 * any other domain each address is taken for a mailbox of its own.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const whole = email.slice(0, at)
  const tagged = TAGS.has(domain) || TAGS_FAMILY.test(domain) ? whole.replace(/(?<=.)\+.*$/, '') : whole
  const local = NO_DOTS.has(domain) ? tagged.replaceAll('.', '') : tagged
  return `${local}@${SAME_AS[domain] ?? domain}`
}

export type SuppressionScope = 'address' | 'domain'

/**
 * With a key that only the workspace has, so a reader of the table cannot test addresses against it. All spellings of a mailbox have one.
 */
export function suppressionHash(key: Buffer, scope: SuppressionScope, value: string): Buffer {
  return spellingHash(key, scope, scope === 'address' ? mailboxOf(value) : value)
}

/** As versions before kept an address. */
const spellingHash = (key: Buffer, scope: SuppressionScope, value: string) =>
  createHmac('sha256', key).update(`${scope}:${value}`).digest()

/** Everything under which an address may be suppressed. */
export function hashesOf(key: Buffer, { email, domain }: EmailAddress): Buffer[] {
  return [
    suppressionHash(key, 'address', email),
    ...(mailboxOf(email) === email ? [] : [spellingHash(key, 'address', email)]),
    ...domainsAbove(domain).map((one) => suppressionHash(key, 'domain', one)),
  ]
}
