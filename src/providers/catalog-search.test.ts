// The promises of the catalogue search.
import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { searchCatalog, searchFields } from './catalog-search.ts'

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
    ['subdomains', 'crt-sh-subdomains'],
    ['industry code', 'industry-codes'],
    ['NACE', 'industry-codes'],
    ['officers', 'sec-officers'],
    ['news', 'gdelt-news'],
    ['social profile', 'social-normaliser'],
    ['latitude', 'openstreetmap-place'],
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

describe('what can be found', () => {
  it.each([
    ['work email', 'work_email'],
    ['email', 'work_email'],
    ['emial', 'work_email'],
    ['e-mail', 'work_email'],
    ['headcount', 'employee_count'],
    ['head count', 'employee_count'],
    ['number of employees', 'employee_count'],
    ['tech stack', 'technologies'],
    ['technology', 'technologies'],
    ['CEO', 'chief_executive'],
    ['is hiring', 'open_jobs'],
    ['hiring', 'open_jobs'],
    ['telephone', 'phone'],
    ['mobile number', 'mobile_phone'],
    ['linkedin', 'linkedin_url'],
    ['linkdin', 'linkedin_url'],
    ['revenue', 'revenue'],
    ['domain', 'company_domain'],
    ['website', 'website'],
    ['employe count', 'employee_count'],
    ['country', 'country'],
    ['fundng', 'funding_usd'],
    ['vat', 'vat_id'],
    ['subdomains', 'subdomains'],
    ['industry code', 'nace_code'],
    ['officers', 'officers'],
    ['board of directors', 'officers'],
    ['news', 'news'],
    ['hunter email', 'work_email'],
  ])('for "%s" is %s first', (text, field) => {
    expect(searchFields(catalog, text)[0]).toBe(field)
  })

  it('by the name of who is asked is what they are asked for', () => {
    expect(searchFields(catalog, 'gleif')).toContain('lei')
    expect(searchFields(catalog, 'leadmagic').length).toBeGreaterThan(2)
  })

  it.each(['', '  ', 'xyzzy', '???', 'favourite colour of the founder'])('for "%s" is nothing', (text) => {
    expect(searchFields(catalog, text)).toEqual([])
  })
})
