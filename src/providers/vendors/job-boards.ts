// The boards that companies put their jobs on, six that answer programs without a key: how each is known, asked and read.
import type { JsonObject } from '../../kernel/json.ts'
import type { HttpAsk, Reply } from '../kit.ts'
import { joined, list, number, record, text } from '../reply-values.ts'

export interface Job {
  title: string
  location: string
  department: string
  url: string
  /** ISO 8601, or blank. */
  posted_on: string
}

export interface Board {
  id: string
  name: string
  docs_url: string
  /** Where in an address or a page the name of a company on the board stands. */
  signs: readonly RegExp[]
  /** Names that stand there and are nobody's. */
  nobody?: RegExp
  /** The page for people. */
  page: (slug: string) => string
  /** One call that lists jobs, from the place `skip`; others are tried when the first knows no such company. */
  asks: (slug: string, skip: number) => HttpAsk[]
  has: readonly string[]
  /** Where the jobs stand in the answer; blank when the answer is the list. */
  at: string
  read: (one: Record<string, unknown>) => Job[]
  isHidden?: (one: Record<string, unknown>) => boolean
  /** How many there are in all, where a call gives only some. */
  total?: (reply: Reply) => number | undefined
}

const get = (url: string, query: HttpAsk['query'] = {}): HttpAsk => ({ method: 'GET', url, query })
const day = (value: unknown) => {
  const at = typeof value === 'number' ? new Date(value).toISOString() : (text(value) ?? '')
  return /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0] ?? ''
}
const job = (title: unknown, location: unknown, department: unknown, url: unknown, posted: unknown): Job[] => {
  const [name, address] = [text(title), text(url)]
  if (!name || !address || !/^https?:\/\//.test(address)) return []
  return [
    {
      title: name,
      location: text(location) ?? '',
      department: text(department) ?? '',
      url: address,
      posted_on: day(posted),
    },
  ]
}

export const JOB_BOARDS: readonly Board[] = [
  {
    id: 'greenhouse',
    name: 'Greenhouse',
    docs_url: 'https://developers.greenhouse.io/job-board.html',
    signs: [
      /(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/embed\/job_(?:board|app)(?:\/js)?\?(?:[^"'\s]*&(?:amp;)?)?for=([\w-]+)/gi,
      /boards-api\.greenhouse\.io\/v1\/boards\/([\w-]+)/gi,
      /(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/([\w-]+)/gi,
    ],
    nobody: /^(?:embed|v1|assets|packs)$/i,
    page: (slug) => `https://job-boards.greenhouse.io/${slug}`,
    asks: (slug) => [get(`https://boards-api.greenhouse.io/v1/boards/${slug}/jobs`)],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) =>
      job(
        one.title,
        record(one.location).name,
        list(one.departments)[0]?.name,
        one.absolute_url,
        one.first_published ?? one.updated_at,
      ),
  },
  {
    id: 'lever',
    name: 'Lever',
    docs_url: 'https://github.com/lever/postings-api',
    signs: [/(?:jobs|api)(?:\.eu)?\.lever\.co\/(?:v0\/postings\/)?([\w.-]+)/gi],
    nobody: /^(?:v0|static|assets)$/i,
    page: (slug) => `https://jobs.lever.co/${slug}`,
    // The same company is on one of two hosts.
    asks: (slug, skip) =>
      ['api.lever.co', 'api.eu.lever.co'].map((host) =>
        get(`https://${host}/v0/postings/${slug}`, { mode: 'json', skip, limit: 100 }),
      ),
    has: ['[]'],
    at: '',
    read: ({ text: title, categories, hostedUrl, createdAt }) => {
      const { location, department, team } = record(categories)
      return job(title, location, department ?? team, hostedUrl, createdAt)
    },
    total: ({ json }) => (list(json).length === 100 ? Number.POSITIVE_INFINITY : undefined),
  },
  {
    id: 'ashby',
    name: 'Ashby',
    docs_url: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
    signs: [/jobs\.ashbyhq\.com\/([\w.%-]+)/gi, /api\.ashbyhq\.com\/posting-api\/job-board\/([\w.%-]+)/gi],
    nobody: /^(?:api|_next|static)$/i,
    page: (slug) => `https://jobs.ashbyhq.com/${slug}`,
    asks: (slug) => [get(`https://api.ashbyhq.com/posting-api/job-board/${slug}`)],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) => job(one.title, one.location, one.department ?? one.team, one.jobUrl, one.publishedAt),
    isHidden: ({ isListed }) => isListed === false,
  },
  {
    id: 'workable',
    name: 'Workable',
    docs_url: 'https://help.workable.com/hc/en-us/articles/115012771647',
    signs: [
      /apply\.workable\.com\/(?:api\/v\d\/(?:widget\/)?accounts\/)?([\w-]+)/gi,
      /workable\.com\/api\/accounts\/([\w-]+)/gi,
      /([\w-]+)\.workable\.com/gi,
    ],
    nobody: /^(?:www|apply|api|help|resources|assets|jobs|careers|j)$/i,
    page: (slug) => `https://apply.workable.com/${slug}`,
    // Redirects to the address of its widget.
    asks: (slug) => [get(`https://www.workable.com/api/accounts/${slug}`, { details: true })],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) => job(one.title, joined(one.city, one.state, one.country), one.department, one.url, one.published_on),
  },
  {
    id: 'smartrecruiters',
    name: 'SmartRecruiters',
    docs_url: 'https://developers.smartrecruiters.com/docs/posting-api',
    signs: [
      /jobs\.smartrecruiters\.com\/oneclick-ui\/company\/([\w-]+)/gi,
      /(?:careers|jobs)\.smartrecruiters\.com\/([\w-]+)/gi,
      /api\.smartrecruiters\.com\/v1\/companies\/([\w-]+)/gi,
    ],
    nobody: /^(?:oneclick-ui|sr-jobs|static|assets)$/i,
    page: (slug) => `https://careers.smartrecruiters.com/${slug}`,
    asks: (slug, skip) => [
      get(`https://api.smartrecruiters.com/v1/companies/${slug}/postings`, { limit: 100, offset: skip }),
    ],
    has: ['totalFound', 'content[]'],
    at: 'content',
    read: (one) => {
      const { city, region, country } = record(one.location)
      const company = text(record(one.company).identifier)
      const url = company && text(one.id) ? `https://jobs.smartrecruiters.com/${company}/${one.id}` : undefined
      return job(one.name, joined(city, region, country), record(one.department).label, url, one.releasedDate)
    },
    total: ({ json }) => number(record(json).totalFound),
  },
  {
    id: 'recruitee',
    name: 'Recruitee',
    docs_url: 'https://docs.recruitee.com/reference/getoffers',
    signs: [/([\w-]+)\.recruitee\.com/gi],
    nobody: /^(?:www|api|docs|support|careers|app|d10zminp1cyta8)$/i,
    page: (slug) => `https://${slug}.recruitee.com/`,
    asks: (slug) => [get(`https://${slug}.recruitee.com/api/offers/`)],
    has: ['offers[]'],
    at: 'offers',
    read: (one) => job(one.title, one.location, one.department, one.careers_url, one.published_at ?? one.created_at),
  },
]

/** The first board that an address or a page names, with the company's name on it as it stands in an address. */
export function boardIn(
  page: string,
  boards: readonly Board[] = JOB_BOARDS,
): { board: Board; slug: string } | undefined {
  let first: { board: Board; slug: string; at: number } | undefined
  for (const board of boards) {
    for (const sign of board.signs) {
      for (const match of page.matchAll(sign)) {
        const slug = match[1] ?? ''
        if (slug === '' || board.nobody?.test(slug)) continue
        if (!first || match.index < first.at) first = { board, slug, at: match.index }
        break
      }
    }
  }
  return first && { board: first.board, slug: first.slug }
}

/** A job as it stands in a cell. */
export function jobValue({ title, location, department, url, posted_on }: Job): JsonObject {
  return { title, location, department, url, posted_on }
}

/** The jobs in an answer; undefined when there are some and none could be read. */
export function jobsIn({ at, read, isHidden }: Board, { json }: Reply): Job[] | undefined {
  const listed = at === '' ? json : record(json)[at]
  if (!Array.isArray(listed)) return undefined
  const shown = list(listed).filter((one) => !isHidden?.(one))
  const jobs = shown.flatMap(read)
  const isUnread = shown.length > 0 || list(listed).length < listed.length
  return jobs.length === 0 && isUnread ? undefined : jobs
}
