// Website: what a page says, compared with what it said; and the social profiles it links to.
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../kernel/json.ts'
import { socialProfile } from '../../../providers/socials/social-profile.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  type ReadFailure,
  type SeenDocument,
  type SeenLine,
  type SnapshotComparison,
} from '../kind.ts'
import { homeOf, urlTarget } from '../target.logic.ts'
import { readBlocks } from './page-blocks.logic.ts'
import {
  beginMemory,
  comparePages,
  forgetLines,
  groupBlocks,
  type PageMemory,
  type PlaceChange,
  reportedTexts,
  type TextGroup,
} from './page-memory.logic.ts'
import { checkPage, leftOutBy, PAGE_OPTIONS, partOf, wantedChanges, withoutIgnored } from './page-settings.logic.ts'
import { changeLines, changeTitle, editsOf, mainEdit, pageName } from './page-words.logic.ts'

export interface PageSnapshot {
  url: string
  /** What people call the page. */
  name: string
  groups: TextGroup[]
  /** Lines that the settings of the watch leave out. */
  left_out: number
  socials: string[]
}

export interface PageState {
  memory: PageMemory
  /** The settings that decide what is read: when one changes, the watch takes a new baseline. */
  part: string
  socials: string[]
}

const MAX_SHOWN = 4_000
const MAX_SOCIALS = 50

export const website = defineWatchKind<PageState, PageSnapshot>({
  place: 60,
  title: 'Website',
  description:
    'Changes of a page: prices, dates, tables, buttons and texts, without navigation and without what changes at nearly every poll.',
  target: {
    label: 'Page',
    help: 'Any public page, such as pricing or product pages.',
    example: 'https://acme.com/pricing',
    read: urlTarget,
  },
  hosts: [],
  signal_types: ['website_change', 'social'],
  config: PAGE_OPTIONS,
  check: checkPage,
  async read(target, config, _previous, tools) {
    const page = await tools.page(homeOf(target))
    return page.ok ? readSnapshot(page.document, config) : page
  },
  compare: comparePage,
  show: showPage,
})

const noText = (message: string): ReadFailure => ({ ok: false, reason: 'no_text', message })

/** What a document shows a reader without scripts; a failure when that is nothing. */
export function readSnapshot(
  { url, body }: Pick<SeenDocument, 'url' | 'body'>,
  config: JsonObject,
): { ok: true; snapshot: PageSnapshot } | ReadFailure {
  const { title, links } = readPage(body)
  const part = partOf(config)
  const reading = readBlocks(body, part)
  if (!reading)
    return noText(
      part.selector
        ? `Nothing on the page matches the selector ${part.selector}. Change the part to watch.`
        : `The page does not say “${part.words}”. Change the part to watch.`,
    )
  if (reading.is_drawn_by_script)
    return noText(
      'The page has no text of its own: scripts draw it in the browser, which a watch does not run. Watch its feed, its API or another page.',
    )
  const { groups, left_out } = withoutIgnored(groupBlocks(reading.blocks), config)
  if (groups.length === 0)
    return noText(
      left_out > 0
        ? 'The settings leave out every line of the page. Leave out fewer lines.'
        : 'The page has no text that could change. Watch another page or another part of it.',
    )
  const socials = links.flatMap(({ href }) => {
    const profile = socialProfile(href)
    return profile && !profile.person ? [profile.url] : []
  })
  return {
    ok: true,
    snapshot: {
      url,
      name: pageName(title, reading.heading, url),
      groups,
      left_out,
      socials: [...new Set(socials)].sort().slice(0, MAX_SOCIALS),
    },
  }
}

export function showPage({ url, name, groups, left_out, socials }: PageSnapshot): SeenLine[] {
  const lines = groups.flatMap(({ place, texts }) => texts.map((text) => ({ place, text })))
  return [
    { label: 'Page', value: name || url, url },
    { label: 'Lines of text', value: String(lines.length) },
    ...(left_out > 0
      ? [{ label: 'Left out', value: `${left_out} ${left_out === 1 ? 'line' : 'lines'} by the settings` }]
      : []),
    ...lines.slice(0, 20).map(({ place, text }) => ({ label: place.at(-1) ?? 'Text', value: text.slice(0, 200) })),
    ...socials.map((value) => ({ label: 'Profile', value, url: value })),
  ]
}

const isKnown = (state: PageState | null, part: string): state is PageState =>
  state !== null && typeof state.memory === 'object' && state.part === part

export function comparePage(
  previous: PageState | null,
  snapshot: PageSnapshot,
  { company, config, now }: CompareContext,
): SnapshotComparison<PageState> {
  const { url, groups, socials } = snapshot
  const part = JSON.stringify(partOf(config))
  const texts = groups.flatMap((group) => group.texts)
  // Another part to watch, or what an earlier version kept: what is there now is what later polls are compared with.
  if (!isKnown(previous, part))
    return {
      state: { memory: beginMemory(groups), part, socials },
      signals: [],
      changes: [],
      is_settled: false,
      text: { url, text: texts.join('\n') },
      ignored: [],
    }
  const isLeftOut = leftOutBy(config)
  // Lines that the settings leave out since the poll before are not missing.
  const before = isLeftOut ? forgetLines(previous.memory, isLeftOut) : previous.memory
  const step = comparePages(before, groups, now)
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
  const least = typeof config.least_percent === 'number' ? Math.min(100, Math.max(0, config.least_percent)) / 100 : 0
  const share = shareOf(step.changes, previous.memory, texts)
  const wanted = share >= least ? wantedChanges(step.changes, config, texts) : []
  if (wanted.length > 0) signals.push(pageChange(snapshot, wanted, share, company))
  const name = snapshot.name || company
  const edits = step.changes.flatMap(editsOf)
  return {
    state: { memory: step.memory, part, socials: [...new Set([...previous.socials, ...socials])].sort() },
    signals,
    changes: changeLines(edits, name)
      .slice(0, 20)
      .map((value) => ({ label: 'Changed', value: value.slice(0, 1_000), url })),
    is_settled: step.is_settled,
    ...(edits.length > 0 && { text: { url, text: texts.join('\n') } }),
    ignored: step.ignored.slice(0, 50).map(({ place, text }) => ({
      label: place.at(-1) ?? 'Text',
      value: text.slice(0, 200),
    })),
  }
}

const wordsIn = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.split(' ').length, 0)

/** Share of the words of both pages that differ, 0..1. */
function shareOf(changes: readonly PlaceChange[], memory: PageMemory, texts: readonly string[]): number {
  const all = wordsIn(reportedTexts(memory)) + wordsIn(texts)
  return all === 0
    ? 0
    : Math.min(1, wordsIn(changes.flatMap(({ edits }) => edits.flatMap(({ before, after }) => [before, after]))) / all)
}

function pageChange(
  { url, name }: PageSnapshot,
  changes: readonly PlaceChange[],
  share: number,
  company: string,
): FoundSignal {
  const page = name || company
  const edits = changes.flatMap(editsOf)
  const main = mainEdit(changes) ?? { place: [], before: '', after: '' }
  const before = edits.flatMap((one) => one.before || [])
  const after = edits.flatMap((one) => one.after || [])
  const quote = main.after || [...after].sort((a, b) => b.length - a.length)[0] || ''
  const lines = changeLines(edits, page)
  const isFact = changes.some(({ kind }) => kind === 'fact')
  return {
    type: 'website_change',
    key: `page:${url}:${hashLines(after, before)}`,
    recurs: true,
    title: changeTitle(page, edits, main),
    summary: lines.join('\n').slice(0, 1_000),
    before: before.join('\n').slice(0, MAX_SHOWN),
    after: after.join('\n').slice(0, MAX_SHOWN),
    evidence_url: url,
    source_url: url,
    quote: quote.slice(0, 300),
    occurred_at: '',
    strength: Math.round((isFact ? 35 : 20) + (isFact ? 25 : 40) * Math.min(1, share / 0.5)),
    details: {
      share: Math.round(share * 1000) / 1000,
      diff: lines.join('\n').slice(0, MAX_SHOWN),
      edits: edits.slice(0, 20).map((edit) => ({ ...edit, place: [...edit.place] })),
    },
  }
}

const hashLines = (added: readonly string[], removed: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([added, removed]))
    .digest('base64url')
    .slice(0, 16)
