import { describe, expect, it } from 'vitest'
import { compareTexts } from './text-order.ts'

describe('texts in order', () => {
  it.each([
    ['accents stand with their letters', ['apfel', 'äpfel', 'birne', 'zebra']],
    ['é with e', ['cote', 'coté', 'côte', 'côté', 'coz']],
    ['numbers by their value', ['item 2', 'item 10', 'item 10a', 'item 100', 'items']],
    ['versions by each of their numbers', ['1.2.9', '1.2.10', '1.10.0']],
    ['a word before a longer one', ['item', 'item 1', 'item a', 'items']],
  ])('%s', (_, texts) => expect(texts.toReversed().sort(compareTexts)).toEqual(texts))
})
