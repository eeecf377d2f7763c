// Finds telephone numbers on a page, in E.164, and tells fax numbers apart by the words around them.
import {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { dialledIn } from '../phones/phone.ts'
import type { PostalAddress } from '../places/addresses.ts'
import { addressesOn } from './website-reader.addresses.ts'
import type { PageFacts } from './website-reader.page.ts'

export type PhoneSource = 'structured' | 'link' | 'labelled' | 'text' | 'hidden'

export interface FoundPhone {
  /** E.164. */
  number: string
  extension: string | null
  fax: boolean
  source: PhoneSource
}

const sourceRank: readonly PhoneSource[] = ['structured', 'link', 'labelled', 'text', 'hidden']
// One line takes about a millisecond.
const maxLines = 400
const maxLine = 1_000
/** A line of nothing but digits takes ten times as long as one of words with a number. */
const maxDigits = 10_000
/** How many numbers of a page are kept. */
export const MOST_PHONES = 100
/** Lines from an address within which a number belongs to its country. */
const nearAddress = 8

const faxWord = /(?:tele)?fax|t[ée]l[ée]copie|факс|φαξ|faks|传真|傳真|ファックス|ファクス|팩스|โทรสาร|פקס|فاكس/giu
const phoneWord =
  /t[eé]l(?!e?fax)|phone|fon(?!t)|call|mobi?l|cell|handy|gsm|direct|office|main|toll|free|voice|whatsapp|телефон|тел\b|τηλ|电话|電話|전화|هاتف|טלפון|โทร|puh/giu

/** Right before a number of a register, a tax office or a bank. */
const ofRegister =
  /(?:^|[^\p{L}\p{N}])(?:c\.?\s?f\.?|cod(?:ice|\.)?\s?fisc(?:ale|\.)?|p(?:art(?:ita)?)?\.?\s?iva|rea|vat|tva|btw|mva|moms|u?st\.?-?\s?id(?:\.?-?\s?nr)?|steuer-?(?:nr|nummer)|hr[ab]|vr|register(?:nr|nummer)?|org(?:anisasjons)?\.?-?\s?(?:nr|nummer|number)|cvr|kvk|sire[nt]|rcs|nif|cif|nip|regon|krs|ičo?|dič|abn|acn|ein|tin|tax\s?(?:id|number)|gst(?:in)?|(?:company|registration|registered|charity|licen[cs]e)\s?(?:no|number|nr)|iban|bic|konto(?:nr|nummer)?|account\s?(?:no|number)|(?:item|order|part|case|model|isbn|invoice)\s?(?:no|number|#))[\s.:#°-]{0,5}$/iu

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

/** Signs that stand within numbers, written tightly: "( 212 ) 555 - 0134" as "(212) 555-0134". */
function tightened(line: string): string {
  return line
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\(\s{1,3}(?=[\d+])/g, '(')
    .replace(/(?<=\d)\s{1,3}\)/g, ')')
    .replace(/(?<=(?<!\d)\d{2,3}\)?)\s{1,2}-\s{1,2}(?=\d{3,4}(?!\d))/g, '-')
    .replace(/(?<=(?<!\d)\d{2,3})\s{1,2}\.\s{1,2}(?=\d{3,4}(?!\d))/g, '.')
    .replace(/(?<=\d{3})(?=(?:fax|tel|phone|e-?mail|mobile|toll|cell)(?![a-z]))/gi, ' ')
}

/**
 * Numbers in text; `region` (ISO 3166-1 alpha-2) is where numbers without a country code belong, null when unknown. One near an address belongs to
 * the country of that, if it is written as numbers are there.
 */
export function phonesIn(text: string, region: string | null, addresses: readonly PostalAddress[] = []): FoundPhone[] {
  const found: FoundPhone[] = []
  let previous = ''
  // Under a heading "Fax" stand fax numbers, until a line without a number.
  let faxes = false
  let read = 0
  let digitsRead = 0
  for (const [at, whole] of text.split('\n').entries()) {
    const line = tightened(whole.slice(0, maxLine))
    const digits = line.match(/\d/g)?.length ?? 0
    if (digits >= 6 && read < maxLines && digitsRead < maxDigits) {
      read += 1
      digitsRead += digits
      let from = 0
      const near = nearestCountry(addresses, at) ?? region
      for (const { number, startsAt, endsAt } of numbersIn(line, near, region)) {
        // A label may stand on the line before, as in a list of terms; it speaks for the first number only.
        const before =
          (from === 0 ? `${previous.slice(-30)}\n` : '') + line.slice(Math.max(from, startsAt - 40), startsAt)
        const label =
          from === 0 && line.slice(0, startsAt).trim() !== '' ? before.slice(before.indexOf('\n') + 1) : before
        if (ofRegister.test(label)) {
          from = endsAt
          continue
        }
        const fax = faxes || isFax(label, line.slice(endsAt, endsAt + 60))
        const source = !fax && isNamed(label) ? 'labelled' : 'text'
        found.push({ number: number.number, extension: number.ext ?? null, fax, source })
        from = endsAt
      }
    }
    if (digits < 6) faxes = /^\W{0,3}fax(?:es| numbers?| lines?)?\W{0,3}$/i.test(line)
    if (whole.trim() !== '') previous = digits >= 6 ? '' : whole
    if (found.length >= MOST_PHONES) break
  }
  return found
}

/** The country of the last address above a line, or of the next one below where none is near above. */
function nearestCountry(addresses: readonly PostalAddress[], line: number): string | undefined {
  const near = addresses.filter((one) => one.country !== null && Math.abs(one.line - line) <= nearAddress)
  const above = near.filter((one) => one.line <= line).at(-1)
  return (above ?? near.find((one) => one.line > line))?.country ?? undefined
}

interface NumberInLine {
  number: PhoneNumber
  startsAt: number
  endsAt: number
}

/** Numbers of a line, read where they stand and where the site is; each only as its own country writes them. */
function numbersIn(line: string, near: string | null, region: string | null): NumberInLine[] {
  const countries = supported([near, region, 'US'])
  const taken: NumberInLine[] = []
  for (const country of countries) {
    const options = { defaultCountry: country, v2: true as const }
    for (const dialled of dialledWays(line, country))
      for (const { number, startsAt, endsAt } of findPhoneNumbersInText(dialled, options)) {
        const written = dialled.slice(startsAt, endsAt)
        if (isNoNumber(line, startsAt, endsAt)) continue
        const isOwn = isInternational(written) || dialledIn(written, number, country)
        // Numbers of North America are known by how they are written, wherever the site is; those of others only where they belong.
        const isKnown = country === near || country === region || isInternational(written) || isNorthAmerican(written)
        const isFree = !taken.some((one) => startsAt < one.endsAt && one.startsAt < endsAt)
        if (isOwn && isKnown && isFree) taken.push({ number, startsAt, endsAt })
      }
  }
  return taken.sort((a, b) => a.startsAt - b.startsAt)
}

/**
 * A text as it stands, and with the plus for which the zero before the code of the country stands in "091-11-2617…". In that order: "041 410…" is
 * a number of Lucerne, although 41 is the code of Switzerland.
 */
function dialledWays(text: string, country: CountryCode): string[] {
  const code = getCountryCallingCode(country)
  const behindZero = new RegExp(`(?<![\\d+(-])0(?=${code}[\\s-]\\(?\\d)`, 'g')
  return code.length > 1 && behindZero.test(text) ? [text, text.replace(behindZero, '+')] : [text]
}

/** What the digits are of instead: an address of the Internet, or two sentences. */
function isNoNumber(line: string, startsAt: number, endsAt: number): boolean {
  const written = line.slice(startsAt, endsAt)
  if (/\)\.\s/.test(written) || /\d\.\s{1,3}\d{3}$/.test(written)) return true
  const around = line.slice(Math.max(0, startsAt - 4), endsAt + 4)
  return (
    /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]|-\d)/.test(around) &&
    !/[\s()+]/.test(written.trim())
  )
}

const supported = (countries: readonly (string | null)[]) =>
  [...new Set(countries)].filter((one): one is CountryCode => one !== null && isSupportedCountry(one))

const isInternational = (written: string) => /^\s*\(?\s?\+/.test(written)

/** Three, three and four digits with signs between, as numbers are written in North America and hardly anywhere else. */
function isNorthAmerican(written: string): boolean {
  return /^\s*(?:\+?1[\s.-]{0,2})?(?:\([2-9]\d{2}\)\s{0,2}|[2-9]\d{2}[.\s-])[2-9]\d{2}[.-]\d{4}(?!\d)/.test(written)
}

/** True when the words closest before a number call it a telephone. */
function isNamed(before: string): boolean {
  const words = before.replace(/\n/g, ' ')
  return /(?:t[eé]l[.:]|t[eé]l(?:[eé]?(?:ph?one?|fono?))?(?![\p{L}])|phone|call(?: us)?(?![\p{L}])|fon(?![\p{L}])|(?:^|[\s|,;(])[tp]\s?[.:)]|тел|電話|电话|전화|puh)[^\n\d]{0,25}$/iu.test(
    words,
  )
}

/** One number as a person or a tel: link wrote it; null when it is not a possible number of its country. */
export function phoneOf(text: string, region: string | null): { number: string; extension: string | null } | null {
  const typed = tightened(text.slice(0, 60)).trim()
  const isWhole = isInternational(typed) || /^00/.test(typed)
  const countries = isWhole ? [supported([region])[0]] : supported([region, isNorthAmerican(typed) ? 'US' : null])
  for (const country of countries) {
    for (const dialled of country ? dialledWays(typed, country) : [typed]) {
      const parsed = parsePhoneNumberFromString(dialled, country)
      const isOwn = isWhole || dialled !== typed || !parsed || !country || dialledIn(typed, parsed, country)
      if (parsed?.isValid() && isOwn) return { number: parsed.number, extension: parsed.ext ?? null }
    }
  }
  return null
}

/** All numbers of a page, each once with its surest source; a number called fax anywhere in the text is one. */
export function findPhones(
  page: PageFacts,
  structured: readonly string[],
  faxes: readonly string[],
  region: string | null,
  addresses: readonly PostalAddress[] = addressesOn(page, region),
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
  for (const { href, text, hidden, inHiddenBlock } of page.links) {
    const number = /^\s*(?:tel|callto|fax):(?:\/\/)?([^?]{3,60})/i.exec(href)?.[1]
    const isFaxLink = /^\s*fax:/i.test(href) || /fax/i.test(text)
    if (number && (!hidden || inHiddenBlock)) addText(decodeSafely(number), hidden ? 'hidden' : 'link', isFaxLink)
  }
  for (const phone of phonesIn(page.text, region, addresses)) add(phone)
  for (const phone of phonesIn(page.hiddenText, region)) add({ ...phone, source: 'hidden' })
  return [...found.values()]
    .slice(0, MOST_PHONES)
    .sort((a, b) => sourceRank.indexOf(a.source) - sourceRank.indexOf(b.source))
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
