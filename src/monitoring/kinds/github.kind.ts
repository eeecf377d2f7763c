// GitHub: releases of a repository, or of all public repositories of an account, from the feeds that need no key.
import { Type } from 'typebox'
import { plainSummary, plainTitle, readFeed } from '../../providers/feeds/feed-document.ts'
import { FEED_TYPES } from '../../providers/feeds/feed-reader.ts'
import { list, text } from '../../providers/kit/reply-values.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  flagOption,
  type ReadFailure,
  type SnapshotComparison,
  type WatchTools,
} from './kind.ts'
import { githubTarget } from './target.logic.ts'

interface Release {
  tag: string
  title: string
  url: string
  summary: string
  published: string
}

export interface GithubSnapshot {
  /** By repository, `owner/name`; those whose releases were read in this poll. */
  releases: { [repository: string]: Release[] }
  /** When each repository of the account was pushed last. */
  pushed: { [repository: string]: string }
}

export interface GithubState {
  tags: { [repository: string]: string[] }
  pushed: { [repository: string]: string }
}

const MOST_REPOSITORIES = 10
const MOST_TAGS = 100
const API = 'https://api.github.com'
const feedOf = (repository: string) => `https://github.com/${repository}/releases.atom`
const PRERELEASE = /(?:alpha|beta|rc|pre|nightly|dev|canary|snapshot|next)[.\-_]?\d*/i

export const github = defineWatchKind<GithubState, GithubSnapshot>({
  place: 90,
  title: 'GitHub',
  description: 'Releases of a repository, or of the public repositories of an account that were pushed to last.',
  target: {
    label: 'Account or repository',
    help: 'As in the address on GitHub.',
    example: 'acme/app',
    read: githubTarget,
    at_service: true,
  },
  of_lead: ({ github, custom }) => [
    github,
    typeof custom === 'object' && custom !== null && !Array.isArray(custom) ? custom.github : null,
  ],
  hosts: ['api.github.com', 'github.com'],
  signal_types: ['github_release'],
  config: Type.Object({
    prereleases: flagOption({ title: 'Prereleases too', hint: 'Alphas, betas and release candidates.' }),
  }),
  async read(target, _config, before, tools) {
    if (target.includes('/')) {
      const read = await readReleases(target, tools)
      return read.ok ? { ok: true, snapshot: { releases: { [target]: read.releases }, pushed: {} } } : read
    }
    const got = await tools.ask({
      method: 'GET',
      url: `${API}/users/${target}/repos`,
      query: { sort: 'pushed', per_page: 100 },
    })
    if (!got.ok) return got
    if (!Array.isArray(got.reply.json))
      return { ok: false, reason: 'unreadable', message: 'GitHub answered with something else than repositories' }
    const pushed = Object.fromEntries(
      list(got.reply.json).flatMap(({ full_name, pushed_at, fork }) => {
        const name = text(full_name)
        return name && fork !== true ? [[name, text(pushed_at) ?? '']] : []
      }),
    )
    const releases: GithubSnapshot['releases'] = {}
    // A release comes with a push; a repository that was read is read again for a day, since the release may come later.
    const due = Object.keys(pushed).filter((name) => isDue(pushed[name] ?? '', before, name, tools.now()))
    for (const repository of due.slice(0, MOST_REPOSITORIES)) {
      const read = await readReleases(repository, tools)
      if (read.ok) releases[repository] = read.releases
      else if (read.reason !== 'not_found') return read
    }
    return { ok: true, snapshot: { releases, pushed } }
  },
  compare: compareReleases,
  show({ releases }) {
    const all = Object.entries(releases).flatMap(([repository, each]) => each.map((one) => ({ repository, ...one })))
    if (all.length === 0) return [{ label: 'Releases', value: 'None' }]
    return all.slice(0, 12).map(({ repository, title, url }) => ({ label: repository, value: title, url }))
  },
})

function isDue(pushed: string, before: GithubState | null, name: string, now: number): boolean {
  if (!before?.tags[name] || before.pushed[name] !== pushed) return true
  return now - Date.parse(pushed) < 3 * 86_400_000
}

async function readReleases(
  repository: string,
  tools: WatchTools,
): Promise<{ ok: true; releases: Release[] } | ReadFailure> {
  const page = await tools.page(feedOf(repository), FEED_TYPES)
  if (!page.ok) return page
  const feed = readFeed(page.document.body, page.document.url)
  if (!feed)
    return { ok: false, reason: 'unreadable', message: 'GitHub answered with something else than a feed of releases' }
  const releases = feed.items.map((item) => ({
    tag: item.link.split('/').at(-1) || item.id,
    title: plainTitle(item),
    url: item.link,
    summary: plainSummary(item).slice(0, 1_000),
    published: item.published,
  }))
  return { ok: true, releases }
}

export function compareReleases(
  previous: GithubState | null,
  { releases, pushed }: GithubSnapshot,
  { config, now }: CompareContext,
): SnapshotComparison<GithubState> {
  const tags: GithubState['tags'] = { ...previous?.tags }
  const signals: FoundSignal[] = []
  for (const [repository, all] of Object.entries(releases)) {
    const known = tags[repository]
    // The releases of a repository seen for the first time are no news, unless the repository is new.
    const isNew = previous !== null && known === undefined
    const recent = now.getTime() - 7 * 86_400_000
    for (const release of previous === null ? [] : all) {
      if (known?.includes(release.tag) || (isNew && !(Date.parse(release.published) > recent))) continue
      if (PRERELEASE.test(release.tag) && config.prereleases !== true) continue
      signals.push({
        type: 'github_release',
        key: `release:${repository.toLowerCase()}:${release.tag}`,
        title: `${repository} released ${release.title || release.tag}`,
        summary: release.summary.slice(0, 300) || `Release ${release.tag}.`,
        after: release.tag,
        evidence_url: release.url,
        source_url: feedOf(repository),
        quote: release.title,
        occurred_at: release.published,
        details: { repository, tag: release.tag },
      })
    }
    tags[repository] = [...new Set([...all.map(({ tag }) => tag), ...(known ?? [])])].slice(0, MOST_TAGS)
  }
  const changes = signals.map(({ title, evidence_url }) => ({ label: 'Released', value: title, url: evidence_url }))
  return { state: { tags, pushed }, signals, changes, is_settled: true }
}
