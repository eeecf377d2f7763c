// Every kind of watch; what is not here does not exist.
import { company } from './company.kind.ts'
import { github } from './github.kind.ts'
import { hiring } from './hiring/hiring.kind.ts'
import type { WatchKind, WatchKindName } from './kind.ts'
import { feed, funding, news } from './news/news.kind.ts'
import { jobChange } from './people/job-change.kind.ts'
import { tech } from './tech.kind.ts'
import { website } from './website/website.kind.ts'

const BY_NAME: Readonly<Record<WatchKindName, WatchKind>> = {
  company,
  hiring,
  funding,
  news,
  feed,
  website,
  tech,
  job_change: jobChange,
  github,
}

export const WATCH_KINDS: readonly WatchKind[] = Object.values(BY_NAME)
export const watchKind = (name: WatchKindName): WatchKind => BY_NAME[name]
