// Address normalizer: an address as it was typed to its parts, each in the form of its country, and the whole on one line.
import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { isOneCase } from '../names/name-case.ts'
import { addressesIn, type PostalAddress } from './addresses.ts'
import { countryByCode, readCountry } from './country.ts'
import { addressLine, inPostalForm, placeCase } from './postal-form.ts'
import { regionOf } from './regions.ts'
import { countryOfSharedName } from './shared-names.ts'

const LONGEST = 500

export const addressNormaliser: LocalLookup = {
  ...COMPUTED,
  id: 'address-normaliser',
  label: 'Address normalizer',
  description:
    'Splits a postal address into street, city, region, postcode and country, in the form of its country: US, UK, Germany, France, the Netherlands and others.',
  docs_url: 'https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions',
  inputs: [
    {
      name: 'address',
      label: 'Address',
      type: 'text',
      required: true,
      help: 'One address on one line or several, typed in any way.',
      aliases: [
        'address',
        'full address',
        'postal address',
        'headquarters',
        'location',
        'anschrift',
        'adresse',
        'adres',
      ],
    },
    {
      name: 'country',
      label: 'Country',
      type: 'text',
      required: false,
      help: 'Where the address is: a name or a code. It counts more than what the address itself seems to say.',
      aliases: ['country', 'country code', 'land', 'pays'],
    },
  ],
  outputs: [
    { field: 'address' },
    { field: 'street' },
    { field: 'city' },
    { field: 'region' },
    { field: 'postcode' },
    { field: 'country', label: 'Country code (ISO 3166-1)' },
  ],
  sample: {
    inputs: { address: '1600 PENNSYLVANIA AVENUE NORTHWEST, WASHINGTON, DC 20500' },
    values: { street: '1600 Pennsylvania Ave NW', city: 'Washington', region: 'DC', postcode: '20500', country: 'US' },
  },
  answer: ({ address = '', country = '' }) => {
    if (address.length > LONGEST) return notFound('is longer than an address')
    const given = country === '' ? undefined : readCountry(country)?.country.iso2
    const read = readAddress(address, given ?? null)
    if (!read) return notFound('no postal address was recognized')
    const parts = inPostalForm(read.address)
    const name = parts.country === null ? null : (countryByCode(parts.country)?.name ?? null)
    const isWhole = parts.street !== null && parts.city !== null && parts.postcode !== null && parts.country !== null
    const isUnsure = parts.country === null || read.says_another
    return found({ ...parts, address: addressLine(parts, name) }, isUnsure ? 0.6 : isWhole ? 0.9 : 0.75)
  },
}

interface AddressReading {
  address: PostalAddress
  /** It names another country than the one given, or has the postcode of another. */
  says_another: boolean
}

/** `given`: the country that it is said to be in, whatever the address seems to say. */
function readAddress(text: string, given: string | null): AddressReading | undefined {
  const lines = text
    .normalize('NFC')
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/[,;\s]+$/, '')
        .trim(),
    )
    .filter((line) => line !== '')
  const named = countryAtEnd(lines, given)
  const country = given ?? named?.country ?? null
  const rest = (named?.lines ?? lines).map(inReadableCase).join('\n').replace(FRENCH_COMMA, '$1 ')
  const [best] = addressesIn(rest, country, country !== null).sort((a, b) => partsOf(b) - partsOf(a))
  if (!best) return undefined
  const says_another = given !== null && [named?.country ?? given, best.country ?? given].some((one) => one !== given)
  // "350 5th Ave, New York, NY": a state ends it where no postcode does.
  const home = country ?? 'US'
  const [last = '', before = ''] = rest.split(/[,\n]/).reverse()
  const isEither = country === null && countryOfSharedName(last, before) === null
  const state = best.postcode === null && !isEither ? regionOf(home, last.trim()) : undefined
  if (state) return { address: { ...best, region: state, country: home }, says_another }
  return { address: { ...best, country: given ?? best.country ?? country }, says_another }
}

/** "12, rue de la Paix": the number of the house is no part of its own. */
const FRENCH_COMMA =
  /\b(\d{1,4}(?: ?(?:bis|ter))?),\s+(?=(?:rue|av|bd|boulevard|place|pl|all[ée]e|chemin|quai|impasse|route|rte|cours)\b)/giu

const partsOf = ({ street, city, postcode }: PostalAddress) =>
  [street, city, postcode].filter((part) => part !== null).length

/** The country that ends the address, and the lines without it. Two letters there are more often a state. */
function countryAtEnd(
  lines: readonly string[],
  given: string | null,
): { country: string; lines: string[] } | undefined {
  const last = lines.at(-1) ?? ''
  const [, head = '', tail = last] = /^(.*)[,;]\s*([^,;]+)$/u.exec(last) ?? []
  // "Atlanta, Georgia" in the United States.
  if (given !== null && regionOf(given, tail) !== undefined) return undefined
  const isCode = /^[A-Za-z]{1,2}$/.test(tail) && !/^(?:US|UK|GB)$/i.test(tail)
  // A name that a state has as well is told by the town before it.
  const whole = [...lines.slice(0, -1), head, tail].filter((line) => line !== '').join(', ')
  const country = isCode || /\d/.test(tail) ? undefined : readCountry(whole.slice(-200))?.country.iso2
  if (!country || (head === '' && lines.length === 1)) return undefined
  return { country, lines: [...lines.slice(0, -1), head].filter((line) => line !== '') }
}

/** A line typed in small letters, with capitals where they tell a state or a postcode from a word. */
function inReadableCase(line: string): string {
  if (!isOneCase(line) || line === line.toUpperCase()) return line
  return placeCase(line)
    .replace(/\b([a-z]{2})(?=,?\s(?:cep:?\s)?\d{5}(?:-\d{3,4})?$)/iu, (state) => state.toUpperCase())
    .replace(/\b[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}$/iu, (code) => code.toUpperCase())
    .replace(/\b\d{4}\s?[a-z]{2}\b/giu, (code) => code.toUpperCase())
}
