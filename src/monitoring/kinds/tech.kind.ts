// Tech: technologies that a website and its domain show, adopted or dropped when two polls a day apart say so.
import { Type } from 'typebox'
import { readWebDomain } from '../../providers/domains/domain.ts'
import { technologiesOf } from '../../providers/web-reader/technology-detector.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  type SnapshotComparison,
  textsOf,
  textsOption,
} from './kind.ts'
import { companyTarget, homeOf } from './target.logic.ts'

export interface TechSnapshot {
  url: string
  technologies: { name: string; kind: string; sign: string }[]
  /** False when the records of the domain were not read: what only they show may be there all the same. */
  with_dns: boolean
}

export interface TechState {
  known: string[]
  /** Seen once, by name: since when. */
  coming: { [name: string]: string }
  going: { [name: string]: string }
}

const TYPES = ['MX', 'TXT', 'NS', 'CNAME'] as const
/** A day with the jitter of polls taken off. */
const DAY_APART_MS = 20 * 3_600_000

export const tech = defineWatchKind<TechState, TechSnapshot>({
  place: 70,
  title: 'Technology',
  description: 'Technologies that a website adopts or drops, by its page, headers and DNS, each seen twice.',
  target: { label: 'Company', help: 'Its domain or website.', example: 'acme.com', read: companyTarget },
  hosts: [],
  asks_dns: true,
  signal_types: ['tech_change'],
  config: Type.Object({
    technologies: textsOption({ title: 'Technologies of interest', hint: 'Others are passed over.' }),
  }),
  async read(target, _config, _previous, tools) {
    const page = await tools.page(homeOf(target))
    if (!page.ok) return page
    const { url, body, headers } = page.document
    const reading = readWebDomain(new URL(url).hostname)
    const domain = reading.ok ? (reading.domain ?? reading.host) : null
    const asked = await Promise.all(
      TYPES.map(async (type) => ({
        type,
        records: domain ? await tools.dns(type === 'CNAME' ? `www.${domain}` : domain, type) : [],
      })),
    )
    const records = asked.flatMap(({ type, records }) => (records ?? []).map((one) => `${type} ${one}`))
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const snapshot: TechSnapshot = {
      url,
      technologies: technologiesOf(body, named, records),
      with_dns: asked.every(({ records }) => records !== null),
    }
    return { ok: true, snapshot }
  },
  compare: compareTech,
  show({ technologies }) {
    if (technologies.length === 0) return [{ label: 'Technologies', value: 'None that is known here' }]
    return technologies.map(({ name, sign }) => ({ label: name, value: sign }))
  },
})

export function compareTech(
  previous: TechState | null,
  snapshot: TechSnapshot,
  { now, company, config }: CompareContext,
): SnapshotComparison<TechState> {
  const { url, technologies, with_dns } = snapshot
  const seen = new Map(technologies.map((one) => [one.name, one]))
  if (!previous)
    return {
      state: { known: [...seen.keys()].sort(), coming: {}, going: {} },
      signals: [],
      changes: [],
      is_settled: true,
    }
  const at = now.toISOString()
  const known = new Set(previous.known)
  const [coming, going]: [TechState['coming'], TechState['going']] = [{}, {}]
  const signals: FoundSignal[] = []
  const changes: SnapshotComparison<TechState>['changes'] = []
  const wanted = textsOf(config, 'technologies')
  const tell = (name: string, direction: 'adopted' | 'dropped', sign: string) => {
    changes.push({ label: direction === 'adopted' ? 'Adopted' : 'Dropped', value: name, url })
    if (wanted.length > 0 && !wanted.includes(name.toLowerCase())) return
    signals.push({
      type: 'tech_change',
      key: `tech:${name}:${direction}:${at.slice(0, 7)}`,
      title: `${company} ${direction} ${name}`,
      summary: direction === 'adopted' ? `Seen on two days by ${sign}.` : 'Not seen on two days.',
      ...(direction === 'adopted' ? { after: name } : { before: name }),
      evidence_url: url,
      source_url: url,
      occurred_at: '',
      quote: /^page: /.test(sign) ? sign.slice('page: '.length) : '',
      details: { technology: name, direction },
    })
  }
  const isTwice = (since: string | undefined) =>
    since !== undefined && now.getTime() - Date.parse(since) >= DAY_APART_MS
  for (const [name, { sign }] of seen) {
    if (known.has(name)) continue
    const since = previous.coming[name]
    if (isTwice(since)) {
      known.add(name)
      tell(name, 'adopted', sign)
    } else coming[name] = since ?? at
  }
  for (const name of previous.known) {
    if (seen.has(name)) continue
    const since = previous.going[name]
    if (!with_dns) going[name] = since ?? at
    else if (isTwice(since)) {
      known.delete(name)
      tell(name, 'dropped', '')
    } else going[name] = since ?? at
  }
  const isSettled = Object.keys(coming).length + Object.keys(going).length === 0
  return { state: { known: [...known].sort(), coming, going }, signals, changes, is_settled: isSettled }
}
