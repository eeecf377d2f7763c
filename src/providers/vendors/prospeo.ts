// Prospeo: people and companies. It pays no second time for what an account has found before, and says so.
import {
  charged,
  failed,
  found,
  type HttpLookup,
  type Integration,
  type LookupAnswer,
  notFound,
  type Reply,
} from '../kit/kit.ts'
import { joined, number, record, text, texts, webAddress, year } from '../kit/reply-values.ts'
import { COMPANY_BY, PERSON_BY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt } from '../kit/vendor-terms.ts'

const API = 'https://api.prospeo.io'

export const prospeo: Integration = {
  id: 'prospeo',
  name: 'Prospeo',
  kind: 'email',
  docs_url: 'https://prospeo.io/api-docs',
  fields: [apiKey('In Prospeo under API.')],
  auth: { in: 'header', field: 'api_key', name: 'X-KEY' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account-information` }),
    read: leftAt('response.remaining_credits'),
  },
}

const DECLARED = {
  ...keyed(prospeo),
  repeat_free: true,
  limits: { per_second: 5 },
  // What went wrong stands in `error_code`, whatever the status.
  statuses: { read: [400] },
} as const

export const prospeoPerson: HttpLookup = {
  ...DECLARED,
  ...PERSON_BY,
  id: 'prospeo-person',
  label: 'Prospeo person',
  description:
    'Finds a person by name and company, profile or address, with a verified work address when there is one.',
  docs_url: 'https://prospeo.io/api-docs/enrich-person',
  outputs: [
    { field: 'work_email' },
    { field: 'email_status' },
    { field: 'email_verdict' },
    { field: 'full_name' },
    { field: 'first_name' },
    { field: 'last_name' },
    { field: 'job_title' },
    { field: 'linkedin_url' },
    { field: 'location' },
    { field: 'company_name' },
    { field: 'company_domain' },
  ],
  price: { usd: 0.039, rule: 'on_hit' },
  has: ['error', 'person{}|error_code'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', email_status: 'valid' },
  },
  ask: ({ email, linkedin_url, first_name, last_name, full_name, domain, company }) => ({
    method: 'POST',
    url: `${API}/enrich-person`,
    json: {
      only_verified_email: false,
      data: {
        ...(first_name && { first_name }),
        ...(last_name && { last_name }),
        ...(full_name && { full_name }),
        ...(linkedin_url && { linkedin_url }),
        ...(email && { email }),
        ...(domain && { company_website: domain }),
        ...(company && { company_name: company }),
      },
    },
  }),
  read(reply) {
    const refused = refusal(reply, 'person')
    if (refused) return refused
    const person = record(record(reply.json).person)
    const company = record(record(reply.json).company)
    const address = record(person.email)
    const email = address.revealed === false ? undefined : text(address.email)
    const verdict = text(address.status)
    const isValid = verdict === 'VERIFIED'
    const place = record(person.location)
    return billed(
      reply,
      found(
        {
          work_email: email ?? null,
          email_status: email ? (isValid ? 'valid' : 'unknown') : null,
          email_verdict: (email && verdict) ?? null,
          full_name: text(person.full_name) ?? null,
          first_name: text(person.first_name) ?? null,
          last_name: text(person.last_name) ?? null,
          job_title: text(person.current_job_title) ?? null,
          linkedin_url: webAddress(person.linkedin_url) ?? null,
          location: joined(place.city, place.state, place.country),
          company_name: text(company.name) ?? null,
          company_domain: text(company.domain) ?? null,
        },
        isValid ? 0.95 : 0.6,
        { verified: email !== undefined && isValid },
      ),
    )
  },
}

export const prospeoCompany: HttpLookup = {
  ...DECLARED,
  ...COMPANY_BY,
  id: 'prospeo-company',
  label: 'Prospeo company',
  description: 'Describes a company: industry, size, year founded, seat, technologies and profiles.',
  docs_url: 'https://prospeo.io/api-docs/enrich-company',
  outputs: [
    { field: 'company_name' },
    { field: 'company_domain' },
    { field: 'website' },
    { field: 'description' },
    { field: 'industry' },
    { field: 'employee_count' },
    { field: 'employee_range' },
    { field: 'founded_year' },
    { field: 'company_type' },
    { field: 'city' },
    { field: 'region' },
    { field: 'country_name' },
    { field: 'keywords' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'logo_url' },
  ],
  price: { usd: 0.039, rule: 'on_hit' },
  has: ['error', 'company{}|error_code'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example', employee_count: 42 } },
  ask: ({ domain, company }) => ({
    method: 'POST',
    url: `${API}/enrich-company`,
    json: { data: { ...(domain && { company_website: domain }), ...(company && { company_name: company }) } },
  }),
  read(reply) {
    const refused = refusal(reply, 'company')
    if (refused) return refused
    const one = record(record(reply.json).company)
    const seat = record(one.location)
    return billed(
      reply,
      found(
        {
          company_name: text(one.name) ?? null,
          company_domain: text(one.domain) ?? null,
          website: webAddress(one.website) ?? null,
          description: text(one.description) ?? null,
          industry: text(one.industry) ?? null,
          employee_count: number(one.employee_count) ?? null,
          employee_range: text(one.employee_range) ?? null,
          founded_year: year(one.founded),
          company_type: text(one.type) ?? null,
          city: text(seat.city) ?? null,
          region: text(seat.state) ?? null,
          country_name: text(seat.country) ?? null,
          keywords: texts(one.keywords),
          linkedin_url: webAddress(one.linkedin_url) ?? null,
          logo_url: webAddress(one.logo_url) ?? null,
        },
        0.85,
      ),
    )
  },
}

function refusal({ json }: Reply, what: string): LookupAnswer | undefined {
  const { error, error_code } = record(json)
  if (error !== true) return undefined
  switch (text(error_code)) {
    case 'NO_MATCH':
    case 'NO_RESULT':
      return notFound(`Prospeo knows no such ${what}`)
    case 'INSUFFICIENT_CREDITS':
      return failed('quota', 'Prospeo says the credits are used up.')
    case 'INVALID_API_KEY':
      return failed('auth', 'Prospeo refused the key.')
    case 'RATE_LIMITED':
      return { kind: 'later', retry_in_ms: 30_000 }
    case 'INVALID_DATAPOINTS':
    case 'INVALID_REQUEST':
      return failed('bad_input', 'Prospeo says the input is not enough to find a person.')
    case 'INTERNAL_ERROR':
      return failed('vendor_error', 'Prospeo failed.', true)
    default:
      return failed('unmapped', 'Prospeo gave an error that is not documented.')
  }
}

function billed({ json }: Reply, answer: LookupAnswer): LookupAnswer {
  return charged(answer, record(json).free_enrichment === true ? 0 : undefined)
}
