// LeadMagic: addresses, mobiles and companies. It says with each answer how many credits it took.

import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import {
  charged,
  found,
  type HttpLookup,
  type Integration,
  type LookupAnswer,
  notFound,
  type Reply,
} from '../kit/kit.ts'
import { number, record, text, texts, webAddress, year } from '../kit/reply-values.ts'
import { COMPANY_BY, EMAIL, KNOWN_EMAIL, LINKEDIN, PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt } from '../kit/vendor-terms.ts'

const API = 'https://api.leadmagic.io/v1'
const DOCS = 'https://leadmagic.io/docs/reference'
/** One credit of the smallest plan. */
const CREDIT_USD = 0.0245

export const leadmagic: Integration = {
  id: 'leadmagic',
  name: 'LeadMagic',
  kind: 'email',
  docs_url: 'https://leadmagic.io/docs/making-api-calls',
  fields: [apiKey('In LeadMagic in your profile.')],
  auth: { in: 'header', field: 'api_key', name: 'X-API-Key' },
  test: { ask: () => ({ method: 'GET', url: `${API}/credits` }), read: leftAt('credits') },
}

const DECLARED = { ...keyed(leadmagic), statuses: { miss: [404] }, limits: { per_second: 50 } } as const

const WORDS: VerdictWords = {
  valid: 'valid',
  valid_catch_all: 'catch_all',
  catch_all: 'catch_all',
  invalid: 'invalid',
  unknown: 'unknown',
}
/** The confidence of a found address, by the vendor's verdict. */
const FOUND: Record<string, number> = { valid: 0.97, valid_catch_all: 0.85, catch_all: 0.6 }

export const leadmagicEmailFinder: HttpLookup = {
  ...DECLARED,
  ...PERSON_AT_COMPANY,
  id: 'leadmagic-email-finder',
  label: 'LeadMagic email finder',
  description: 'Finds the work address of a person at a company and tells whether its mail server took it.',
  docs_url: `${DOCS}/email-finder`,
  outputs: [{ field: 'work_email' }, { field: 'email_status' }, { field: 'email_verdict' }, { field: 'mail_provider' }],
  price: { usd: CREDIT_USD, rule: 'vendor_reports' },
  has: ['email', 'status'],
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
  read(reply) {
    const { email, status, mx_provider } = record(reply.json)
    const verdict = text(status) ?? ''
    const values = {
      work_email: text(email) ?? null,
      email_status: WORDS[verdict] ?? 'unknown',
      email_verdict: verdict,
      mail_provider: text(mx_provider) ?? null,
    }
    return billed(
      reply,
      text(email)
        ? found(values, FOUND[verdict] ?? 0.4, { verified: verdict === 'valid' })
        : notFound('LeadMagic found no address'),
    )
  },
}

export const leadmagicVerifier: HttpLookup = {
  ...DECLARED,
  id: 'leadmagic-email-verifier',
  label: 'LeadMagic email verifier',
  description: 'Says whether mail to an address would arrive: valid, catch-all, invalid or unknown.',
  docs_url: `${DOCS}/email-validation`,
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  price: { usd: CREDIT_USD / 4, rule: 'vendor_reports' },
  has: ['email_status|status'],
  sample: { inputs: { email: 'ada@example.com' }, values: { email_status: 'valid', email_verdict: 'valid' } },
  ask: ({ email }) => ({ method: 'POST', url: `${API}/people/email-validation`, json: { email: email ?? '' } }),
  read(reply) {
    const answer = record(reply.json)
    const raw = text(answer.email_status) ?? text(answer.status)
    return billed(reply, verdictOf('LeadMagic', raw, WORDS[raw ?? '']))
  },
}

export const leadmagicMobile: HttpLookup = {
  ...DECLARED,
  id: 'leadmagic-mobile-finder',
  label: 'LeadMagic mobile finder',
  description: 'Finds the mobile phone of a person from their LinkedIn profile or work address.',
  docs_url: `${DOCS}/mobile-finder`,
  inputs: [LINKEDIN, KNOWN_EMAIL],
  one_of: [['linkedin_url', 'email']],
  outputs: [{ field: 'mobile_phone' }],
  price: { usd: 5 * CREDIT_USD, rule: 'vendor_reports' },
  has: ['mobile_number'],
  sample: {
    inputs: { linkedin_url: 'https://www.linkedin.com/in/ada' },
    values: { mobile_phone: '+14155550100' },
  },
  ask: ({ linkedin_url, email }) => ({
    method: 'POST',
    url: `${API}/people/mobile-finder`,
    json: { ...(linkedin_url ? { profile_url: linkedin_url } : { work_email: email ?? '' }) },
  }),
  read(reply) {
    const phone = text(record(reply.json).mobile_number)
    return billed(reply, phone ? found({ mobile_phone: phone }, 0.85) : notFound('LeadMagic knows no mobile'))
  },
}

export const leadmagicCompany: HttpLookup = {
  ...DECLARED,
  ...COMPANY_BY,
  id: 'leadmagic-company',
  label: 'LeadMagic company',
  description: 'Describes a company: industry, size, year founded, place, LinkedIn page and specialties.',
  docs_url: `${DOCS}/company-search`,
  outputs: [
    { field: 'company_name' },
    { field: 'description' },
    { field: 'industry' },
    { field: 'employee_count' },
    { field: 'employee_range' },
    { field: 'founded_year' },
    { field: 'revenue' },
    { field: 'city' },
    { field: 'country_name' },
    { field: 'keywords' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'logo_url' },
  ],
  price: { usd: CREDIT_USD, rule: 'vendor_reports' },
  has: ['companyName'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example', employee_count: 42 } },
  ask: ({ domain, company }) => ({
    method: 'POST',
    url: `${API}/companies/company-search`,
    json: { ...(domain ? { company_domain: domain } : { company_name: company ?? '' }) },
  }),
  read(reply) {
    const answer = record(reply.json)
    const name = text(answer.companyName)
    if (!name) return billed(reply, notFound('LeadMagic knows no such company'))
    const seat = record(answer.headquarters)
    return billed(
      reply,
      found(
        {
          company_name: name,
          description: text(answer.description) ?? null,
          industry: text(answer.industry) ?? null,
          employee_count: number(answer.employeeCount) ?? null,
          employee_range: text(answer.employeeRange) ?? null,
          founded_year: year(answer.founded),
          revenue: text(answer.revenue) ?? null,
          city: text(seat.city) ?? null,
          country_name: text(seat.country) ?? null,
          keywords: texts(answer.specialties),
          linkedin_url: webAddress(answer.b2b_profile_url) ?? null,
          twitter_url: webAddress(answer.twitter_url) ?? null,
          facebook_url: webAddress(answer.facebook_url) ?? null,
          logo_url: webAddress(answer.logo_url) ?? null,
        },
        0.85,
      ),
    )
  },
}

/** The cost as the answer reports it, else as declared. */
function billed(reply: Reply, answer: LookupAnswer): LookupAnswer {
  const credits = number(record(reply.json).credits_consumed)
  return charged(answer, credits === undefined ? undefined : credits * CREDIT_USD)
}
