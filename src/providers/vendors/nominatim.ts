// OpenStreetMap: the place of a business or an address, by the search of Nominatim. Everything of it is under the ODbL.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { failed, found, type HttpLookup, type Inputs, notFound } from '../kit/kit.ts'
import { list, number, record, text, webAddress } from '../kit/reply-values.ts'
import { COMPANY, SEARCH_COUNTRY } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'
import { readPhone } from '../phones/phone.ts'
import { readCountry } from '../places/country.ts'
import { inPostalForm } from '../places/postal-form.ts'

const MOST_PLACES = 10

export const openStreetMapPlace: HttpLookup = {
  ...openApi('openstreetmap'),
  id: 'openstreetmap-place',
  label: 'Place on the map (OpenStreetMap)',
  description:
    'Finds a business or an address in OpenStreetMap: position, address, kind, opening hours, phone, website.',
  docs_url: 'https://nominatim.org/release-docs/latest/api/Search/',
  inputs: [
    { ...COMPANY, help: 'The name of the business; a place of this name or brand is taken and no other.' },
    {
      name: 'address',
      label: 'Address or town',
      type: 'text',
      required: false,
      help: 'The town of the place, or the address to locate.',
      aliases: ['address', 'full address', 'street address', 'city', 'town', 'location'],
    },
    { ...SEARCH_COUNTRY, help: 'The country to search in, by name or by two letters.' },
  ],
  one_of: [['company', 'address']],
  outputs: [
    { field: 'latitude' },
    { field: 'longitude' },
    { field: 'address' },
    { field: 'company_name', label: 'Name on the map' },
    { field: 'street' },
    { field: 'city' },
    { field: 'region' },
    { field: 'postcode' },
    { field: 'country' },
    { field: 'place_types' },
    { field: 'opening_hours' },
    { field: 'phone' },
    { field: 'website' },
    { field: 'company_email' },
    { field: 'wikidata_id' },
    { field: 'maps_url' },
    { field: 'osm_id' },
  ],
  license: 'ODbL-1.0',
  method: 'api',
  // The usage policy: one request a second at most, by one connection, and answers are to be kept.
  limits: { per_second: 1, concurrency: 1 },
  has: ['[]'],
  sample: {
    inputs: { company: 'Example Bakery', address: 'Berlin', country: 'DE' },
    values: { latitude: 52.52, longitude: 13.4, company_name: 'Example Bakery', city: 'Berlin', country: 'DE' },
  },
  ask: ({ company, address, country = '' }) => {
    const code = readCountry(country)?.country.iso2.toLowerCase()
    return {
      method: 'GET',
      url: 'https://nominatim.openstreetmap.org/search',
      query: {
        // A country that is not known by its name is searched for as a word, so that no other place is taken.
        q: [company, address, code === undefined ? country : ''].filter(Boolean).join(', '),
        format: 'jsonv2',
        addressdetails: 1,
        extratags: 1,
        namedetails: 1,
        limit: MOST_PLACES,
        countrycodes: code,
      },
    }
  },
  read({ json }, inputs) {
    const { company } = inputs
    const places = list(json)
    if (
      places.length < (json as Json[]).length ||
      places.some(
        (place) => !text(place.osm_type) || number(place.lat) === undefined || number(place.lon) === undefined,
      )
    )
      return failed('unmapped', 'The answer of OpenStreetMap was not understood.')
    if (places.length === 0) return notFound('OpenStreetMap has no such place')
    const called = company ? places.filter((place) => isCalled(place, company)) : places
    const isBranch = company !== undefined && called.length === 0
    const same = isBranch ? places.filter((place) => isOfBrand(place, company)) : called
    const [first] = same
    if (!first) {
      const nearest = text(places[0]?.name)
      return notFound(`OpenStreetMap has no place of this name${nearest ? `; the nearest is "${nearest}"` : ''}`)
    }
    const page = `https://www.openstreetmap.org/${first.osm_type}/${first.osm_id}`
    const others = company ? same.length - 1 : 0
    // The search gives no more than its first places.
    const count = places.length < MOST_PLACES ? `${others + 1}` : `At least ${others + 1}`
    const notes = [
      ...(isBranch ? [`It is of the brand ${company}.`] : []),
      ...(others > 0 ? [`${count} places have this name; this is the one that the search puts first.`] : []),
      ...(isAnywhere(inputs) ? ['Nothing said where it is; a business elsewhere may have the same name.'] : []),
    ]
    return found(
      { ...valuesOf(first, page), ...(company ? {} : { company_name: null }) },
      confidenceOf(first, inputs, others > 0 || isBranch),
      {
        origin: {
          source_url: page,
          attribution: '© OpenStreetMap contributors, ODbL 1.0',
          ...(notes.length > 0 && { note: notes.join(' ') }),
        },
      },
    )
  },
}

/** A name alone, in the whole world. */
const isAnywhere = ({ company, address, country }: Inputs) => !!company && !address && !country

function confidenceOf(place: Record<string, unknown>, inputs: Inputs, isOneOfSeveral: boolean): number {
  if (isAnywhere(inputs)) return 0.5
  if (inputs.company) return isOneOfSeveral ? 0.6 : inputs.address ? 0.85 : 0.7
  return text(record(place.address).house_number) ? 0.85 : 0.6
}

/** Whether one of the names of a place, in any language, is this. */
function isCalled(place: Record<string, unknown>, company: string): boolean {
  const wanted = plainName(company)
  const names = [place.name, ...Object.values(record(place.namedetails))].flatMap((name) => text(name) ?? [])
  return wanted !== '' && names.some((name) => plainName(name) === wanted)
}

/** A branch has the brand of its company; what a company only runs, such as a car park, is none. */
function isOfBrand(place: Record<string, unknown>, company: string): boolean {
  const brand = text(record(place.extratags).brand)
  return brand !== undefined && plainName(company) !== '' && plainName(brand) === plainName(company)
}

function valuesOf(place: Record<string, unknown>, page: string): JsonObject {
  const tags = record(place.extratags)
  const parts = record(place.address)
  const tag = (name: string) => text(tags[name]) ?? text(tags[`contact:${name}`])
  const part = (...names: string[]) =>
    names.map((name) => text(parts[name])).find((value) => value !== undefined) ?? null
  const country = text(parts.country_code)?.toUpperCase() ?? null
  const road = part('road', 'pedestrian', 'square')
  const house = part('house_number')
  const isNumberFirst = country !== null && ['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'FR'].includes(country)
  const street = [isNumberFirst ? house : road, isNumberFirst ? road : house].filter(Boolean).join(' ')
  const written = inPostalForm({
    street: road === null ? null : street,
    city: part('city', 'town', 'village', 'municipality', 'hamlet'),
    region: part('state'),
    postcode: part('postcode'),
    country,
  })
  const phone = readPhone(tag('phone')?.split(/[;,]/)[0] ?? '', country ?? undefined)
  const email = tag('email')?.split(';')[0]?.trim()
  return {
    latitude: number(place.lat) ?? null,
    longitude: number(place.lon) ?? null,
    address: text(place.display_name) ?? null,
    company_name: text(place.name) ?? null,
    ...written,
    place_types: [text(place.category) ?? text(place.class), text(place.type)].flatMap((kind) => kind ?? []),
    opening_hours: text(tags.opening_hours) ?? null,
    phone: typeof phone === 'string' ? null : phone.e164,
    website: webAddress(tag('website')?.split(';')[0]) ?? null,
    company_email: email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254 ? email : null,
    wikidata_id: /^Q\d+$/.exec(text(tags.wikidata) ?? '')?.[0] ?? null,
    maps_url: page,
    osm_id: `${text(place.osm_type)}/${String(place.osm_id)}`,
  }
}
