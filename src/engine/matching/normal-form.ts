// The normal form in which a value of each kind is compared.
import { firmTokens } from './firm-name.ts'
import { inLatin } from './latin.ts'
import type { FieldKind } from './match-fields.ts'
import { withoutGeneration } from './person-name.ts'

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
}

/** Small letters and digits with single blanks between, without accents. */
export function fold(text: string): string {
  const plain = (text.includes('&#') ? withLetters(text) : text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßøłđæœþðı]/g, (letter) => LETTERS[letter] ?? letter)
  return plain
    .replace(/\p{M}+/gu, '')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters that came as numeric references of HTML. */
const withLetters = (text: string) =>
  text.replace(/&#(\d{2,6});?/g, (_, code: string) => String.fromCodePoint(Math.min(0x10ffff, Number(code))))

const STREET_WORDS = new Map(
  `st=street str=street strasse=street rd=road ave=avenue av=avenue blvd=boulevard boul=boulevard dr=drive ln=lane pl=place hwy=highway sq=square ct=court crt=court
  cres=crescent cct=circuit tce=terrace ter=terrace pkwy=parkway pde=parade cl=close gr=grove n=north s=south e=east w=west ne=northeast nw=northwest se=southeast
  sw=southwest ste=suite apt=apartment fl=floor platz=place allee=avenue rue=street calle=street first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7
  eighth=8 ninth=9 tenth=10`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)
const UNIT_WORDS = new Set([
  'suite',
  'apartment',
  'unit',
  'floor',
  'room',
  'level',
  'no',
  'at',
  'between',
  'off',
  'near',
])

/** The number of the house first, then the words of the street in full. */
function streetForm(text: string): string {
  const words = fold(inLatin(text))
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const ordinal = word.match(/^(\d+)(st|nd|rd|th)$/)?.[1]
      if (ordinal !== undefined) return ordinal
      if (/^\p{L}{3,}str(asse)?$/u.test(word)) return word.replace(/str(asse)?$/, 'strasse')
      return STREET_WORDS.get(word) ?? word
    })
    .filter((word) => !UNIT_WORDS.has(word))
  const number = words.findIndex((word) => /^\d/.test(word))
  if (number > 0 && words.length > 1) words.unshift(...words.splice(number, 1))
  return words.join(' ')
}

/** `yyyymmdd`; of days and months that could be either, the American order. The digits where it is no date. */
function dateForm(text: string): string {
  const digits = text.match(/\d+/g) ?? []
  const [a = '', b = '', c = ''] = digits
  const pad = (part: string) => part.padStart(2, '0').slice(-2)
  if (a.length === 8) return a
  if (a.length === 4 && b !== '') return `${a}${pad(b)}${pad(c)}`
  if (c.length === 4 || c.length === 2) {
    const year = c.length === 4 ? c : `${Number(c) > 30 ? 19 : 20}${c}`
    return Number(a) > 12 ? `${year}${pad(b)}${pad(a)}` : `${year}${pad(a)}${pad(b)}`
  }
  return digits.join('')
}

function phoneForm(text: string): string {
  const digits = text
    .replace(/(?:ext|extension|x)\.?\s*\d+\s*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  return digits.length < 6 ? '' : digits.slice(-10)
}

/** Without the name before it, a tag after a plus, and the dots that Gmail passes over. */
function emailForm(text: string): string {
  const address = (text.match(/<([^<>]+)>/)?.[1] ?? text).trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return ''
  const domain = address
    .slice(at + 1)
    .replace(/\.$/, '')
    .replace(/^googlemail\.com$/, 'gmail.com')
  const local = address.slice(0, at).replace(/\+.*$/, '')
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}

function domainForm(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
  return host
    .slice(host.lastIndexOf('@') + 1)
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '')
}

const FORMS: Readonly<Record<FieldKind, (text: string) => string>> = {
  given_name: (text) => fold(inLatin(withoutGeneration(text))),
  surname: (text) => fold(inLatin(withoutGeneration(text))),
  generation: (text) => text,
  firm: (text) => firmTokens(fold(inLatin(text))).join(' '),
  street: streetForm,
  place: streetForm,
  city: (text) => fold(inLatin(text)),
  postcode: (text) => fold(text).replaceAll(' ', ''),
  region: fold,
  country: fold,
  date: dateForm,
  identifier: (text) => fold(text).replaceAll(' ', ''),
  email: emailForm,
  phone: phoneForm,
  domain: domainForm,
  text: fold,
  people: (text) =>
    withLetters(text)
      .split(/[,;&]|\band\b/)
      .map(fold)
      .filter((name) => name !== '')
      .join('|'),
  number: (text) => text.replace(/[^\d.-]/g, ''),
  category: fold,
}

const NOTHING = new Set(['n a', 'na', 'none', 'null', 'nan', 'unknown', 'undefined'])

/** Null for a value that says nothing. */
export function normalForm(kind: FieldKind, value: string): string | null {
  const form = FORMS[kind](value)
  return form === '' || NOTHING.has(form) ? null : form
}
