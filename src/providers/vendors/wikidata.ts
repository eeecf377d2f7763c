// Wikidata: public statements about a company, with the ids that other registers use.

import type { JsonObject } from '../../kernel/json.ts'
import { readWebDomain } from '../domains/domain.ts'
import { found, type Inputs, notFound, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { list, number, record, text, webAddress, year } from '../kit/reply-values.ts'
import { COMPANY, DOMAIN } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'
import { socialProfile } from '../socials/social-profile.ts'

const API = 'https://www.wikidata.org/w/api.php'

/** The statements that are read, by what they say. */
const P = {
  site: 'P856',
  industry: 'P452',
  employees: 'P1128',
  founded: 'P571',
  chief: 'P169',
  seat: 'P159',
  country: 'P17',
  lei: 'P1278',
  ticker: 'P249',
  parent: 'P749',
} as const
/** The ids of profiles, and the addresses that they stand in. */
const PROFILES = {
  linkedin_url: ['P4264', (id: string) => `https://www.linkedin.com/company/${id}`],
  twitter_url: ['P2002', (id: string) => `https://x.com/${id}`],
  facebook_url: ['P2013', (id: string) => `https://www.facebook.com/${id}`],
  instagram_url: ['P2003', (id: string) => `https://www.instagram.com/${id}`],
  youtube_url: ['P2397', (id: string) => `https://www.youtube.com/channel/${id}`],
  github_url: ['P2037', (id: string) => `https://github.com/${id}`],
} as const
/** Only organisations have one of these. */
const OF_COMPANIES = [P.industry, P.employees, P.chief, P.seat, P.lei, P.parent, 'P1454', 'P414']

type Claims = Record<string, unknown>
type Item = Record<string, unknown> & { id: string }

export const wikidataCompany: VisitLookup = {
  ...openApi('wikidata'),
  id: 'wikidata-company',
  label: 'Wikidata company',
  description: 'Reads what Wikidata holds of a company: website, industry, size, year founded, chief, seat, LEI.',
  docs_url: 'https://www.wikidata.org/wiki/Wikidata:Data_access',
  inputs: [
    { ...COMPANY, required: true, help: 'The name of the company.' },
    { ...DOMAIN, help: 'Its domain, which tells it from others of the same name.' },
  ],
  outputs: [
    { field: 'wikidata_id' },
    { field: 'company_name' },
    { field: 'description' },
    { field: 'website' },
    { field: 'company_domain' },
    { field: 'industry' },
    { field: 'employee_count' },
    { field: 'founded_year' },
    { field: 'chief_executive' },
    { field: 'city', label: 'City of the seat' },
    { field: 'country_name' },
    { field: 'parent_company' },
    { field: 'lei' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'instagram_url' },
    { field: 'youtube_url' },
    { field: 'github_url' },
  ],
  license: 'CC0-1.0',
  method: 'registry',
  limits: { per_second: 2, concurrency: 2 },
  sample: {
    inputs: { company: 'Example', domain: 'example.com' },
    values: { wikidata_id: 'Q1', company_name: 'Example', website: 'https://example.com' },
  },
  visit: lookUp,
}

async function lookUp({ company = '', domain }: Inputs, tools: VisitTools) {
  const search = await ask(
    tools,
    { action: 'wbsearchentities', search: company, language: 'en', limit: 10 },
    'search[]',
  )
  if (!search.ok) return search.answer
  const ids = list(search.json.search).flatMap(({ id }) => (/^Q\d+$/.test(String(id)) ? [String(id)] : []))
  if (ids.length === 0) return notFound('Wikidata knows nothing of this name')
  const props = 'labels|descriptions|claims|aliases'
  const fetched = await ask(
    tools,
    { action: 'wbgetentities', ids: ids.join('|'), props, languages: 'en' },
    'entities{}',
  )
  if (!fetched.ok) return fetched.answer
  const items = ids.map((id): Item => ({ ...record(record(fetched.json.entities)[id]), id }))
  const item = choose(items, company, domain)
  if (!item) return notFound('Wikidata knows things of this name, and no such company')

  const claims = record(item.claims)
  const linked = [P.industry, P.chief, P.seat, P.country, P.parent].flatMap(
    (property) => itemIn(claims, property) ?? [],
  )
  const named =
    linked.length === 0
      ? undefined
      : await ask(
          tools,
          { action: 'wbgetentities', ids: [...new Set(linked)].join('|'), props: 'labels', languages: 'en' },
          'entities{}',
        )
  if (named && !named.ok) return named.answer
  const nameOf = (property: string) => labelOf(record(record(named?.json.entities)[itemIn(claims, property) ?? '']))
  const textOf = (property: string) => text(best(claims, property))
  const site = readWebDomain(textOf(P.site) ?? '')
  return found(
    {
      wikidata_id: item.id,
      company_name: labelOf(item) ?? null,
      description: text(record(record(item.descriptions).en).value) ?? null,
      website: webAddress(textOf(P.site)) ?? null,
      company_domain: site.ok ? site.domain : null,
      industry: nameOf(P.industry) ?? null,
      employee_count: number(record(best(claims, P.employees)).amount) ?? null,
      founded_year: year(text(record(best(claims, P.founded)).time)?.replace(/^\+/, '')),
      chief_executive: nameOf(P.chief) ?? null,
      city: nameOf(P.seat) ?? null,
      country_name: nameOf(P.country) ?? null,
      parent_company: nameOf(P.parent) ?? null,
      lei: textOf(P.lei) ?? null,
      ...profilesOf(claims),
    },
    domain ? 0.9 : 0.7,
    { verified: domain !== undefined, origin: { source_url: `https://www.wikidata.org/wiki/${item.id}` } },
  )
}

async function ask(tools: VisitTools, query: Record<string, string | number>, has: string) {
  const got = await tools.ask(
    { method: 'GET', url: API, query: { ...query, format: 'json', maxlag: 5 } },
    { has: [`${has}|error`] },
  )
  if (!got.ok) return got
  const json = record(got.reply.json)
  // Too many people at once, as it says with status 200.
  if (record(json.error).code === 'maxlag') return { ok: false, answer: { kind: 'later', retry_in_ms: 5_000 } } as const
  return { ok: true, json } as const
}

/** The item with this website, or, when no domain is known, the one company of this name. */
function choose(items: Item[], company: string, domain: string | undefined): Item | undefined {
  const wanted = domain ? readWebDomain(domain) : undefined
  if (wanted?.ok) {
    return items.find(({ claims }) =>
      all(record(claims), P.site).some((site) => {
        const reading = readWebDomain(text(site) ?? '')
        return reading.ok && reading.domain === wanted.domain
      }),
    )
  }
  const name = plainName(company)
  return items.find((item) => {
    const names = [labelOf(item), ...list(record(item.aliases).en).map(({ value }) => text(value))]
    const isCompany = OF_COMPANIES.some((property) => property in record(item.claims))
    return isCompany && names.some((one) => one !== undefined && plainName(one) === name)
  })
}

/** The values of a property that are not deprecated, the preferred first. */
function all(claims: Claims, property: string): unknown[] {
  const rank = (one: Record<string, unknown>) => Number(one.rank === 'preferred')
  return list(claims[property])
    .filter((one) => one.rank !== 'deprecated')
    .sort((a, b) => rank(b) - rank(a))
    .map((one) => record(record(one.mainsnak).datavalue).value)
}

function best(claims: Claims, property: string): unknown {
  return all(claims, property)[0]
}

function itemIn(claims: Claims, property: string): string | undefined {
  return text(record(best(claims, property)).id)
}

/** Profiles in their one form; an id that makes no profile is left out. */
function profilesOf(claims: Claims): JsonObject {
  return Object.fromEntries(
    Object.entries(PROFILES).map(([field, [property, address]]) => {
      const id = text(best(claims, property))
      return [field, (id && socialProfile(address(encodeURIComponent(id)))?.url) || null]
    }),
  )
}

function labelOf(item: Record<string, unknown>): string | undefined {
  return text(record(record(item.labels).en).value)
}
