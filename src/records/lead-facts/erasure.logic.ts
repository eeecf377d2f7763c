// What identifies a person in any spelling: marks found in texts, made of leads, and the patterns that find them in stored text.
import { createHmac } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { isFreeMail } from '../../providers/shared-hosts.ts'
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

/**
 * What a lead is refused under: its addresses and profile, its external id, and only where it has none of these its domain or
 * telephone, which it may share with others.
 */
export function marksOf(data: JsonObject): Mark[] {
  const own = [...marksIn(data.email), ...marksIn(data.linkedin_url)]
  const keys = keysOf(data)
  const named = keys.filter(({ by }) => by === 'external_id').map(({ key }) => key)
  const shared = keys.filter(({ by }) => by === 'domain' || by === 'phone').map(({ key }) => key)
  const isKnown = own.length + named.length > 0
  return [...new Set([...own, ...named, ...(kindOf(data) === 'company' || !isKnown ? shared : [])])]
}

/** What a lead that is brought is compared by: every mark that one might have been erased under. */
export function comparedMarks(data: JsonObject): Mark[] {
  return [...new Set([...marksIn(data), ...keysOf(data).map(({ key }) => key)])]
}

/** Keyed, so that the hashes alone do not allow testing addresses. */
export const markHash = (key: Buffer, mark: Mark): Buffer => createHmac('sha256', key).update(mark).digest()

/** Patterns of PostgreSQL that find a person in any text: addresses with any tag and either form of the domain, profile, telephone. */
export function patternsOf(data: JsonObject): string[] {
  const marks = marksOf({ ...data, kind: 'person' })
  const phone = typeof data.phone === 'string' ? data.phone.replace(/\D/g, '').replace(/^0+/, '') : ''
  return [
    ...marks.flatMap((mark) => {
      if (mark.startsWith('email:')) return [emailPattern(mark.slice(6))]
      return mark.startsWith('linkedin:') ? [`linkedin\\.com/${escaped(mark.slice(9))}(?![[:alnum:]_-])`] : []
    }),
    ...(phone.length >= 8 ? [`(?<!\\d)${[...phone].join('[ ().\\-/]{0,3}')}(?!\\d)`] : []),
  ]
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
