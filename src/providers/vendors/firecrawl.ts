// Firecrawl: a page as text, read with a browser; at its own address or on a server that people run themselves.
import { charged, failed, found, type HttpLookup, type Integration, notFound } from '../kit/kit.ts'
import { number, record, text, texts, webAddress } from '../kit/reply-values.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, leftAt, serviceAddress } from '../kit/vendor-terms.ts'

/** One credit of the smallest plan. */
const CREDIT_USD = 0.0053

export const firecrawl: Integration = {
  id: 'firecrawl',
  name: 'Firecrawl',
  kind: 'web',
  docs_url: 'https://docs.firecrawl.dev/api-reference/introduction',
  fields: [
    apiKey('In Firecrawl under API keys; a server of your own may take any word.'),
    serviceAddress('Only for a server of your own: where it answers.', 'https://api.firecrawl.dev'),
  ],
  auth: { in: 'bearer', field: 'api_key' },
  test: {
    ask: ({ base_url }) => ({ method: 'GET', url: `${base_url}/v2/team/credit-usage` }),
    read: leftAt('data.remainingCredits'),
  },
}

export const firecrawlPage: HttpLookup = {
  ...keyed(firecrawl),
  id: 'firecrawl-page',
  label: 'Page text (Firecrawl)',
  description: 'Reads one page with a browser, also one that is built by scripts, and gives its text and links.',
  docs_url: 'https://docs.firecrawl.dev/api-reference/endpoint/scrape',
  license: 'scraped',
  method: 'crawl',
  inputs: [WEBSITE],
  outputs: [
    { field: 'page_text' },
    { field: 'page_title' },
    { field: 'description' },
    { field: 'language' },
    { field: 'page_links' },
  ],
  // A page behind a wall is read by another way, for five credits.
  price: { usd: CREDIT_USD, rule: 'vendor_reports', most: 5 },
  cache_days: 7,
  limits: { concurrency: 5 },
  timeout_ms: 60_000,
  has: ['success', 'data{}', 'data.metadata{}'],
  sample: {
    inputs: { website: 'https://example.com' },
    values: { page_title: 'Example', page_text: '# Example' },
  },
  ask: ({ website }, { base_url }) => ({
    method: 'POST',
    url: `${base_url}/v2/scrape`,
    json: { url: webAddress(website) ?? '', formats: ['markdown', 'links'], onlyMainContent: true },
  }),
  read({ json }) {
    const data = record(record(json).data)
    const about = record(data.metadata)
    const status = number(about.statusCode) ?? 200
    const credits = number(about.creditsUsed)
    const cost = credits === undefined ? undefined : credits * CREDIT_USD
    if (status >= 400) return charged(notFound(`the site answered with status ${status}`), cost)
    const page = text(data.markdown)
    if (page === undefined) return charged(failed('unmapped', 'Firecrawl gave a page without text.'), cost)
    const source = webAddress(about.sourceURL)
    return charged(
      found(
        {
          page_text: page.slice(0, 50_000),
          page_title: text(about.title) ?? null,
          description: text(about.description) ?? null,
          language: text(about.language) ?? null,
          page_links: texts(data.links).slice(0, 200),
        },
        0.9,
        source ? { origin: { source_url: source } } : {},
      ),
      cost,
    )
  },
}
