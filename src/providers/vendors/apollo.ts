// Apollo: people and companies. It says with each answer how many credits it took, and hides addresses it does not sell.
import type { JsonObject } from '../../kernel/json.ts'
import {
  charged,
  failed,
  found,
  type HttpLookup,
  type Inputs,
  type Integration,
  type LookupAnswer,
  notFound,
  type Reply,
} from '../kit/kit.ts'
import { joined, number, record, text, texts, webAddress, year } from '../kit/reply-values.ts'
import { DOMAIN, PERSON_BY, withoutBlanks } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.apollo.io/api/v1'
/** One credit of the smallest plan. */
export const CREDIT_USD = 0.0245

export const apollo: Integration = {
  id: 'apollo',
  name: 'Apollo',
  kind: 'email',
  docs_url: 'https://docs.apollo.io/docs/create-api-key',
  fields: [apiKey('In Apollo under Settings, Integrations, API; a master key is not needed.')],
  auth: { in: 'header', field: 'api_key', name: 'X-Api-Key' },
  test: {
    ask: () => ({ method: 'GET', url: 'https://api.apollo.io/v1/auth/health' }),
    read({ json }) {
      const { is_logged_in } = record(json)
      if (is_logged_in === false) return { ok: false, words: 'Apollo does not know this key.' }
      return is_logged_in === true ? works() : UNREADABLE
    },
  },
}

// A used-up account answers 422, like a question that Apollo cannot read; the body tells them apart.
const DECLARED = { ...keyed(apollo), limits: { per_second: 3 }, statuses: { read: [422] } } as const

const matchOf = ({ email, linkedin_url, first_name, last_name, full_name, domain, company }: Inputs) => ({
  first_name,
  last_name,
  name: full_name,
  email,
  linkedin_url,
  domain,
  organization_name: company,
})

export const apolloPerson: HttpLookup = {
  ...DECLARED,
  ...PERSON_BY,
  id: 'apollo-person',
  label: 'Apollo person',
  description: 'Finds a person by name and company, profile or address: work address, title, seniority, place.',
  docs_url: 'https://docs.apollo.io/reference/people-enrichment',
  outputs: [
    { field: 'work_email' },
    { field: 'email_status' },
    { field: 'email_verdict' },
    { field: 'full_name' },
    { field: 'first_name' },
    { field: 'last_name' },
    { field: 'job_title' },
    { field: 'seniority' },
    { field: 'department' },
    { field: 'linkedin_url' },
    { field: 'location' },
    { field: 'company_name' },
    { field: 'company_domain' },
  ],
  price: { usd: CREDIT_USD, rule: 'vendor_reports' },
  has: ['person'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', job_title: 'Analyst' },
  },
  ask: (inputs) => ({ method: 'POST', url: `${API}/people/match`, query: matchOf(inputs) }),
  many: {
    most: 10,
    ask: (all) => ({
      method: 'POST',
      url: `${API}/people/bulk_match`,
      json: { details: all.map((inputs) => withoutBlanks(matchOf(inputs))) },
    }),
    // It tells the credits of all together: each of those it found took its share of them.
    split({ status, json }) {
      const { matches, credits_consumed } = record(json)
      const all = Array.isArray(matches) ? matches : []
      const credits = number(credits_consumed)
      const share: JsonObject = credits === undefined ? {} : { credits_consumed: credits / all.filter(Boolean).length }
      return all.map((person): { status: number; json: JsonObject } => ({
        status,
        json: person ? { person, ...share } : { person },
      }))
    },
  },
  read(reply) {
    const refused = refusal(reply)
    if (refused) return refused
    const person = record(record(reply.json).person)
    if (!text(person.id) && !text(person.name)) return billed(reply, notFound('Apollo knows no such person'), 0)
    const company = record(person.organization)
    // What it has and does not show stands as an unused address.
    const email = text(person.email)?.includes('email_not_unlocked') ? undefined : text(person.email)
    const verdict = text(person.email_status)
    return billed(
      reply,
      found(
        {
          work_email: email ?? null,
          email_status: email && verdict === 'verified' ? 'valid' : null,
          email_verdict: (email && verdict) ?? null,
          full_name: text(person.name) ?? null,
          first_name: text(person.first_name) ?? null,
          last_name: text(person.last_name) ?? null,
          job_title: text(person.title) ?? null,
          seniority: text(person.seniority) ?? null,
          department: texts(person.departments)[0] ?? null,
          linkedin_url: webAddress(person.linkedin_url) ?? null,
          location: joined(person.city, person.state, person.country),
          company_name: text(company.name) ?? null,
          company_domain: text(company.primary_domain) ?? null,
        },
        verdict === 'verified' ? 0.93 : 0.7,
        { verified: email !== undefined && verdict === 'verified' },
      ),
    )
  },
}

export const apolloCompany: HttpLookup = {
  ...DECLARED,
  id: 'apollo-company',
  label: 'Apollo company',
  description: 'Describes the company of a domain: industry, size, revenue, funding, technologies, profiles.',
  docs_url: 'https://docs.apollo.io/reference/organization-enrichment',
  inputs: [{ ...DOMAIN, required: true }],
  outputs: [
    { field: 'company_name' },
    { field: 'company_domain' },
    { field: 'website' },
    { field: 'description' },
    { field: 'industry' },
    { field: 'employee_count' },
    { field: 'founded_year' },
    { field: 'revenue' },
    { field: 'funding_usd' },
    { field: 'funding_stage' },
    { field: 'stock_ticker' },
    { field: 'phone' },
    { field: 'address' },
    { field: 'city' },
    { field: 'region' },
    { field: 'country_name' },
    { field: 'keywords' },
    { field: 'technologies' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'logo_url' },
  ],
  price: { usd: CREDIT_USD, rule: 'on_hit' },
  has: ['organization'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example', employee_count: 42 } },
  ask: ({ domain }) => ({ method: 'GET', url: `${API}/organizations/enrich`, query: { domain } }),
  read(reply) {
    const refused = refusal(reply)
    if (refused) return refused
    const one = record(record(reply.json).organization)
    if (!text(one.name)) return notFound('Apollo knows no such company')
    return found(
      {
        company_name: text(one.name) ?? null,
        company_domain: text(one.primary_domain) ?? null,
        website: webAddress(one.website_url) ?? null,
        description: text(one.short_description) ?? null,
        industry: text(one.industry) ?? null,
        employee_count: number(one.estimated_num_employees) ?? null,
        founded_year: year(one.founded_year),
        revenue: text(one.annual_revenue_printed) ?? null,
        funding_usd: number(one.total_funding) ?? null,
        funding_stage: text(one.latest_funding_stage) ?? null,
        stock_ticker: text(one.publicly_traded_symbol) ?? null,
        phone: text(record(one.primary_phone).number) ?? null,
        address: text(one.raw_address) ?? null,
        city: text(one.city) ?? null,
        region: text(one.state) ?? null,
        country_name: text(one.country) ?? null,
        keywords: texts(one.keywords),
        technologies: texts(one.technology_names),
        linkedin_url: webAddress(one.linkedin_url) ?? null,
        twitter_url: webAddress(one.twitter_url) ?? null,
        facebook_url: webAddress(one.facebook_url) ?? null,
        logo_url: webAddress(one.logo_url) ?? null,
      },
      0.85,
    )
  },
}

export function refusal({ status, json }: Reply): LookupAnswer | undefined {
  if (status !== 422) return undefined
  const { error, message } = record(json)
  return /credit/i.test(text(error) ?? text(message) ?? '')
    ? failed('quota', 'Apollo says the credits are used up.')
    : failed('bad_input', 'Apollo refused the input (422).')
}

/** With what the answer says it took, or else what such an answer takes by the documentation. */
function billed(reply: Reply, answer: LookupAnswer, otherwise?: number): LookupAnswer {
  const credits = number(record(reply.json).credits_consumed) ?? otherwise
  return charged(answer, credits === undefined ? undefined : credits * CREDIT_USD)
}
