// Turns what was typed, pasted, sent or imported into the value a typed column stores: the one place that decides, for the web app too.
import type { Json } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { readEmail } from './email.ts'
import {
  type DayOrder,
  type DecimalSign,
  isShortened,
  isThousandsOrNot,
  readDate,
  readDateTime,
  readNumber,
} from './reading.ts'

export interface CoercedValue {
  value: Json
  /** False when the text is kept although it is not what the column holds. */
  valid: boolean
  /** The text, where it was read as a decimal and may have meant thousands. */
  unsure?: string
}

/** How the values around one are written, as far as they tell. */
export interface WrittenValue {
  order?: DayOrder | undefined
  decimal?: DecimalSign | undefined
}

/** As spreadsheets write them in English, German, French, Spanish, Italian, Portuguese and Dutch, and as people do. */
const TRUE = new Set(
  'true yes y 1 x ✓ ✔ ☑ checked on wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar'.split(' '),
)
const FALSE = new Set('false no n 0 ☐ ✗ unchecked off falsch nein faux non falso não onwaar nee'.split(' '))

/** The value to store; null for blank text, which empties the cell. Only text is read, any other value stays. */
export function coerce(value: Json, type: string): Json {
  return typeof value === 'string' ? coerceText(value, type).value : value
}

/** Blank text empties the cell, whatever its type; what is not of the type is kept as it came. */
export function coerceText(source: string, type: string, written: WrittenValue = {}): CoercedValue {
  const text = source.trim()
  if (text === '') return { value: null, valid: true }
  switch (type) {
    case 'number':
    case 'currency':
    case 'percent': {
      const amount = type === 'currency' ? withoutCurrency(text) : text
      const read = readNumber(amount, written.decimal)
      const isUnsure = read !== null && written.decimal === undefined && isThousandsOrNot(amount)
      return { ...asRead(read, source), ...(isUnsure && { unsure: text }) }
    }
    case 'checkbox': {
      const word = text.toLowerCase()
      return asRead(TRUE.has(word) ? true : FALSE.has(word) ? false : null, source)
    }
    case 'date':
      return asRead(readDate(text, written.order), source)
    case 'datetime':
      return asRead(
        readDateTime(text, (day) => readDate(day, written.order)),
        source,
      )
    case 'multi_select': {
      const list = text.startsWith('[') ? readJson(text).value : undefined
      if (Array.isArray(list)) return { value: list, valid: true }
      const parts = text.split(/[,;\n]/).map((part) => part.trim())
      return { value: parts.filter((part) => part !== ''), valid: true }
    }
    case 'json': {
      const { value, fault } = readJson(source)
      return fault ? { value: source, valid: false } : { value: value ?? null, valid: true }
    }
    case 'email': {
      const read = readEmail(text)
      return { value: read?.address ?? text, valid: read !== null }
    }
    case 'phone':
      return { value: text, valid: !isShortened(text) }
    case 'text':
    case 'long_text':
      return { value: source, valid: true }
    default:
      return { value: text, valid: true }
  }
}

const asRead = (value: Json, source: string): CoercedValue =>
  value === null ? { value: source, valid: false } : { value, valid: true }

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const CODE = /^([-+]?)([A-Za-z]{3})\s*(?=[-+(.,\d])|(?<=[)\d])\s*([A-Za-z]{3})$/
/** Words for money beside the codes, and letters before its sign, as in `R$ 5`. */
const WORD =
  /^([-+]?)(?:kr\.?|zł|Kč|Ft|lei|[A-Z]{1,2}(?=\p{Sc}))\s*(?=[-+(.,\d]|\p{Sc})|(?<=[)\d])\s*(?:kr\.?|zł|Kč|Ft|lei)$/u

/** `USD 5`, `5 EUR` and `5 kr` without the currency, which the column says; a plain number that has one stays text. */
function withoutCurrency(text: string): string {
  const found = CODE.exec(text)
  const code = (found?.[2] ?? found?.[3] ?? '').toUpperCase()
  return CURRENCIES.has(code) ? text.replace(CODE, '$1') : text.replace(WORD, '$1')
}
