// The promises of the address normaliser: parts in the form of their country, however the address was typed, and nothing that is no address.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { addressNormaliser } from './address-normaliser.ts'

function read(address: string, country = ''): JsonObject | null {
  const answer = addressNormaliser.answer({ address, country })
  return answer.kind === 'found' ? answer.values : null
}
const parts = (...[street, city, region, postcode, country]: (string | null)[]) => ({
  street,
  city,
  region,
  postcode,
  country,
})

describe('an address', () => {
  it.each([
    [
      '1600 PENNSYLVANIA AVENUE NORTHWEST, WASHINGTON, DC 20500',
      parts('1600 Pennsylvania Ave NW', 'Washington', 'DC', '20500', 'US'),
    ],
    [
      '123 main street suite 200, springfield, il 62701-1234',
      parts('123 Main St, Ste 200', 'Springfield', 'IL', '62701-1234', 'US'),
    ],
    ['1 North Street, Austin, Texas 78701, USA', parts('1 North St', 'Austin', 'TX', '78701', 'US')],
    ['P.O. Box 12, Kenai, AK 99611', parts('PO Box 12', 'Kenai', 'AK', '99611', 'US')],
    ['350 5th Ave, New York, NY', parts('350 5th Ave', 'New York', 'NY', null, 'US')],
    ['10 downing st, london sw1a2aa', parts('10 Downing Street', 'London', null, 'SW1A 2AA', 'GB')],
    ['Flat 2, 12 High St., Oxford OX1 4AP, UK', parts('Flat 2, 12 High Street', 'Oxford', null, 'OX1 4AP', 'GB')],
    ['Hauptstr. 5, D-10115 Berlin', parts('Hauptstraße 5', 'Berlin', null, '10115', 'DE')],
    ['HAUPTSTRASSE 12 A\n80331 MÜNCHEN\nDeutschland', parts('Hauptstraße 12a', 'München', null, '80331', 'DE')],
    ['Unter den Linden 77, 10117 Berlin, Germany', parts('Unter den Linden 77', 'Berlin', null, '10117', 'DE')],
    [
      '12, av. des Champs-Elysées, 75008 PARIS CEDEX 08, France',
      parts('12 avenue des Champs-Elysées', 'Paris CEDEX 08', null, '75008', 'FR'),
    ],
    ['3 bis rue de la Paix\n75002 Paris', parts('3 bis rue de la Paix', 'Paris', null, '75002', 'FR')],
    [
      'Keizersgracht 123\n1015cj amsterdam\nNetherlands',
      parts('Keizersgracht 123', 'Amsterdam', null, '1015 CJ', 'NL'),
    ],
    ['Bahnhofstrasse 21, 8001 Zürich, Switzerland', parts('Bahnhofstrasse 21', 'Zürich', null, '8001', 'CH')],
    ['Via Roma 5, 20121 Milano (MI), Italy', parts('Via Roma 5', 'Milano', 'MI', '20121', 'IT')],
    ['100 King St W, Toronto, ON M5X1A9', parts('100 King St W', 'Toronto', 'ON', 'M5X 1A9', 'CA')],
  ])('%j has its parts', (address, expected) => {
    expect(read(address)).toMatchObject(expected)
  })

  it('of a country that is known beside it is read in the form of that country', () => {
    expect(read('Bahnhofstr. 5, 8001 Zürich', 'CH')).toMatchObject(
      parts('Bahnhofstrasse 5', 'Zürich', null, '8001', 'CH'),
    )
    expect(read('Calle Mayor 12, 28013 Madrid', 'Spain')).toMatchObject({ country: 'ES', postcode: '28013' })
  })

  it.each([
    ['350 Peachtree St, Atlanta, Georgia', 'United States', parts('350 Peachtree St', 'Atlanta', 'GA', null, 'US')],
    ['1 Ashford Ave, San Juan, Puerto Rico', 'US', parts('1 Ashford Ave', 'San Juan', 'PR', null, 'US')],
    ['1 Marine Dr, Tamuning, Guam', 'US', parts('1 Marine Dr', 'Tamuning', 'GU', null, 'US')],
    ['1 Court St, Montgomery, Ala', 'US', parts('1 Court St', 'Montgomery', 'AL', null, 'US')],
    ['100 King St, Toronto, Ontario', 'Canada', parts('100 King St', 'Toronto', 'ON', null, 'CA')],
    ['Rue de Bastogne 5, 6700 Arlon, Luxembourg', 'BE', parts('Rue de Bastogne 5', 'Arlon', null, '6700', 'BE')],
    ['Via Roma 5, 28013 Novara', 'Spain', parts('Via Roma 5', 'Novara', null, '28013', 'ES')],
    ['Calle Mayor 12, 28013 Madrid', 'Peru', parts('Calle Mayor 12', 'Madrid', null, '28013', 'PE')],
  ])('%j is in the country that is given: %j', (address, country, expected) => {
    expect(read(address, country)).toMatchObject(expected)
  })

  it('that says another country than the one given is not sure', () => {
    const sureness = (address: string, country: string) => {
      const answer = addressNormaliser.answer({ address, country })
      return answer.kind === 'found' ? answer.confidence : null
    }
    expect(sureness('Calle Mayor 12, 28013 Madrid, Spain', 'Spain')).toBe(0.9)
    expect(sureness('Calle Mayor 12, 28013 Madrid, Spain', 'France')).toBe(0.6)
    expect(sureness('10 Downing St, London SW1A 2AA', 'US')).toBe(0.6)
  })

  it.each([
    [
      'Rua Augusta 100, São Paulo, SP 01304-000, Brazil',
      parts('Rua Augusta 100', 'São Paulo', 'SP', '01304-000', 'BR'),
    ],
    ['Rua Augusta 100, São Paulo - SP, 01310-200', parts('Rua Augusta 100', 'São Paulo', 'SP', '01310-200', 'BR')],
    ['rua augusta 100, são paulo - sp, 01310-200', parts('Rua Augusta 100', 'São Paulo', 'SP', '01310-200', 'BR')],
    ['Rua Augusta 100, São Paulo/SP, CEP 01310-200', parts('Rua Augusta 100', 'São Paulo', 'SP', '01310-200', 'BR')],
    ['Rua Augusta 100, Porto Alegre RS 90010-150', parts('Rua Augusta 100', 'Porto Alegre', 'RS', '90010-150', 'BR')],
    ['Rua Augusta 100, São Paulo, 01310-200', parts('Rua Augusta 100', 'São Paulo', null, '01310-200', 'BR')],
    ['Rua Bahia 5, Curitiba, Paraná 80010-000', parts('Rua Bahia 5', 'Curitiba', 'PR', '80010-000', 'BR')],
    ['RUA AUGUSTA 100, ITU, SP 13300-000', parts('Rua Augusta 100', 'Itu', 'SP', '13300-000', 'BR')],
    [
      'Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200, Brazil',
      parts('Av. Paulista, 1578', 'São Paulo', 'SP', '01310-200', 'BR'),
    ],
    ['12 Hill Road, Mumbai 400050, India', parts('12 Hill Road', 'Mumbai', null, '400050', 'IN')],
    ['12 Hill Road, Mumbai, MH 400050, India', parts('12 Hill Road', 'Mumbai', 'MH', '400050', 'IN')],
  ])('%j has the state apart from the town', (address, expected) => {
    expect(read(address)).toMatchObject(expected)
  })

  it.each([
    ['Georg-Strasser-Str. 5, 10115 Berlin', 'Georg-Strasser-Straße 5'],
    ['Strassmannstrasse 7, 10249 Berlin', 'Strassmannstraße 7'],
    ['Alte Strasse 7, 10249 Berlin', 'Alte Straße 7'],
    ['Alte-Strasse-Nord 7, 10249 Berlin', 'Alte-Straße-Nord 7'],
  ])('only a word that ends there is a street: %j', (address, street) => {
    expect(read(address)?.street).toBe(street)
  })

  it('stands on one line as on a letter', () => {
    expect(read('12 High St, Oxford OX14AP')?.address).toBe('12 High Street, Oxford, OX1 4AP, United Kingdom')
    expect(read('Hauptstr. 5, 10115 Berlin')?.address).toBe('Hauptstraße 5, 10115 Berlin, Germany')
  })

  it.each([
    '',
    'hello world',
    'Founded in 1998 in Berlin',
    '+49 30 123456',
    'Order 12345 by Monday',
  ])('is not read out of %j', (text) => {
    expect(read(text)).toBeNull()
  })
})

it('what was normalised once stays as it is', () => {
  const anyAddress = fc
    .tuple(
      fc.constantFrom(
        'Hauptstr. 5, 10115 Berlin',
        '12 High St, Oxford OX14AP',
        '123 N. Main Street #4, Austin, TX 78701',
      ),
      fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase(),
        (text: string) => text.toLowerCase(),
      ),
    )
    .map(([text, typed]) => typed(text))
  fc.assert(
    fc.property(anyAddress, (address) => {
      const once = read(address)
      expect(once).not.toBeNull()
      expect(read(String(once?.address))).toEqual(once)
    }),
  )
})

it('an odd text is read in time', () => {
  for (const text of ['1 '.repeat(250), 'a, '.repeat(160), '12345 '.repeat(80), ','.repeat(500)]) read(text)
})
