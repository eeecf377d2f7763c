// Website: what a page says, compared with what it said; and the social profiles it links to.
import { createHash } from 'node:crypto'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import { socialProfile } from '../../../providers/web-reader/website-reader.socials.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  hasWord,
  type SeenLine,
  type SnapshotComparison,
  textsOf,
} from '../kind.ts'
import { homeOf, urlTarget } from '../target.logic.ts'
import { diffLines, diffText } from './line-diff.logic.ts'
import { steadyLines } from './main-text.logic.ts'

export interface PageSnapshot {
  url: string
  title: string
  lines: string[]
  socials: string[]
}

export interface PageState {
  /** What was reported last. */
  base: string[]
  /** Two polls saw the base. Of one that was seen once, what is gone at the next poll was never there to stay. */
  is_confirmed: boolean
  /** What the poll before saw. */
  last: string[]
  /** The poll before saw what the one before that saw: a change is reported at once, else when it was seen twice. */
  is_steady: boolean
  socials: string[]
}

const QUIET_SHARE = 0.02
const MAX_SHOWN = 4_000
const MAX_SOCIALS = 50

export const website = defineWatchKind<PageState, PageSnapshot>({
  kind: 'website',
  title: 'Website',
  description: 'Changes in the main text of a page, without navigation, dates, counters and notices.',
  target: {
    label: 'Page',
    help: 'Any public page, such as pricing or product pages.',
    example: 'https://acme.com/pricing',
    read: urlTarget,
  },
  signal_types: ['website_change', 'social'],
  options: [
    { name: 'keywords', type: 'texts', label: 'With one of these words', help: 'Other changes are passed over.' },
    {
      name: 'least_percent',
      type: 'number',
      label: 'Least change in percent',
      help: 'Smaller changes are quiet; 2 by default.',
    },
  ],
  async read(target, _config, _previous, tools) {
    const page = await tools.page(homeOf(target))
    return page.ok ? { ok: true, snapshot: pageSnapshot(page.document) } : page
  },
  compare: comparePage,
  show: showPage,
})

export function pageSnapshot({ url, body }: { url: string; body: string }): PageSnapshot {
  const { title, links } = readPage(body)
  const socials = links.flatMap(({ href }) => {
    const profile = socialProfile(href)
    return profile && !profile.person ? [profile.url] : []
  })
  return { url, title, lines: steadyLines(body), socials: [...new Set(socials)].sort().slice(0, MAX_SOCIALS) }
}

export function showPage({ url, title, lines, socials }: PageSnapshot): SeenLine[] {
  return [
    { label: 'Page', value: title || url, url },
    { label: 'Lines of text', value: String(lines.length) },
    ...lines.slice(0, 8).map((value) => ({ label: 'Text', value: value.slice(0, 200) })),
    ...socials.map((value) => ({ label: 'Profile', value, url: value })),
  ]
}

export function comparePage(
  previous: PageState | null,
  snapshot: PageSnapshot,
  { company, config }: CompareContext,
): SnapshotComparison<PageState> {
  const { url, lines, socials } = snapshot
  if (!previous)
    return {
      state: { base: lines, is_confirmed: false, last: lines, is_steady: false, socials },
      signals: [],
      changes: [],
      is_settled: false,
      text: { url, text: lines.join('\n') },
    }
  const least =
    typeof config.least_percent === 'number' ? Math.min(100, Math.max(0.1, config.least_percent)) / 100 : QUIET_SHARE
  const sinceLast = diffLines(previous.last, lines)
  const isStill = sinceLast.share < least
  // On a page that differs with each request, only lines that two polls saw alike count.
  const there = new Set(lines)
  const base = previous.is_confirmed ? previous.base : previous.base.filter((line) => there.has(line))
  const said = previous.is_steady || isStill ? lines : confirmed({ ...previous, base }, lines)
  const diff = diffLines(base, said)
  const isChange = diff.share >= least && diff.added.length + diff.removed.length > 0
  const newSocials = socials.filter((one) => !previous.socials.includes(one))
  const signals: FoundSignal[] = newSocials.map((profile) => ({
    type: 'social',
    key: `social:${profile}`,
    title: `${company} links to a new profile`,
    summary: profile,
    after: profile,
    evidence_url: url,
    source_url: url,
    quote: '',
    occurred_at: '',
  }))
  const keywords = textsOf(config, 'keywords')
  const isWanted = keywords.length === 0 || hasWord([...diff.added, ...diff.removed].join(' '), keywords)
  if (isChange && isWanted) signals.push(pageChange(snapshot, diff, company))
  // A first look at what else there is: what a page said first is not yet known to stand still.
  const state: PageState = {
    base: isChange ? said : base,
    is_confirmed: !isChange || !previous.is_steady || isStill,
    last: isStill ? previous.last : lines,
    is_steady: isStill,
    socials: [...new Set([...previous.socials, ...socials])].sort(),
  }
  const percent = `${Math.round(diff.share * 1000) / 10} %`
  const changes = isChange ? [{ label: `Changed by ${percent}`, value: diffText(diff, 5).slice(0, 1_000), url }] : []
  const text = isChange ? { text: { url, text: said.join('\n') } } : {}
  return { state, signals, changes, is_settled: isStill && previous.is_steady, ...text }
}

/** Lines of the base that are still there, and new ones that the last two polls saw. */
function confirmed({ base, last }: PageState, lines: readonly string[]): string[] {
  const before = new Set(last)
  const now = new Set(lines)
  const known = new Set(base)
  const kept = lines.filter((line) => known.has(line) || before.has(line))
  // Gone only when two polls missed it.
  const missedOnce = base.filter((line) => !now.has(line) && before.has(line))
  return [...kept, ...missedOnce]
}

function pageChange({ url, title }: PageSnapshot, diff: ReturnType<typeof diffLines>, company: string): FoundSignal {
  const quote = [...diff.added].sort((a, b) => b.length - a.length)[0] ?? ''
  const share = Math.round(diff.share * 1000) / 1000
  return {
    type: 'website_change',
    key: `page:${url}:${hashLines(diff.added, diff.removed)}`,
    title: `${title || company} changed`,
    summary: (diff.added[0] ?? `Removed: ${diff.removed[0] ?? ''}`).slice(0, 300),
    before: diff.removed.join('\n').slice(0, MAX_SHOWN),
    after: diff.added.join('\n').slice(0, MAX_SHOWN),
    evidence_url: url,
    source_url: url,
    quote: quote.slice(0, 300),
    occurred_at: '',
    strength: Math.round(20 + 40 * Math.min(1, diff.share / 0.5)),
    details: { share, diff: diffText(diff).slice(0, MAX_SHOWN) },
  }
}

const hashLines = (added: readonly string[], removed: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([added, removed]))
    .digest('base64url')
    .slice(0, 16)
