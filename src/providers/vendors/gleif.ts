// GLEIF: the register of legal entity identifiers of the world, open to the public.

import { found, type HttpLookup, notFound } from '../kit/kit.ts'
import { joined, list, record, text, texts } from '../kit/reply-values.ts'
import { EXACT_COMPANY } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'

const API = 'https://api.gleif.org/api/v1'

export const gleifCompany: HttpLookup = {
  ...openApi('gleif'),
  id: 'gleif-company',
  label: 'Legal entity (GLEIF)',
  description: 'Finds the legal entity identifier of a company with its legal name, register number and addresses.',
  docs_url: 'https://www.gleif.org/en/lei-data/gleif-api',
  inputs: [
    {
      name: 'lei',
      label: 'LEI',
      type: 'text',
      required: false,
      help: 'The identifier of twenty characters, if it is known; it wins over the name.',
      aliases: ['lei', 'legal entity identifier'],
    },
    EXACT_COMPANY,
  ],
  one_of: [['lei', 'company']],
  outputs: [
    { field: 'lei' },
    { field: 'legal_name' },
    { field: 'registration_number' },
    { field: 'company_status' },
    { field: 'country' },
    { field: 'city', label: 'City of the seat' },
    { field: 'postcode' },
    { field: 'address', label: 'Legal address' },
  ],
  license: 'CC0-1.0',
  method: 'registry',
  limits: { per_second: 1 },
  has: ['data[]'],
  sample: {
    inputs: { company: 'Example' },
    values: { legal_name: 'EXAMPLE LIMITED', lei: '5493001KJTIIGC8Y1R12', country: 'GB' },
  },
  ask: ({ lei, company }) => ({
    method: 'GET',
    url: `${API}/lei-records`,
    query: { ...(lei ? { 'filter[lei]': lei.toUpperCase() } : { 'filter[fulltext]': company }), 'page[size]': 20 },
    headers: { accept: 'application/vnd.api+json' },
  }),
  read({ json }, { lei, company }) {
    const all = list(record(json).data).map((one) => ({ id: text(one.id), ...record(one.attributes) }))
    const entityOf = (one: Record<string, unknown>) => record(one.entity)
    const namesOf = (one: Record<string, unknown>) => [
      text(record(entityOf(one).legalName).name) ?? '',
      ...list(entityOf(one).otherNames).flatMap(({ name }) => text(name) ?? []),
      ...texts(entityOf(one).otherNames),
    ]
    const wanted = plainName(company ?? '')
    const same = lei ? all : all.filter((one) => namesOf(one).some((name) => plainName(name) === wanted))
    const isActive = (one: Record<string, unknown>) => Number(entityOf(one).status === 'ACTIVE')
    const [first] = same.sort((a, b) => isActive(b) - isActive(a))
    if (!first?.id) return notFound('No legal entity of this name')
    const entity = entityOf(first)
    const [legal, seat] = [record(entity.legalAddress), record(entity.headquartersAddress)]
    return found(
      {
        lei: first.id,
        legal_name: text(record(entity.legalName).name) ?? null,
        registration_number: text(entity.registeredAs) ?? null,
        company_status: text(entity.status)?.toLowerCase() ?? null,
        country: text(seat.country) ?? text(legal.country) ?? null,
        city: text(seat.city) ?? null,
        postcode: text(seat.postalCode) ?? null,
        address: joined(...texts(legal.addressLines), legal.city, legal.postalCode, legal.country),
      },
      lei ? 0.99 : same.length > 1 ? 0.75 : 0.9,
      { verified: true, origin: { source_url: `https://search.gleif.org/#/record/${first.id}` } },
    )
  },
}
