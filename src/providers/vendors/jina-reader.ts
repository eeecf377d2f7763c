// Jina Reader: a page as text. Works slowly without a key; with one, it counts the tokens of what it read.
import { charged, found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { number, record, text, webAddress } from '../kit/reply-values.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, works } from '../kit/vendor-terms.ts'

const READER = 'https://r.jina.ai'
const HEADERS = { accept: 'application/json', 'x-with-links-summary': 'true' }
/** Price of one token. */
const TOKEN_USD = 0.05 / 1e6
const MOST_TOKENS = 200_000

export const jina: Integration = {
  id: 'jina',
  name: 'Jina Reader',
  kind: 'web',
  docs_url: 'https://jina.ai/reader/',
  fields: [apiKey('On the page of the reader; it lifts the limit from 20 pages a minute to 500.')],
  auth: { in: 'bearer', field: 'api_key' },
  test: {
    // Reads the smallest page there is: some tokens of the million that come with a key.
    ask: () => ({ method: 'GET', url: `${READER}/https://example.com/`, headers: HEADERS }),
    read: ({ json }) =>
      text(record(record(json).data).content) ? works() : { ok: false, words: 'The answer was not understood.' },
  },
}

export const jinaPage: HttpLookup = {
  ...keyed(jina),
  id: 'jina-page',
  label: 'Page text (Jina Reader)',
  description: 'Reads one page with a browser and gives its text and links; works without a key at a low rate.',
  docs_url: 'https://jina.ai/reader/',
  license: 'scraped',
  method: 'crawl',
  keyless: true,
  repeat_free: true,
  inputs: [WEBSITE],
  outputs: [{ field: 'page_text' }, { field: 'page_title' }, { field: 'description' }, { field: 'page_links' }],
  // The price is that of a page of ten thousand tokens; MOST_TOKENS are asked for at most.
  price: { usd: 0.0005, rule: 'vendor_reports', most: (MOST_TOKENS * TOKEN_USD) / 0.0005 },
  cache_days: 7,
  limits: { per_second: 0.33, concurrency: 2 },
  timeout_ms: 60_000,
  has: ['code', 'data{}', 'data.content'],
  // 422: there is no such site.
  statuses: { miss: [422] },
  sample: {
    inputs: { website: 'https://example.com/' },
    values: { page_title: 'Example', page_text: '# Example' },
  },
  ask: ({ website }) => ({
    method: 'GET',
    url: `${READER}/${webAddress(website) ?? 'https://invalid.invalid/'}`,
    // A page that would take more is refused, and not billed.
    headers: { ...HEADERS, 'x-token-budget': String(MOST_TOKENS) },
  }),
  read({ json }, _inputs, account) {
    const data = record(record(json).data)
    const tokens = account.api_key ? (number(record(data.usage).tokens) ?? 0) : 0
    const page = text(data.content)
    if (!page) return charged(notFound('the page has no text'), tokens * TOKEN_USD)
    const source = webAddress(data.url)
    return charged(
      found(
        {
          page_text: page.slice(0, 50_000),
          page_title: text(data.title) ?? null,
          description: text(data.description) ?? null,
          page_links: Object.values(record(data.links))
            .flatMap((link) => webAddress(link) ?? [])
            .slice(0, 200),
        },
        0.9,
        source ? { origin: { source_url: source } } : {},
      ),
      tokens * TOKEN_USD,
    )
  },
}
