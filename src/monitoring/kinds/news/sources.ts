// Where a company tells its news: the feeds and press pages of its website, and what they list.

import type { JsonObject } from '../../../kernel/json.ts'
import { readWebDomain } from '../../../providers/domains/domain.ts'
import { type FeedDocument, plainSummary, plainTitle, readFeed } from '../../../providers/feeds/feed-document.ts'
import { FEED_GUESSES, FEED_TYPES, feedLinkIn } from '../../../providers/feeds/feed-reader.ts'
import { namesCompany } from '../../../providers/names/company-mention.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import { entriesOf, type ReadFailure, type SeenDocument, type WatchTools } from '../kind.ts'
import { watchedNames } from './company-name.logic.ts'
import type { NewsItem } from './items.logic.ts'

export interface NewsSnapshot {
  /** Feeds and pages of the company that could be read; what they list is in `items`. */
  sources: string[]
  /** Feeds of others, by the settings: items that name the company are in `items`. */
  feeds: string[]
  items: NewsItem[]
  /** What was looked for again. */
  found_on: string | null
}

export interface KnownSources {
  sources: string[]
  /** Absent in what an earlier version kept, whose sources may hold feeds of others. */
  feeds?: string[]
  /** The day they were looked for last. */
  looked_on: string
}

const LOOK_AGAIN_DAYS = 30
const MOST_SOURCES = 4
const MOST_ITEMS = 300
const PRESS = /\b(?:press|news|newsroom|blog|presse|aktuelles|actualit|noticias|media-?cent)/i

export function itemsOf(feed: FeedDocument, source: string): NewsItem[] {
  return feed.items.slice(0, MOST_ITEMS).map((item) => ({
    id: item.id,
    title: plainTitle(item),
    url: item.link,
    published: item.published,
    source_url: source,
    summary: plainSummary(item).slice(0, 2_000),
  }))
}

/** The items of one feed, by its address or by that of a page that names it. */
export async function readFeedAt(
  url: string,
  tools: WatchTools,
): Promise<{ ok: true; feed: FeedDocument; url: string } | ReadFailure> {
  const first = await tools.page(url, FEED_TYPES)
  if (!first.ok) return first
  const direct = readFeed(first.document.body, first.document.url)
  if (direct) return { ok: true, feed: direct, url: first.document.url }
  const named = feedLinkIn(first.document.body, first.document.url)
  const second = named ? await tools.page(named, FEED_TYPES) : undefined
  if (second && !second.ok) return second
  const feed = second && readFeed(second.document.body, second.document.url)
  return second && feed
    ? { ok: true, feed, url: second.document.url }
    : { ok: false, reason: 'unreadable', message: 'There is no feed at this address' }
}

export async function readNewsOf(
  home: string,
  config: JsonObject,
  known: KnownSources | null,
  tools: WatchTools,
): Promise<{ ok: true; snapshot: NewsSnapshot } | ReadFailure> {
  const today = new Date(tools.now()).toISOString().slice(0, 10)
  const isDue = !known?.feeds || (Date.parse(today) - Date.parse(known.looked_on)) / 86_400_000 >= LOOK_AGAIN_DAYS
  let failure: ReadFailure | undefined
  let sources = known?.feeds ? known.sources : []
  if (isDue) {
    const found = await findSources(home, tools)
    if (found.ok) sources = [...new Set([...sources, ...found.sources])].slice(0, MOST_SOURCES)
    else failure = found
  }
  const items: NewsItem[] = []
  const read: string[] = []
  for (const source of sources) {
    const got = await readSource(source, tools)
    if (!got.ok) {
      failure = got
      continue
    }
    read.push(source)
    items.push(...got.items)
  }
  const about = watchedNames(config, readCompany(home))
  const feeds: string[] = []
  for (const feed of entriesOf(config, 'feeds').slice(0, 10)) {
    const got = await readFeedAt(feed, tools)
    if (!got.ok) {
      failure = got
      continue
    }
    feeds.push(feed)
    items.push(...itemsOf(got.feed, feed).filter((item) => namesCompany(item, about)))
  }
  if (failure && read.length + feeds.length === 0) return failure
  return { ok: true, snapshot: { sources: read, feeds, items, found_on: isDue ? today : null } }
}

/** The registrable domain of a company's address. */
function readCompany(home: string): string {
  const { hostname } = new URL(home)
  const reading = readWebDomain(hostname)
  return reading.ok ? (reading.domain ?? reading.host) : hostname
}

async function readSource(url: string, tools: WatchTools): Promise<{ ok: true; items: NewsItem[] } | ReadFailure> {
  const page = await tools.page(url, FEED_TYPES)
  if (!page.ok) return page
  const feed = readFeed(page.document.body, page.document.url)
  return { ok: true, items: feed ? itemsOf(feed, url) : headlines(page.document, url) }
}

async function findSources(home: string, tools: WatchTools): Promise<{ ok: true; sources: string[] } | ReadFailure> {
  const first = await tools.page(home)
  if (!first.ok) return first
  const sources = new Set<string>()
  const named = feedLinkIn(first.document.body, first.document.url)
  if (named) sources.add(named)
  const origin = new URL(first.document.url).origin
  const press = readPage(first.document.body).links.flatMap(({ href, text }) => {
    if (!URL.canParse(href, first.document.url) || !(PRESS.test(href) || PRESS.test(text))) return []
    const url = new URL(href, first.document.url)
    url.hash = ''
    // A single article has a long last part; the page of all of them has not.
    return url.origin === origin && (url.pathname.split('/').filter(Boolean).at(-1) ?? '').length <= 24
      ? [url.href]
      : []
  })
  for (const url of [...new Set(press)].slice(0, 2)) {
    const page = await tools.page(url, FEED_TYPES)
    if (!page.ok) continue
    const feed = feedLinkIn(page.document.body, page.document.url)
    if (feed) sources.add(feed)
    else if (readFeed(page.document.body) || headlines(page.document).length >= 2) sources.add(url)
  }
  for (const path of sources.size === 0 ? FEED_GUESSES : []) {
    const url = new URL(path, first.document.url).href
    const page = await tools.page(url, FEED_TYPES)
    if (!page.ok || !readFeed(page.document.body)) continue
    sources.add(url)
    break
  }
  return { ok: true, sources: [...sources].slice(0, MOST_SOURCES) }
}

const LEAST_HEADLINE = 20

/** The links of a page whose words are headlines, on its own site and below an address of their own. */
export function headlines({ url, body }: Pick<SeenDocument, 'url' | 'body'>, source = url): NewsItem[] {
  const here = new URL(url)
  const seen = new Set<string>()
  return readPage(body).links.flatMap(({ href, text, hidden }) => {
    if (hidden || text.length < LEAST_HEADLINE || text.split(' ').length < 4 || !URL.canParse(href, url)) return []
    const link = new URL(href, url)
    link.hash = ''
    const isArticle = link.hostname === here.hostname && link.pathname.length > here.pathname.length
    if (!isArticle || seen.has(link.href)) return []
    seen.add(link.href)
    return [
      { id: link.href, title: text.slice(0, 300), url: link.href, summary: '', published: '', source_url: source },
    ]
  })
}
