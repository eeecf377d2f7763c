// ZeroBounce: verifies addresses. It takes its key in the address only, and answers 200 to a bad one.

import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import { failed, type HttpLookup, type Integration } from '../kit/kit.ts'
import { number, record, text } from '../kit/reply-values.ts'
import { EMAIL } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.zerobounce.net/v2'

export const zerobounce: Integration = {
  id: 'zerobounce',
  name: 'ZeroBounce',
  kind: 'email',
  docs_url: 'https://www.zerobounce.net/docs/email-validation-api-quickstart/',
  fields: [apiKey('In ZeroBounce under API, API keys.')],
  auth: { in: 'query', field: 'api_key', name: 'api_key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/getcredits` }),
    read({ json }) {
      const credits = number(record(json).Credits)
      if (credits === undefined) return UNREADABLE
      if (credits < 0) return { ok: false, words: 'ZeroBounce does not know this key.' }
      return works(`${credits} credits left`)
    },
  },
}

const WORDS: VerdictWords = {
  valid: 'valid',
  invalid: 'invalid',
  'catch-all': 'catch_all',
  unknown: 'unknown',
  spamtrap: 'risky',
  abuse: 'abuse',
  do_not_mail: 'risky',
}

/** What the finer verdict says of addresses that one should not write to. */
const FINER: VerdictWords = { disposable: 'disposable', role_based: 'role', role_based_catch_all: 'role' }

export const zerobounceVerifier: HttpLookup = {
  ...keyed(zerobounce),
  id: 'zerobounce-email-verifier',
  label: 'ZeroBounce email verifier',
  description: 'Says whether mail to an address would arrive, and finds abuse, role and disposable addresses.',
  docs_url: 'https://www.zerobounce.net/docs/email-validation-api-quickstart/v2-validate-emails/',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  // What it cannot tell it does not charge; that is a miss here.
  price: { usd: 0.007, rule: 'on_hit' },
  limits: { per_second: 50 },
  has: ['status|error'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'valid' } },
  ask: ({ email }) => ({ method: 'GET', url: `${API}/validate`, query: { email, ip_address: '' } }),
  read({ json }) {
    const answer = record(json)
    const trouble = text(answer.error)
    if (trouble) {
      // One sentence for both: the words tell no bad key from an empty account.
      if (/api key|credits/i.test(trouble))
        return failed('auth', 'ZeroBounce refused the key: it is not valid, or its credits are used up.')
      return failed('vendor_error', 'ZeroBounce answered with an error.')
    }
    const status = text(answer.status)?.toLowerCase()
    const finer = text(answer.sub_status)
    const verdict = (status === 'do_not_mail' && FINER[finer ?? '']) || WORDS[status ?? '']
    return verdictOf('ZeroBounce', finer ? `${status} (${finer})` : status, verdict)
  },
}
