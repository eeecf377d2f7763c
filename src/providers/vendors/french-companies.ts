// The register of companies of France, by the open search of its Annuaire des Entreprises (Sirene of INSEE, RNE of INPI).
import type { JsonObject } from '../../kernel/json.ts'
import { naceOf } from '../industries/industry.ts'
import { found, type HttpLookup, notFound } from '../kit/kit.ts'
import { list, record, text, year } from '../kit/reply-values.ts'
import { EXACT_COMPANY } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'
import { nameCase } from '../names/name-case.ts'

/** INSEE's bands of employees. */
export const BANDS: Record<string, string> = {
  '00': '0',
  '01': '1-2',
  '02': '3-5',
  '03': '6-9',
  '11': '10-19',
  '12': '20-49',
  '21': '50-99',
  '22': '100-199',
  '31': '200-249',
  '32': '250-499',
  '41': '500-999',
  '42': '1000-1999',
  '51': '2000-4999',
  '52': '5000-9999',
  '53': '10000+',
}
const MOST_OFFICERS = 100
/** The leading offices, the highest first. */
const LEADS = [/^pr[ée]sident/i, /^directeur g[ée]n[ée]ral/i, /^g[ée]rant/i]

export const frenchCompany: HttpLookup = {
  ...openApi('annuaire-entreprises'),
  id: 'french-company',
  label: 'French company register',
  description: 'Finds a company in the register of France: SIREN, status, seat, size band, founded and its officers.',
  docs_url: 'https://recherche-entreprises.api.gouv.fr/docs/',
  inputs: [
    {
      name: 'siren',
      label: 'SIREN or SIRET',
      type: 'text',
      required: false,
      help: 'The number of nine or fourteen digits, if it is known; it wins over the name.',
      aliases: ['siren', 'siret', 'registration number', 'company number'],
    },
    EXACT_COMPANY,
  ],
  one_of: [['siren', 'company']],
  outputs: [
    { field: 'legal_name' },
    { field: 'registration_number', label: 'SIREN' },
    { field: 'company_status' },
    { field: 'founded_year' },
    { field: 'employee_range' },
    { field: 'chief_executive' },
    { field: 'officers' },
    { field: 'nace_code' },
    { field: 'nace_title' },
    { field: 'address', label: 'Seat' },
    { field: 'city' },
    { field: 'postcode' },
    { field: 'country' },
  ],
  license: 'public-record',
  method: 'registry',
  limits: { per_second: 7 },
  has: ['results[]'],
  sample: {
    inputs: { company: 'Exemple' },
    values: { legal_name: 'EXEMPLE SAS', registration_number: '123456782', company_status: 'active' },
  },
  ask: ({ siren, company }) => ({
    method: 'GET',
    url: 'https://recherche-entreprises.api.gouv.fr/search',
    query: { q: siren ? sirenOf(siren) : company, page: 1, per_page: 10 },
  }),
  read({ json }, { siren, company = '' }) {
    const all = list(record(json).results)
    const wanted = plainName(company)
    const namesOf = (one: Record<string, unknown>) => [one.nom_raison_sociale, one.nom_complet, one.sigle]
    const isWanted = (one: Record<string, unknown>) =>
      siren ? text(one.siren) === sirenOf(siren) : namesOf(one).some((name) => plainName(text(name) ?? '') === wanted)
    const isActive = (one: Record<string, unknown>) => Number(one.etat_administratif === 'A')
    const same = all.filter(isWanted).sort((a, b) => isActive(b) - isActive(a))
    const [first] = same
    const number = text(first?.siren)
    if (!first || !number) return notFound(siren ? 'No company of this number' : 'No company of this name')
    return found(valuesOf(first, number), siren ? 0.99 : same.length > 1 ? 0.7 : 0.9, {
      verified: true,
      origin: {
        source_url: `https://annuaire-entreprises.data.gouv.fr/entreprise/${encodeURIComponent(number)}`,
        attribution: 'INSEE Sirene and INPI RNE, Licence Ouverte 2.0',
      },
    })
  },
}

function valuesOf(company: Record<string, unknown>, siren: string): JsonObject {
  const seat = record(company.siege)
  const activity = naceOf(company.activite_principale)
  const status = text(company.etat_administratif)
  return {
    legal_name: text(company.nom_raison_sociale) ?? text(company.nom_complet) ?? null,
    registration_number: siren,
    company_status: status === 'A' ? 'active' : status === 'C' ? 'closed' : null,
    founded_year: year(text(company.date_creation)?.slice(0, 4)),
    employee_range: BANDS[text(company.tranche_effectif_salarie) ?? ''] ?? null,
    chief_executive: leaderOf(list(company.dirigeants)),
    officers: list(company.dirigeants)
      .slice(0, MOST_OFFICERS)
      .flatMap((one) => officerOf(one) ?? []),
    nace_code: activity?.code ?? null,
    nace_title: activity?.title ?? null,
    address: text(seat.adresse) ?? null,
    city: text(seat.libelle_commune) ?? null,
    postcode: text(seat.code_postal) ?? null,
    country: 'FR',
  }
}

function leaderOf(officers: Record<string, unknown>[]): string | null {
  const people = officers.filter((one) => text(one.nom) && one.type_dirigeant === 'personne physique')
  const leader = LEADS.map((office) => people.find((one) => office.test(text(one.qualite) ?? ''))).find(Boolean)
  return leader ? nameOf(leader) : null
}

/** "HOPPER" and "GRACE MURRAY" to "Grace Hopper": of the given names, the first is the one that is used. */
function nameOf({ prenoms, nom }: Record<string, unknown>): string {
  const first = text(prenoms)?.split(/[\s,]+/)[0]
  return nameCase([first, text(nom)].filter(Boolean).join(' '))
}

/** A person with the office, or a company that holds one; the register tells the year of birth too, which is not taken. */
function officerOf(officer: Record<string, unknown>): JsonObject | undefined {
  const job_title = text(officer.qualite) ?? null
  if (officer.type_dirigeant === 'personne physique')
    return text(officer.nom) ? { full_name: nameOf(officer), job_title } : undefined
  const company = text(officer.denomination)
  return company ? { company_name: company, registration_number: text(officer.siren) ?? null, job_title } : undefined
}

/** The first nine digits of a SIRET are its company's SIREN. */
function sirenOf(given: string): string {
  return given.replace(/\D/g, '').slice(0, 9)
}
