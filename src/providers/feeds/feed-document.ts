// Reads feeds: RSS 0.9 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed. One shape, links absolute, texts as HTML that runs nothing.
import { readJson } from '../../kernel/read-json.ts'
import { list, record, text } from '../kit/reply-values.ts'
import { htmlText } from '../web-reader/html-text.ts'
import { baseAt, inlineMarkup, resolved, safeMarkup } from './feed-markup.ts'
import { childOf, elementsOf, parseXml, textIn, type XmlElement } from './xml-tree.ts'

export interface FeedItem {
  /** The feed's own id, else the link, else the title. */
  id: string
  /** What it is known by: the same while only its campaign parameters change, another where the feed gives two items one id. */
  key: string
  /** HTML; {@link plainTitle} is what it shows. */
  title: string
  link: string
  summary: string
  /** ISO 8601, or blank. */
  published: string
  authors: string[]
}

export interface FeedDocument {
  title: string
  link: string
  id: string
  description: string
  items: FeedItem[]
  /** Items beyond the first {@link MAX_ITEMS}. */
  left_out: number
  /** Seconds that the publisher asks clients to wait; 0 when it does not say. */
  rest_seconds: number
}

export const MAX_ITEMS = 500
const COUNTS_VISITORS = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref|source|cmpid)$/i

/** Reads the feed at an address; undefined when the document is no feed. */
export function readFeed(body: string, url = ''): FeedDocument | undefined {
  const start = body.slice(0, 4_000).trimStart()
  if (start.startsWith('{')) return jsonFeed(body, url)
  if (!/<(?:[\w-]+:)?(?:rss|feed|rdf|channel)\b/i.test(start)) return undefined
  const root = parseXml(body)
  if (!root || !/^(?:rss|feed|rdf|channel)$/.test(root.name)) return undefined
  return root.name === 'feed' ? atom(root, url) : rss(root, url)
}

/** An address without what only counts visitors. */
export function canonicalUrl(text: string): string {
  if (!URL.canParse(text)) return text.trim()
  const url = new URL(text)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (COUNTS_VISITORS.test(name)) url.searchParams.delete(name)
  url.protocol = 'https:'
  url.hostname = url.hostname.replace(/^www\./, '')
  return url.href.replace(/\/(?=$|\?)/, '')
}

/** Items with their keys: the id, unless another item of the feed has it too. */
function keyed(items: readonly Omit<FeedItem, 'key'>[]): Pick<FeedDocument, 'items' | 'left_out'> {
  const ofItem = ({ id, link, title }: Omit<FeedItem, 'key'>) =>
    link ? canonicalUrl(link) : `${canonicalUrl(id)} ${title}`
  const sharing = new Map<string, Set<string>>()
  for (const item of items) {
    const id = canonicalUrl(item.id)
    sharing.set(id, (sharing.get(id) ?? new Set()).add(ofItem(item)))
  }
  return {
    items: items.slice(0, MAX_ITEMS).map((item) => {
      const id = canonicalUrl(item.id)
      return { ...item, key: (sharing.get(id)?.size ?? 0) > 1 ? ofItem(item) : id }
    }),
    left_out: Math.max(0, items.length - MAX_ITEMS),
  }
}

export const plainTitle = ({ title }: Pick<FeedItem, 'title'>) => htmlText(title)
export const plainSummary = ({ summary }: Pick<FeedItem, 'summary'>) => htmlText(summary)

/** The first child of one of the names; one without a prefix or of Dublin Core before those of other modules. */
function named(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  const all = elementsOf(element)
  for (const name of names) {
    const [prefix, local] = name.includes(':') ? name.split(':') : [null, name]
    const fits = all.filter((child) => child.name === local)
    const own = element?.prefix ?? ''
    const found =
      prefix === null
        ? fits.find((child) => child.prefix === own || child.prefix === '')
        : fits.find((child) => child.prefix === prefix)
    if (found) return found
  }
  return undefined
}

/** A text construct: Atom says what it is by `type` and `mode`, RSS means HTML. */
function construct(element: XmlElement | undefined, around: string, fallback: 'text' | 'html'): string {
  if (!element) return ''
  const base = baseAt(element, around)
  const { type = '', mode = '' } = element.attributes
  const hasMarkup = elementsOf(element).length > 0
  if (mode === 'base64' || /^application\/octet-stream$/.test(type)) {
    const decoded = Buffer.from(textIn(element), 'base64').toString('utf8')
    return safeMarkup(decoded.trim(), base)
  }
  if (type === 'xhtml' || (hasMarkup && mode !== 'escaped')) {
    const inside = elementsOf(element)
    // The div of Atom 1.0 is no part of the text.
    const wrapped = type === 'xhtml' && inside.length === 1 && inside[0]?.name === 'div' ? inside[0] : element
    return inlineMarkup(wrapped, baseAt(wrapped, base)).trim()
  }
  const said = textIn(element)
  const isHtml = /html/.test(type) || mode === 'escaped' || (type === '' && fallback === 'html')
  return isHtml ? safeMarkup(said, base) : said
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** ISO 8601; blank for what is no date, such as 30 February, which `Date.parse` takes for a day in March. */
function instantOf(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return ''
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  const mail = /(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{2,4})/i.exec(text)
  const [, year, month, day] = iso ?? [
    null,
    mail?.[3],
    String(MONTHS.indexOf((mail?.[2] ?? '').toLowerCase()) + 1),
    mail?.[1],
  ]
  const isDay = day === undefined || new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() >= Number(day)
  return isDay ? new Date(at).toISOString() : ''
}

const dateOf = (element: XmlElement | undefined): string => instantOf(textIn(element))

function atom(root: XmlElement, url: string): FeedDocument {
  const base = baseAt(root, url)
  const linkOf = (element: XmlElement, around: string) => {
    const links = elementsOf(element).filter(({ name }) => name === 'link')
    const best =
      links.find(
        ({ attributes: { rel = 'alternate', type = 'text/html' } }) => rel === 'alternate' && /html/.test(type),
      ) ?? links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate')
    return best ? resolved(best.attributes.href ?? textIn(best), baseAt(best, around)) : ''
  }
  const isOld = root.attributes.version === '0.3' || /purl\.org\/atom/.test(root.attributes.xmlns ?? '')
  const texts = isOld ? 'html' : 'text'
  const items = elementsOf(root).filter(({ name }) => name === 'entry')
  return {
    title: construct(named(root, 'title'), base, texts),
    link: linkOf(root, base),
    id: resolved(textIn(named(root, 'id')), base),
    description: construct(named(root, 'subtitle', 'tagline', 'info'), base, texts),
    ...keyed(
      items.map((entry) => {
        const at = baseAt(entry, base)
        const link = linkOf(entry, at)
        const title = construct(named(entry, 'title', 'dc:title'), at, texts)
        const id = resolved(textIn(named(entry, 'id')), at)
        return {
          id: id || link || title,
          title,
          link: link || (/^https?:/.test(id) ? id : ''),
          summary: construct(named(entry, 'summary', 'content'), at, texts),
          published: dateOf(named(entry, 'published', 'issued', 'created', 'updated', 'modified')),
          authors: elementsOf(entry).flatMap((child) =>
            child.name === 'author' ? [textIn(childOf(child, 'name'))] : [],
          ),
        }
      }),
    ),
    rest_seconds: restOf(root),
  }
}

function rss(root: XmlElement, url: string): FeedDocument {
  const channel = root.name === 'channel' ? root : (childOf(root, 'channel') ?? root)
  const base = baseAt(channel, baseAt(root, url))
  const items = [root, channel].flatMap((place) => elementsOf(place).filter(({ name }) => name === 'item'))
  const linkOf = (element: XmlElement, at: string) => {
    const link = named(element, 'link')
    return resolved(link?.attributes.href ?? textIn(link), link ? baseAt(link, at) : at)
  }
  return {
    title: construct(named(channel, 'title', 'dc:title'), base, 'html'),
    link: linkOf(channel, base),
    id: channel.attributes['rdf:about'] ?? textIn(named(channel, 'guid')),
    description: construct(named(channel, 'description', 'dc:description', 'itunes:summary', 'subtitle'), base, 'html'),
    ...keyed(
      [...new Set(items)].map((item) => {
        const at = baseAt(item, base)
        const guid = named(item, 'guid')
        const isLink = guid !== undefined && guid.attributes.ispermalink !== 'false'
        const link = linkOf(item, at) || (isLink ? resolved(textIn(guid), at) : '')
        const title = construct(named(item, 'title', 'dc:title', 'media:title'), at, 'html')
        const about = item.attributes['rdf:about']
        return {
          id: textIn(guid) || about || link || title,
          title,
          link: link || (about && /^https?:/.test(about) ? about : ''),
          summary: construct(
            named(item, 'description', 'dc:description', 'content:encoded', 'itunes:summary', 'body', 'fullitem'),
            at,
            'html',
          ),
          published: dateOf(named(item, 'pubdate', 'dc:date', 'dcterms:issued', 'published', 'updated')),
          authors: [textIn(named(item, 'author', 'dc:creator'))].filter(Boolean),
        }
      }),
    ),
    rest_seconds: restOf(channel),
  }
}

/** `ttl` is in minutes (RSS 2.0); `sy:updatePeriod` and `sy:updateFrequency` say how often it is made again (RSS 1.0). */
function restOf(channel: XmlElement): number {
  const minutes = Number(textIn(named(channel, 'ttl')))
  if (Number.isFinite(minutes) && minutes > 0) return minutes * 60
  const periods: Record<string, number> = { hourly: 3_600, daily: 86_400, weekly: 604_800, monthly: 2_592_000 }
  const period = periods[textIn(named(channel, 'sy:updateperiod')).toLowerCase()]
  const times = Number(textIn(named(channel, 'sy:updatefrequency'))) || 1
  return period ? Math.round(period / Math.max(1, times)) : 0
}

function jsonFeed(body: string, url: string): FeedDocument | undefined {
  const feed = record(readJson(body).value)
  if (!/jsonfeed\.org/.test(String(feed.version ?? '')) || !Array.isArray(feed.items)) return undefined
  return {
    title: text(feed.title) ?? '',
    link: resolved(text(feed.home_page_url) ?? '', url),
    id: text(feed.feed_url) ?? '',
    description: text(feed.description) ?? '',
    ...keyed(
      list(feed.items).map((item) => {
        const link = resolved(text(item.url) ?? text(item.external_url) ?? '', url)
        const title = text(item.title) ?? ''
        const summary = text(item.summary) ?? text(item.content_html) ?? text(item.content_text) ?? ''
        return {
          id: item.id === undefined ? link || title : String(item.id),
          title,
          link,
          summary: safeMarkup(summary, url),
          published: instantOf(text(item.date_published) ?? text(item.date_modified) ?? ''),
          authors: list(item.authors).flatMap(({ name }) => text(name) ?? []),
        }
      }),
    ),
    rest_seconds: 0,
  }
}
