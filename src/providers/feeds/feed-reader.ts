// Feed reader: finds the feed of a website and gives its latest posts.
import { judgePage } from '../kit/http-ask.ts'
import { found, type LookupAnswer, notFound, type VisitLookup } from '../kit/kit.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { answerFrom, readHomePage } from '../web-reader/home-page.ts'
import { plainTitle, readFeed } from './feed-document.ts'

export const FEED_TYPES = [
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/xml',
  'text/xml',
  'application/feed+json',
  'application/json',
  'text/html',
  'text/plain',
]
/** Where sites have their feed when the home page does not say. */
export const FEED_GUESSES = ['/feed', '/rss.xml', '/blog/feed', '/feed.xml']
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
    const home = await readHomePage(feedReader, website, tools, { accept: FEED_TYPES })
    if ('kind' in home) return home
    const first = home.page
    const direct = feedIn(first.body, first.url)
    if (direct) return answerFrom(home, direct)
    const named = feedLinkIn(first.body, first.url)
    let missed: LookupAnswer | undefined
    for (const url of named ? [named] : FEED_GUESSES.map((path) => new URL(path, first.url).href)) {
      const page = await tools.fetchPage(url, { accept: FEED_TYPES })
      const failure = judgePage(feedReader, page)
      const seen = page.ok && !failure ? feedIn(page.body, page.url) : undefined
      if (seen) return answerFrom(home, seen)
      if (failure?.kind === 'failed') missed ??= failure
    }
    return missed ?? notFound('The website has no feed')
  },
}

/** The feed that a page names. */
export function feedLinkIn(html: string, from: string): string | undefined {
  const link = [...html.matchAll(/<link\b[^>]*>/gi)].find(
    ([tag]) =>
      /rel\s*=\s*["']?[^"'>]*alternate/i.test(tag) && /application\/(?:rss\+xml|atom\+xml|feed\+json)/i.test(tag),
  )?.[0]
  const href = /href\s*=\s*["']([^"']+)["']/i.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&')
  return href && URL.canParse(href, from) ? new URL(href, from).href : undefined
}

function feedIn(body: string, url: string) {
  const items = (readFeed(body, url)?.items ?? []).flatMap((item) => {
    const title = plainTitle(item)
    return item.link && title ? [{ title, url: item.link, posted_on: item.published.slice(0, 10) }] : []
  })
  if (items.length === 0) return undefined
  items.sort((a, b) => b.posted_on.localeCompare(a.posted_on))
  return found({ feed_items: items.slice(0, MOST_ITEMS), feed_url: url }, 0.95, { origin: { source_url: url } })
}
