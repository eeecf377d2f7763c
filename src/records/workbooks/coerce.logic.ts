// Turns what was typed, sent or imported into the value a typed input column stores; what does not parse is kept as it came.
import type { InputColumn } from '../../engine/columns.schema.ts'
import { readDate, readNumber } from '../../engine/reading.ts'
import type { Json } from '../../kernel/json.ts'

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
    case 'number':
    case 'currency':
    case 'percent':
      return readNumber(text) ?? value
    case 'checkbox': {
      const word = text.toLowerCase()
      return TRUE.has(word) ? true : FALSE.has(word) ? false : value
    }
    case 'date':
      return readDate(text) ?? value
    case 'multi_select': {
      const parts = text.split(/[,;\n]/).map((part) => part.trim())
      return parts.filter((part) => part !== '')
    }
    case 'json':
      return readJson(text) ?? value
    case 'text':
    case 'long_text':
      return value
    default:
      return text
  }
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
