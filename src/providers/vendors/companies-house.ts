// Companies House: the register of companies of the United Kingdom. The key is the user name, the password is empty.
import type { JsonObject } from '../../kernel/json.ts'
import { naceOf } from '../industries/industry.ts'
import { failed, found, type HttpLookup, type Integration, type LookupAnswer, notFound } from '../kit/kit.ts'
import { list, number, record, text, texts } from '../kit/reply-values.ts'
import { EXACT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'
import { nameCase } from '../names/name-case.ts'

const API = 'https://api.company-information.service.gov.uk'
const PAGES = 'https://find-and-update.company-information.service.gov.uk/company'

export const companiesHouse: Integration = {
  id: 'companies-house',
  name: 'Companies House',
  kind: 'company',
  docs_url: 'https://developer.company-information.service.gov.uk/get-started',
  fields: [apiKey('A live REST key of an application that you register there, free of charge.')],
  auth: { in: 'basic', user_field: 'api_key' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/search/companies`, query: { q: 'companies house', items_per_page: 2 } }),
    read: ({ json }) => (Array.isArray(record(json).items) ? works() : UNREADABLE),
  },
}

/** What the lookups of the register have in common. 600 calls in five minutes; its 429 says nothing of when to come back. */
const REGISTER = {
  ...keyed(companiesHouse),
  docs_url: 'https://developer-specs.company-information.service.gov.uk/companies-house-public-data-api/reference',
  price: { usd: 0, rule: 'free' },
  license: 'public-record',
  method: 'registry',
  repeat_free: true,
  limits: { per_second: 2 },
  timeout_ms: 15_000,
  statuses: { miss: [404] },
} as const satisfies Partial<HttpLookup>

const NUMBER = {
  name: 'number',
  label: 'Company number',
  type: 'text',
  required: false,
  help: 'The number in the register, such as 00445790; it wins over the name.',
  aliases: ['company number', 'registration number', 'crn'],
} as const

export const companiesHouseCompany: HttpLookup = {
  ...REGISTER,
  id: 'companies-house-company',
  label: 'UK company register',
  description: 'Finds a company in the register of the United Kingdom: number, status, registered office, founded.',
  inputs: [NUMBER, EXACT_COMPANY],
  one_of: [['number', 'company']],
  outputs: [
    { field: 'legal_name' },
    { field: 'registration_number' },
    { field: 'company_status' },
    { field: 'founded_year' },
    { field: 'address', label: 'Registered office' },
    { field: 'city' },
    { field: 'postcode' },
    { field: 'nace_code' },
    { field: 'nace_title' },
  ],
  has: ['items[]|company_number'],
  sample: {
    inputs: { company: 'Example' },
    values: { legal_name: 'EXAMPLE LIMITED', registration_number: '01234567', company_status: 'active' },
  },
  ask: ({ number, company }) =>
    number
      ? { method: 'GET', url: `${API}/company/${registerNumber(number)}` }
      : { method: 'GET', url: `${API}/search/companies`, query: { q: company, items_per_page: 20 } },
  read({ json }, inputs) {
    const answer = record(json)
    if (inputs.number) return companyOf(answer, text(answer.company_name), answer.registered_office_address)
    const items = list(answer.items)
    const wanted = plainName(inputs.company ?? '')
    const same = items.filter((item) => plainName(text(item.title) ?? '') === wanted)
    const [first] = same.sort((a, b) => Number(b.company_status === 'active') - Number(a.company_status === 'active'))
    if (first) return companyOf(first, text(first.title), first.address, same.length > 1 ? 0.75 : 0.9)
    const nearest = text(items[0]?.title)
    return notFound(nearest ? `No company of this name; the nearest is "${nearest}"` : 'No company of this name')
  },
}

const MOST_OFFICERS = 100

export const companiesHouseOfficers: HttpLookup = {
  ...REGISTER,
  id: 'companies-house-officers',
  label: 'Officers of a UK company',
  description:
    'Lists the directors and secretaries of a company of the United Kingdom, with those who resigned in a field of their own.',
  inputs: [{ ...NUMBER, required: true, help: 'The number in the register, such as 00445790.' }],
  outputs: [{ field: 'officers' }, { field: 'former_officers' }],
  has: ['items[]', 'total_results'],
  sample: {
    inputs: { number: '1234567' },
    values: { officers: [{ full_name: 'Ada Lovelace', job_title: 'director', appointed_on: '2020-01-31' }] },
  },
  ask: ({ number = '' }) => ({
    method: 'GET',
    url: `${API}/company/${registerNumber(number)}/officers`,
    query: { items_per_page: MOST_OFFICERS },
  }),
  read({ json }, { number: given = '' }) {
    const answer = record(json)
    const items = list(answer.items)
    const officers = items.map(officerOf).filter((one) => one !== undefined)
    if (officers.length < items.length) return unreadable()
    if (officers.length === 0) return notFound('The register names no officer of this company')
    const total = number(answer.total_results) ?? officers.length
    return found(
      {
        officers: officers.filter(({ resigned_on }) => resigned_on === undefined),
        former_officers: officers.filter(({ resigned_on }) => resigned_on !== undefined),
      },
      0.98,
      {
        verified: true,
        origin: {
          source_url: `${PAGES}/${encodeURIComponent(registerNumber(given))}/officers`,
          ...(total > items.length && { note: `${items.length} of ${total} officers are listed.` }),
        },
      },
    )
  },
}

/** The register tells month and year of birth, nationality and address too; they are not taken. */
function officerOf(one: Record<string, unknown>): JsonObject | undefined {
  const [name, role] = [text(one.name), text(one.officer_role)]
  if (!name || !role) return undefined
  const [, family, given] = /^([^,]+), (.+)$/.exec(name) ?? []
  const resigned_on = text(one.resigned_on)
  return {
    ...(family && given ? { full_name: nameCase(`${given} ${family}`) } : { company_name: name }),
    job_title: role.replaceAll('-', ' '),
    appointed_on: text(one.appointed_on) ?? null,
    ...(resigned_on !== undefined && { resigned_on }),
  }
}

function companyOf(
  one: Record<string, unknown>,
  name: string | undefined,
  office: unknown,
  confidence = 0.98,
): LookupAnswer {
  const number = text(one.company_number)
  if (!number || !name) return unreadable()
  const address = record(office)
  const parts = ['premises', 'address_line_1', 'address_line_2', 'locality', 'region', 'postal_code', 'country']
  const founded = /^(\d{4})-/.exec(text(one.date_of_creation) ?? '')?.[1]
  // The search tells none; the first is the main one.
  const activity = naceOf(texts(one.sic_codes)[0])
  const values: JsonObject = {
    nace_code: activity?.code ?? null,
    nace_title: activity?.title ?? null,
    legal_name: name,
    registration_number: number,
    company_status: text(one.company_status) ?? null,
    founded_year: founded ? Number(founded) : null,
    address: parts.flatMap((part) => text(address[part]) ?? []).join(', '),
    city: text(address.locality) ?? null,
    postcode: text(address.postal_code) ?? null,
  }
  return found(values, confidence, { verified: true, origin: { source_url: `${PAGES}/${encodeURIComponent(number)}` } })
}

/** Numbers have eight places; spreadsheets drop the zeros in front. */
function registerNumber(given: string): string {
  const plain = given.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return (/^\d+$/.test(plain) ? plain.padStart(8, '0') : plain) || '0'
}

function unreadable(): LookupAnswer {
  return failed('unmapped', 'The answer of Companies House was not understood.')
}
