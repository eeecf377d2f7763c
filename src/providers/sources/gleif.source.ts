// Companies from GLEIF, the register of legal entity identifiers of the world, open to the public: by name, country and city.
import { Type } from 'typebox'
import { joined, list, number, record, text, texts } from '../kit/reply-values.ts'
import type { HttpSource, RejectedRecord, SourceRecord } from './source.ts'

const PAGE = 100
/** The API shows no records after this page. */
const MOST_PAGES = 100

export const gleif: HttpSource = {
  id: 'gleif',
  title: 'Company register (GLEIF)',
  group: 'registers',
  place: 10,
  description: 'Companies with a legal entity identifier, by words of their name, country and city.',
  method: 'registry',
  license: 'CC0-1.0',
  docs_url: 'https://www.gleif.org/en/lei-data/gleif-api',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'lei', label: 'LEI', lead: 'external_id' },
    { name: 'status', label: 'Status' },
    { name: 'city', label: 'City', lead: 'city' },
    { name: 'country', label: 'Country', lead: 'country' },
    { name: 'address', label: 'Address', lead: 'address' },
    { name: 'registration_number', label: 'Registration number' },
  ],
  settings: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 2, maxLength: 200, title: 'Words of the name' })),
      country: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2}$', title: 'Country', description: 'Two letters, such as DE.' }),
      ),
      city: Type.Optional(Type.String({ minLength: 2, maxLength: 200, title: 'City of the seat' })),
      active_only: Type.Boolean({ default: true, title: 'Active companies only' }),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  has: ['data[]'],
  check: ({ name, country, city }) =>
    name || country || city ? [] : [{ setting: 'name', msg: 'Give a name, a country or a city' }],
  ask: ({ name, country, city, active_only }, { at }) => ({
    method: 'GET',
    url: 'https://api.gleif.org/api/v1/lei-records',
    query: {
      'filter[entity.names]': name as string | undefined,
      'filter[entity.legalAddress.country]': (country as string | undefined)?.toUpperCase(),
      'filter[entity.headquartersAddress.city]': city as string | undefined,
      ...(active_only !== false && { 'filter[entity.status]': 'ACTIVE' }),
      'page[size]': PAGE,
      'page[number]': pageOf(at),
    },
    headers: { accept: 'application/vnd.api+json' },
  }),
  read({ json }, _settings, { at }) {
    const { lastPage, total } = record(record(record(json).meta).pagination)
    const last = number(lastPage) ?? 1
    const page = pageOf(at)
    const read = list(record(json).data).map(readRecord)
    const count = number(total)
    return {
      records: read.flatMap((one) => ('values' in one && !('reason' in one) ? [one as SourceRecord] : [])),
      rejected: read.flatMap((one) => ('reason' in one ? [one as RejectedRecord] : [])),
      next: page < Math.min(last, MOST_PAGES) ? page + 1 : null,
      ...(count !== undefined && { total: count }),
      ...(page === MOST_PAGES &&
        last > MOST_PAGES && { note: 'GLEIF shows the first 10,000 records of a search. Narrow it to get the others' }),
    }
  },
}

const pageOf = (at: unknown) => (typeof at === 'number' ? at : 1)

function readRecord(one: Record<string, unknown>): SourceRecord | RejectedRecord {
  const id = text(one.id)
  const entity = record(record(one.attributes).entity)
  const name = text(record(entity.legalName).name)
  if (!id || !name) return { record_id: id ?? '', reason: 'It has no identifier or no name' }
  const [legal, seat] = [record(entity.legalAddress), record(entity.headquartersAddress)]
  return {
    record_id: id,
    values: {
      company: name,
      lei: `lei:${id}`,
      status: text(entity.status)?.toLowerCase() ?? null,
      city: text(seat.city) ?? text(legal.city) ?? null,
      country: text(seat.country) ?? text(legal.country) ?? null,
      address: joined(...texts(seat.addressLines), text(seat.postalCode), text(seat.city)),
      registration_number: text(entity.registeredAs) ?? null,
    },
    source_url: `https://search.gleif.org/#/record/${id}`,
  }
}
