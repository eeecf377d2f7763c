// Decides whether a row answers a search. A compiler to SQL must agree with this file on every row.
//
// Looked through is the shown value of every column of the workbook: text and numbers, also those inside of lists and
// objects, but not the names of members. Every word has to be in some value, as search-words.ts folds them; nothing stands for anything else.
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
