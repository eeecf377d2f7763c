// People Data Labs: people and companies, each with the likelihood that it is the one meant. Its 404 is a miss and free.
import {
  type AskMany,
  found,
  type HttpLookup,
  type Inputs,
  type Integration,
  type Reply,
  type TestAnswer,
} from '../kit/kit.ts'
import { number, record, text, texts, webAddress, year } from '../kit/reply-values.ts'
import { COMPANY_BY, PERSON_BY, withoutBlanks } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.peopledatalabs.com/v5'

export const peopleDataLabs: Integration = {
  id: 'people-data-labs',
  name: 'People Data Labs',
  kind: 'company',
  docs_url: 'https://docs.peopledatalabs.com/docs/authentication',
  fields: [apiKey('In the dashboard under API keys.')],
  auth: { in: 'header', field: 'api_key', name: 'X-Api-Key' },
  test: {
    // Cleaning a place name is free of charge; what it answers says only that the key is known.
    ask: () => ({ method: 'GET', url: `${API}/location/clean`, query: { location: 'london, united kingdom' } }),
    read: ({ json }: Reply): TestAnswer => (text(record(json).name) ? works() : UNREADABLE),
  },
}

const DECLARED = { ...keyed(peopleDataLabs), statuses: { miss: [404] }, limits: { per_second: 1.6 } } as const

/** Up to a hundred questions at `path`; each has its status and its answer in a list of the same order. */
function atOnce(path: string, params: (inputs: Inputs) => Record<string, string | undefined>): AskMany {
  return {
    most: 100,
    ask: (all) => ({
      method: 'POST',
      url: `${API}/${path}`,
      json: { requests: all.map((inputs) => ({ params: withoutBlanks(params(inputs)) })) },
    }),
    split: ({ json }) =>
      Array.isArray(json) ? json.map((one) => ({ status: number(record(one).status) ?? 0, json: one })) : [],
  }
}

const personParams = ({ email, linkedin_url, first_name, last_name, full_name, domain, company }: Inputs) => ({
  first_name,
  last_name,
  name: full_name,
  email,
  profile: linkedin_url,
  company: domain ?? company,
})
const companyParams = ({ domain, company }: Inputs) => (domain ? { website: domain } : { name: company })

export const pdlPerson: HttpLookup = {
  ...DECLARED,
  ...PERSON_BY,
  id: 'people-data-labs-person',
  label: 'People Data Labs person',
  description: 'Finds a person by name and company, profile or address, with the likelihood that it is the one meant.',
  docs_url: 'https://docs.peopledatalabs.com/docs/reference-person-enrichment-api',
  outputs: [
    { field: 'full_name' },
    { field: 'first_name' },
    { field: 'last_name' },
    { field: 'work_email' },
    { field: 'mobile_phone' },
    { field: 'job_title' },
    { field: 'seniority' },
    { field: 'department' },
    { field: 'linkedin_url' },
    { field: 'location' },
    { field: 'company_name' },
    { field: 'company_domain' },
    { field: 'industry' },
  ],
  price: { usd: 0.28, rule: 'on_hit' },
  has: ['status', 'likelihood', 'data{}'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { full_name: 'ada byron', job_title: 'analyst' },
  },
  ask: (inputs) => ({ method: 'GET', url: `${API}/person/enrich`, query: personParams(inputs) }),
  many: atOnce('person/bulk', personParams),
  read({ json }) {
    const { likelihood, data } = record(json)
    const one = record(data)
    return found(
      {
        full_name: text(one.full_name) ?? null,
        first_name: text(one.first_name) ?? null,
        last_name: text(one.last_name) ?? null,
        // Accounts without the right to a field get true in its place.
        work_email: text(one.work_email) ?? null,
        mobile_phone: text(one.mobile_phone) ?? null,
        job_title: text(one.job_title) ?? null,
        seniority: texts(one.job_title_levels)[0] ?? null,
        department: text(one.job_title_role) ?? null,
        linkedin_url: webAddress(one.linkedin_url) ?? null,
        location: text(one.location_name) ?? null,
        company_name: text(one.job_company_name) ?? null,
        company_domain: text(one.job_company_website) ?? null,
        industry: text(one.job_company_industry) ?? null,
      },
      likely(likelihood),
    )
  },
}

export const pdlCompany: HttpLookup = {
  ...DECLARED,
  ...COMPANY_BY,
  id: 'people-data-labs-company',
  label: 'People Data Labs company',
  description: 'Describes a company: industry, size, year founded, seat, ticker and profiles, with the likelihood.',
  docs_url: 'https://docs.peopledatalabs.com/docs/reference-company-enrichment-api',
  outputs: [
    { field: 'company_name' },
    { field: 'website' },
    { field: 'description' },
    { field: 'industry' },
    { field: 'employee_count' },
    { field: 'employee_range' },
    { field: 'founded_year' },
    { field: 'company_type' },
    { field: 'stock_ticker' },
    { field: 'address' },
    { field: 'city' },
    { field: 'region' },
    { field: 'postcode' },
    { field: 'country_name' },
    { field: 'keywords' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
  ],
  price: { usd: 0.1, rule: 'on_hit' },
  has: ['status', 'name', 'size'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'example', employee_count: 42 } },
  ask: (inputs) => ({ method: 'GET', url: `${API}/company/enrich`, query: companyParams(inputs) }),
  many: atOnce('company/enrich/bulk', companyParams),
  read({ json }) {
    const one = record(json)
    const seat = record(one.location)
    return found(
      {
        company_name: text(one.display_name) ?? text(one.name) ?? null,
        website: webAddress(one.website) ?? null,
        description: text(one.summary) ?? null,
        industry: text(one.industry) ?? null,
        employee_count: number(one.employee_count) ?? null,
        employee_range: text(one.size) ?? null,
        founded_year: year(one.founded),
        company_type: text(one.type) ?? null,
        stock_ticker: text(one.ticker) ?? null,
        address: text(seat.street_address) ?? null,
        city: text(seat.locality) ?? null,
        region: text(seat.region) ?? null,
        postcode: text(seat.postal_code) ?? null,
        country_name: text(seat.country) ?? null,
        keywords: texts(one.tags),
        linkedin_url: webAddress(one.linkedin_url) ?? null,
        twitter_url: webAddress(one.twitter_url) ?? null,
        facebook_url: webAddress(one.facebook_url) ?? null,
      },
      likely(one.likelihood),
    )
  },
}

/** Its likelihood, 1..10, as 0..1. */
function likely(likelihood: unknown): number {
  return Math.min(10, Math.max(0, number(likelihood) ?? 6)) / 10
}
