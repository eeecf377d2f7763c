// Finds telephone numbers on a page, in E.164, and tells fax numbers apart by the words around them.
import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { PageFacts } from './website-reader.page.ts'

export type PhoneSource = 'structured' | 'link' | 'text'

export interface FoundPhone {
  /** E.164. */
  number: string
  extension: string | null
  fax: boolean
  source: PhoneSource
}

const sourceRank: readonly PhoneSource[] = ['structured', 'link', 'text']
// One line takes about a millisecond.
const maxLines = 300
const maxLine = 1_000
const maxPhones = 100

const faxWord = /(?:tele)?fax|t[ée]l[ée]copie|факс|φαξ|faks|传真|傳真|ファックス|ファクス|팩스|โทรสาร|פקס|فاكس/giu
const phoneWord =
  /t[eé]l(?!e?fax)|phone|fon(?!t)|call|mobi?l|cell|handy|gsm|direct|office|main|toll|free|voice|whatsapp|телефон|тел\b|τηλ|电话|電話|전화|هاتف|טלפון|โทร|puh/giu

/** Where the last match of a pattern ends, -1 when there is none. */
function lastEnd(pattern: RegExp, text: string): number {
  let end = -1
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}

/** True when the words closest before a number, or right after it, call it a fax. */
function isFax(before: string, after: string): boolean {
  if (/^\s{0,3}[([{-]?\s{0,2}(?:tele)?fax\b(?!\s{0,2}[:.]?\s{0,2}[+(\d])/i.test(after)) return true
  if (/^\s{0,3}[([{][^)\]}\d]{0,40}\bfax\b[^)\]}\d]{0,12}[)\]}]/i.test(after)) return true
  if (/(?:^|[\s|,;/·•])f\s{0,2}[.:)]\s{0,3}$/i.test(before) || /(?:^|\t|\n)\s{0,3}f\s{1,3}$/i.test(before)) return true
  const fax = lastEnd(faxWord, before)
  if (fax < 0) return false
  const phone = lastEnd(phoneWord, before)
  if (phone > fax) return false
  // "Tel./Fax: …" is one line for both.
  return phone < 0 || !/^\s*(?:[./&+,]|und|and|y|et|e|\s)*\s*(?:tele)?$/i.test(before.slice(phone, fax - 3))
}

/** Numbers in text; `region` (ISO 3166-1 alpha-2) is where numbers without a country code belong, null when unknown. */
export function phonesIn(text: string, region: string | null): FoundPhone[] {
  const country = region && isSupportedCountry(region) ? (region as CountryCode) : undefined
  const found: FoundPhone[] = []
  let previous = ''
  // Under a heading "Fax" stand fax numbers, until a line without a number.
  let faxes = false
  let read = 0
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, maxLine)
    const digits = line.match(/\d/g)?.length ?? 0
    if (digits >= 6 && read < maxLines) {
      read += 1
      let from = 0
      const options = country ? { defaultCountry: country, v2: true as const } : { v2: true as const }
      for (const { number, startsAt, endsAt } of findPhoneNumbersInText(line, options)) {
        // A label may stand on the line before, as in a list of terms; it speaks for the first number only.
        const before =
          (from === 0 ? `${previous.slice(-30)}\n` : '') + line.slice(Math.max(from, startsAt - 40), startsAt)
        const label =
          from === 0 && line.slice(0, startsAt).trim() !== '' ? before.slice(before.indexOf('\n') + 1) : before
        const fax = faxes || isFax(label, line.slice(endsAt, endsAt + 60))
        found.push({ number: number.number, extension: number.ext ?? null, fax, source: 'text' })
        from = endsAt
      }
    }
    if (digits < 6) faxes = /^\W{0,3}fax(?:es| numbers?| lines?)?\W{0,3}$/i.test(line)
    if (whole.trim() !== '') previous = digits >= 6 ? '' : whole
    if (found.length >= maxPhones) break
  }
  return found
}

/** One number as a person or a tel: link wrote it; null when it is not a possible number of its country. */
export function phoneOf(text: string, region: string | null): { number: string; extension: string | null } | null {
  const country = region && isSupportedCountry(region) ? (region as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(text.slice(0, 60), country)
  return parsed?.isValid() ? { number: parsed.number, extension: parsed.ext ?? null } : null
}

/** All numbers of a page, each once with its surest source; a number called fax anywhere in the text is one. */
export function findPhones(
  page: PageFacts,
  structured: readonly string[],
  faxes: readonly string[],
  region: string | null,
): FoundPhone[] {
  const found = new Map<string, FoundPhone>()
  const add = (phone: FoundPhone) => {
    const known = found.get(phone.number)
    if (!known) found.set(phone.number, phone)
    else {
      known.fax ||= phone.fax
      known.extension ??= phone.extension
      if (sourceRank.indexOf(phone.source) < sourceRank.indexOf(known.source)) known.source = phone.source
    }
  }
  const addText = (text: string, source: PhoneSource, fax: boolean) => {
    const phone = phoneOf(text, region)
    if (phone) add({ ...phone, fax, source })
  }
  for (const text of structured) addText(text, 'structured', false)
  for (const text of faxes) addText(text, 'structured', true)
  for (const { href, text, hidden } of page.links) {
    const number = /^\s*(?:tel|callto|fax):(?:\/\/)?([^?]{3,60})/i.exec(href)?.[1]
    if (number && !hidden) addText(decodeSafely(number), 'link', /^\s*fax:/i.test(href) || /fax/i.test(text))
  }
  for (const phone of phonesIn(page.text, region)) add(phone)
  return [...found.values()]
    .slice(0, maxPhones)
    .sort((a, b) => sourceRank.indexOf(a.source) - sourceRank.indexOf(b.source))
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
