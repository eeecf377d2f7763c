// Datagma: work addresses by name and company. Only an address that it verified costs a credit.
import { found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt } from '../kit/vendor-terms.ts'

const API = 'https://gateway.datagma.net/api/ingress'

export const datagma: Integration = {
  id: 'datagma',
  name: 'Datagma',
  kind: 'email',
  docs_url: 'https://datagmaapi.readme.io/reference/getting-started-with-your-api',
  fields: [apiKey('In Datagma under API; the vendor calls it API id.')],
  auth: { in: 'query', field: 'api_key', name: 'apiId' },
  test: { ask: () => ({ method: 'GET', url: `${API}/v1/mine` }), read: leftAt('currentCredit') },
}

export const datagmaEmailFinder: HttpLookup = {
  ...keyed(datagma),
  ...PERSON_AT_COMPANY,
  id: 'datagma-email-finder',
  label: 'Datagma email finder',
  description: 'Finds the work address of a person at a company; one that it could not verify is marked so and free.',
  docs_url: 'https://datagmaapi.readme.io/reference/find-work-email-address',
  outputs: [{ field: 'work_email' }, { field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: 0.0163, rule: 'on_verified' },
  limits: { per_second: 5 },
  statuses: { miss: [404] },
  has: ['email|mostProbableEmail'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', email_status: 'valid' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'GET',
    url: `${API}/v6/findEmail`,
    query: {
      fullName: first_name && last_name ? `${first_name} ${last_name}` : full_name,
      company: domain ?? company,
      // Three is the whole search; two would stop at the domain.
      findEmailV2Step: 3,
      findEmailV2Country: 'General',
    },
  }),
  read({ json }) {
    const { email, mostProbableEmail, status, cachAll, catchAll } = record(json)
    const verified = text(email)
    const guessed = text(mostProbableEmail)
    const verdict = text(status) ?? null
    // The vendor's documentation spells it without the t.
    const takesAll = cachAll === true || catchAll === true
    if (verified) return found({ work_email: verified, email_status: 'valid', email_verdict: verdict }, 0.95, VERIFIED)
    if (!guessed) return notFound('Datagma found no address')
    const email_status = takesAll ? 'catch_all' : 'unknown'
    return found({ work_email: guessed, email_status, email_verdict: verdict }, takesAll ? 0.5 : 0.4)
  },
}

const VERIFIED = { verified: true } as const
