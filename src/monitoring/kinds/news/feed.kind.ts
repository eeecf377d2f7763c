// Feed: new items of one RSS, Atom or JSON feed.
import { Type } from 'typebox'
import { namesCompany } from '../../../providers/names/company-mention.ts'
import { defineWatchKind } from '../kind.ts'
import { urlTarget } from '../target.logic.ts'
import { watchedNames } from './company-name.logic.ts'
import { FILTERS, NAMES, type NewsState, namesOption, ofCompany } from './company-news.ts'
import { itemsOf, type NewsSnapshot, readFeedAt } from './sources.ts'

export const feed = defineWatchKind<NewsState, NewsSnapshot>({
  ...ofCompany,
  place: 50,
  title: 'Feed',
  description: 'New items of an RSS, Atom or JSON feed.',
  target: {
    label: 'Address of the feed',
    help: 'The feed, or a page that names it.',
    example: 'https://acme.com/blog/feed',
    read: urlTarget,
  },
  // A feed is an address of its own, which leads do not have.
  for_leads: false,
  hosts: [],
  signal_types: ['news', 'funding', 'job_change', 'growth'],
  config: Type.Object({
    ...FILTERS,
    ...NAMES,
    names: namesOption('Only items that name the company count; all of them when empty.'),
  }),
  async read(target, config, previous, tools) {
    const known = previous?.sources[0]
    const read = await readFeedAt(known ?? target, tools)
    if (!read.ok) return read
    const all = itemsOf(read.feed, read.url)
    const about = watchedNames(config, '')
    const items = about.names.length > 0 ? all.filter((item) => namesCompany(item, about)) : all
    const snapshot: NewsSnapshot = { sources: [read.url], feeds: [], items, found_on: null }
    return { ok: true, snapshot }
  },
})
