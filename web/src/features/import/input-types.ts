// The types a plain column can have, in words.
import type { InputType } from '../../api/shapes.ts'

export const inputTypes: [InputType, string][] = [
  ['text', 'Text'],
  ['long_text', 'Long text'],
  ['number', 'Number'],
  ['currency', 'Currency'],
  ['percent', 'Percent'],
  ['date', 'Date'],
  ['datetime', 'Date and time'],
  ['checkbox', 'Checkbox'],
  ['select', 'Select'],
  ['multi_select', 'Multi-select'],
  ['email', 'Email'],
  ['url', 'URL'],
  ['phone', 'Phone'],
  ['json', 'JSON'],
]
