// Dropcontact: computes addresses and completes contacts, strong in France; the answer is fetched after half a minute.
import { failed, found, type HttpLookup, type Integration, notFound, pollLater } from '../kit/kit.ts'
import { list, number, record, text, webAddress } from '../kit/reply-values.ts'
import { PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.dropcontact.com/v1/enrich/all'
const NEXT_MS = 15_000

export const dropcontact: Integration = {
  id: 'dropcontact',
  name: 'Dropcontact',
  kind: 'email',
  docs_url: 'https://developer.dropcontact.com/',
  fields: [apiKey('In Dropcontact under API.')],
  auth: { in: 'header', field: 'api_key', name: 'X-Access-Token' },
  test: {
    // Without contacts it tells the credits left and takes none.
    ask: () => ({ method: 'POST', url: API, json: { data: [{}] } }),
    read({ json }) {
      const left = number(record(json).credits_left)
      return left === undefined ? UNREADABLE : works(`${left} credits left`)
    },
  },
}

export const dropcontactPerson: HttpLookup = {
  ...keyed(dropcontact),
  ...PERSON_AT_COMPANY,
  id: 'dropcontact-person',
  label: 'Dropcontact person',
  description: 'Completes a contact: verified work address, phones, job, and the company with its numbers in France.',
  docs_url: 'https://developer.dropcontact.com/',
  outputs: [
    { field: 'work_email' },
    { field: 'email_verdict' },
    { field: 'phone' },
    { field: 'mobile_phone' },
    { field: 'job_title' },
    { field: 'seniority' },
    { field: 'linkedin_url' },
    { field: 'company_name' },
    { field: 'website' },
    { field: 'registration_number', label: 'SIREN' },
    { field: 'vat_id' },
    { field: 'employee_range' },
  ],
  price: { usd: 0.17, rule: 'on_verified' },
  limits: { per_second: 1 },
  has: ['request_id|reason'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'POST',
    url: API,
    json: {
      data: [
        {
          ...(first_name && { first_name }),
          ...(last_name && { last_name }),
          ...(full_name && { full_name }),
          ...(company && { company }),
          ...(domain && { website: domain }),
        },
      ],
      siren: true,
      language: 'en',
    },
  }),
  read({ json }) {
    const { request_id, reason } = record(json)
    const id = text(request_id)
    if (id) return pollLater({ id }, 2 * NEXT_MS)
    return failed('bad_input', `Dropcontact refused the input: ${text(reason) ?? 'it gave no reason'}.`)
  },
  poll: {
    max_wait_ms: 15 * 60_000,
    has: ['success', 'data[]|reason'],
    ask: ({ id }) => ({ method: 'GET', url: `${API}/${encodeURIComponent(String(id))}` }),
    read({ json }, { id }) {
      const { success, error, data, reason } = record(json)
      if (error) return failed('vendor_error', 'Dropcontact gave up on the question.')
      if (success !== true) return pollLater({ id: id ?? '' }, NEXT_MS)
      const [one] = list(data)
      if (!one) return failed('unmapped', `Dropcontact is done and gives nothing: ${text(reason) ?? 'no reason'}.`)
      const [best] = list(one.email)
      const email = text(best?.email)
      const values = {
        work_email: email ?? null,
        email_verdict: text(best?.qualification) ?? null,
        phone: text(one.phone) ?? null,
        mobile_phone: text(one.mobile_phone) ?? null,
        job_title: text(one.job) ?? null,
        seniority: text(one.job_level) ?? null,
        linkedin_url: webAddress(one.linkedin) ?? null,
        company_name: text(one.company) ?? null,
        website: webAddress(one.website) ?? null,
        registration_number: text(one.siren) ?? null,
        vat_id: text(one.vat) ?? null,
        employee_range: text(one.nb_employees) ?? null,
      }
      if (Object.values(values).every((value) => value === null)) return notFound('Dropcontact found nothing')
      return found(values, email ? 0.9 : 0.6, { verified: email !== undefined })
    },
  },
}
