// ZeroBounce: verifies addresses. It takes its key in the address only, and answers 200 to a bad one.
import { failed, found, type HttpLookup, type Integration, notFound } from './kit.ts'
import { number, record, text } from './reply-values.ts'
import { EMAIL } from './vendor-inputs.ts'

const API = 'https://api.zerobounce.net/v2'

export const zerobounce: Integration = {
  id: 'zerobounce',
  name: 'ZeroBounce',
  kind: 'email',
  docs_url: 'https://www.zerobounce.net/docs/email-validation-api-quickstart/',
  fields: [
    { name: 'api_key', label: 'API key', secret: true, required: true, help: 'In ZeroBounce under API, API keys.' },
  ],
  auth: { in: 'query', field: 'api_key', name: 'api_key' },
  test: {
    ask: { method: 'GET', url: `${API}/getcredits` },
    read({ json }) {
      const credits = number(record(json).Credits)
      if (credits === undefined) return { ok: false, words: 'The answer was not understood.' }
      if (credits < 0) return { ok: false, words: 'ZeroBounce does not know this key.' }
      return { ok: true, words: `The key works: ${credits} credits left.` }
    },
  },
}

const VERDICTS: Record<string, string> = {
  valid: 'valid',
  invalid: 'invalid',
  'catch-all': 'catch_all',
  spamtrap: 'risky',
  abuse: 'abuse',
  do_not_mail: 'risky',
}

/** What the finer verdict says of addresses that one should not write to. */
const FINER: Record<string, string> = { disposable: 'disposable', role_based: 'role', role_based_catch_all: 'role' }

export const zerobounceVerifier: HttpLookup = {
  id: 'zerobounce-email-verifier',
  provider: 'zerobounce',
  label: 'ZeroBounce email verifier',
  description: 'Says whether mail to an address would arrive, and finds abuse, role and disposable addresses.',
  docs_url: 'https://www.zerobounce.net/docs/email-validation-api-quickstart/v2-validate-emails/',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  // What it cannot tell it does not charge; that is a miss here.
  price: { usd: 0.007, rule: 'on_hit' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  checked: 'documented',
  integration: zerobounce,
  repeat_free: false,
  cache_days: 30,
  limits: { per_second: 50 },
  timeout_ms: 30_000,
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
    const verdict = text(answer.status)?.toLowerCase()
    if (verdict === 'unknown') return notFound('ZeroBounce could not tell')
    const status = verdict && VERDICTS[verdict]
    if (!status) return failed('unmapped', 'The answer of ZeroBounce was not understood.')
    const finer = text(answer.sub_status)
    return found(
      {
        email_status: (verdict === 'do_not_mail' && FINER[finer ?? '']) || status,
        email_verdict: finer ? `${verdict} (${finer})` : verdict,
      },
      status === 'valid' || status === 'invalid' ? 0.95 : 0.8,
      { verified: true },
    )
  },
}
