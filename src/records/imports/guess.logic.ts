// Guesses the type of a column by what is in it.
import type { InputColumn } from '../../engine/columns.schema.ts'
import { readDate, readNumber } from '../../engine/reading.ts'

export type InputType = InputColumn['input_type']

const EMAIL = /^(?:mailto:)?[^\s@,;<>"]+@[^\s@,;<>"]+\.[\p{L}\p{N}-]{2,}$/iu
const URL_LIKE =
  /^(?:https?:\/\/\S+|(?:www\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?:[/?#]\S*)?)$/iu
const PHONE = /^(?:tel:)?\+?[\d\s().\-/]{6,24}(?:\s*(?:ext\.?|x)\s*\d{1,6})?$/i
const CURRENCY = /^[-+(]?\s*(?:[$€£¥₹]\s*[\d.,\s]+|[\d.,\s]+\s*[$€£¥₹])\)?$/
const PERCENT = /^[-+]?\d[\d.,]*\s*%$/
// Day and month may be either way round; which, a person says.
const SLASHED_DATE = /^\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})$/
const CHECKBOX = /^(?:true|false|yes|no)$/i

/** Nothing more special than this share of the values fits is guessed. */
const ENOUGH = 0.8

const TESTS: [InputType, (text: string) => boolean][] = [
  ['email', (text) => EMAIL.test(text)],
  ['date', (text) => text.length <= 40 && (readDate(text) !== null || SLASHED_DATE.test(text))],
  ['checkbox', (text) => CHECKBOX.test(text)],
  ['percent', (text) => PERCENT.test(text)],
  ['currency', (text) => CURRENCY.test(text)],
  ['phone', isPhone],
  ['url', (text) => text.length <= 2000 && URL_LIKE.test(text)],
  ['number', isNumber],
]

/** The type that fits most of the values; text when none does, long text for paragraphs. `name` breaks ties. */
export function guessType(values: readonly string[], name: string): InputType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  if (filled.length === 0) return 'text'
  const fits = (test: (text: string) => boolean) => filled.filter(test).length >= filled.length * ENOUGH
  // Bare digits are a phone number only under a name that says so.
  if (/phone|tel\b|mobile|fax/i.test(name) && fits((text) => PHONE.test(text))) return 'phone'
  if (fits(isJsonText)) return 'json'
  const [type] = TESTS.find(([, test]) => fits(test)) ?? []
  if (type !== undefined) return type
  return filled.some((value) => value.length > 300 || value.includes('\n')) ? 'long_text' : 'text'
}

/** An object or list as text; a long one may be cut, so that only its beginning is read. */
function isJsonText(text: string): boolean {
  return /^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(text) && /[\]}]$/.test(text)
}

/** What nobody would call a column by: an address, a link, a date, an amount, a phone number. */
export function looksLikeData(text: string): boolean {
  return TESTS.some(([type, test]) => type !== 'checkbox' && test(text))
}

function isPhone(text: string): boolean {
  if (!PHONE.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  return (
    digits >= 7 &&
    digits <= 15 &&
    (/^\s*(?:tel:)?[+(]/i.test(text) || /^0\d{2,5}[\s/-]/.test(text) || /\d{3}-\d{4}$/.test(text))
  )
}

// Leading zeros are part of a code (a postcode, an article number): as a number they would be lost.
function isNumber(text: string): boolean {
  return !/^[-+]?0\d/.test(text) && readNumber(text) !== null
}
