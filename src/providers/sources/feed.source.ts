// Items of a feed: RSS, Atom or JSON Feed.
import { Type } from 'typebox'
import { plainSummary, plainTitle, readFeed } from '../feed-document.ts'
import { declaresEntities } from '../xml-tree.ts'
import type { HttpSource } from './source.ts'

export const feed: HttpSource = {
  id: 'feed',
  title: 'Feed (RSS, Atom, JSON Feed)',
  group: 'web',
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
    { url: Type.String({ minLength: 8, maxLength: 4000, pattern: '^https?://', title: 'Address of the feed' }) },
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
    return {
      records: read.items.map((item) => ({
        record_id: item.id,
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
    }
  },
}
