// What VIES answers, after its documentation.
import { failure, hit, later, odd, type Replies } from '../recorded.fixture.ts'

const answer = (userError: string, more: { [name: string]: string } = {}) => ({
  isValid: userError === 'VALID',
  requestDate: '2026-01-01T00:00:00.000Z',
  userError,
  name: '---',
  address: '---',
  requestIdentifier: '',
  vatNumber: '6388047V',
  ...more,
})

export const REPLIES: Replies = {
  'vies-vat-id': {
    asks: { method: 'GET', path: '/taxation_customs/vies/rest-api/ms/IE/vat/6388047V' },
    replies: {
      hit: hit(
        answer('VALID', { name: 'EXAMPLE LIMITED', address: '1 HIGH STREET\nDUBLIN 1' }),
        { vat_id: 'IE6388047V', vat_valid: true, legal_name: 'EXAMPLE LIMITED', address: '1 HIGH STREET, DUBLIN 1' },
        0,
        { verified: true },
      ),
      // An unused id is an answer; only what is no id at all is a miss.
      miss: { status: 200, body: answer('INVALID_INPUT'), comes_to: { kind: 'not_found' }, costs: 0 },
      throttle: later(429, { 'retry-after': '5' }, 5_000),
      quota: {
        status: 200,
        body: answer('MS_MAX_CONCURRENT_REQ'),
        comes_to: { kind: 'later', retry_in_ms: 10_000 },
        costs: 0,
      },
      bad_key: failure(400, 'bad_input', { actionSucceed: false }),
      odd: odd(answer('SPLENDID'), 0),
    },
  },
}
