// The kinds of watches: the files of this folder and those inside, listed by `npm run generate`.
import { company } from './company.kind.ts'
import { github } from './github.kind.ts'
import { hiring } from './hiring/hiring.kind.ts'
import { feed } from './news/feed.kind.ts'
import { funding } from './news/funding.kind.ts'
import { news } from './news/news.kind.ts'
import { jobChange } from './people/job-change.kind.ts'
import { tech } from './tech.kind.ts'
import { website } from './website/website.kind.ts'

export const ALL_WATCH_KINDS = {
  company,
  feed,
  funding,
  github,
  hiring,
  job_change: jobChange,
  news,
  tech,
  website,
}
