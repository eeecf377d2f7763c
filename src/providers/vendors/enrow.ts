// Enrow: finds and verifies work addresses; 202 while it is at it, 200 when it is done.

import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import {
  found,
  type HttpLookup,
  type Integration,
  notFound,
  pollLater,
  type Reply,
  type VendorRequest,
} from '../kit/kit.ts'
import { number, record, text } from '../kit/reply-values.ts'
import { EMAIL, PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.enrow.io'
const CREDIT_USD = 0.012
const NEXT_MS = 4_000

export const enrow: Integration = {
  id: 'enrow',
  name: 'Enrow',
  kind: 'email',
  docs_url: 'https://docs.enrow.io/',
  fields: [apiKey('In Enrow under API.')],
  auth: { in: 'header', field: 'api_key', name: 'x-api-key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account/info` }),
    read({ json }) {
      const credits = number(record(json).credits)
      return credits === undefined ? UNREADABLE : works(`${credits} credits left`)
    },
  },
}

const DECLARED = { ...keyed(enrow), limits: { per_second: 5 }, has: ['id'] } as const
const promised = ({ json }: Reply) => pollLater({ id: text(record(json).id) ?? '' }, NEXT_MS)
const after =
  (path: string) =>
  (handle: { [name: string]: unknown }): VendorRequest => ({
    method: 'GET',
    url: `${API}${path}`,
    query: { id: String(handle.id ?? '') },
  })

const WORDS: VerdictWords = { valid: 'valid', invalid: 'invalid', catch_all: 'catch_all', unknown: 'unknown' }

export const enrowEmailFinder: HttpLookup = {
  ...DECLARED,
  ...PERSON_AT_COMPANY,
  id: 'enrow-email-finder',
  label: 'Enrow email finder',
  description: 'Finds the work address of a person at a company, also at catch-all servers; takes seconds.',
  docs_url: 'https://docs.enrow.io/api-reference/email-finder/find-single',
  outputs: [{ field: 'work_email' }, { field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: CREDIT_USD, rule: 'on_verified' },
  sample: {
    inputs: { domain: 'example.com', full_name: 'Ada Byron' },
    values: { work_email: 'ada@example.com', email_status: 'valid' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'POST',
    url: `${API}/email/find/single`,
    json: {
      fullname: full_name ?? `${first_name} ${last_name}`,
      ...(domain ? { company_domain: domain } : { company_name: company ?? '' }),
    },
  }),
  read: promised,
  poll: {
    max_wait_ms: 5 * 60_000,
    has: ['email|qualification|message'],
    ask: after('/email/find/single'),
    read({ status, json }, { id }) {
      if (status === 202) return pollLater({ id: id ?? '' }, NEXT_MS)
      const { email, qualification } = record(json)
      const raw = text(qualification)?.toLowerCase()
      if (!text(email)) return notFound('Enrow found no address')
      const values = {
        work_email: text(email) ?? null,
        email_status: WORDS[raw ?? ''] ?? 'unknown',
        email_verdict: raw ?? null,
      }
      return found(values, raw === 'valid' ? 0.95 : 0.5, { verified: raw === 'valid' })
    },
  },
}

export const enrowVerifier: HttpLookup = {
  ...DECLARED,
  id: 'enrow-email-verifier',
  label: 'Enrow email verifier',
  description: 'Says whether mail to an address would arrive, also at catch-all servers; takes seconds.',
  docs_url: 'https://docs.enrow.io/api-reference/email-verifier/verify-single',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: CREDIT_USD / 4, rule: 'per_call' },
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'valid' } },
  ask: ({ email }) => ({ method: 'POST', url: `${API}/email/verify/single`, json: { email: email ?? '' } }),
  read: promised,
  poll: {
    max_wait_ms: 5 * 60_000,
    has: ['qualification|message'],
    ask: after('/email/verify/single'),
    read({ status, json }, { id }) {
      if (status === 202) return pollLater({ id: id ?? '' }, NEXT_MS)
      const raw = text(record(json).qualification)?.toLowerCase()
      return verdictOf('Enrow', raw, WORDS[raw ?? ''])
    },
  },
}
