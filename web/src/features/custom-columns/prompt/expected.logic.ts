// What a pinned test expects, as it is edited: typed text read back into values, and said in words.

import { readJson } from '../../../../../src/kernel/read-json.ts'
import type { Schemas } from '../../../api/shapes.ts'
import type { AnswerFieldType, ExpectedValues } from '../../columns/custom.shapes.ts'

export interface ExpectedField {
  name: string
  type: AnswerFieldType
  /** Whether it is looked at at all. */
  on: boolean
  how: 'exact' | 'contains' | 'number'
  text: string
  tolerance: string
}

const asText = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The answers of the column with what is expected of each; those that are not expected are off. */
export function readExpected(
  fields: readonly { name: string; type: AnswerFieldType }[],
  expected: ExpectedValues,
): ExpectedField[] {
  return fields.map(({ name, type }) => {
    const known = expected[name]
    const usual = type === 'number' ? 'number' : 'exact'
    return {
      name,
      type,
      on: known !== undefined,
      how: known ? (known.how ?? 'exact') : usual,
      text: asText(known?.value),
      tolerance: known?.tolerance ? String(known.tolerance) : '',
    }
  })
}

/** Null when nothing is expected, or a number is none. */
export function writeExpected(fields: readonly ExpectedField[]): ExpectedValues | null {
  const entries: [string, Schemas['TestExpectationInput']][] = []
  for (const { name, type, on, how, text, tolerance } of fields) {
    if (!on) continue
    const value = typedValue(text, type, how)
    const off = Number(tolerance)
    if (value === undefined || !(off >= 0)) return null
    entries.push([name, { value, how, ...(how === 'number' && off > 0 ? { tolerance: off } : {}) }])
  }
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

function typedValue(text: string, type: AnswerFieldType, how: ExpectedField['how']): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (how === 'number' || (type === 'number' && how === 'exact')) {
    const number = Number(trimmed)
    return Number.isFinite(number) ? number : undefined
  }
  if (type === 'boolean' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true'
  if (type === 'json') {
    return readJson(trimmed).value
  }
  return trimmed
}

/** The answers of a row as what is expected from now on. */
export function expectedFrom(
  fields: readonly { name: string; type: AnswerFieldType }[],
  values: Record<string, unknown> | null,
): ExpectedValues {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      { value: values?.[name] ?? null, how: type === 'number' ? ('number' as const) : ('exact' as const) },
    ]),
  )
}

/** "small", "contains “steel”", "1,000 ± 50", "nothing". */
export function expectationWords({ value, how, tolerance }: Schemas['TestExpectationInput']): string {
  const text = asText(value)
  if (text === '') return 'nothing'
  if (how === 'contains') return `contains “${text}”`
  return how === 'number' && tolerance ? `${text} ± ${tolerance}` : text
}
