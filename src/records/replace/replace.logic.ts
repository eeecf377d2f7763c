// What find and replace makes of a value: the text replaced, and the result read by the type of its column.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { type InvalidReason, invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { coerce } from '../../engine/values/coerce.ts'
import { MAX_CELL } from '../../engine/values/value-size.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { escapePattern } from '../../kernel/escape-pattern.ts'
import type { Json } from '../../kernel/json.ts'
import { isSame } from '../store/recorder.ts'

export const MOST_ROWS_BY_ID = 1000

export interface ReplaceRule {
  find: string
  replace_with: string
  match_case: boolean
  whole_cell: boolean
}

export interface ReplacedValue {
  after: Json
  /** Why the value stays as it is; null: it is replaced. */
  unfit: InvalidReason | 'too_long' | null
}

export type Replacer = (value: Json | undefined, column: InputColumn) => ReplacedValue | null

/** What happens to each value that holds the text; null for one that does not, or that would be the same afterwards. */
export function replacerOf(rule: ReplaceRule): Replacer {
  const replace = textReplacerOf(rule)
  return (value, column) => {
    if (value === undefined || value === null) return null
    const isList = Array.isArray(value) && column.input_type === 'multi_select'
    const found = isList ? inList(value, replace) : replace(textOf(value, column))
    if (found === null) return null
    if (found === 'too_long') return { after: value, unfit: 'too_long' }
    const after = coerce(found, column.input_type)
    return isSame(after, value) ? null : { after, unfit: invalidReasonOf(after, column) }
  }
}

const textOf = (value: Json, { input_type }: InputColumn) =>
  input_type === 'json' && typeof value !== 'string' ? JSON.stringify(value) : displayText(value)

type TextReplacer = (text: string) => string | null

function textReplacerOf({ find, replace_with, match_case, whole_cell }: ReplaceRule): TextReplacer {
  const literal = escapePattern(find)
  const pattern = new RegExp(whole_cell ? `^${literal}$` : literal, match_case ? 'gu' : 'giu')
  return (text) => {
    const found = text.match(pattern)
    if (found === null) return null
    // Counted before it is made: a short text in a long value could come to gigabytes.
    const length = found.reduce((sum, one) => sum + replace_with.length - one.length, text.length)
    if (length > MAX_CELL && length > text.length) return 'too_long'
    return text.replace(pattern, () => replace_with)
  }
}

/** Each choice by itself: those that become blank go, and those that become the same are one. */
function inList(items: readonly Json[], replace: TextReplacer): Json | 'too_long' {
  const replaced = items.map((item) => (typeof item === 'string' ? replace(item) : null))
  if (replaced.includes('too_long')) return 'too_long'
  if (replaced.every((one) => one === null)) return null
  const after: Json[] = []
  for (const [index, item] of items.entries()) {
    const now = replaced[index]?.trim() ?? item
    if (now !== '' && !after.some((one) => isSame(one, now))) after.push(now)
  }
  return after.length === 0 ? '' : after
}
