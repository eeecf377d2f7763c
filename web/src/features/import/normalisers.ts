// How values of the duplicate key are compared, in words.
import type { Normaliser } from '../../api/shapes.ts'

export const normalisers: [Normaliser, string][] = [
  ['domain', 'As domains (https://www.ikea.com = ikea.com)'],
  ['email', 'As e-mail addresses'],
  ['phone', 'As phone numbers'],
  ['linkedin', 'As LinkedIn profiles or company pages'],
  ['external_id', 'Exactly, as ids of another system'],
  ['text', 'Ignore case and spaces'],
]
