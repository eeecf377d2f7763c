// Results of web searches as records: through a SearXNG of one's own, Serper or Brave.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { readWebDomain } from '../domains/domain.ts'
import type { HttpLookup, Integration, VendorRequest } from '../kit/kit.ts'
import { list, record, text, webAddress } from '../kit/reply-values.ts'
import { countryLetters } from '../kit/search-results.ts'
import { braveSearch, braveWebSearch } from '../vendors/brave-search.ts'
import { searxng } from '../vendors/searxng.ts'
import { serper, serperSearch } from '../vendors/serper.ts'
import type { HttpSource } from './source.ts'

interface Engine {
  id: string
  title: string
  description: string
  docs_url: string
  integration: Integration
  billed_as?: HttpLookup
  license: HttpSource['license']
  page_size: number
  most_pages: number
  /** Where the results stand, and what they call the address and the excerpt. */
  results: (json: unknown) => unknown
  url: string
  excerpt: string
  has: readonly string[]
  ask: (
    query: string,
    country: string | undefined,
    page: number,
    account: { readonly [name: string]: string },
  ) => VendorRequest
}

const ENGINES: readonly Engine[] = [
  {
    id: 'searxng',
    title: 'Web search (SearXNG)',
    description: 'Results of a SearXNG of your own.',
    docs_url: 'https://docs.searxng.org/dev/search_api.html',
    integration: searxng,
    license: 'scraped',
    page_size: 30,
    most_pages: 10,
    url: 'url',
    excerpt: 'content',
    has: ['results[]'],
    results: (json) => record(json).results,
    ask: (q, _country, page, { base_url }) => ({
      method: 'GET',
      url: `${base_url}/search`,
      query: { q, format: 'json', safesearch: 0, pageno: page },
    }),
  },
  {
    id: 'serper',
    title: 'Web search (Serper)',
    description: 'Results of Google through Serper; each page of ten is billed.',
    docs_url: 'https://serper.dev/playground',
    integration: serper,
    billed_as: serperSearch,
    license: 'proprietary-api',
    page_size: 10,
    most_pages: 10,
    url: 'link',
    excerpt: 'snippet',
    has: ['organic[]'],
    results: (json) => record(json).organic,
    ask: (q, gl, page) => ({
      method: 'POST',
      url: 'https://google.serper.dev/search',
      json: { q, num: 10, page, ...(gl && { gl }) },
    }),
  },
  {
    id: 'brave-search',
    title: 'Web search (Brave)',
    description: 'Results of Brave, which has an index of its own; each page of twenty is billed.',
    docs_url: 'https://api-dashboard.search.brave.com/app/documentation/web-search/get-started',
    integration: braveSearch,
    billed_as: braveWebSearch,
    license: 'proprietary-api',
    page_size: 20,
    most_pages: 10,
    url: 'url',
    excerpt: 'description',
    has: ['query{}'],
    results: (json) => record(record(json).web).results,
    ask: (q, country, page) => ({
      method: 'GET',
      url: 'https://api.search.brave.com/res/v1/web/search',
      query: { q, count: 20, offset: page - 1, country },
    }),
  },
]

const pageOf = (at: unknown) => (typeof at === 'number' ? at : 1)

export const webSearch: readonly HttpSource[] = ENGINES.map((engine) => ({
  id: engine.id,
  title: engine.title,
  group: 'search',
  place: 10,
  description: engine.description,
  method: 'api',
  license: engine.license,
  docs_url: engine.docs_url,
  lead_kind: 'company',
  page_size: engine.page_size,
  fields: [
    { name: 'title', label: 'Title', lead: 'company' },
    { name: 'url', label: 'Address', type: 'url', lead: 'website' },
    { name: 'domain', label: 'Domain', type: 'url', lead: 'domain' },
    { name: 'excerpt', label: 'Excerpt', type: 'long_text', lead: 'description' },
    { name: 'position', label: 'Position', type: 'number' },
  ],
  settings: Type.Object(
    {
      query: Type.String({ minLength: 2, maxLength: 400, ...shownAs({ title: 'Search', wide: true }) }),
      country: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2}$', title: 'Country', description: 'Two letters, such as SE.' }),
      ),
      websites: Type.Boolean({
        default: true,
        title: 'One result for each website',
        description: 'The first of several pages of a website counts.',
      }),
    },
    { additionalProperties: false },
  ),
  integration: engine.integration,
  ...(engine.billed_as && { billed_as: engine.billed_as }),
  has: engine.has,
  // Engines repeat their last results.
  ends_by_repeating: true,
  ask: ({ query, country }, { at, account }) =>
    engine.ask(String(query), countryLetters(country as string | undefined), pageOf(at), account),
  read({ json }, { websites }, { at }) {
    const page = pageOf(at)
    const seen = new Set<string>()
    const results = list(engine.results(json))
    const records = results.flatMap((one, index) => {
      const url = webAddress(one[engine.url])
      if (!url) return []
      const reading = readWebDomain(url)
      const domain = reading.ok ? (reading.domain ?? reading.host) : ''
      const record_id = websites === false ? url : domain
      if (record_id === '' || seen.has(record_id)) return []
      seen.add(record_id)
      const position = (page - 1) * engine.page_size + index + 1
      return [
        {
          record_id,
          values: { title: text(one.title) ?? '', url, domain, excerpt: text(one[engine.excerpt]) ?? '', position },
          source_url: url,
        },
      ]
    })
    return { records, next: results.length > 0 && page < engine.most_pages ? page + 1 : null }
  },
}))
