// Hiring: the jobs of a company from its own board, compared posting by posting.
import { Type } from 'typebox'
import { BOARD_HOSTS } from '../../../providers/vendors/job-boards.ts'
import { jobValue } from '../../../providers/web-reader/job-postings.ts'
import { WEIGHTS } from '../../signals/signal-types.logic.ts'
import {
  type CompareContext,
  defineWatchKind,
  type FoundSignal,
  flagOption,
  hasWord,
  textsOf,
  textsOption,
} from '../kind.ts'
import { companyTarget } from '../target.logic.ts'
import { readJobs } from './board-finder.ts'
import type { HiringSnapshot, HiringState } from './hiring.state.ts'
import { countsInForce, freezeIn, lastDays, surgeIn } from './pace.logic.ts'
import { comparePostings, dayOf, type PostingChanges, postedOn, sourceKey } from './postings.logic.ts'
import { countryName, countryOf, functionOf, isLeadership, technologiesIn } from './roles.logic.ts'

const MATCHING_STRENGTH = 60
/** Titles of jobs that count more. */
export const TITLES = textsOption({
  title: 'Titles of interest',
  hint: 'A job whose title has one of these counts double.',
})
const words = (name: string) => name.replaceAll('_', ' ')

export const hiring = defineWatchKind<HiringState, HiringSnapshot>({
  place: 20,
  title: 'Hiring',
  description:
    "Reads the company's own job board: new jobs, new functions and countries, leadership roles, surges and freezes.",
  target: {
    label: 'Company',
    help: 'Its domain or website, or the address of its job board.',
    example: 'acme.com',
    read: companyTarget,
  },
  hosts: BOARD_HOSTS,
  signal_types: ['hiring', 'hiring_surge', 'new_role', 'tech_change', 'growth'],
  config: Type.Object({
    keywords: TITLES,
    only_keywords: flagOption({ title: 'Only these', hint: 'Report no other jobs.' }),
  }),
  async read(target, _config, previous, tools) {
    const read = await readJobs(target, previous, tools)
    return read.ok ? { ok: true, snapshot: read.snapshot } : read
  },
  compare: compareHiring,
  show({ source, board_name, board_url, jobs }) {
    const unread =
      board_name === '' ? 'None found on the website' : `${board_name}, whose jobs cannot be read from here`
    if (!source) return [{ label: 'Job board', value: unread }]
    return [
      { label: 'Job board', value: board_name, url: board_url },
      { label: 'Open jobs', value: String(jobs.length) },
      ...jobs.slice(0, 10).map(({ title, location, url }) => ({ label: location || 'Job', value: title, url })),
    ]
  },
})

function begin(now: Date): HiringState {
  return {
    source: null,
    looked_at: '',
    since: now.toISOString(),
    jobs: {},
    gone: {},
    earlier: {},
    functions: [],
    countries: [],
    technologies: [],
    opened: {},
    counts: {},
    surge_on: '',
    freeze_on: '',
  }
}

export function compareHiring(previous: HiringState | null, snapshot: HiringSnapshot, context: CompareContext) {
  const { now, company } = context
  const before = previous ?? begin(now)
  const isBaseline = previous === null || previous.source === null
  const moved = !isBaseline && sourceKey(before.source) !== sourceKey(snapshot.source)
  // Without a source nothing is known of the jobs that were there.
  const next = snapshot.source ? comparePostings(before, snapshot, now, moved) : null
  const today = dayOf(now)
  const known = {
    functions: new Set(before.functions),
    countries: new Set(before.countries),
    technologies: new Set(before.technologies),
  }
  const signals = next ? signalsOf(next, before, known, snapshot, context, isBaseline) : []
  const open = next ? Object.values(next.jobs).filter(({ misses }) => misses === 0).length : 0
  const opened = lastDays(before.opened, 98, now)
  if (next && !isBaseline && next.opened.length > 0) opened[today] = (opened[today] ?? 0) + next.opened.length
  const since = isBaseline ? now.toISOString() : before.since
  const surge = isBaseline ? null : surgeIn(opened, since, before.surge_on, now)
  const freeze =
    isBaseline || !next ? null : freezeIn(before.counts, Object.keys(next.jobs).length, before.freeze_on, now)
  const page = { evidence_url: snapshot.board_url, source_url: snapshot.source_url, occurred_at: '' }
  if (surge)
    signals.push({
      ...page,
      type: 'hiring_surge',
      key: `surge:${today}`,
      quote: next?.opened[0]?.job.title ?? '',
      title: `${company} opened ${surge.opened} jobs in a week`,
      summary: `Usual is ${surge.mean} a week over the last 90 days.`,
      before: surge.mean,
      after: surge.opened,
      details: { z: surge.z },
    })
  if (freeze)
    signals.push({
      ...page,
      type: 'growth',
      key: `freeze:${today.slice(0, 7)}`,
      quote: '',
      title: `Open jobs of ${company} fell from ${freeze.from} to ${freeze.to}`,
      summary: 'Within 30 days: hiring has slowed down.',
      before: freeze.from,
      after: freeze.to,
      details: { direction: 'down' },
    })
  const state: HiringState = {
    source: snapshot.source ?? before.source,
    looked_at: snapshot.source ? '' : today,
    since,
    jobs: next?.jobs ?? before.jobs,
    gone: next?.gone ?? before.gone,
    earlier: next?.earlier ?? before.earlier,
    functions: [...known.functions].sort(),
    countries: [...known.countries].sort(),
    technologies: [...known.technologies].sort(),
    opened,
    counts: next ? withCount(countsInForce(before.counts, 30, now), today, open) : before.counts,
    surge_on: surge ? today : before.surge_on,
    freeze_on: freeze ? today : before.freeze_on,
  }
  const isSettled = Object.values(state.jobs).every(({ misses }) => misses === 0)
  return { state, signals, changes: isBaseline ? [] : (next?.changes ?? []), is_settled: isSettled }
}

/** Stores the highest count of the day. A day with the count of the day before is left out. */
function withCount(counts: { [day: string]: number }, today: string, open: number): { [day: string]: number } {
  const last = Object.keys(counts).sort().at(-1)
  if (last !== undefined && counts[last] === open) return counts
  return { ...counts, [today]: Math.max(counts[today] ?? 0, open) }
}

interface Known {
  functions: Set<string>
  countries: Set<string>
  technologies: Set<string>
}

/** Returns the signals of a poll and adds to `known`; the baseline yields no signals. */
function signalsOf(
  next: PostingChanges,
  before: HiringState,
  known: Known,
  snapshot: HiringSnapshot,
  { now, company, config }: CompareContext,
  isBaseline: boolean,
): FoundSignal[] {
  const signals: FoundSignal[] = []
  const keywords = textsOf(config, 'keywords')
  for (const { id, job, places } of next.opened) {
    const role = functionOf(job.title, job.department)
    const country = countryOf(job.location)
    const countries = [...new Map(places.map((where) => [countryOf(where), where]))]
    const newFunction = role !== null && before.functions.length > 0 && !known.functions.has(role)
    const newCountries = countries.flatMap(([iso2, where]) =>
      iso2 !== null && before.countries.length > 0 && !known.countries.has(iso2) ? [{ iso2, where }] : [],
    )
    const technologies = technologiesIn(job.text).filter(({ name }) => !known.technologies.has(name))
    if (role) known.functions.add(role)
    for (const [iso2] of countries) if (iso2) known.countries.add(iso2)
    for (const { name } of technologies) known.technologies.add(name)
    if (isBaseline) continue
    const isMatching = keywords.length > 0 && hasWord(job.title, keywords)
    const common = {
      evidence_url: job.url,
      source_url: snapshot.source_url,
      quote: job.title,
      occurred_at: postedOn(job, before.since, now),
      after: jobValue(job),
    }
    const shown = places.filter((where) => where !== '').join(' · ')
    const place = shown ? ` in ${shown}` : ''
    const details = { function: role, country, department: job.department, posting: id }
    if (isMatching || config.only_keywords !== true)
      signals.push({
        ...common,
        type: 'hiring',
        key: `job:${id}`,
        title: `${company} is hiring: ${job.title}`,
        details,
        summary: `${job.title}${place}, on ${snapshot.board_name}.`,
        strength: isMatching ? MATCHING_STRENGTH : WEIGHTS.hiring.strength,
      })
    const role_ = { ...common, type: 'new_role', details } as const
    if (isLeadership(job.title))
      signals.push({
        ...role_,
        key: `leader:${id}`,
        title: `${company} looks for a leader: ${job.title}`,
        summary: `A leadership role${place}.`,
        strength: 70,
      })
    if (newFunction)
      signals.push({
        ...role_,
        key: `function:${role}`,
        title: `First ${words(role)} role at ${company}: ${job.title}`,
        summary: `No job of this company was in ${words(role)} before.`,
      })
    for (const { iso2, where } of newCountries)
      signals.push({
        ...role_,
        key: `country:${iso2}`,
        title: `${company} is hiring in ${countryName(iso2)}`,
        summary: `First job there: ${job.title} in ${where}.`,
        // A place is often assembled from parts, which are not one text in the document.
        quote: [where, ...where.split(',').map((part) => part.trim()), job.title],
      })
    for (const { name, quote } of before.source === null ? [] : technologies)
      signals.push({
        ...common,
        type: 'tech_change',
        key: `mentioned:${name}:${quarterOf(now)}`,
        quote,
        title: `${company} names ${name} in a job`,
        summary: `In "${job.title}". No job named it before.`,
        after: name,
        strength: 40,
        details: { technology: name, direction: 'mentioned' },
      })
  }
  return signals
}

const quarterOf = (at: Date) => `${at.getUTCFullYear()}Q${Math.floor(at.getUTCMonth() / 3) + 1}`
