// The promises of the catalogue search.
import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { searchCatalog } from './catalog-search.ts'

const first = (text: string) => searchCatalog(catalog, text)[0]?.id

describe('the search', () => {
  it.each([
    ['company domain', 'domain-normaliser'],
    ['domain', 'domain-normaliser'],
    ['doamin', 'domain-normaliser'],
    ['root domain', 'domain-normaliser'],
    ['country', 'country-normaliser'],
    ['Country code', 'country-normaliser'],
    ['contry', 'country-normaliser'],
  ])('for "%s" shows %s first', (text, id) => {
    expect(first(text)).toBe(id)
  })

  it('for nothing shows everything', () => {
    expect(searchCatalog(catalog, '  ')).toEqual(catalog)
  })

  it.each(['xyzzy', '???', 'phone xyzzy', '(.*)+$'])('for "%s" shows nothing rather than anything', (text) => {
    expect(searchCatalog(catalog, text)).toEqual([])
  })
})
