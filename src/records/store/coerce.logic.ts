// Turns what was typed, sent or imported into the value a typed input column stores; what does not parse is kept as it came.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { readDate, readDateTime, readNumber } from '../../engine/values/reading.ts'
import type { Json } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'

type InputType = InputColumn['input_type']

/** As spreadsheets write them in English, German, French, Spanish, Italian, Portuguese and Dutch, and as people do. */
const TRUE = new Set(
  'true yes y 1 x ✓ ✔ ☑ checked on wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar'.split(' '),
)
const FALSE = new Set('false no n 0 ☐ ✗ unchecked off falsch nein faux non falso não onwaar nee'.split(' '))

/** The value to store; null for blank text, which empties the cell. Only text is read, any other value stays. */
export function coerce(value: Json, type: InputType): Json {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return null
  switch (type) {
    case 'currency':
      return readNumber(withoutCode(text)) ?? value
    case 'number':
    case 'percent':
      return readNumber(text) ?? value
    case 'checkbox': {
      const word = text.toLowerCase()
      return TRUE.has(word) ? true : FALSE.has(word) ? false : value
    }
    case 'date':
      return readDate(text) ?? value
    case 'datetime':
      return readDateTime(text) ?? value
    case 'multi_select': {
      const list = text.startsWith('[') ? readJson(text).value : undefined
      if (Array.isArray(list)) return list
      const parts = text.split(/[,;\n]/).map((part) => part.trim())
      return parts.filter((part) => part !== '')
    }
    case 'json':
      return readJson(text).value ?? value
    case 'text':
    case 'long_text':
      return value
    default:
      return text
  }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const CODE = /^([A-Za-z]{3})[\s\u00a0]*(?=[-+(.,\d])|(?<=[)\d])[\s\u00a0]*([A-Za-z]{3})$/

/** `USD 5` and `5 EUR` without the currency, which the column says. */
function withoutCode(text: string): string {
  const found = CODE.exec(text)
  const code = (found?.[1] ?? found?.[2] ?? '').toUpperCase()
  return CURRENCIES.has(code) ? text.replace(CODE, '') : text
}
