// A mail from the network, read within limits: a size, a depth, and text that can be stored.
import { Parser } from 'htmlparser2'
import type { Address, Email } from 'postal-mime'
import { verpTokenIn } from '../keys/tokens.logic.ts'

/** Only the beginning of a larger mail is read: headers and text come first. */
export const MOST_BYTES = 1_000_000
const MOST_TEXT = 100_000

export async function readMail(raw: Buffer): Promise<Email | null> {
  const limits = {
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
    maxRfc822NestingDepth: 3,
    forceRfc822Attachments: true,
  }
  const read = raw.subarray(0, MOST_BYTES)
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(read, limits).catch(() => null)
  // Gateways break the boundaries of notices: what follows the header is then a text.
  if (mail && !mail.text && !mail.html && mail.attachments.length === 0)
    mail.text = /\r?\n\r?\n([\s\S]*)/.exec(read.toString('utf8'))?.[1] ?? ''
  return mail
}

/** PostgreSQL keeps no NUL, and half a surrogate is no text. */
export const storable = (text: string, most = MOST_TEXT) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

const UNSHOWN = new Set(['style', 'script', 'head', 'title', 'template'])
const BREAKS = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'hr',
  'pre',
])
/** What mail programs mark a quotation with, besides the element for it. */
const QUOTE = /\b(?:gmail_quote|yahoo_quoted|moz-signature|protonmail_quote|zmail_extra)\b/
const FORWARDED = /^(?:divRplyFwdMsg|x_divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)$/

/** The text of a mail. Of one that is HTML only what it shows, its quotations marked as plain text marks them. */
export function textOf(mail: Pick<Email, 'text' | 'html'>): string {
  return storable(mail.text?.trim() ? mail.text : textOfHtml((mail.html ?? '').slice(0, 500_000)))
}

function textOfHtml(html: string): string {
  const lines: string[] = ['']
  const open: { name: string; quotes: number; isUnshown: boolean }[] = []
  let quotes = 0
  let unshown = 0
  const start = () => lines.push(quotes > 0 ? '> ' : '')
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isQuote = name === 'blockquote' || QUOTE.test(attributes.class ?? '')
        if (BREAKS.has(name) || isQuote) {
          if (isQuote) quotes += 1
          start()
        }
        if (FORWARDED.test(attributes.id ?? '')) lines.push('_'.repeat(32), '')
        const isUnshown = UNSHOWN.has(name)
        if (isUnshown) unshown += 1
        open.push({ name, quotes: isQuote ? 1 : 0, isUnshown })
      },
      ontext(text) {
        if (unshown === 0) lines[lines.length - 1] += text.replace(/\s+/g, ' ')
      },
      onclosetag(name) {
        const last = open.pop()
        if (last?.isUnshown) unshown -= 1
        quotes -= last?.quotes ?? 0
        if (BREAKS.has(name) && name !== 'br') start()
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return lines
    .map((line) => line.trimEnd())
    .filter((line, at) => !/^>?\s*$/.test(line) || !/^>?\s*$/.test(lines[at - 1] ?? 'x'))
    .join('\n')
    .trim()
}

export const addressesOf = (list: readonly Address[] | undefined): string[] =>
  (list ?? [])
    .flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]))
    .filter((one): one is string => !!one)

export const headerOf = (mail: Email, name: string): string | null =>
  mail.headers.find(({ key }) => key === name)?.value ?? null

/** Message-IDs in a header, at most as many as a thread has messages. */
export const idsIn = (value: string | null | undefined): string[] =>
  (value?.match(/<[^<>\s]{1,500}>/g) ?? []).slice(-50)

/** Where servers write to whom a mail came in its envelope. */
const DELIVERED = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'x-forwarded-to',
  'x-failed-to',
]

/** Tokens of messages whose return address the mail came to: only who was sent a message, and the servers on its way, know them. */
export function returnTokensOf(mail: Pick<Email, 'headers' | 'to' | 'cc' | 'deliveredTo'>): string[] {
  const named = [
    ...addressesOf(mail.to),
    ...addressesOf(mail.cc),
    mail.deliveredTo ?? '',
    ...mail.headers.filter(({ key }) => DELIVERED.includes(key)).map(({ value }) => value),
    ...mail.headers.filter(({ key }) => key === 'received').map(({ value }) => /\bfor\s+(\S+)/i.exec(value)?.[1] ?? ''),
  ]
  return [...new Set(named.flatMap((address) => verpTokenIn(address) ?? []))]
}
