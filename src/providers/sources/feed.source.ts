// Items of a feed: RSS, Atom or JSON Feed.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { canonicalUrl, MAX_ITEMS, plainSummary, plainTitle, readFeed } from '../feeds/feed-document.ts'
import { declaresEntities } from '../feeds/xml-tree.ts'
import type { HttpSource } from './source.ts'

export const feed: HttpSource = {
  id: 'feed',
  title: 'Feed (RSS, Atom, JSON Feed)',
  group: 'web',
  place: 10,
  description: 'What a feed lists now; each run adds what is new in it.',
  method: 'crawl',
  license: 'scraped',
  docs_url: 'https://www.rssboard.org/rss-specification',
  lead_kind: 'company',
  page_size: 500,
  fields: [
    { name: 'title', label: 'Title', lead: 'company' },
    { name: 'link', label: 'Link', type: 'url', lead: 'website' },
    { name: 'summary', label: 'Summary', type: 'long_text', lead: 'description' },
    { name: 'published', label: 'Published', type: 'date' },
    { name: 'authors', label: 'Authors' },
  ],
  settings: Type.Object(
    {
      url: Type.String({
        minLength: 8,
        maxLength: 4000,
        pattern: '^https?://',
        ...shownAs({ title: 'Address of the feed', wide: true }),
      }),
    },
    { additionalProperties: false },
  ),
  expects: 'text',
  check: ({ url }) => (URL.canParse(String(url)) ? [] : [{ setting: 'url', msg: 'This is not a web address' }]),
  ask: ({ url }) => ({
    method: 'GET',
    url: String(url),
    headers: { accept: 'application/feed+json, application/rss+xml, application/atom+xml, application/xml, text/xml' },
  }),
  read({ text }, { url }) {
    if (declaresEntities(text))
      return { failure: 'The feed declares entities of its own, which is refused', is_final: true }
    const read = readFeed(text, String(url))
    if (!read) return { failure: 'This is no feed: neither RSS, Atom nor JSON Feed', is_final: true }
    const ids = read.items.map((item) => new Set([item.id, canonicalUrl(item.link)]))
    const times = new Map<string, number>()
    for (const id of ids.flatMap((one) => [...one])) times.set(id, (times.get(id) ?? 0) + 1)
    return {
      records: read.items.map((item, index) => ({
        record_id: item.key,
        // An id that two items have tells neither of them.
        also: [...(ids[index] ?? [])].filter((id) => id !== '' && id !== item.key && times.get(id) === 1),
        values: {
          title: plainTitle(item),
          link: item.link,
          summary: plainSummary(item),
          published: item.published,
          authors: item.authors.join(', '),
        },
        ...(item.link && { source_url: item.link }),
      })),
      next: null,
      total: read.items.length,
      ...(read.left_out > 0 && {
        note: `The first ${MAX_ITEMS} items of the feed are read; it has ${read.left_out} more`,
      }),
    }
  },
}
