// Companies of the register of France, by words, place, activity and size.
import { Type } from 'typebox'
import { list, number, record, text } from '../kit/reply-values.ts'
import { BANDS } from '../vendors/french-companies.ts'
import type { HttpSource } from './source.ts'

const PAGE = 25
/** The API shows no company after this page. */
const MOST_PAGES = 400
const pageOf = (at: unknown) => (typeof at === 'number' ? at : 1)

export const frenchCompanies: HttpSource = {
  id: 'french-companies',
  title: 'French company register',
  group: 'registers',
  place: 30,
  description: 'Companies of France by words, department, postal code, activity (NAF) and number of employees.',
  method: 'registry',
  license: 'public-record',
  docs_url: 'https://recherche-entreprises.api.gouv.fr/docs/',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'siren', label: 'SIREN', lead: 'external_id' },
    { name: 'status', label: 'Status' },
    { name: 'activity', label: 'Activity (NAF)', lead: 'specialization' },
    { name: 'employees', label: 'Employees', lead: 'company_size' },
    { name: 'created', label: 'Created', type: 'date' },
    { name: 'city', label: 'City', lead: 'city' },
    { name: 'postcode', label: 'Postcode' },
    { name: 'country', label: 'Country', lead: 'country' },
    { name: 'address', label: 'Address', lead: 'address' },
  ],
  settings: Type.Object(
    {
      words: Type.Optional(Type.String({ minLength: 2, maxLength: 200, title: 'Words' })),
      departement: Type.Optional(
        Type.String({ pattern: '^(\\d{2,3}|2[AB])$', title: 'Department', description: 'Such as 75.' }),
      ),
      postal_code: Type.Optional(Type.String({ pattern: '^\\d{5}$', title: 'Postal code' })),
      activity: Type.Optional(
        Type.String({ pattern: '^\\d{2}\\.\\d{2}[A-Z]$', title: 'Activity (NAF)', description: 'Such as 62.01Z.' }),
      ),
      active_only: Type.Boolean({ default: true, title: 'Active companies only' }),
    },
    { additionalProperties: false },
  ),
  has: ['results[]'],
  check: ({ words, departement, postal_code, activity }) =>
    words || departement || postal_code || activity
      ? []
      : [{ setting: 'words', msg: 'Give words, a department, a postal code or an activity' }],
  ask: ({ words, departement, postal_code, activity, active_only }, { at }) => ({
    method: 'GET',
    url: 'https://recherche-entreprises.api.gouv.fr/search',
    query: {
      q: words as string | undefined,
      departement: departement as string | undefined,
      code_postal: postal_code as string | undefined,
      activite_principale: activity as string | undefined,
      ...(active_only !== false && { etat_administratif: 'A' }),
      page: pageOf(at),
      per_page: PAGE,
    },
  }),
  read({ json }, _settings, { at }) {
    const { results, total_results, total_pages } = record(json)
    const [page, pages, total] = [pageOf(at), number(total_pages) ?? 1, number(total_results)]
    return {
      records: list(results).flatMap((one) => {
        const [id, name] = [text(one.siren), text(one.nom_complet) ?? text(one.nom_raison_sociale)]
        const seat = record(one.siege)
        if (!id || !name) return []
        return [
          {
            record_id: id,
            values: {
              company: name,
              siren: `siren:${id}`,
              status: one.etat_administratif === 'A' ? 'active' : 'closed',
              activity: text(one.activite_principale) ?? null,
              employees: BANDS[text(one.tranche_effectif_salarie) ?? ''] ?? null,
              created: text(one.date_creation) ?? null,
              city: text(seat.libelle_commune) ?? null,
              postcode: text(seat.code_postal) ?? null,
              country: 'FR',
              address: text(seat.adresse) ?? null,
            },
            source_url: `https://annuaire-entreprises.data.gouv.fr/entreprise/${encodeURIComponent(id)}`,
          },
        ]
      }),
      next: page < Math.min(pages, MOST_PAGES) ? page + 1 : null,
      ...(total !== undefined && { total }),
      ...(page === MOST_PAGES &&
        pages > MOST_PAGES && { note: 'The register shows the first 10,000 of a search. Narrow it to get the others' }),
    }
  },
}
