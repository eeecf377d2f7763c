// The normal form in which a value of each kind is compared.
import { isShortened } from '../values/reading.ts'
import { firmTokens } from './firm-name.ts'
import { inLatin } from './latin.ts'
import type { FieldKind } from './match-fields.ts'
import { withoutGeneration, withoutTitle } from './person-name.ts'
import { cityOf, countryOf } from './place-names.ts'

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

/** By the beginning of a month's name in six languages. */
const MONTHS = new Map(
  `jan=1 ene=1 gen=1 feb=2 fev=2 mar=3 mae=3 mrt=3 apr=4 avr=4 abr=4 may=5 mai=5 mei=5 mag=5 jun=6 juin=6 giu=6 jul=7 juil=7 lug=7
  aug=8 aou=8 ago=8 sep=9 set=9 oct=10 okt=10 ott=10 out=10 nov=11 dec=12 dez=12 dic=12`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)

/** A date that names its month, in digits: year, month and day, or month, day and year. */
function withMonth(text: string): string[] | null {
  const words = fold(text).match(/\p{L}+|\d+/gu) ?? []
  const month = words.map((word) => MONTHS.get(word.slice(0, 4)) ?? MONTHS.get(word.slice(0, 3))).find((one) => one)
  if (month === undefined) return null
  const [first = '', second] = words.filter((word) => /^\d/.test(word))
  if (second === undefined) return first.length === 4 ? [first, month] : null
  return first.length === 4 ? [first, month, second] : [month, first, second]
}

/** `yyyymmdd`; of days and months that could be either, the American order. The digits where it is no date. */
function dateForm(text: string): string {
  const digits = (/\p{L}/u.test(text) ? withMonth(text) : null) ?? text.match(/\d+/g) ?? []
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

/** States and provinces of North America and Australia are written in full or by two or three letters. */
const REGIONS = new Map(
  `alabama=al alaska=ak arizona=az arkansas=ar california=ca colorado=co connecticut=ct delaware=de district_of_columbia=dc florida=fl
  georgia=ga hawaii=hi idaho=id illinois=il indiana=in iowa=ia kansas=ks kentucky=ky louisiana=la maine=me maryland=md massachusetts=ma
  michigan=mi minnesota=mn mississippi=ms missouri=mo montana=mt nebraska=ne nevada=nv new_hampshire=nh new_jersey=nj new_mexico=nm
  new_york=ny north_carolina=nc north_dakota=nd ohio=oh oklahoma=ok oregon=or pennsylvania=pa puerto_rico=pr rhode_island=ri
  south_carolina=sc south_dakota=sd tennessee=tn texas=tx utah=ut vermont=vt virginia=va washington=wa west_virginia=wv wisconsin=wi
  wyoming=wy alberta=ab british_columbia=bc manitoba=mb new_brunswick=nb newfoundland_and_labrador=nl nova_scotia=ns ontario=on
  prince_edward_island=pe quebec=qc saskatchewan=sk new_south_wales=nsw northern_territory=nt queensland=qld south_australia=sa
  tasmania=tas victoria=vic western_australia=wa`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
)

function regionForm(text: string): string {
  const name = fold(text)
  return REGIONS.get(name) ?? name
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
  const domain = host
    .slice(host.lastIndexOf('@') + 1)
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '')
  // Other text in such a column is no address.
  return /\s/.test(domain) || !domain.includes('.') ? '' : domain
}

const FORMS: Readonly<Record<FieldKind, (text: string) => string>> = {
  given_name: (text) => fold(inLatin(withoutTitle(withoutGeneration(text)))),
  surname: (text) => fold(inLatin(withoutGeneration(text))),
  generation: (text) => text,
  firm: (text) => firmTokens(fold(inLatin(text))).join(' '),
  street: streetForm,
  place: streetForm,
  city: (text) => cityOf(fold(inLatin(text))),
  postcode: (text) => fold(text).replaceAll(' ', ''),
  region: regionForm,
  country: (text) => countryOf(fold(text), fold),
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

/** Of a number that a spreadsheet shortened what is left says nothing. */
const HAS_DIGITS: ReadonlySet<FieldKind> = new Set(['identifier', 'phone'])

/** Null for a value that says nothing. */
export function normalForm(kind: FieldKind, value: string): string | null {
  if (HAS_DIGITS.has(kind) && isShortened(value)) return null
  const form = FORMS[kind](value)
  return form === '' || NOTHING.has(form) ? null : form
}
