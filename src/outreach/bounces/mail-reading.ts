// A mail from the network, read within limits: a size, a depth, and text that can be stored.
import PostalMime, { type Address, type Email } from 'postal-mime'

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
  return PostalMime.parse(raw.subarray(0, MOST_BYTES), limits).catch(() => null)
}

/** PostgreSQL keeps no NUL, and half a surrogate is no text. */
export const storable = (text: string, most = MOST_TEXT) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

export function textOf(mail: Email): string {
  if (mail.text) return storable(mail.text)
  return storable(
    (mail.html ?? '')
      .slice(0, 500_000)
      .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/gi, '')
      .replace(/<br\s*\/?>|<\/p>|<\/div>/gi, '\n')
      .replace(/<[^>]{0,2000}>/g, '')
      .replace(/&nbsp;/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  )
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
