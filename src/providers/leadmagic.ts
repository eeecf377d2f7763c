// LeadMagic: finds work addresses, and says with each answer how many credits it took.
import { failed, found, type HttpLookup, type Integration, notFound } from './kit.ts'
import { number, record, text } from './reply-values.ts'
import { PERSON_AT_COMPANY } from './vendor-inputs.ts'

const API = 'https://api.leadmagic.io/v1'
/** One credit of the smallest plan. */
const CREDIT_USD = 0.0245

export const leadmagic: Integration = {
  id: 'leadmagic',
  name: 'LeadMagic',
  kind: 'email',
  docs_url: 'https://leadmagic.io/docs/making-api-calls',
  fields: [{ name: 'api_key', label: 'API key', secret: true, required: true, help: 'In LeadMagic in your profile.' }],
  auth: { in: 'header', field: 'api_key', name: 'X-API-Key' },
  test: {
    ask: { method: 'GET', url: `${API}/credits` },
    read({ json }) {
      const credits = number(record(json).credits)
      if (credits === undefined) return { ok: false, words: 'The answer was not understood.' }
      return { ok: true, words: `The key works: ${credits} credits left.` }
    },
  },
}

/** Its verdict of the address, as ours and how much it says. */
const VERDICTS: Record<string, [string, number]> = {
  valid: ['valid', 0.97],
  valid_catch_all: ['catch_all', 0.85],
  catch_all: ['catch_all', 0.6],
  unknown: ['unknown', 0.4],
}

export const leadmagicEmailFinder: HttpLookup = {
  ...PERSON_AT_COMPANY,
  id: 'leadmagic-email-finder',
  provider: 'leadmagic',
  label: 'LeadMagic email finder',
  description: 'Finds the work address of a person at a company and tells whether its mail server took it.',
  docs_url: 'https://leadmagic.io/docs/reference/email-finder',
  outputs: [{ field: 'work_email' }, { field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: CREDIT_USD, rule: 'vendor_reports' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  checked: 'documented',
  integration: leadmagic,
  repeat_free: false,
  cache_days: 30,
  limits: { per_second: 50 },
  timeout_ms: 30_000,
  statuses: { miss: [404] },
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', email_status: 'valid' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'POST',
    url: `${API}/people/email-finder`,
    json: {
      ...(first_name && last_name ? { first_name, last_name } : { full_name: full_name ?? '' }),
      ...(domain ? { domain } : { company_name: company ?? '' }),
    },
  }),
  read({ json }) {
    const answer = record(json)
    const credits = number(answer.credits_consumed)
    const charged = credits === undefined ? {} : { charged_usd: credits * CREDIT_USD }
    const email = text(answer.email)
    if (!email) {
      if (!('email' in answer || 'status' in answer))
        return failed('unmapped', 'The answer of LeadMagic was not understood.')
      return { ...notFound('LeadMagic found no address'), ...charged }
    }
    const verdict = text(answer.status) ?? ''
    const [status, confidence] = VERDICTS[verdict] ?? ['unknown', 0.4]
    const values = { work_email: email, email_status: status, email_verdict: verdict }
    return { ...found(values, confidence, { verified: verdict === 'valid' }), ...charged }
  },
}
