// Guesses the type of a column by what is in it.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { readEmail } from '../../engine/values/email.ts'
import { isShortened, readDate, readDateTime, readNumber } from '../../engine/values/reading.ts'

export type InputType = InputColumn['input_type']

const EMAIL = /^(?:mailto:)?[^\s@,;<>"]+@[^\s@,;<>"]+\.[\p{L}\p{N}-]{2,}$/iu
const URL_LIKE =
  /^(?:https?:\/\/\S+|(?:www\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?:[/?#]\S*)?)$/iu
const PHONE = /^(?:tel:)?\+?[\d\s().\-/]{6,24}(?:\s*(?:ext\.?|x)\s*\d{1,6})?$/i
const CURRENCY = /^[-+(]?\s*(?:[$€£¥₹]\s*[\d.,\s]+|[\d.,\s]+\s*[$€£¥₹])\)?$/
const PERCENT = /^[-+]?\d[\d.,]*\s*%$/
// Day and month may be either way round; which, a person says.
const SLASHED_DATE = /^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})$/
// A version or the number of an article is written like a day of a year in two digits.
const SHORT_YEAR = /^\d{1,2}[-.]\d{1,2}[-.]\d{2}$/
const CHECKBOX = /^(?:true|false|yes|no)$/i

/** Nothing more special than this share of the values fits is guessed. */
const ENOUGH = 0.8

const HAS_TIME = /\d{1,2}:\d{2}/

const isDay = (text: string) =>
  text.length <= 40 &&
  !HAS_TIME.test(text) &&
  !SHORT_YEAR.test(text) &&
  (readDate(text) !== null || SLASHED_DATE.test(text))
const isTime = (text: string) =>
  text.length <= 60 && HAS_TIME.test(text) && readDateTime(text, (day) => readDate(day) ?? slashed(day)) !== null
/** Whether it is a day at all, either way round. */
const slashed = (day: string) => (SLASHED_DATE.test(day) ? '2000-01-01' : null)

const TESTS: [InputType, (text: string) => boolean][] = [
  ['email', (text) => EMAIL.test(text) || (text.endsWith('>') && readEmail(text) !== null)],
  ['date', isDay],
  ['datetime', (text) => isTime(text) || isDay(text)],
  ['checkbox', (text) => CHECKBOX.test(text)],
  ['percent', (text) => PERCENT.test(text)],
  ['currency', (text) => CURRENCY.test(text)],
  ['phone', isPhone],
  ['url', (text) => text.length <= 2000 && URL_LIKE.test(text)],
  ['number', isNumber],
]

/** Words for a telephone in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish and Russian. */
const PHONE_NAME =
  /phone|\btel\b|telef[oó]n|t[eé]l[eé]phone|\bt[eé]l\b|mobile|mobil\b|\bcell|fax|handy|rufnummer|durchwahl|portable|m[oó]vil|celular|cellulare|telem[oó]vel|telefoon|mobiel|kom[oó]rk|\bcep\b|телефон|моб/iu

/** Words for what is counted by nobody. */
const ID_NAME =
  /\b(?:id|uuid|key|code|ean|gtin|upc|isbn|sku|iban|account|no|nr|number|konto|código|codice|kod|numéro|número|numero|номер|код)\b|nummer|番号|编号|번호/iu

/**
 * The type that fits most of the values and loses nothing of them: reading a value of the type writes what stood there. Text when none
 * does, long text for paragraphs. `name` breaks ties.
 */
export function guessType(values: readonly string[], name: string): InputType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  if (filled.length === 0) return 'text'
  const fits = (test: (text: string) => boolean) => filled.filter(test).length >= filled.length * ENOUGH
  // Bare digits are a phone number only under a name that says so.
  if (PHONE_NAME.test(name) && fits((text) => PHONE.test(text))) return 'phone'
  // As numbers they would be others than were meant.
  if ((PHONE_NAME.test(name) || ID_NAME.test(name)) && filled.some(isShortened)) return 'text'
  if (fits(isJsonText)) return 'json'
  const [type] = TESTS.find(([, test]) => fits(test)) ?? []
  // Amounts in several currencies would lose theirs.
  if (type === 'currency' && symbolsOf(filled).size > 1) return 'text'
  if (type !== undefined) return type
  return filled.some((value) => value.length > 300 || value.includes('\n')) ? 'long_text' : 'text'
}

const SYMBOL = /[$€£¥₹]/
const CODES: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }
const symbolsOf = (values: readonly string[]) => new Set(values.flatMap((value) => SYMBOL.exec(value)?.[0] ?? []))

/** The ISO 4217 code of the one currency that the amounts are written in; undefined when they do not say. */
export function guessCurrency(values: readonly string[]): string | undefined {
  const [symbol, ...others] = symbolsOf(values)
  return symbol === undefined || others.length > 0 ? undefined : CODES[symbol]
}

/** An object or list as text; a long one may be cut, so that only its beginning is read. */
function isJsonText(text: string): boolean {
  return /^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(text) && /[\]}]$/.test(text)
}

/** Texts that are no column names: an address, a link, a date, an amount, a phone number. */
export function looksLikeData(text: string): boolean {
  return TESTS.some(([type, test]) => type !== 'checkbox' && test(text))
}

function isPhone(text: string): boolean {
  if (!PHONE.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  return (
    digits >= 7 &&
    digits <= 15 &&
    (/^\s*(?:tel:)?[+(]/i.test(text) ||
      /^0\d{2,5}[\s/-]/.test(text) ||
      /^0\d(?:[\s.-]\d{2}){4}$/.test(text) ||
      /\d{3}-\d{4}$/.test(text))
  )
}

// Leading zeros are part of a code (a postcode, an article number), and so is 12E5 without a sign: as numbers they would be lost. An
// amount loses its currency, a share its sign, and a telephone number its plus.
function isNumber(text: string): boolean {
  return !/^\+|^[-(]?0\d|\de\d|[$€£¥₹%]/i.test(text) && readNumber(text) !== null
}

/** Names of what is counted by nobody, and of years, in the same languages. */
const PLAIN_NAME =
  /(?<!\p{L})(?:ids?|uuid|key|code|ean|gtin|upc|isbn|sku|iban|siren|siret|vat|zip|postal|postcode|plz|year|jaar|année|annee|año|ano|anno|rok|yıl|год|founded|gegründet|konto|código|codice|kod|код)(?!\p{L})|jahr(?!\p{L})|(?:nummer|(?<!\p{L})(?:number|numéro|numero|número|no|nr|num|номер))$|番号|编号|번호/iu
const MOST_GAP = 10
const LEAST_COUNTED = 1000
const LEAST_VALUES = 5

/** Whether the numbers of a column are no amounts, but ids or years: by its name in plain words, or because they are whole and count on. */
export function areIds(values: readonly string[], name: string): boolean {
  const numbers = values.map(Number)
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) return false
  if (PLAIN_NAME.test(name)) return true
  const distinct = new Set(numbers)
  const low = numbers.reduce((least, one) => Math.min(least, one))
  const high = numbers.reduce((most, one) => Math.max(most, one))
  return (
    distinct.size === numbers.length &&
    numbers.length >= LEAST_VALUES &&
    low >= LEAST_COUNTED &&
    high - low <= numbers.length * MOST_GAP
  )
}
