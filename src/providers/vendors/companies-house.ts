// Companies House: the register of companies of the United Kingdom. The key is the user name, the password is empty.
import type { JsonObject } from '../../kernel/json.ts'
import { failed, found, type HttpLookup, type Integration, type LookupAnswer, notFound } from '../kit/kit.ts'
import { list, record, text } from '../kit/reply-values.ts'
import { EXACT_COMPANY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'

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

export const companiesHouseCompany: HttpLookup = {
  ...keyed(companiesHouse),
  id: 'companies-house-company',
  label: 'UK company register',
  description: 'Finds a company in the register of the United Kingdom: number, status, registered office, founded.',
  docs_url: 'https://developer-specs.company-information.service.gov.uk/companies-house-public-data-api/reference',
  inputs: [
    {
      name: 'number',
      label: 'Company number',
      type: 'text',
      required: false,
      help: 'The number in the register, such as 00445790; it wins over the name.',
      aliases: ['company number', 'registration number', 'crn'],
    },
    EXACT_COMPANY,
  ],
  one_of: [['number', 'company']],
  outputs: [
    { field: 'legal_name' },
    { field: 'registration_number' },
    { field: 'company_status' },
    { field: 'founded_year' },
    { field: 'address', label: 'Registered office' },
    { field: 'city' },
    { field: 'postcode' },
  ],
  price: { usd: 0, rule: 'free' },
  license: 'public-record',
  method: 'registry',
  repeat_free: true,
  // 600 in five minutes; its 429 says nothing of when to come back.
  limits: { per_second: 2 },
  timeout_ms: 15_000,
  statuses: { miss: [404] },
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
  const values: JsonObject = {
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
