// What a collection costs, in words that say how it is made up.
import { expect, test } from 'vitest'
import { priceWords } from './sources.logic.ts'

const places = { billed_as: 'places', page_size: 20 }

test.each([
  [{ billed_as: null, page_size: 100 }, 50, [], /^The source is free/],
  [places, 50, [{ id: 'places', price_usd: 0.032 }], /at most \$0\.096: 3 pages at \$0\.032\.$/],
  [places, 20, [{ id: 'places', price_usd: 0.032 }], /at most \$0\.032: 1 page at/],
  [places, Number.NaN, [{ id: 'places', price_usd: 0.032 }], /1 page at/],
  [places, 50, [{ id: 'places', price_usd: null }], /not known/],
  [places, 50, [], /not known/],
])('%j, %s leads', (source, most, providers, words) => {
  expect(priceWords(source, most, providers)).toMatch(words)
})
