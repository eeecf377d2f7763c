// Feed reader: finds the feed of a website and gives its latest posts.
import { parseFeed } from 'htmlparser2'
import { readWebDomain } from './domain.ts'
import { failed, found, notFound, type VisitLookup, type VisitTools } from './kit.ts'
import { webAddress } from './reply-values.ts'
import { WEBSITE } from './vendor-inputs.ts'
import { openApi } from './vendor-terms.ts'

const ACCEPT = [
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/xml',
  'text/xml',
  'text/html',
  'text/plain',
]
/** Where sites have their feed when the home page does not say. */
const GUESSES = ['/feed', '/rss.xml', '/blog/feed', '/feed.xml']
const MOST_ITEMS = 10

export const feedReader: VisitLookup = {
  ...openApi('millrace'),
  id: 'feed-reader',
  label: 'Latest posts',
  description: 'Finds the feed of a website and gives its ten latest posts with title, address and day.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc4287',
  inputs: [{ ...WEBSITE, help: 'The website, or the address of its feed.' }],
  outputs: [{ field: 'feed_items' }, { field: 'feed_url' }],
  license: 'scraped',
  method: 'crawl',
  cache_days: 1,
  timeout_ms: 40_000,
  limits: { concurrency: 16 },
  sample: {
    inputs: { website: 'https://example.com' },
    values: {
      feed_url: 'https://example.com/feed',
      feed_items: [{ title: 'Hello', url: 'https://example.com/hello', posted_on: '2026-01-05' }],
    },
  },
  visit: async ({ website = '' }, tools) => {
    const reading = readWebDomain(website)
    const home = /^https?:\/\//i.test(website)
      ? webAddress(website)
      : reading.ok
        ? `https://${reading.host}/`
        : undefined
    if (!home) return failed('bad_input', 'Not a website.')
    const first = await tools.fetchPage(home, { accept: ACCEPT })
    if (!first.ok) return notFound(`The website was not read: ${first.message}`)
    if (first.status >= 300) return notFound(`The website answered with status ${first.status}`)
    const direct = feedIn(first.body, first.url)
    if (direct) return direct
    const named = linkIn(first.body, first.url)
    for (const url of named ? [named] : GUESSES.map((path) => new URL(path, first.url).href)) {
      const seen = await feedAt(url, tools)
      if (seen) return seen
    }
    return notFound('The website has no feed')
  },
}

async function feedAt(url: string, tools: VisitTools) {
  const page = await tools.fetchPage(url, { accept: ACCEPT })
  return page.ok && page.status < 300 ? feedIn(page.body, page.url) : undefined
}

function linkIn(html: string, from: string): string | undefined {
  const link = [...html.matchAll(/<link\b[^>]*>/gi)].find(
    ([tag]) => /rel\s*=\s*["']?[^"'>]*alternate/i.test(tag) && /application\/(?:rss|atom)\+xml/i.test(tag),
  )?.[0]
  const href = /href\s*=\s*["']([^"']+)["']/i.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&')
  return href && URL.canParse(href, from) ? new URL(href, from).href : undefined
}

function feedIn(body: string, url: string) {
  if (!/<(?:rss|feed|rdf:RDF)\b/i.test(body.slice(0, 2_000))) return undefined
  const feed = parseFeed(body)
  const items = (feed?.items ?? []).flatMap(({ title, link, pubDate }) => {
    const address = link && URL.canParse(link, url) ? new URL(link, url).href : undefined
    const isDated = pubDate !== undefined && !Number.isNaN(pubDate.getTime())
    return address && title
      ? [{ title: title.trim(), url: address, posted_on: isDated ? pubDate.toISOString().slice(0, 10) : '' }]
      : []
  })
  if (items.length === 0) return undefined
  items.sort((a, b) => b.posted_on.localeCompare(a.posted_on))
  return found({ feed_items: items.slice(0, MOST_ITEMS), feed_url: url }, 0.95, { origin: { source_url: url } })
}
