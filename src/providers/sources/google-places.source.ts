// Businesses on Google's map by a search text, three pages of twenty at most.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { list, number, record, text, texts, webAddress } from '../kit/reply-values.ts'
import { googlePlace, googlePlaces as integration, MASK } from '../vendors/google-places.ts'
import type { HttpSource } from './source.ts'

const PAGE = 20

export const googlePlaces: HttpSource = {
  id: 'google-places',
  title: 'Google Places',
  group: 'places',
  place: 20,
  description: 'Businesses on the map by a search text. At most 60 of a search; each page of 20 is billed by Google.',
  method: 'api',
  license: 'proprietary-api',
  docs_url: 'https://developers.google.com/maps/documentation/places/web-service/text-search',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'name', label: 'Name', lead: 'company' },
    { name: 'place_id', label: 'Place id', lead: 'external_id' },
    { name: 'website', label: 'Website', type: 'url', lead: 'website' },
    { name: 'phone', label: 'Phone', type: 'phone', lead: 'phone' },
    { name: 'address', label: 'Address', lead: 'address' },
    { name: 'rating', label: 'Rating', type: 'number' },
    { name: 'ratings', label: 'Ratings', type: 'number' },
    { name: 'kinds', label: 'Kinds', lead: 'specialization' },
    { name: 'status', label: 'Status' },
    { name: 'maps_url', label: 'Map', type: 'url' },
  ],
  settings: Type.Object(
    {
      query: Type.String({
        minLength: 2,
        maxLength: 300,
        description: 'Such as dentists in Leeds.',
        ...shownAs({ title: 'Search', wide: true }),
      }),
      region: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2}$', title: 'Country', description: 'Two letters, such as GB.' }),
      ),
    },
    { additionalProperties: false },
  ),
  integration,
  billed_as: googlePlace,
  statuses: { read: [400], quota: [429] },
  ask: ({ query, region }, { at }) => ({
    method: 'POST',
    url: 'https://places.googleapis.com/v1/places:searchText',
    headers: { 'x-goog-fieldmask': `${MASK},nextPageToken` },
    json: {
      textQuery: String(query),
      pageSize: PAGE,
      ...(region && { regionCode: String(region).toUpperCase() }),
      ...(typeof at === 'string' && { pageToken: at }),
    },
  }),
  read({ status, json }) {
    const answer = record(json)
    if (status === 400) {
      const said = text(record(answer.error).message) ?? ''
      return {
        failure: /api key/i.test(said) ? 'Google refused the key' : `Google refused the search: ${said}`,
        is_final: true,
      }
    }
    // An answer without places is an empty object, and nothing else is.
    const isEmpty = json !== null && !Array.isArray(json) && Object.keys(answer).length === 0
    if (!Array.isArray(answer.places) && !isEmpty)
      return { failure: 'The answer of Google Places was not understood', is_final: true }
    return {
      records: list(answer.places).flatMap((place) => {
        const id = text(place.id)
        const page = webAddress(place.googleMapsUri)
        if (!id) return []
        return [
          {
            record_id: id,
            values: {
              name: text(record(place.displayName).text) ?? null,
              place_id: `google:${id}`,
              website: webAddress(place.websiteUri) ?? null,
              phone: text(place.internationalPhoneNumber) ?? null,
              address: text(place.formattedAddress) ?? null,
              rating: number(place.rating) ?? null,
              ratings: number(place.userRatingCount) ?? null,
              kinds: texts(place.types).join(', '),
              status: text(place.businessStatus)?.toLowerCase() ?? null,
              maps_url: page ?? null,
            },
            ...(page && { source_url: page }),
          },
        ]
      }),
      next: text(answer.nextPageToken) ?? null,
    }
  },
}
