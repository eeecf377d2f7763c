// Finds e-mail addresses on a page, those hidden from simple readers too, and says how each was written.
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { obfuscatedIn, plainSigns } from './website-reader.obfuscation.ts'
import type { PageFacts, PageItem } from './website-reader.page.ts'
import { fromBase64, percentDecoded, rot13, stringsOf } from './website-reader.scripts.ts'

/** How an address stood on the page, surest first. */
export type EmailSource = 'link' | 'structured' | 'text' | 'decoded' | 'attribute' | 'script' | 'hidden'

export interface FoundEmail {
  email: string
  source: EmailSource
}

export const EMAIL_SOURCES: readonly EmailSource[] = [
  'link',
  'structured',
  'text',
  'decoded',
  'attribute',
  'script',
  'hidden',
]
const maxEmails = 200

const wholeAddress =
  /^([a-z0-9!#$%&'*+/=?^_`{}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{}~-]{1,64}){0,6})@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/iu
const addressPattern =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{}~@-])([a-z0-9!#$%&'*+/=?^_`{}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{}~-]{1,64}){0,6})@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}])(?![\p{L}\p{N}@]|\.[\p{L}\p{N}]|-[\p{L}\p{N}])/giu

/** Domains and mailboxes that stand for "your address here". */
const placeholderDomain =
  /^(?:(?:www\.)?example\.(?:com|org|net)|(?:your-?|my-?)?(?:domain|company|companyname|website|site|business|email|mail|org|name|firma|dominio|empresa)\.(?:com|net|org|tld|co|de|fr|es|it)|(?:your|my)[a-z-]{2,30}\.[a-z]{2,3}|(?:ihre|deine|votre|tu|su|vostro)-?(?:domain|firma|domaine|site|dominio|empresa|sito)\.[a-z]{2,3}|domain\.tld|test\.(?:com|test)|email\.tld|acme\.invalid|sentry\.io|.+\.ingest\.(?:[a-z]{2}\.)?sentry\.io|sentry-next\.wixpress\.com|sentry\.wixpress\.com)$/i
const placeholderLocal =
  /^(?:your[._-]?(?:name|e?mail|address|username)?|(?:first|vor|pr[eé]?)[._-]?(?:name|nom)?[._-](?:last|nach|nom)?[._-]?(?:name|nom)?|firstname|lastname|(?:first|last)[._-]?name[._-]?(?:first|last)?[._-]?name|vorname[._-]nachname|nombre[._-]apellidos?|nome[._-]cognome|nome[._-]sobrenome|name\.surname|user[._-]?name|someone|somebody|xxx+|e-?mail-?address|[0-9a-f]{32})$/i

/** The address in the one form it is compared and kept in: lower case, domain in A-labels; null when it cannot receive mail. */
export function normalEmail(text: string): string | null {
  const plain = withoutSpamWords(text.trim())
  const match = wholeAddress.exec(plain)
  if (!match) return null
  const local = (match[1] ?? '').toLowerCase()
  const domain = domainToASCII((match[2] ?? '').toLowerCase())
  if (local.length > 64 || domain === '' || local.length + domain.length > 252) return null
  const { isIcann, publicSuffix, domain: registrable } = parse(domain)
  // The reserved ending of documentation is no file name either.
  if (registrable === null || (isIcann !== true && publicSuffix !== 'example')) return null
  if (placeholderDomain.test(domain) || placeholderLocal.test(local)) return null
  return `${local}@${domain}`
}

/** "info@NOSPAM.acme.com" is told to people to be read without the capitals. */
function withoutSpamWords(text: string): string {
  if (!/no[-_]?spam|remove|delete|entfernen|invalid/i.test(text)) return text
  const word = '(?:NO[-_]?SPAM(?:ME|PLEASE)?|REMOVE[-_]?(?:THIS|ME)|DELETE[-_]?(?:THIS|ME)|(?:BITTE)?ENTFERNEN)'
  return text
    .replace(new RegExp(`([.@])${word}[._-]`, 'gi'), '$1')
    .replace(new RegExp(`[._+-]${word}(?=[.@]|$)`, 'gi'), '')
    .replace(new RegExp(`^${word}[._+-]?`, 'i'), '')
    .replace(new RegExp(`${word}(?=@)`, 'g'), '')
    .replace(new RegExp(`(?<=@)${word}`, 'g'), '')
}

/** Addresses in running text, written plainly. */
function emailsIn(text: string): string[] {
  if (!/[@＠﹫]|&#/.test(text)) return []
  // A web address is left out: what stands before its @ is a login.
  const plain = plainSigns(text).replace(/\b(?:mailto|e-?mail|mail):/gi, ' ')
  const found: string[] = []
  for (const match of plain.matchAll(addressPattern)) {
    const after = plain.slice(match.index + match[0].length, match.index + match[0].length + 2)
    // git@host.example:group/project is a place in a repository.
    if (/^:[\w/~]/.test(after) && /^git$/i.test(match[1] ?? '')) continue
    const email = normalEmail((match[0] ?? '').replace(/^['/=?&*|]+/, ''))
    if (email) found.push(email)
    if (found.length >= maxEmails) break
  }
  return found
}

/** Addresses of a mailto link: several, with names, with cc and bcc, escaped once or twice (RFC 6068). */
function emailsOfMailto(href: string): string[] {
  const rest = percentDecoded(href.replace(/^\s*mailto:\s*(?:\/\/)?/i, '').replaceAll('&amp;', '&'))
  const [to = '', query = ''] = splitOnce(rest, '?')
  const also = [...query.matchAll(/(?:^|&)(?:to|cc|bcc)=([^&]{1,1000})/gi)].map((match) => match[1] ?? '')
  return [to, ...also].flatMap((part) => {
    const text = percentDecoded(part).replace(/[,;<>"]/g, ' ')
    const plain = emailsIn(text)
    return plain.length > 0 ? plain : obfuscatedIn(text).flatMap(emailsIn)
  })
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Cloudflare's cover: the first byte is the key of the others. */
function fromCloudflare(hex: string): string | null {
  if (!/^(?:[\da-f]{2}){4,200}$/i.test(hex)) return null
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}

/** TYPO3's cover: every letter moved by the same step. */
function fromShifted(text: string): string[] {
  const ring = (code: number, from: number, to: number, step: number) => {
    const size = to - from + 1
    return from + ((((code - from + step) % size) + size) % size)
  }
  for (let step = -25; step <= 25; step += 1) {
    const moved = text.replace(/[+-:@-Za-z]/g, (letter) => {
      const code = letter.charCodeAt(0)
      const [from, to] = code <= 0x3a ? [0x2b, 0x3a] : code <= 0x5a ? [0x40, 0x5a] : [0x61, 0x7a]
      return String.fromCharCode(ring(code, from, to, step))
    })
    if (step !== 0 && /^mailto:/i.test(moved)) return emailsOfMailto(moved)
  }
  return []
}

const userKey =
  /(?:^|-)(?:user|username|name|local|localpart|account|mailbox|recipient|prefix|before|first|front|part1|u|n|l|a|to|id|left)$/
const domainKey = /(?:^|-)(?:domain|host|hostname|server|site|after|second|suffix|part2|d|h|right|provider)$/
const tldKey = /(?:^|-)(?:tld|ext|end|part3|t|zone)$/

/** Addresses kept in attributes for a script to put together: whole, backwards, in base64 or rot13, or in parts. */
function emailsOfAttributes(attributes: Record<string, string>): string[] {
  const found: string[] = []
  const part = (pattern: RegExp) =>
    Object.entries(attributes).find(([key, value]) => pattern.test(key) && value !== '')?.[1]
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'data-cfemail') found.push(...emailsIn(fromCloudflare(value) ?? ''))
    else if (key.startsWith('on')) found.push(...emailsOfScript(value))
    else found.push(...emailsOfCovered(value, /rot/i.test(key)))
  }
  const local = part(userKey)
  const domain = part(domainKey)
  if (found.length === 0 && local && domain && !/@/.test(local)) {
    const tld = part(tldKey)
    const whole = `${local}@${domain.replace(/^@/, '')}`
    found.push(
      ...[whole, ...(tld ? [`${whole}.${tld.replace(/^\./, '')}`] : [])]
        .map(normalEmail)
        .filter((email) => email !== null),
    )
  }
  return found
}

/** One value that may be an address under a cover. */
function emailsOfCovered(value: string, rotated = false): string[] {
  const readings = [value, percentDecoded(value), fromBase64(value) ?? '', [...value].reverse().join('')]
  if (rotated) readings.unshift(rot13(value))
  for (const reading of readings) {
    const found = /^mailto:/i.test(reading) ? emailsOfMailto(reading) : emailsIn(reading)
    if (found.length > 0) return found
  }
  return value.length < 200 ? obfuscatedIn(value).flatMap(emailsIn) : []
}

/** Addresses a script would write. */
function emailsOfScript(script: string): string[] {
  if (script.length < 12) return []
  const rotates = /charCodeAt/.test(script) && /13/.test(script)
  const found: string[] = []
  for (const text of stringsOf(script)) {
    // A bundle's own strings hold package names, not addresses; what is put together or written is short.
    if (text.length > 4000) continue
    const shifted = /^[^\s<>]{8,200}$/.test(text) && /UnCryptMailto|decrypt/i.test(script) ? fromShifted(text) : []
    if (shifted.length > 0) found.push(...shifted)
    else if (rotates && emailsIn(rot13(text.replace(/<[^>]*>/g, ' '))).length > 0) found.push(...emailsIn(rot13(text)))
    else found.push(...emailsIn(text.replace(/<[^>]*>/g, ' ')), ...hrefsIn(text))
    if (found.length >= maxEmails) break
  }
  return found
}

function hrefsIn(markup: string): string[] {
  return [...markup.matchAll(/mailto:[^"'<>\s]{3,300}/gi)].flatMap(([href]) => emailsOfMailto(href))
}

function emailsOfItems(items: readonly PageItem[]): string[] {
  return items.flatMap((item) =>
    Object.entries(item.properties).flatMap(([name, values]) =>
      values.flatMap((value) => {
        if (typeof value !== 'string') return emailsOfItems([value])
        return /(?:^|[/:#])e?mail$/i.test(name) || name === 'email'
          ? emailsOfCovered(value.replace(/^mailto:/i, ''))
          : []
      }),
    ),
  )
}

/** All addresses of a page, each once with its surest source, surest first and then in the order of the page. */
export function findEmails(page: PageFacts, structured: readonly string[] = []): FoundEmail[] {
  const found = new Map<string, EmailSource>()
  const add = (source: EmailSource, emails: readonly string[]) => {
    for (const email of emails) {
      const known = found.get(email)
      if (found.size < maxEmails && (!known || EMAIL_SOURCES.indexOf(source) < EMAIL_SOURCES.indexOf(known)))
        found.set(email, source)
    }
  }
  for (const link of page.links) {
    if (link.hidden) continue
    const cloudflare = /\/cdn-cgi\/l\/email-protection#([\da-f]+)/i.exec(link.href)?.[1]
    if (/^\s*mailto:/i.test(link.href)) add('link', emailsOfMailto(link.href))
    else if (cloudflare) add('decoded', emailsIn(fromCloudflare(cloudflare) ?? ''))
    else if (/^\s*javascript:/i.test(link.href))
      add('decoded', emailsOfScript(percentDecoded(link.href.replace(/^\s*javascript:/i, ''))))
  }
  add('structured', [
    ...structured.flatMap((text) => emailsOfCovered(text.replace(/^mailto:/i, ''))),
    ...emailsOfItems(page.items),
  ])
  add('text', emailsIn(page.text))
  add('decoded', obfuscatedIn(page.text).flatMap(emailsIn))
  for (const attributes of page.dataAttributes) add('attribute', emailsOfAttributes(attributes))
  for (const script of page.scripts) add('script', emailsOfScript(script))
  add('hidden', emailsIn(page.hiddenText))
  for (const { href, inHiddenBlock } of page.links)
    if (inHiddenBlock && /^\s*mailto:/i.test(href)) add('hidden', emailsOfMailto(href))
  return [...found]
    .map(([email, source]) => ({ email, source }))
    .sort((a, b) => EMAIL_SOURCES.indexOf(a.source) - EMAIL_SOURCES.indexOf(b.source))
}
