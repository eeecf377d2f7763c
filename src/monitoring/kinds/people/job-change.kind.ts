// Job changes: who joins, leaves or rises at a company, by its team page and its news.
import { Type } from 'typebox'
import { readSeniority } from '../../../providers/names/job-title.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  flagOption,
  type ReadFailure,
  type SnapshotComparison,
  textsOf,
  textsOption,
  type WatchTools,
} from '../kind.ts'
import { compareNews, type NewsState, showNews } from '../news/company-news.ts'
import { personKey } from '../news/rules.logic.ts'
import { type NewsSnapshot, readNewsOf } from '../news/sources.ts'
import { companyTarget, homeOf } from '../target.logic.ts'
import { type TeamMember, teamIn } from './team.logic.ts'

export interface TeamSnapshot {
  /** Blank when the company has no such page. */
  page: string
  members: TeamMember[]
}

export interface TeamState {
  page: string
  looked_on: string
  members: { [name: string]: { name: string; role: string; misses: number } }
}

interface PeopleSnapshot {
  team: TeamSnapshot
  news: NewsSnapshot | null
}
interface PeopleState {
  team: TeamState | null
  news: NewsState | null
}

const TEAM =
  /\b(?:team|leadership|management|people|about(?:-us)?|ueber-uns|über uns|equipe|who-we-are|board|executives|company)\b/i
const LOOK_AGAIN_DAYS = 30
const MOST_PAGES = 3
const MISSES_UNTIL_LEFT = 2

export const jobChange = defineWatchKind<PeopleState, PeopleSnapshot>({
  place: 80,
  title: 'Job changes',
  description: 'People who join, leave or rise, by the team page and the news of a company.',
  target: {
    label: 'Company',
    help: 'Its domain or website, or the address of its team page.',
    example: 'acme.com/team',
    read: companyTarget,
  },
  hosts: [],
  signal_types: ['job_change'],
  config: Type.Object({
    names: textsOption({ title: 'Only these people', hint: 'Their full names; all when empty.' }),
    only_leaders: flagOption({
      title: 'Only leaders',
      hint: 'Heads, directors, vice presidents, executives and founders.',
    }),
  }),
  async read(target, _config, before, tools) {
    const team = await readTeam(target, before?.team ?? null, tools)
    if (!team.ok) return team
    const news = await readNewsOf(homeOf(target), {}, before?.news ?? null, tools)
    const snapshot: PeopleSnapshot = { team: team.snapshot, news: news.ok ? news.snapshot : null }
    return { ok: true, snapshot }
  },
  compare(before, seen, context) {
    const team = compareTeam(before?.team ?? null, seen.team, context)
    const reading = { ...context, wanted: ['job_change'] as const, config: {} }
    const news = seen.news ? compareNews(before?.news ?? null, seen.news, reading) : null
    const state: PeopleState = { team: team.state, news: news?.state ?? before?.news ?? null }
    const signals = [...team.signals, ...(news?.signals ?? [])].filter(({ details }) => isWanted(details, context))
    return {
      state,
      signals,
      changes: [...team.changes, ...(news?.changes ?? [])],
      is_settled: team.is_settled,
    }
  },
  show({ team, news }) {
    return [...showTeam(team), ...(news ? showNews(news).slice(0, 5) : [])]
  },
})

const LEADERS = new Set(['founder', 'owner', 'c_suite', 'partner', 'vp', 'head', 'director'])
const isLeader = (role: string) => LEADERS.has(readSeniority(role) ?? '')

function isWanted(details: FoundSignal['details'], { config }: CompareContext): boolean {
  const { person = '', role = '' } = details ?? {}
  const names = textsOf(config, 'names')
  if (names.length > 0 && !names.includes(String(person).toLowerCase())) return false
  return config.only_leaders !== true || isLeader(String(role))
}

const daysSince = (day: string, today: string) => (Date.parse(today) - Date.parse(day)) / 86_400_000

export function showTeam({ page, members }: TeamSnapshot) {
  if (page === '') return [{ label: 'Team page', value: 'None found on the website' }]
  return [
    { label: 'Team page', value: `${members.length} people`, url: page },
    ...members.slice(0, 10).map(({ name, role }) => ({ label: role, value: name })),
  ]
}

export async function readTeam(
  target: string,
  previous: TeamState | null,
  tools: WatchTools,
): Promise<{ ok: true; snapshot: TeamSnapshot } | ReadFailure> {
  const home = homeOf(target)
  if (previous?.page) {
    const page = await tools.page(previous.page)
    if (page.ok) return { ok: true, snapshot: { page: previous.page, members: teamIn(page.document.body) } }
    if (page.reason !== 'not_found' && page.reason !== 'gone') return page
  }
  const today = new Date(tools.now()).toISOString().slice(0, 10)
  const isDue = !previous || daysSince(previous.looked_on, today) >= LOOK_AGAIN_DAYS
  if (!isDue && !previous?.page) return { ok: true, snapshot: { page: '', members: [] } }
  const first = await tools.page(home)
  if (!first.ok) return first
  const origin = new URL(first.document.url).origin
  const links = readPage(first.document.body).links.flatMap(({ href, text }) => {
    if (!(TEAM.test(href) || TEAM.test(text)) || !URL.canParse(href, first.document.url)) return []
    const url = new URL(href, first.document.url)
    url.hash = ''
    return url.origin === origin ? [url.href] : []
  })
  const ranked = [...new Set(links)].sort((a, b) => Number(/team|leader/i.test(b)) - Number(/team|leader/i.test(a)))
  let best: TeamSnapshot = { page: '', members: [] }
  for (const url of [home, ...ranked.filter((one) => one !== home)].slice(0, MOST_PAGES + 1)) {
    const page = url === home ? first : await tools.page(url)
    const members = page.ok ? teamIn(page.document.body) : []
    if (members.length >= 2 && members.length > best.members.length) best = { page: url, members }
  }
  return { ok: true, snapshot: best }
}

export function compareTeam(
  previous: TeamState | null,
  { page, members }: TeamSnapshot,
  { now, company }: CompareContext,
): SnapshotComparison<TeamState> {
  const today = now.toISOString().slice(0, 10)
  // A page that suddenly names no person was not read right: a whole team does not leave at once.
  if (previous && page !== '' && members.length === 0)
    return { state: previous, signals: [], changes: [], is_settled: false }
  // Another page may name others: it is a new start, and no person joined.
  const isBaseline = previous === null || previous.page !== page
  const before = isBaseline ? {} : previous.members
  const next: TeamState['members'] = {}
  const signals: FoundSignal[] = []
  const base = { type: 'job_change', evidence_url: page, source_url: page, occurred_at: '' } as const
  for (const { name, role } of members) {
    const key = name.toLowerCase()
    const known = before[key]
    next[key] = { name, role, misses: 0 }
    if (isBaseline || known?.role === role) continue
    signals.push({
      ...base,
      key: personKey(name, role),
      quote: name,
      title: known ? `${name} is now ${role} at ${company}` : `${name} joins ${company} as ${role}`,
      summary: known ? `Before: ${known.role}.` : 'New on the team page.',
      ...(known ? { before: known.role } : {}),
      after: role,
      strength: isLeader(role) ? 90 : 50,
      details: { person: name, role, direction: known ? 'rises' : 'joins' },
    })
  }
  for (const [key, member] of Object.entries(before)) {
    if (next[key]) continue
    if (member.misses + 1 < MISSES_UNTIL_LEFT) {
      next[key] = { ...member, misses: member.misses + 1 }
      continue
    }
    signals.push({
      ...base,
      key: `left:${personKey(member.name, member.role)}`,
      quote: '',
      title: `${member.name} left ${company}`,
      summary: `Was ${member.role}; no longer on the team page.`,
      before: member.role,
      strength: isLeader(member.role) ? 70 : 40,
      details: { person: member.name, role: member.role, direction: 'leaves' },
    })
  }
  const changes = signals.map(({ title }) => ({ label: 'People', value: title, url: page }))
  const isRecent = previous !== null && daysSince(previous.looked_on, today) < LOOK_AGAIN_DAYS
  const state: TeamState = { page, looked_on: isRecent ? previous.looked_on : today, members: next }
  return { state, signals, changes, is_settled: Object.values(next).every(({ misses }) => misses === 0) }
}
