// News of a company: new items of its feeds and press pages.
import { Type } from 'typebox'
import { defineWatchKind } from '../kind.ts'
import { FEEDS, FILTERS, NAMES, type NewsState, ofCompany } from './company-news.ts'
import type { NewsSnapshot } from './sources.ts'

export const news = defineWatchKind<NewsState, NewsSnapshot>({
  ...ofCompany,
  place: 40,
  title: 'News',
  description: "New items of the company's feeds and press pages, read for funding, people and growth.",
  signal_types: ['news', 'funding', 'job_change', 'growth'],
  config: Type.Object({ ...FILTERS, feeds: FEEDS, ...NAMES }),
})
