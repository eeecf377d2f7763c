// Companies of the register of the United Kingdom, by words of the name, place, kind of business and age.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { joined, list, number, record, text, texts } from '../kit/reply-values.ts'
import { companiesHouse as integration } from '../vendors/companies-house.ts'
import type { HttpSource } from './source.ts'

const PAGE = 100
/** The register shows no company after this position of a search. */
const MOST = 10_000
const offsetOf = (at: unknown) => (typeof at === 'number' ? at : 0)

export const companiesHouse: HttpSource = {
  id: 'companies-house',
  title: 'Companies House (UK)',
  group: 'registers',
  place: 20,
  description: 'Companies of the United Kingdom by name, place, SIC code, status and date of incorporation.',
  method: 'registry',
  license: 'public-record',
  docs_url: 'https://developer-specs.company-information.service.gov.uk/companies-house-public-data-api/reference',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'company_number', label: 'Company number', lead: 'external_id' },
    { name: 'status', label: 'Status' },
    { name: 'company_type', label: 'Company type' },
    { name: 'incorporated', label: 'Incorporated', type: 'date' },
    { name: 'sic_codes', label: 'SIC codes' },
    { name: 'city', label: 'City', lead: 'city' },
    { name: 'postcode', label: 'Postcode' },
    { name: 'country', label: 'Country', lead: 'country' },
    { name: 'address', label: 'Address', lead: 'address' },
  ],
  settings: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 2, maxLength: 160, title: 'Words of the name' })),
      location: Type.Optional(Type.String({ minLength: 2, maxLength: 160, title: 'Place' })),
      sic_codes: Type.Optional(
        Type.Array(Type.String({ pattern: '^\\d{4,5}$' }), {
          maxItems: 50,
          title: 'SIC codes',
          description: 'Such as 62012. One a line.',
        }),
      ),
      status: Type.Unsafe<string>({
        type: 'string',
        enum: ['active', 'dissolved', 'any'],
        default: 'active',
        ...shownAs({ title: 'Status', labels: { active: 'Active', dissolved: 'Dissolved', any: 'Any' } }),
      }),
      incorporated_from: Type.Optional(
        Type.String({ format: 'date', title: 'Incorporated from', description: 'Such as 2026-01-01.' }),
      ),
    },
    { additionalProperties: false },
  ),
  integration,
  // Nothing found is a 404.
  statuses: { read: [404] },
  check: ({ name, location, sic_codes, incorporated_from }) =>
    name || location || sic_codes || incorporated_from
      ? []
      : [{ setting: 'name', msg: 'Give a name, a place, SIC codes or a date' }],
  ask: ({ name, location, sic_codes, status, incorporated_from }, { at }) => ({
    method: 'GET',
    url: 'https://api.company-information.service.gov.uk/advanced-search/companies',
    query: {
      company_name_includes: name as string | undefined,
      location: location as string | undefined,
      sic_codes: Array.isArray(sic_codes) ? sic_codes.join(',') : undefined,
      company_status: status === 'any' ? undefined : (status as string),
      incorporated_from: incorporated_from as string | undefined,
      size: PAGE,
      start_index: offsetOf(at),
    },
  }),
  read({ status, json }, _settings, { at }) {
    if (status === 404) return { records: [], next: null, total: 0 }
    if (!Array.isArray(record(json).items))
      return { failure: 'Companies House answered without a list', is_final: true }
    const items = list(record(json).items)
    const total = number(record(json).hits)
    const behind = offsetOf(at) + items.length
    const named = items.filter((one) => text(one.company_number) && text(one.company_name))
    return {
      records: named.map((one) => {
        const office = record(one.registered_office_address)
        const id = String(one.company_number)
        return {
          record_id: id,
          values: {
            company: text(one.company_name) ?? null,
            company_number: `gb:${id}`,
            status: text(one.company_status) ?? null,
            company_type: text(one.company_type) ?? null,
            incorporated: text(one.date_of_creation) ?? null,
            sic_codes: texts(one.sic_codes).join(', '),
            city: text(office.locality) ?? null,
            postcode: text(office.postal_code) ?? null,
            country: text(office.country) ?? 'United Kingdom',
            address: joined(
              ...[office.premises, office.address_line_1, office.address_line_2, office.locality, office.postal_code],
            ),
          },
          source_url: `https://find-and-update.company-information.service.gov.uk/company/${encodeURIComponent(id)}`,
        }
      }),
      rejected: items
        .filter((one) => !text(one.company_number) || !text(one.company_name))
        .map((one) => ({ record_id: text(one.company_number) ?? '', reason: 'It has no number or no name' })),
      next: items.length === PAGE && behind < MOST && (total === undefined || behind < total) ? behind : null,
      ...(total !== undefined && { total }),
      ...(behind >= MOST && {
        note: 'Companies House shows the first 10,000 of a search. Narrow it to get the others',
      }),
    }
  },
}
