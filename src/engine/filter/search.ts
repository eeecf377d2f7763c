// Decides whether a row holds the searched text. A compiler to SQL must agree with this file on every row.
//
// Looked through is the shown value of every column of the workbook: text and numbers, also those inside of lists and
// objects, but not the names of members. Literally, without case, nothing stands for anything else.
import type { Json } from '../../kernel/json.ts'
import { type Row, shownValue } from '../values/row.ts'
import { foldCase, scalarText } from '../values/value.ts'

export function holdsText(row: Row, text: string, columnIds: readonly string[]): boolean {
  const wanted = foldCase(text)
  return columnIds.some((id) => holds(shownValue(row, id), wanted))
}

function holds(value: Json, wanted: string): boolean {
  if (value === null || typeof value === 'boolean') return false
  if (typeof value === 'object') return Object.values(value).some((item) => holds(item, wanted))
  return foldCase(scalarText(value) ?? '').includes(wanted)
}
