// Company: everything that can be known of one: jobs, technologies, news, people and the text of its home page.
import { Type } from 'typebox'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { hiring, TITLES } from './hiring/hiring.kind.ts'
import {
  definePolling,
  defineWatchKind,
  type FoundSignal,
  ofStored,
  type PollMethods,
  type ReadFailure,
  type SeenLine,
  type SnapshotComparison,
} from './kind.ts'
import { FEEDS, NAMES } from './news/company-news.ts'
import { news } from './news/news.kind.ts'
import { compareTeam, readTeam, showTeam, type TeamSnapshot, type TeamState } from './people/job-change.kind.ts'
import { companyTarget } from './target.logic.ts'
import { tech } from './tech.kind.ts'
import { website } from './website/website.kind.ts'

/** The team page alone: the news are read once, for all. */
const people = definePolling<TeamState, TeamSnapshot>({
  read: (target, _config, previous, tools) => readTeam(target, previous, tools),
  compare: compareTeam,
  show: showTeam,
})

const PARTS: Readonly<Record<string, PollMethods>> = {
  website: ofStored(website),
  tech: ofStored(tech),
  hiring: ofStored(hiring),
  news: ofStored(news),
  people: ofStored(people),
}
const HEADINGS: Readonly<Record<string, string>> = {
  website: 'Home page',
  tech: 'Technologies',
  hiring: 'Jobs',
  news: 'News',
  people: 'People',
}

interface Parts {
  [part: string]: Json
}

export const company = defineWatchKind<Parts, Parts>({
  place: 10,
  title: 'Company',
  description: 'All that can be known of a company: jobs, technologies, news and funding, people and its home page.',
  target: { label: 'Company', help: 'Its domain or website.', example: 'acme.com', read: companyTarget },
  hosts: hiring.hosts,
  asks_dns: true,
  signal_types: [
    'hiring',
    'hiring_surge',
    'new_role',
    'funding',
    'news',
    'tech_change',
    'website_change',
    'job_change',
    'growth',
    'social',
  ],
  config: Type.Object({ job_titles: TITLES, feeds: FEEDS, ...NAMES }),
  async read(target, config, previous, tools) {
    const before = previous ?? {}
    const snapshot: Parts = {}
    const failures: ReadFailure[] = []
    const unread: SeenLine[] = []
    for (const [name, part] of Object.entries(PARTS)) {
      const read = await part.read(target, configOf(config, name), before[name] ?? null, tools)
      if (read.ok) snapshot[name] = read.snapshot
      else {
        failures.push(read)
        unread.push({ label: HEADINGS[name] ?? name, value: read.message })
      }
    }
    const [failure] = failures
    // One part that cannot be read leaves the others; it is compared again when it can.
    return failure && Object.keys(snapshot).length === 0 ? failure : { ok: true, snapshot, unread }
  },
  compare(previous, snapshot, context) {
    const before = previous ?? {}
    const state: Parts = { ...before }
    const signals: FoundSignal[] = []
    const changes: SeenLine[] = []
    let isSettled = true
    let text: SnapshotComparison<Parts>['text']
    let ignored: SnapshotComparison<Parts>['ignored']
    for (const [name, seen] of Object.entries(snapshot)) {
      const part = PARTS[name]
      if (!part) continue
      const compared = part.compare(before[name] ?? null, seen, { ...context, config: configOf(context.config, name) })
      state[name] = compared.state
      signals.push(...compared.signals)
      changes.push(...compared.changes)
      isSettled &&= compared.is_settled
      text ??= compared.text
      ignored ??= compared.ignored
    }
    return {
      state,
      signals,
      changes,
      is_settled: isSettled && Object.keys(PARTS).every((name) => name in snapshot),
      ...(text && { text }),
      ...(ignored && { ignored }),
    }
  },
  show(snapshot) {
    return Object.entries(snapshot).flatMap(([name, seen]) =>
      (PARTS[name]?.show(seen) ?? [])
        .slice(0, 6)
        .map((line) => ({ ...line, label: `${HEADINGS[name]}: ${line.label}` })),
    )
  },
})

/** `job_titles` are the keywords of jobs, and none for pages and news. */
function configOf({ job_titles, keywords: _other, ...rest }: JsonObject, part: string): JsonObject {
  return part === 'hiring' && job_titles !== undefined ? { ...rest, keywords: job_titles } : rest
}
