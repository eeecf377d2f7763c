// Hunter: finds and verifies work addresses. Throttling is its 403 and a used-up plan its 429, unlike other vendors.
import type { JsonObject } from '../../kernel/json.ts'
import { type VerdictWords, verdictOf } from '../emails/verdicts.ts'
import { found, type HttpLookup, type Integration, notFound, type Reply, type StatusMap } from '../kit/kit.ts'
import { joined, list, number, record, text, texts, webAddress, year } from '../kit/reply-values.ts'
import { DOMAIN, EMAIL, PERSON_AT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, works } from '../kit/vendor-terms.ts'

const API = 'https://api.hunter.io/v2'
/** One credit of the smallest plan; an operator's own plan may be cheaper. */
const CREDIT_USD = 0.015

export const hunter: Integration = {
  id: 'hunter',
  name: 'Hunter',
  kind: 'email',
  docs_url: 'https://hunter.io/api-documentation/v2#authentication',
  fields: [apiKey('In Hunter under your name, API.')],
  // Hunter takes the key in the address too, where proxies and logs would see it.
  auth: { in: 'header', field: 'api_key', name: 'X-API-KEY' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account` }),
    statuses: { later: [403], quota: [429] },
    read({ json }) {
      const requests = record(record(record(json).data).requests)
      const said = (['credits', 'searches', 'verifications'] as const).flatMap((name) => {
        const { used, available } = record(requests[name])
        return number(available) === undefined ? [] : [`${number(used) ?? 0} of ${number(available)} ${name} used`]
      })
      return works(said.join(', ') || 'the account answered')
    },
  },
}

/** 451: the person asked Hunter not to hand out their data. */
const STATUSES: StatusMap = { later: [403], quota: [429], miss: [451] }

const DECLARED = { ...keyed(hunter), timeout_ms: 20_000, limits: { per_second: 15 }, statuses: STATUSES } as const

const WORDS: VerdictWords = {
  valid: 'valid',
  accept_all: 'catch_all',
  invalid: 'invalid',
  disposable: 'disposable',
  unknown: 'unknown',
}

export const hunterEmailFinder: HttpLookup = {
  ...DECLARED,
  ...PERSON_AT_COMPANY,
  id: 'hunter-email-finder',
  label: 'Hunter email finder',
  description: 'Finds the work address of a person at a company from their name and the domain, with a score.',
  docs_url: 'https://hunter.io/api-documentation/v2#email-finder',
  outputs: [
    { field: 'work_email' },
    { field: 'job_title' },
    { field: 'linkedin_url' },
    { field: 'email_status' },
    { field: 'email_verdict' },
  ],
  price: { usd: CREDIT_USD, rule: 'on_hit' },
  has: ['data.email', 'data.score'],
  sample: {
    inputs: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    values: { work_email: 'ada@example.com', job_title: 'Analyst' },
  },
  ask: ({ domain, company, first_name, last_name, full_name }) => ({
    method: 'GET',
    url: `${API}/email-finder`,
    query: {
      ...(domain ? { domain } : { company }),
      ...(first_name && last_name ? { first_name, last_name } : { full_name }),
    },
  }),
  read(reply) {
    const data = dataOf(reply)
    const email = text(data.email)
    if (!email) return notFound('Hunter knows no address of this person')
    const verdict = text(record(data.verification).status) ?? ''
    return found(
      {
        work_email: email,
        job_title: text(data.position) ?? null,
        linkedin_url: webAddress(data.linkedin_url) ?? null,
        email_status: WORDS[verdict] ?? null,
        email_verdict: verdict,
      },
      scoreOf(data.score),
      { verified: verdict === 'valid' },
    )
  },
}

export const hunterEmailVerifier: HttpLookup = {
  ...DECLARED,
  id: 'hunter-email-verifier',
  label: 'Hunter email verifier',
  description: 'Says whether mail to an address would arrive: valid, catch-all, invalid, disposable or unknown.',
  docs_url: 'https://hunter.io/api-documentation/v2#email-verifier',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }],
  // Half a credit; what it skips or cannot tell is free, and a miss here.
  price: { usd: CREDIT_USD / 2, rule: 'on_hit' },
  limits: { per_second: 5 },
  // 202: still at it. 222: the mail server behaved oddly, which another day it may not.
  statuses: { ...STATUSES, later: [202, 222, 403] },
  sample: {
    inputs: { email: 'ada@example.com' },
    values: { email_status: 'valid', email_verdict: 'valid' },
  },
  ask: ({ email }) => ({ method: 'GET', url: `${API}/email-verifier`, query: { email } }),
  has: ['data.status'],
  read({ json }) {
    const raw = text(record(record(json).data).status)
    if (raw === 'webmail') return notFound('Hunter does not verify addresses of webmail')
    return verdictOf('Hunter', raw, WORDS[raw ?? ''])
  },
}

export const hunterDomainSearch: HttpLookup = {
  ...DECLARED,
  id: 'hunter-domain-search',
  label: 'Hunter domain search',
  description: 'Lists addresses found at a domain, up to ten, and the pattern the company builds them by.',
  docs_url: 'https://hunter.io/api-documentation/v2#domain-search',
  inputs: [{ ...DOMAIN, required: true }],
  outputs: [{ field: 'emails' }, { field: 'email_pattern' }, { field: 'company_name' }],
  // One credit for up to ten addresses, none for none.
  price: { usd: CREDIT_USD, rule: 'on_hit' },
  has: ['data.emails[]', 'data.pattern'],
  sample: {
    inputs: { domain: 'example.com' },
    values: { email_pattern: 'first.last', company_name: 'Example' },
  },
  ask: ({ domain }) => ({ method: 'GET', url: `${API}/domain-search`, query: { domain, limit: 10 } }),
  read(reply) {
    const data = dataOf(reply)
    const emails = list(data.emails).flatMap((one): JsonObject[] => {
      const email = text(one.value)
      if (!email) return []
      const name = [text(one.first_name), text(one.last_name)].filter(Boolean).join(' ')
      return [
        {
          email,
          name,
          title: text(one.position) ?? '',
          type: text(one.type) ?? '',
          confidence: scoreOf(one.confidence),
        },
      ]
    })
    if (emails.length === 0) return notFound('Hunter knows no address of this domain')
    return found(
      {
        emails,
        email_pattern: text(data.pattern)?.replace(/[{}]/g, '') ?? null,
        company_name: text(data.organization) ?? null,
      },
      Math.max(...emails.map(({ confidence }) => Number(confidence))),
    )
  },
}

export const hunterCompany: HttpLookup = {
  ...DECLARED,
  id: 'hunter-company',
  label: 'Hunter company',
  description: 'Describes the company of a domain: industry, size, place, year founded, technologies and profiles.',
  docs_url: 'https://hunter.io/api-documentation/v2#company-enrichment',
  inputs: [{ ...DOMAIN, required: true }],
  outputs: [
    { field: 'company_name' },
    { field: 'legal_name' },
    { field: 'description' },
    { field: 'industry' },
    { field: 'employee_range' },
    { field: 'founded_year' },
    { field: 'company_type' },
    { field: 'stock_ticker' },
    { field: 'city' },
    { field: 'region' },
    { field: 'country' },
    { field: 'address' },
    { field: 'keywords' },
    { field: 'technologies' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'logo_url' },
  ],
  price: { usd: CREDIT_USD / 5, rule: 'on_hit' },
  statuses: { ...STATUSES, miss: [404, 451] },
  has: ['data.name', 'data.domain'],
  sample: { inputs: { domain: 'example.com' }, values: { company_name: 'Example', industry: 'Software' } },
  ask: ({ domain }) => ({ method: 'GET', url: `${API}/companies/find`, query: { domain } }),
  read(reply) {
    const data = dataOf(reply)
    const name = text(data.name)
    if (!name) return notFound('Hunter knows no such company')
    const [category, geo, metrics] = [record(data.category), record(data.geo), record(data.metrics)]
    const profile = (network: string, home: string) => {
      const handle = text(record(data[network]).handle)
      return handle ? (webAddress(`${home}/${handle.replace(/^@/, '')}`) ?? null) : null
    }
    return found(
      {
        company_name: name,
        legal_name: text(data.legalName) ?? null,
        description: text(data.description) ?? null,
        industry: text(category.industry) ?? null,
        employee_range: text(metrics.employees) ?? null,
        founded_year: year(data.foundedYear),
        company_type: text(data.type) ?? null,
        stock_ticker: text(data.ticker) ?? null,
        city: text(geo.city) ?? null,
        region: text(geo.state) ?? null,
        country: text(geo.countryCode) ?? null,
        address: text(data.location) ?? joined(geo.city, geo.state, geo.country),
        keywords: texts(data.tags),
        technologies: texts(data.tech),
        linkedin_url: profile('linkedin', 'https://www.linkedin.com'),
        twitter_url: profile('twitter', 'https://x.com'),
        facebook_url: profile('facebook', 'https://www.facebook.com'),
        logo_url: webAddress(data.logo) ?? null,
      },
      0.85,
    )
  },
}

function dataOf({ json }: Reply): Record<string, unknown> {
  return record(record(json).data)
}

/** 0..100 as 0..1. */
function scoreOf(score: unknown): number {
  return Math.min(100, Math.max(0, number(score) ?? 50)) / 100
}
