// Funding: rounds, acquisitions and listings of a company, by its news.
import { Type } from 'typebox'
import { defineWatchKind } from '../kind.ts'
import { FEEDS, NAMES, type NewsState, ofCompany } from './company-news.ts'
import type { NewsSnapshot } from './sources.ts'

export const funding = defineWatchKind<NewsState, NewsSnapshot>({
  ...ofCompany,
  place: 30,
  title: 'Funding',
  description: 'Rounds, acquisitions and listings that the company or feeds of your choice report.',
  signal_types: ['funding'],
  config: Type.Object({ feeds: FEEDS, ...NAMES }),
})
