// What Apollo answers to a question for a phone, and what it brings later, after its documentation.
import { failure, found, miss, missed, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'apollo-mobile-phone': {
    asks: {
      method: 'POST',
      path: '/api/v1/people/match',
      query: {
        linkedin_url: 'https://www.linkedin.com/in/ada',
        reveal_phone_number: 'true',
        webhook_url: 'https://millrace.example/callbacks/s3cret',
      },
    },
    replies: {
      ...USUAL,
      quota: failure(422, 'quota', { error: 'Insufficient credits to complete this request.' }),
      hit: {
        status: 200,
        body: { person: { id: 'p1', name: 'Ada Byron' } },
        comes_to: { kind: 'pending', callback: { handle: { id: 'p1' } } },
        costs: 0,
      },
      miss: miss({ person: null }),
      odd: odd({ people: [] }),
    },
    brought: {
      hit: {
        body: {
          status: 'success',
          credits_consumed: 8,
          people: [{ id: 'p1', phone_numbers: [{ raw_number: '+1 415-555-0100', sanitized_number: '+14155550100' }] }],
        },
        comes_to: found({ mobile_phone: '+14155550100' }),
        costs: 0.196,
      },
      miss: { body: { status: 'success', people: [{ id: 'p1', phone_numbers: [] }] }, comes_to: missed, costs: 0 },
    },
  },
}
