// What is kept of the answer to an `http` column: its fields by path, in the declared types.

import type { CUSTOM_FIELD_TYPES } from '../../../engine/columns/column-parts.schema.ts'
import { answerAt } from '../../../engine/values/path.ts'
import { scalarNumber, scalarText, textOf } from '../../../engine/values/value.ts'
import { isEmpty, type Json, type JsonObject } from '../../../kernel/json.ts'
import { losesDigits } from '../../../kernel/read-json.ts'
import type { CustomOutput } from '../../../providers/kit/kit.ts'
import type { HttpSettings } from './http-request.logic.ts'

type FieldType = (typeof CUSTOM_FIELD_TYPES)[number]

export const WHOLE: CustomOutput = { field: 'response', label: 'Response', type: 'json' }

export function outputsOf({ fields }: HttpSettings): CustomOutput[] {
  return fields.length === 0 ? [WHOLE] : fields.map(({ name, type }) => ({ field: name, label: name, type }))
}

/** The values of the fields, those without any left out; or which of them is not of its type. */
export function readFields({ fields }: HttpSettings, answer: Json): { values: JsonObject } | { wrong: string } {
  if (fields.length === 0) return { values: { [WHOLE.field]: answer } }
  const values: JsonObject = {}
  for (const { name, path, type } of fields) {
    const found = answerAt(answer, path)
    if (isEmpty(found)) continue
    const value = asType(found, type)
    if (value === null) return { wrong: `"${name}" is not a ${type} value there, but ${textOf(found).slice(0, 60)}` }
    values[name] = value
  }
  return { values }
}

/** The value in a type, as far as it can be read as one; null when it cannot. */
function asType(value: Json, type: FieldType): Json {
  if (type === 'json') return value
  if (type === 'number') return asNumber(typeof value === 'string' ? value.trim() : value)
  if (type === 'boolean') {
    const text = scalarText(value)?.trim().toLowerCase()
    if (text === 'true' || text === '1') return true
    return text === 'false' || text === '0' ? false : null
  }
  return textOf(value)
}

/** An integer that no number holds stays its digits: it names something, and another one would name something else. */
function asNumber(value: Json): Json {
  const isLongInteger = typeof value === 'string' && /^-?[1-9]\d*$/.test(value) && losesDigits(value)
  return isLongInteger ? value : scalarNumber(value)
}
