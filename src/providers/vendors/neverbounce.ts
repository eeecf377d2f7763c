// NeverBounce: verifies addresses. Its errors come with status 200; `status` in the body says what they are.

import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import { failed, type HttpLookup, type Integration, type LookupAnswer } from '../kit/kit.ts'
import { number, record, text } from '../kit/reply-values.ts'
import { EMAIL } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.neverbounce.com/v4'

export const neverbounce: Integration = {
  id: 'neverbounce',
  name: 'NeverBounce',
  kind: 'email',
  docs_url: 'https://developers.neverbounce.com/docs/authentication',
  fields: [apiKey('The key of a custom integration app that you create under Apps.')],
  auth: { in: 'query', field: 'api_key', name: 'key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account/info` }),
    read({ json }) {
      const { status, credits_info } = record(json)
      if (status === 'auth_failure') return { ok: false, words: 'NeverBounce does not know this key.' }
      const { paid_credits_remaining: paid, free_credits_remaining: free } = record(credits_info)
      const left = (number(paid) ?? 0) + (number(free) ?? 0)
      return status === 'success' ? works(`${left} credits left`) : UNREADABLE
    },
  },
}

const WORDS: VerdictWords = {
  valid: 'valid',
  invalid: 'invalid',
  disposable: 'disposable',
  catchall: 'catch_all',
  unknown: 'unknown',
}

export const neverbounceVerifier: HttpLookup = {
  ...keyed(neverbounce),
  id: 'neverbounce-email-verifier',
  label: 'NeverBounce email verifier',
  description: 'Says whether mail to an address would arrive: valid, catch-all, invalid, disposable or unknown.',
  docs_url: 'https://developers.neverbounce.com/reference/single-check',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: 0.008, rule: 'per_call' },
  limits: { per_second: 10 },
  has: ['status', 'result|message'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'valid' } },
  ask: ({ email }) => ({ method: 'GET', url: `${API}/single/check`, query: { email } }),
  read({ json }) {
    const { status, message, result, flags } = record(json)
    if (status !== 'success') return trouble(text(status), text(message) ?? '')
    const raw = text(result)
    const isRole = raw === 'valid' && Array.isArray(flags) && flags.includes('role_account')
    return verdictOf('NeverBounce', isRole ? 'valid (role_account)' : raw, isRole ? 'role' : WORDS[raw ?? ''])
  },
}

function trouble(status: string | undefined, message: string): LookupAnswer {
  switch (status) {
    case 'auth_failure':
    case 'bad_referrer':
      return failed('auth', 'NeverBounce refused the key.')
    case 'throttle_triggered':
      return { kind: 'later', retry_in_ms: 30_000 }
    case 'temp_unavail':
      return failed('vendor_error', 'NeverBounce is out of order for the moment.', true)
    case 'general_failure':
      return /credit|balance/i.test(message)
        ? failed('quota', 'NeverBounce says the credits are used up.')
        : failed('bad_input', 'NeverBounce refused the address.')
    default:
      return failed('unmapped', 'NeverBounce answered with a status that is not documented.')
  }
}
