// Whether an e-mail address is written as one that can receive mail: RFC 5321's dot-string, in other scripts as RFC 6531 allows.
import { readMailHost } from '../domains/domain.ts'

export interface WrittenAddress {
  local: string
  /** In A-labels. */
  host: string
  /** Registrable domain in A-labels; null below a shared one. */
  domain: string | null
  /** The mailbox has letters that only mail servers with SMTPUTF8 take. */
  is_international: boolean
}

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** Letters, marks, digits and signs of any script; no blank, no control character, nothing that is not seen, no mark without a letter before it. */
const INTERNATIONAL_ATOM =
  /^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})(?:[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]|(?![\p{Z}\p{C}])\P{ASCII}))+$/u
const LONGEST_LOCAL = 64
const LONGEST = 254
/** Kept for tests and documentation of protocols (RFC 2606): no mail is ever delivered there. */
const NEVER_MAIL = /(^|\.)test$/

const octets = (text: string) => Buffer.byteLength(text, 'utf8')

/** The address in its parts; undefined when no mail server would take it as it is written. Quoted local parts are taken for mistakes. */
export function readWrittenAddress(text: string): WrittenAddress | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).normalize('NFC')
  if (at < 1 || octets(local) > LONGEST_LOCAL) return undefined
  const international = !ATOM.test(local)
  if (international && !local.split('.').every((atom) => INTERNATIONAL_ATOM.test(atom))) return undefined
  const written = text.slice(at + 1)
  if (
    /[\s<>()[\]\\,;:"]/.test(written) ||
    !/^[\p{L}\p{N}\p{M}\p{S}.。．｡-]+$/u.test(written) ||
    /[.。．｡]$/.test(written)
  )
    return undefined
  const reading = readMailHost(`x@${written}`)
  if (!reading.ok || NEVER_MAIL.test(reading.host)) return undefined
  // The name as it is written: a reading leaves `www.` out of web addresses.
  const host =
    written.toLowerCase().startsWith('www.') && !reading.host.startsWith('www.') ? `www.${reading.host}` : reading.host
  if (octets(local) + 1 + host.length > LONGEST) return undefined
  return { local, host, domain: reading.domain, is_international: international && /\P{ASCII}/u.test(local) }
}
