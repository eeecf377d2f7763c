// Reads one telephone number, in any usual spelling, into E.164 (ITU-T) with its country, line type and extension.
import {
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

// The "max" metadata: only it tells line types apart and judges a number by its exact range; its 160 kB matter in a browser, not here.

export interface PhoneReading {
  /** E.164, without the extension. */
  e164: string
  /** ISO 3166-1 alpha-2; absent for numbers of no country (+800, +870). */
  country?: string
  type?: string
  extension?: string
  /** How the country of the number was known. */
  by: 'international' | 'country' | 'assumed'
}

const TYPES: Readonly<Record<string, string>> = {
  FIXED_LINE: 'landline',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'landline_or_mobile',
  TOLL_FREE: 'toll_free',
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  VOIP: 'voip',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
  UAN: 'uan',
  VOICEMAIL: 'voicemail',
}

const KEYPAD = '22233344455566677778889999'
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Cc}/gu
const FAX = /^\s*(?:tele)?(?:fax|f)\b\s*[:.]?/iu

/** The number in a text; `country` (ISO alpha-2) is where it would be dialled without an international prefix. A string says why there is none. */
export function readPhone(text: string, country?: string): PhoneReading | string {
  if (text.length > 500) return 'too long for a telephone number'
  const typed = tidied(text)
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(typed)) return 'a spreadsheet has rounded its digits away'
  if ((typed.match(/\p{Nd}/gu) ?? []).length < 3 && !/[A-Z]{3}/.test(typed)) return 'no telephone number in it'
  const region = country !== undefined && isSupportedCountry(country.toUpperCase()) ? country.toUpperCase() : undefined
  const parts = typed.split(/\s*(?:[,;|\n]|\s\/\s|\s(?:or|and|oder|ou|o|und|et|y|e)\s)\s*(?=\D{0,12}\d)/iu)
  const spoken = [typed, ...(parts.length > 1 ? parts : [])].filter((part) => !FAX.test(part)).slice(0, 6)
  if (spoken.length === 0) return 'a fax number'
  for (const part of spoken) {
    const reading = readOne(part, region)
    if (reading) return reading
  }
  const inside =
    typed.length > 25
      ? findPhoneNumbersInText(
          spoken.join(' ; ').slice(0, 500),
          region ? { defaultCountry: region as never } : undefined,
        )
      : []
  const first = inside.find(({ number }) => number.isValid())
  if (first) return { ...readingOf(first.number, region ? 'country' : 'international'), by: 'assumed' }
  return region === undefined && !/^\+|^00/.test(typed)
    ? 'no country given and no international prefix'
    : 'not a number in use anywhere it could belong'
}

function readOne(part: string, region: string | undefined): PhoneReading | undefined {
  const number = withoutLabel(part)
  if (/^\+/.test(number)) return valid(number, undefined, 'international')
  if (region) {
    const national = valid(number, region, 'country')
    if (national) return national
  }
  const digits = number.replace(/\D/g, '')
  if (/^00[1-9]/.test(digits)) return valid(`+${number.replace(/^\D*0\D*0/, '')}`, undefined, 'international')
  if (/^011[1-9]/.test(digits) && digits.length > 12)
    return valid(`+${number.replace(/^\D*0\D*1\D*1/, '')}`, undefined, 'international')
  if (/^1?8(00|33|44|55|66|77|88)\d{7}$/.test(digits)) return valid(digits, 'US', 'assumed')
  // "442070313000": the plus was lost on the way, a common result of a spreadsheet.
  return digits.length >= 11 && !digits.startsWith('0') ? valid(`+${number}`, undefined, 'assumed') : undefined
}

function valid(text: string, region: string | undefined, by: PhoneReading['by']): PhoneReading | undefined {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(region ? { defaultCountry: region as never } : {}),
  })
  if (!number?.isValid()) return undefined
  const foreign =
    by === 'country' && number.country !== undefined && number.country !== region && /^\D*00|^\D*011/.test(text)
  return readingOf(number, foreign ? 'international' : by)
}

function readingOf(number: PhoneNumber, by: PhoneReading['by']): PhoneReading {
  const type = TYPES[number.getType() ?? '']
  return {
    e164: number.number,
    ...(number.country ? { country: number.country } : {}),
    ...(type ? { type } : {}),
    ...(number.ext ? { extension: number.ext } : {}),
    by,
  }
}

/**
 * Whether a number is written as it would be dialled in a country: with the digit that numbers there begin with. "(212) 555-0134" is no
 * German number, although its digits would make one behind the code of the country.
 */
export function dialledIn(written: string, number: PhoneNumber, country: string): boolean {
  const digits = written.replace(/\D/g, '')
  if (/^(?:00|011)/.test(digits)) return true
  const isOfCountry = number.country === undefined || number.country === country || number.countryCallingCode === '1'
  const trunk = /\d/.exec(number.formatNational())?.[0]
  return isOfCountry && (trunk !== '0' || digits.startsWith('0') || digits.startsWith(number.countryCallingCode))
}

function tidied(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g, (digit) =>
      String((digit.charCodeAt(0) - (digit >= '\u0966' ? 0x966 : digit >= '\u06F0' ? 0x6f0 : 0x660)) % 10),
    )
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^'/, '')
    .replace(/^(\d{7,15})\.0+$/, '$1')
}

/** "Tel.: (O) 408 …" to "408 …", `tel:` links to numbers with "ext", letters of a keypad to digits. */
function withoutLabel(text: string): string {
  const link = /^tel:([^;?]+)(?:;ext=(\d+))?/i.exec(text)
  if (link) return link[2] ? `${link[1]} ext ${link[2]}` : (link[1] ?? '')
  const bare = text
    .replace(/^[^\d+(]*(?:\((?=[^\d+])[^)]*\)[^\d+(]*)*/u, '')
    .replace(/\s*\([^\d)]*\)\s*$/u, '')
    .replace(/^\(\s*\+\s*(\d+)\s*\)/, '+$1 ')
    .replace(/\s+(durchwahl|dw|poste|anexo|ramal|int|interno)\.?\s*(?=\d)/i, ' ext ')
  const vanity = /^(\+?[\d\s().-]{3,}?)([A-Z][A-Z\d\s-]{2,})$/.exec(bare)
  if (!vanity || /\b(EXT|X)\b/.test(vanity[2] ?? '')) return bare
  return (vanity[1] ?? '') + (vanity[2] ?? '').replace(/[A-Z]/g, (letter) => KEYPAD[letter.charCodeAt(0) - 65] ?? '')
}
