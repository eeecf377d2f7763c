// The promises of the country normaliser.
import { describe, expect, it } from 'vitest'
import { countryOfSuffix, readCountry } from './country.ts'
import { COUNTRIES } from './country-names.ts'

describe('a country', () => {
  it.each([
    ['US', 'US'],
    ['usa', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['the united states of america', 'US'],
    ['America', 'US'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['England', 'GB'],
    ['great britain', 'GB'],
    ['GBR', 'GB'],
    ['Deutschland', 'DE'],
    ['Allemagne', 'DE'],
    ['Alemania', 'DE'],
    ['DEU', 'DE'],
    ['Federal Republic of Germany', 'DE'],
    ['日本', 'JP'],
    ['中国', 'CN'],
    ['대한민국', 'KR'],
    ['Россия', 'RU'],
    ['España', 'ES'],
    ['Espana', 'ES'],
    ['Österreich', 'AT'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['TURKIYE', 'TR'],
    ["Cote d'Ivoire", 'CI'],
    ['Ivory Coast', 'CI'],
    ['Holland', 'NL'],
    ['The Netherlands', 'NL'],
    ['Republic of Korea', 'KR'],
    ['Korea, South', 'KR'],
    ['Republic of China', 'TW'],
    ["People's Republic of China", 'CN'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['St. Lucia', 'LC'],
    ['Bosnia & Herzegovina', 'BA'],
    ['UAE', 'AE'],
    ['Hong Kong SAR', 'HK'],
    ['🇫🇷', 'FR'],
    ['Germany (DE)', 'DE'],
    ['San Francisco, California, USA', 'US'],
    ['Paris, France', 'FR'],
    ['London - United Kingdom', 'GB'],
    ['  germany  ', 'DE'],
    ['Republic of Ireland', 'IE'],
    ['Kingdom of Sweden', 'SE'],
    ['Viet Nam', 'VN'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
  ])('written %s is %s', (text, iso2) => {
    expect(readCountry(text)?.country.iso2).toBe(iso2)
  })

  it.each([
    '',
    '-',
    'Berlin',
    'San Francisco, CA',
    'France (Germany)',
    'Europe',
    'EMEA',
    'ZZ',
    'U',
    'and',
    'NA',
  ])('is not guessed from "%s"', (text) => {
    expect(readCountry(text)).toBeUndefined()
  })

  it('is read back from its own name and codes', () => {
    for (const country of COUNTRIES) {
      for (const text of [
        country.iso2 === 'NA' ? 'NAM' : country.iso2,
        country.iso3,
        country.name,
        ...country.aliases,
      ]) {
        expect([text, readCountry(text)?.country.iso2]).toEqual([text, country.iso2])
      }
    }
  })
})

describe('the country of a domain ending', () => {
  it.each([
    ['de', 'DE'],
    ['co.uk', 'GB'],
    ['com.au', 'AU'],
    ['xn--p1ai', 'RU'],
    ['us', 'US'],
  ])('%s is %s', (suffix, iso2) => {
    expect(countryOfSuffix(suffix)?.iso2).toBe(iso2)
  })

  it.each(['com', 'org', 'io', 'co', 'ai', 'tv', 'me', 'eu', 'app', 'xn--e1a4c'])('%s says nothing', (suffix) => {
    expect(countryOfSuffix(suffix)).toBeUndefined()
  })
})
