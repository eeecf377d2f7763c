// MillionVerifier: verifies addresses. Its errors come with status 200 and stand in `error`.

import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import { failed, type HttpLookup, type Integration } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { EMAIL } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt } from '../kit/vendor-terms.ts'

const API = 'https://api.millionverifier.com/api/v3'

export const millionverifier: Integration = {
  id: 'millionverifier',
  name: 'MillionVerifier',
  kind: 'email',
  docs_url: 'https://developer.millionverifier.com/',
  fields: [apiKey('In MillionVerifier under API.')],
  auth: { in: 'query', field: 'api_key', name: 'api' },
  test: { ask: () => ({ method: 'GET', url: `${API}/credits` }), read: leftAt('credits') },
}

const WORDS: VerdictWords = {
  ok: 'valid',
  catch_all: 'catch_all',
  unknown: 'unknown',
  invalid: 'invalid',
  disposable: 'disposable',
}

export const millionverifierVerifier: HttpLookup = {
  ...keyed(millionverifier),
  id: 'millionverifier-email-verifier',
  label: 'MillionVerifier email verifier',
  description: 'Says whether mail to an address would arrive: valid, catch-all, invalid, disposable, role or unknown.',
  docs_url: 'https://developer.millionverifier.com/#operation/single-verification',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: 0.0012, rule: 'per_call' },
  limits: { per_second: 50 },
  has: ['result|error'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'ok' } },
  ask: ({ email }) => ({ method: 'GET', url: `${API}/`, query: { email, timeout: 20 } }),
  read({ json }) {
    const { result, error, role } = record(json)
    const trouble = text(error)
    if (trouble) {
      if (/credit/i.test(trouble)) return failed('quota', 'MillionVerifier says the credits are used up.')
      if (/api ?key|ip /i.test(trouble)) return failed('auth', 'MillionVerifier refused the key.')
      if (/email/i.test(trouble)) return failed('bad_input', 'MillionVerifier refused the address.')
      return failed('vendor_error', 'MillionVerifier answered with an error.')
    }
    const raw = text(result)
    const isRole = raw === 'ok' && role === true
    return verdictOf('MillionVerifier', isRole ? 'ok (role)' : raw, isRole ? 'role' : WORDS[raw ?? ''])
  },
}
