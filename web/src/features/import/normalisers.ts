// What counts as the same value when rows are recognised, in words.
import type { Normaliser } from '../../api/shapes.ts'

export const normalisers: [Normaliser, string][] = [
  ['domain', 'As domains (https://www.ikea.com = ikea.com)'],
  ['email', 'As e-mail addresses'],
  ['phone', 'As phone numbers'],
  ['linkedin', 'As LinkedIn profiles or company pages'],
  ['external_id', 'Exactly, as ids of another system'],
  ['text', 'As text, without case and outer blanks'],
]
