// What Google Places answers, after its documentation: an empty object when it has no such place.
import type { Json } from '../../kernel/json.ts'
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const trouble = (code: number, status: string, message: string): Json => ({ error: { code, status, message } })

export const REPLIES: Replies = {
  'google-place': {
    asks: {
      method: 'POST',
      path: '/v1/places:searchText',
      body: { textQuery: 'Example Ltd, London', pageSize: 1 },
    },
    replies: {
      hit: hit(
        {
          places: [
            {
              id: 'p1',
              types: ['store', 'point_of_interest'],
              internationalPhoneNumber: '+44 20 7946 0000',
              formattedAddress: '1 High Street, London E1 1AA, UK',
              rating: 4.5,
              googleMapsUri: 'https://maps.google.com/?cid=1',
              websiteUri: 'https://example.com/',
              businessStatus: 'OPERATIONAL',
              userRatingCount: 12,
              displayName: { text: 'Example', languageCode: 'en' },
            },
          ],
        },
        {
          company_name: 'Example',
          phone: '+44 20 7946 0000',
          rating: 4.5,
          rating_count: 12,
          company_status: 'operational',
          maps_url: 'https://maps.google.com/?cid=1',
        },
        0.035,
      ),
      miss: miss({}, 0.035),
      throttle: later(503, { 'retry-after': '7' }, 7_000),
      bad_key: failure(
        400,
        'auth',
        trouble(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
      ),
      quota: failure(429, 'quota', trouble(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded')),
      odd: odd({ places: 'many' }, 0.035),
    },
  },
}
