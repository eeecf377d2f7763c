// Places whose last part two countries have: the town tells, and where it does not, nothing is guessed.
import { expect, it } from 'vitest'
import type { LookupAnswer } from '../kit/kit.ts'
import { addressNormaliser } from './address-normaliser.ts'
import { readPlaceCountry } from './country.ts'
import { countryNormaliser } from './country-normaliser.ts'

const fieldOf = (answer: LookupAnswer, field: string) =>
  answer.kind === 'found' ? (answer.values[field] ?? null) : null
const normalized = (country: string) => fieldOf(countryNormaliser.answer({ country }), 'country')
const addressed = (address: string) => fieldOf(addressNormaliser.answer({ address }), 'country')
const placed = (place: string) => readPlaceCountry(place)?.country.iso2 ?? null

it.each([
  ['Atlanta, Georgia', 'US'],
  ['Atlanta - Georgia', 'US'],
  ['Atlanta (Georgia)', 'US'],
  ['Athens, Georgia', 'US'],
  ['Tbilisi, Georgia', 'GE'],
  ['Batumi (Georgia)', 'GE'],
  ['Springfield, Georgia', null],
  ['Remote, Georgia', null],
  ['Georgia, USA', 'US'],
  ['Atlanta, Georgia, United States', 'US'],
  ['Belfast, Ireland', 'GB'],
  ['Cork, Ireland', 'IE'],
  ['Bangor, Ireland', null],
  ['Bastogne, Luxembourg', 'BE'],
  ['Esch, Luxembourg', 'LU'],
  ['Thessaloniki, Macedonia', 'GR'],
])('"%s" is in %s, for a column of countries and for a place', (place, country) => {
  expect([normalized(place), placed(place)]).toEqual([country, country])
})

it.each([
  ['350 Peachtree St, Atlanta, Georgia', 'US'],
  ['350 Peachtree St, Springfield, Georgia', null],
  ['14 Rustaveli Ave, 0108 Tbilisi, Georgia', 'GE'],
])('the address "%s" is in %s', (address, country) => {
  expect(addressed(address)).toBe(country)
})

it.each([
  ['Lebanon, Ohio', 'US'],
  ['Peru, Indiana', 'US'],
  ['Mexico, Missouri', 'US'],
  ['Boston, MA', 'US'],
  ['Dover, DE', 'US'],
  ['Berlin, DE', 'DE'],
  ['Toronto, CA', 'CA'],
  ['Bengaluru, IN', 'IN'],
  ['London, Ontario', 'CA'],
  ['Lima, Peru', 'PE'],
  ['Berlin or Remote - Canada', 'CA'],
  ['Georgia', null],
])('the place "%s" is in %s: a state decides before a country in front of it', (place, country) => {
  expect(placed(place)).toBe(country)
})

it('leaves the name of a country by itself what a column of countries says', () => {
  expect(normalized('Georgia')).toBe('GE')
})
