// Icypeas: finds work addresses. It takes the question, and the answer is fetched some seconds later.
import { failed, found, type HttpLookup, type Integration, notFound, pollLater } from '../kit/kit.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://app.icypeas.com/api'

export const icypeas: Integration = {
  id: 'icypeas',
  name: 'Icypeas',
  kind: 'email',
  docs_url: 'https://api-doc.icypeas.com/getting-started',
  fields: [apiKey('In Icypeas under API, in your profile.')],
  // The key alone, without a word before it.
  auth: { in: 'header', field: 'api_key', name: 'Authorization' },
  test: {
    // The latest questions of the account: reading them costs nothing.
    ask: () => ({ method: 'POST', url: `${API}/bulk-single-searchs/read`, json: { mode: 'single', limit: 1 } }),
    read: ({ json }) => (record(json).success === true ? works() : UNREADABLE),
  },
}

const CERTAINTY: Record<string, number> = { ultra_sure: 0.95, very_sure: 0.9, sure: 0.85, probable: 0.65 }

export const icypeasEmailFinder: HttpLookup = {
  ...keyed(icypeas),
  ...PERSON_AT_COMPANY,
  id: 'icypeas-email-finder',
  label: 'Icypeas email finder',
  description: 'Finds the work address of a person at a company and says how sure it is; the answer takes seconds.',
  docs_url: 'https://api-doc.icypeas.com/find-emails/single-search',
  outputs: [{ field: 'work_email' }, { field: 'mail_provider' }],
  price: { usd: 0.019, rule: 'on_hit' },
  limits: { per_second: 5 },
  has: ['success', 'item._id'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => {
    const [first = '', ...rest] = (full_name ?? '').split(/\s+/)
    return {
      method: 'POST',
      url: `${API}/email-search`,
      json: {
        firstname: first_name ?? first,
        lastname: last_name ?? rest.join(' '),
        domainOrCompany: domain ?? company ?? '',
      },
    }
  },
  read: ({ json }) => pollLater({ id: text(record(record(json).item)._id) ?? '' }, 5_000),
  poll: {
    max_wait_ms: 5 * 60_000,
    has: ['success', 'items[]'],
    ask: ({ id }) => ({ method: 'POST', url: `${API}/bulk-single-searchs/read`, json: { id: id ?? '' } }),
    read({ json }, { id }) {
      const [item] = list(record(json).items)
      switch (text(item?.status)) {
        case 'NONE':
        case 'SCHEDULED':
        case 'IN_PROGRESS':
          return pollLater({ id: id ?? '' }, 5_000)
        case 'FOUND':
        case 'DEBITED': {
          const [best] = list(record(item?.results).emails)
          const email = text(best?.email)
          if (!email) return failed('unmapped', 'Icypeas says that it found an address, and names none.')
          const certainty = text(best?.certainty) ?? ''
          const provider = text(best?.mxProvider) ?? null
          return found({ work_email: email, mail_provider: provider }, CERTAINTY[certainty] ?? number(certainty) ?? 0.7)
        }
        case 'NOT_FOUND':
        case 'DEBITED_NOT_FOUND':
          return notFound('Icypeas found no address')
        case 'BAD_INPUT':
          return failed('bad_input', 'Icypeas refused the input.')
        case 'INSUFFICIENT_FUNDS':
          return failed('quota', 'Icypeas says the credits are used up.')
        case 'ABORTED':
          return failed('vendor_error', 'Icypeas gave up on the question.', true)
        default:
          return failed('unmapped', 'Icypeas gave a status that is not documented.')
      }
    },
  },
}
