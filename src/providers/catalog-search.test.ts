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
    ['work email', 'email-pattern'],
    ['find work e-mails', 'email-pattern'],
    ['email', 'email-pattern'],
    ['emial', 'email-pattern'],
    ['business email', 'email-pattern'],
    ['phone', 'phone-e164'],
    ['phone number', 'phone-e164'],
    ['telefone', 'phone-e164'],
    ['mobile', 'leadmagic-mobile-finder'],
    ['company name', 'company-name-cleaner'],
    ['clean company name', 'company-name-cleaner'],
    ['legal form', 'company-name-cleaner'],
    ['organisation', 'company-name-cleaner'],
    ['first name', 'person-name-parser'],
    ['surname', 'person-name-parser'],
    ['split full name', 'person-name-parser'],
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
