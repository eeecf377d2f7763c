// Google Places: the place of a business on the map. Nothing of it may be kept as a copy, so answers are not cached.
import { failed, found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { list, number, record, text, texts, webAddress } from '../kit/reply-values.ts'
import { SEARCH_COUNTRY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, works } from '../kit/vendor-terms.ts'

const URL = 'https://places.googleapis.com/v1/places:searchText'
/** There is no list of usual fields, and each has its price. */
export const MASK = [
  'id',
  'displayName',
  'formattedAddress',
  'internationalPhoneNumber',
  'websiteUri',
  'rating',
  'userRatingCount',
  'types',
  'googleMapsUri',
  'businessStatus',
]
  .map((field) => `places.${field}`)
  .join(',')

export const googlePlaces: Integration = {
  id: 'google-places',
  name: 'Google Places',
  kind: 'search',
  docs_url: 'https://developers.google.com/maps/documentation/places/web-service/get-api-key',
  fields: [apiKey('A key of a Google Cloud project with the Places API (New) switched on.')],
  auth: { in: 'header', field: 'api_key', name: 'X-Goog-Api-Key' },
  test: {
    // Asking for ids alone is free of charge.
    ask: () => ({
      method: 'POST',
      url: URL,
      headers: { 'x-goog-fieldmask': 'places.id' },
      json: { textQuery: 'Eiffel Tower, Paris', pageSize: 1 },
    }),
    statuses: { auth: [400, 403] },
    read: ({ json }) =>
      Array.isArray(record(json).places) ? works() : { ok: false, words: 'The answer was not understood.' },
  },
}

export const googlePlace: HttpLookup = {
  ...keyed(googlePlaces),
  id: 'google-place',
  label: 'Google place',
  description: 'Finds a business on the map by name and place: address, phone, website, rating, kinds of business.',
  docs_url: 'https://developers.google.com/maps/documentation/places/web-service/text-search',
  inputs: [
    {
      name: 'query',
      label: 'Business and place',
      type: 'text',
      required: true,
      help: 'What one would type into the map, such as a company and its town; columns can stand in it.',
      aliases: ['query', 'business', 'place'],
    },
    SEARCH_COUNTRY,
  ],
  outputs: [
    { field: 'company_name' },
    { field: 'address' },
    { field: 'phone' },
    { field: 'website' },
    { field: 'rating' },
    { field: 'rating_count' },
    { field: 'place_types' },
    { field: 'company_status' },
    { field: 'maps_url' },
  ],
  price: { usd: 0.035, rule: 'per_call' },
  cache_days: 0,
  limits: { per_second: 10 },
  timeout_ms: 15_000,
  statuses: { read: [400], quota: [429] },
  sample: {
    inputs: { query: 'Example Ltd, London' },
    values: { company_name: 'Example', address: '1 High Street, London' },
  },
  ask: ({ query, country }) => ({
    method: 'POST',
    url: URL,
    headers: { 'x-goog-fieldmask': MASK },
    json: {
      textQuery: query ?? '',
      pageSize: 1,
      ...(country && /^[a-z]{2}$/i.test(country) && { regionCode: country.toUpperCase() }),
    },
  }),
  read({ status, json }) {
    const answer = record(json)
    if (status === 400) {
      return /api key/i.test(text(record(answer.error).message) ?? '')
        ? failed('auth', 'Google refused the key.')
        : failed('bad_input', 'Google refused the question (400).')
    }
    // An answer without places is an empty object, and nothing else is.
    if (!('places' in answer) && json !== null && !Array.isArray(json) && Object.keys(answer).length === 0)
      return notFound('Google has no such place')
    if (!Array.isArray(answer.places)) return failed('unmapped', 'The answer of Google Places was not understood.')
    const [place] = list(answer.places)
    if (!place) return notFound('Google has no such place')
    const page = webAddress(place.googleMapsUri)
    return found(
      {
        company_name: text(record(place.displayName).text) ?? null,
        address: text(place.formattedAddress) ?? null,
        phone: text(place.internationalPhoneNumber) ?? null,
        website: webAddress(place.websiteUri) ?? null,
        rating: number(place.rating) ?? null,
        rating_count: number(place.userRatingCount) ?? null,
        place_types: texts(place.types),
        company_status: text(place.businessStatus)?.toLowerCase() ?? null,
        maps_url: page ?? null,
      },
      0.75,
      page ? { origin: { source_url: page } } : {},
    )
  },
}
