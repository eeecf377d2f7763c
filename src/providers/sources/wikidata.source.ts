// Organisations of Wikidata by class, country and industry, as its query service answers.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { list, record, text, webAddress } from '../kit/reply-values.ts'
import type { HttpSource } from './source.ts'

const PAGE = 500
const CLASSES = {
  Q4830453: 'Company',
  Q6881511: 'Enterprise',
  Q891723: 'Public company',
  Q3918: 'University',
  Q16917: 'Hospital',
  Q163740: 'Non-profit',
  Q22687: 'Bank',
} as const
const offsetOf = (at: unknown) => (typeof at === 'number' ? at : 0)
const item = (title: string, description: string) =>
  Type.Optional(Type.String({ pattern: '^Q[1-9]\\d{0,9}$', title, description }))

export const wikidata: HttpSource = {
  id: 'wikidata',
  title: 'Wikidata',
  group: 'registers',
  place: 50,
  description: 'Organizations by class, country and industry, with website, size and year founded.',
  method: 'registry',
  license: 'CC0-1.0',
  docs_url: 'https://www.wikidata.org/wiki/Wikidata:SPARQL_query_service',
  lead_kind: 'company',
  page_size: PAGE,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'wikidata_id', label: 'Wikidata', lead: 'external_id' },
    { name: 'website', label: 'Website', type: 'url', lead: 'website' },
    { name: 'industry', label: 'Industry', lead: 'specialization' },
    { name: 'country', label: 'Country', lead: 'country' },
    { name: 'city', label: 'Headquarters', lead: 'city' },
    { name: 'employees', label: 'Employees', type: 'number', lead: 'company_size' },
    { name: 'founded', label: 'Founded' },
    { name: 'lei', label: 'LEI' },
  ],
  settings: Type.Object(
    {
      class: Type.Unsafe<string>({
        type: 'string',
        enum: Object.keys(CLASSES),
        default: 'Q4830453',
        ...shownAs({ title: 'Class', labels: CLASSES }),
      }),
      country: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2}$', title: 'Country', description: 'Two letters, such as SE.' }),
      ),
      industry: item('Industry', 'The id of an industry, such as Q880371 for software.'),
      other_class: item('Another class', 'The id of any class; it wins over the one above.'),
    },
    { additionalProperties: false },
  ),
  has: ['results.bindings[]'],
  check: ({ country, industry }) =>
    country || industry
      ? []
      : [{ setting: 'country', msg: 'Give a country or an industry: all at once takes too long' }],
  ask: (settings, { at }) => ({
    method: 'GET',
    url: 'https://query.wikidata.org/sparql',
    query: { query: sparql(settings as never, offsetOf(at)), format: 'json' },
    headers: { accept: 'application/sparql-results+json' },
  }),
  read({ json }, _settings, { at }) {
    const found = new Map<string, Record<string, unknown>>()
    // Each statement with several values has a line for each: the first counts.
    for (const line of list(record(record(json).results).bindings)) {
      const id = /Q\d+$/.exec(text(record(line.item).value) ?? '')?.[0]
      if (id !== undefined && !found.has(id)) found.set(id, line)
    }
    const said = (line: Record<string, unknown>, name: string) => text(record(line[name]).value) ?? null
    const named = [...found].filter(([id, line]) => said(line, 'itemLabel') !== id && said(line, 'itemLabel') !== null)
    return {
      records: named.map(([id, line]) => ({
        record_id: id,
        values: {
          company: said(line, 'itemLabel'),
          wikidata_id: `wikidata:${id}`,
          website: webAddress(said(line, 'site')) ?? null,
          industry: said(line, 'industryLabel'),
          country: said(line, 'countryLabel'),
          city: said(line, 'cityLabel'),
          employees: said(line, 'employees'),
          founded: said(line, 'founded')?.slice(0, 4) ?? null,
          lei: said(line, 'lei'),
        },
        source_url: `https://www.wikidata.org/wiki/${id}`,
      })),
      rejected: [...found.keys()]
        .filter((id) => !named.some(([one]) => one === id))
        .map((id) => ({ record_id: id, reason: 'It has no English name' })),
      next: found.size >= PAGE ? offsetOf(at) + PAGE : null,
    }
  },
}

interface Settings {
  class: string
  other_class?: string
  country?: string
  industry?: string
}

function sparql({ class: kind, other_class, country, industry }: Settings, offset: number): string {
  return `SELECT ?item ?itemLabel ?site ?industryLabel ?countryLabel ?cityLabel ?employees ?founded ?lei WHERE {
  { SELECT DISTINCT ?item WHERE {
    ?item wdt:P31/wdt:P279* wd:${other_class ?? kind} .
    ${country ? `?item wdt:P17/wdt:P297 "${country.toUpperCase()}" .` : ''}
    ${industry ? `?item wdt:P452 wd:${industry} .` : ''}
  } ORDER BY ?item LIMIT ${PAGE} OFFSET ${offset} }
  OPTIONAL { ?item wdt:P856 ?site } OPTIONAL { ?item wdt:P452 ?industry } OPTIONAL { ?item wdt:P17 ?country }
  OPTIONAL { ?item wdt:P159 ?city } OPTIONAL { ?item wdt:P1128 ?employees } OPTIONAL { ?item wdt:P571 ?founded }
  OPTIONAL { ?item wdt:P1278 ?lei }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en". }
}`
}
