// Companies that are hiring for something: the open jobs on the boards of the companies that are named, ten kinds of boards.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { readBody } from '../kit/http-ask.ts'
import { record } from '../kit/reply-values.ts'
import { type Board, boardIn, JOB_BOARDS, jobsIn } from '../vendors/job-boards.ts'
import type { JobPosting } from '../web-reader/job-postings.ts'
import type { HttpSource, SourcePage, SourceRecord } from './source.ts'

interface Target {
  board: Board
  slug: string
}

/** Where it is: the company, which of its addresses answers, and what was seen of its jobs. */
interface Place {
  company: number
  way: number
  skip: number
  matching: number
  titles: string[]
  newest: string
}
const START: Place = { company: 0, way: 0, skip: 0, matching: 0, titles: [], newest: '' }
const placeOf = (at: unknown): Place => ({ ...START, ...(record(at) as Partial<Place>) })
const MOST_TITLES = 20

const BOARD_IDS = JOB_BOARDS.map(({ id }) => id).join(', ')

export const hiring: HttpSource = {
  id: 'hiring',
  title: 'Companies hiring for a role',
  group: 'hiring',
  place: 10,
  description: `Open jobs on the boards of companies you name: ${JOB_BOARDS.map(({ name }) => name).join(', ')}.`,
  method: 'api',
  license: 'scraped',
  docs_url: 'https://schema.org/JobPosting',
  lead_kind: 'company',
  page_size: 1000,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'board', label: 'Job board' },
    { name: 'careers_url', label: 'Careers page', type: 'url' },
    { name: 'open_jobs', label: 'Open jobs', type: 'number' },
    { name: 'matching_jobs', label: 'Matching jobs', type: 'number' },
    { name: 'title', label: 'Job title' },
    { name: 'location', label: 'Job location' },
    { name: 'department', label: 'Department' },
    { name: 'job_url', label: 'Job posting', type: 'url' },
    { name: 'posted_on', label: 'Posted', type: 'date' },
  ],
  settings: Type.Object(
    {
      companies: Type.Array(Type.String({ minLength: 2, maxLength: 500 }), {
        minItems: 1,
        maxItems: 500,
        title: 'Job boards',
        description: `One a line: the address of a board, or its kind and the name on it, such as greenhouse:example. Kinds: ${BOARD_IDS}.`,
      }),
      title: Type.Optional(
        Type.Array(Type.String({ minLength: 2, maxLength: 100 }), {
          maxItems: 50,
          title: 'Hiring for',
          description: 'Words of job titles, such as data engineer. One of them has to match; empty: any job.',
        }),
      ),
      location: Type.Optional(Type.String({ maxLength: 100, title: 'Job location' })),
      each: Type.Unsafe<string>({
        type: 'string',
        enum: ['company', 'job'],
        default: 'company',
        ...shownAs({
          title: 'One record for each',
          labels: { company: 'Company with a matching job', job: 'Matching job' },
        }),
      }),
    },
    { additionalProperties: false },
  ),
  expects: 'text',
  statuses: { read: [404] },
  check({ companies }) {
    const unknown = (companies as string[]).filter((line) => targetOf(line) === undefined)
    if (unknown.length === 0) return []
    return [{ setting: 'companies', msg: `This names no job board that is known: ${unknown.slice(0, 3).join(', ')}` }]
  },
  later_hosts: ({ companies }) =>
    (companies as string[]).flatMap((line) => {
      const target = targetOf(line)
      return target ? target.board.asks(target.slug, 0).map(({ url }) => new URL(url).host) : []
    }),
  ask(settings, { at }) {
    const { company, way, skip } = placeOf(at)
    const target = targetOf((settings.companies as string[])[company] ?? '')
    const asks = target ? target.board.asks(target.slug, skip) : []
    const ask = asks[Math.min(way, asks.length - 1)]
    if (!ask) throw new Error('there is no such board')
    return ask
  },
  read(reply, settings, { at }): SourcePage {
    const place = placeOf(at)
    const companies = settings.companies as string[]
    const line = companies[place.company] ?? ''
    const target = targetOf(line)
    const done = place.company + 1 < companies.length ? { ...START, company: place.company + 1 } : null
    const total = companies.length
    const refused = (reason: string) => ({
      records: [],
      rejected: [{ record_id: line, reason }],
      next: done as never,
      total,
    })
    if (!target) return refused('This names no job board that is known')
    const { board, slug } = target
    if (reply.status === 404) {
      if (place.way + 1 < board.asks(slug, 0).length)
        return { records: [], next: { ...place, way: place.way + 1 } as never, total }
      return refused(`${board.name} knows no company "${slug}"`)
    }
    const json = board.parse ? null : (readBody(reply.text).value ?? null)
    const jobs = jobsIn(board, { ...reply, json }, slug)
    if (!jobs) return refused(`The jobs on ${board.name} were not understood`)
    const fits = jobs.filter((job) => isWanted(job, settings))
    const skip = place.skip + jobs.length
    const all = board.total?.({ ...reply, json })
    const more = all !== undefined && jobs.length > 0 && skip < all
    const so: Place = {
      ...place,
      skip,
      matching: place.matching + fits.length,
      titles: [...new Set([...place.titles, ...fits.map(({ title }) => title)])].slice(0, MOST_TITLES),
      newest: [place.newest, ...fits.map(({ posted_on }) => posted_on)].sort().at(-1) ?? '',
    }
    const next = (more ? so : done) as never
    if (settings.each === 'job') return { records: fits.map((job) => jobRecord(target, job)), next }
    return { records: !more && so.matching > 0 ? [companyRecord(target, so)] : [], next, total }
  },
}

function targetOf(line: string): Target | undefined {
  const [, kind = '', name = ''] = /^\s*([a-z]+)\s*:\s*([\w.%-]+)\s*$/i.exec(line) ?? []
  const board = JOB_BOARDS.find(({ id }) => id === kind.toLowerCase())
  return board && name !== '' ? { board, slug: name } : boardIn(line)
}

function isWanted({ title, location }: JobPosting, settings: { title?: unknown; location?: unknown }): boolean {
  const words = Array.isArray(settings.title) ? (settings.title as string[]) : []
  const has = (text: string, wanted: string) =>
    wanted
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word))
  const place = String(settings.location ?? '')
  return (words.length === 0 || words.some((one) => has(title, one))) && (place === '' || has(location, place))
}

const nameOf = (slug: string) =>
  decodeURIComponent(slug)
    .replace(/[-_]+/g, ' ')
    .replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())

function companyRecord({ board, slug }: Target, { matching, skip, titles, newest }: Place): SourceRecord {
  return {
    record_id: `${board.id}:${slug.toLowerCase()}`,
    values: {
      company: nameOf(slug),
      board: board.name,
      careers_url: board.page(slug),
      open_jobs: skip,
      matching_jobs: matching,
      title: titles.join(', '),
      posted_on: newest || null,
    },
    source_url: board.page(slug),
  }
}

function jobRecord(
  { board, slug }: Target,
  { id, title, location, department, url, posted_on }: JobPosting,
): SourceRecord {
  return {
    record_id: `${board.id}:${slug.toLowerCase()}:${id}`,
    values: {
      company: nameOf(slug),
      board: board.name,
      careers_url: board.page(slug),
      title,
      location,
      department,
      job_url: url,
      posted_on: posted_on || null,
    },
    source_url: url,
  }
}
