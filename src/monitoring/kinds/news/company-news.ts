// What the kinds of watches for news do alike: new items of feeds and press pages, read by rules for what they are about.
import { canonicalUrl } from '../../../providers/feeds/feed-document.ts'
import { tellsOfCompany } from '../../../providers/names/company-mention.ts'
import { WEIGHTS } from '../../signals/signal-types.logic.ts'
import {
  type CompareContext,
  type FoundSignal,
  hasWord,
  type SeenLine,
  type SnapshotComparison,
  textsOf,
  textsOption,
  type WatchKind,
} from '../kind.ts'
import { companyTarget, homeOf } from '../target.logic.ts'
import { watchedNames } from './company-name.logic.ts'
import { type NewsItem, newItems, type SeenItems } from './items.logic.ts'
import { readNews } from './rules.logic.ts'
import { type KnownSources, type NewsSnapshot, readNewsOf } from './sources.ts'

export interface NewsState extends KnownSources {
  seen: SeenItems
}

/** An item that says it is older than this was moved, not published. */
const OLD_DAYS = 45

export function compareNews(
  previous: NewsState | null,
  snapshot: NewsSnapshot,
  context: CompareContext,
): SnapshotComparison<NewsState> {
  const { now, company, config, wanted } = context
  const known = new Set([...(previous?.sources ?? []), ...(previous?.feeds ?? [])])
  const about = watchedNames(config, company)
  const ofOthers = new Set(snapshot.feeds)
  const { fresh, seen } = newItems(previous?.seen ?? {}, snapshot.items, now)
  const oldest = now.getTime() - OLD_DAYS * 86_400_000
  const keywords = textsOf(config, 'keywords')
  const excluded = textsOf(config, 'exclude')
  // What a source listed when it was met first is no news.
  const isFirst = (item: NewsItem) => previous === null || !known.has(item.source_url)
  const news = fresh.filter((item) => !isFirst(item) && !(item.published && Date.parse(item.published) < oldest))
  const signals = news.flatMap((item): FoundSignal[] => {
    const words = `${item.title} ${item.summary}`
    if ((keywords.length > 0 && !hasWord(words, keywords)) || hasWord(words, excluded)) return []
    const month = (item.published || now.toISOString()).slice(0, 7)
    const reading = readNews(item.title, item.summary, month)
    // What a headline tells of another company is no event of this one, wherever it stands.
    const isTold = tellsOfCompany(reading.text, reading.told, about, !ofOthers.has(item.source_url))
    const isOther = reading.type !== 'news' && wanted.includes(reading.type) && isTold
    if (!isOther && !wanted.includes('news')) return []
    return [
      {
        type: isOther ? reading.type : 'news',
        key: isOther ? reading.key : `item:${canonicalUrl(item.url || item.id)}`,
        title: item.title,
        summary: item.summary.slice(0, 500) || `New on ${company}.`,
        evidence_url: item.url || item.source_url,
        source_url: item.source_url,
        quote: isOther ? reading.quote : item.title,
        occurred_at: item.published,
        strength: isOther ? reading.strength : WEIGHTS.news.strength,
        details: isOther ? reading.details : {},
      },
    ]
  })
  const state = {
    sources: [...new Set([...(previous?.feeds ? previous.sources : []), ...snapshot.sources])],
    feeds: [...new Set([...(previous?.feeds ?? []), ...snapshot.feeds])],
    looked_on: snapshot.found_on ?? previous?.looked_on ?? '',
    seen,
  }
  const changes = news.map(({ title, url }): SeenLine => ({ label: 'New', value: title, url }))
  return { state, signals, changes, is_settled: true }
}

export function showNews({ sources, feeds, items }: NewsSnapshot): SeenLine[] {
  if (sources.length + feeds.length === 0) return [{ label: 'Feed or press page', value: 'None found on the website' }]
  return [
    ...[...sources, ...feeds].map((url) => ({ label: 'Read', value: url, url })),
    ...items
      .slice(0, 10)
      .map(({ title, url, published }) => ({ label: published.slice(0, 10) || 'Item', value: title, url })),
  ]
}

export const FILTERS = {
  keywords: textsOption({ title: 'With one of these words', hint: 'Other items are passed over.' }),
  exclude: textsOption({ title: 'Without these words', hint: 'Items with one of them are passed over.' }),
}
const COMPANY = {
  label: 'Company',
  help: 'Its domain or website.',
  example: 'acme.com',
  read: companyTarget,
}
export const FEEDS = textsOption({
  title: 'More feeds',
  hint: 'Addresses of other feeds, such as those of trade papers: items that name the company count.',
})
export const namesOption = (hint: string) => textsOption({ title: 'Names of the company', hint })
export const NAMES = {
  names: namesOption('As other feeds write it. The name of its domain counts too.'),
  former_names: textsOption({ title: 'Former names', hint: 'Names that are still written.' }),
  context: textsOption({
    title: 'Words that go with it',
    hint: 'Products, people or places: a company whose name is a plain word, such as Apple, counts with one of them beside it.',
  }),
}

/** For watches of a company by its domain. */
export const ofCompany = {
  target: COMPANY,
  hosts: [],
  async read(target, config, previous, tools) {
    const read = await readNewsOf(homeOf(target), config, previous, tools)
    return read.ok ? { ok: true, snapshot: read.snapshot } : read
  },
  compare: compareNews,
  show: showNews,
} satisfies Partial<WatchKind<NewsState, NewsSnapshot>>
