// Decides whether a row answers a search. A compiler to SQL must agree with this file on every row.
//
// A search reads the shown values of all columns: text and numbers, also inside lists and objects, but not member names. Every word, folded
// by search-words.ts, must be in some value. There are no wildcards.
import type { Json } from '../../kernel/json.ts'
import { type Row, shownValue } from '../values/row.ts'
import { foldSearch, searchWords } from '../values/search-words.ts'
import { scalarText } from '../values/value.ts'

export function holdsText(row: Row, text: string, columnIds: readonly string[]): boolean {
  return searchWords(text).every((word) => columnIds.some((id) => holds(shownValue(row, id), word)))
}

function holds(value: Json, word: string): boolean {
  if (value === null || typeof value === 'boolean') return false
  if (typeof value === 'object') return Object.values(value).some((item) => holds(item, word))
  return foldSearch(scalarText(value) ?? '').includes(word)
}
