// The boards that companies put their jobs on, ten that answer programs without a key: how each is known, asked and read.
import { childOf, elementsOf, parseXml, textIn } from '../feeds/xml-tree.ts'
import type { Reply, VendorRequest } from '../kit/kit.ts'
import { joined, list, number, record, text } from '../kit/reply-values.ts'
import { htmlText } from '../web-reader/html-text.ts'
import type { JobPosting } from '../web-reader/job-postings.ts'

export interface Board {
  id: string
  name: string
  docs_url: string
  /** Where in an address or a page the name of a company on the board stands. */
  signs: readonly RegExp[]
  /** Names in these addresses that are no company. */
  reserved?: RegExp
  /** The page for people. */
  page: (slug: string) => string
  /** One call that lists jobs, from the place `skip`; others are tried when the first knows no such company. */
  asks: (slug: string, skip: number, withTexts?: boolean) => VendorRequest[]
  has: readonly string[]
  /** Where the jobs stand in the answer; blank when the answer is the list. */
  at: string
  /** For a board that answers with something else than JSON: its jobs, or undefined when it is no such answer. */
  parse?: (body: string) => Record<string, unknown>[] | undefined
  read: (one: Record<string, unknown>) => JobPosting[]
  isHidden?: (one: Record<string, unknown>) => boolean
  /** How many there are in all, where a call gives only some. */
  total?: (reply: Reply) => number | undefined
}

const get = (url: string, query: VendorRequest['query'] = {}): VendorRequest => ({ method: 'GET', url, query })
const day = (value: unknown) => {
  const at = typeof value === 'number' ? new Date(value).toISOString() : (text(value) ?? '')
  return /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0] ?? ''
}
const MAX_TEXT = 20_000
const job = (
  title: unknown,
  location: unknown,
  department: unknown,
  url: unknown,
  posted: unknown,
  more: { id?: unknown; text?: unknown[] } = {},
): JobPosting[] => {
  const [name, address] = [text(title), text(url)]
  if (!name || !address || !/^https?:\/\//.test(address)) return []
  const id = typeof more.id === 'number' ? String(more.id) : text(more.id)
  const said = (more.text ?? []).flatMap((part) => text(part) ?? [])
  return [
    {
      id: id ?? address,
      title: name,
      location: text(location) ?? '',
      department: text(department) ?? '',
      url: address,
      posted_on: day(posted),
      text: said.map(htmlText).join(' ').slice(0, MAX_TEXT),
    },
  ]
}
/** Escaped once more than it says. */
const unescaped = (value: unknown) => (typeof value === 'string' ? htmlText(value) : undefined)

export const JOB_BOARDS: readonly Board[] = [
  {
    id: 'greenhouse',
    name: 'Greenhouse',
    docs_url: 'https://developers.greenhouse.io/job-board.html',
    signs: [
      /(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/embed\/job_(?:board|app)(?:\/js)?\?(?:[^"'\s]{0,500}&(?:amp;)?)?for=([\w-]+)/gi,
      /boards-api\.greenhouse\.io\/v1\/boards\/([\w-]+)/gi,
      /(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/([\w-]+)/gi,
    ],
    reserved: /^(?:embed|v1|assets|packs)$/i,
    page: (slug) => `https://job-boards.greenhouse.io/${slug}`,
    asks: (slug, _skip, withTexts) => [
      get(`https://boards-api.greenhouse.io/v1/boards/${slug}/jobs`, withTexts ? { content: true } : {}),
    ],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) =>
      job(
        one.title,
        record(one.location).name,
        list(one.departments)[0]?.name,
        one.absolute_url,
        one.first_published ?? one.updated_at,
        { id: one.id, text: [unescaped(one.content)] },
      ),
  },
  {
    id: 'lever',
    name: 'Lever',
    docs_url: 'https://github.com/lever/postings-api',
    signs: [/(?:jobs|api)(?:\.eu)?\.lever\.co\/(?:v0\/postings\/)?([\w.-]+)/gi],
    reserved: /^(?:v0|static|assets)$/i,
    page: (slug) => `https://jobs.lever.co/${slug}`,
    // The same company is on one of two hosts.
    asks: (slug, skip) =>
      ['api.lever.co', 'api.eu.lever.co'].map((host) =>
        get(`https://${host}/v0/postings/${slug}`, { mode: 'json', skip, limit: 100 }),
      ),
    has: ['[]'],
    at: '',
    read: ({ text: title, categories, hostedUrl, createdAt, id, descriptionPlain, lists, additionalPlain }) => {
      const { location, department, team } = record(categories)
      const said = [descriptionPlain, ...list(lists).map(({ content }) => content), additionalPlain]
      return job(title, location, department ?? team, hostedUrl, createdAt, { id, text: said })
    },
    total: ({ json }) => (list(json).length === 100 ? Number.POSITIVE_INFINITY : undefined),
  },
  {
    id: 'ashby',
    name: 'Ashby',
    docs_url: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
    signs: [/jobs\.ashbyhq\.com\/([\w.%-]+)/gi, /api\.ashbyhq\.com\/posting-api\/job-board\/([\w.%-]+)/gi],
    reserved: /^(?:api|_next|static)$/i,
    page: (slug) => `https://jobs.ashbyhq.com/${slug}`,
    asks: (slug) => [get(`https://api.ashbyhq.com/posting-api/job-board/${slug}`)],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) =>
      job(one.title, one.location, one.department ?? one.team, one.jobUrl, one.publishedAt, {
        id: one.id,
        text: [one.descriptionPlain ?? one.descriptionHtml],
      }),
    isHidden: ({ isListed }) => isListed === false,
  },
  {
    id: 'workable',
    name: 'Workable',
    docs_url: 'https://help.workable.com/hc/en-us/articles/115012771647',
    signs: [
      /apply\.workable\.com\/(?:api\/v\d\/(?:widget\/)?accounts\/)?([\w-]+)/gi,
      /workable\.com\/api\/accounts\/([\w-]+)/gi,
      /(?<![\w-])([\w-]+)\.workable\.com/gi,
    ],
    reserved: /^(?:www|apply|api|help|resources|assets|jobs|careers|j)$/i,
    page: (slug) => `https://apply.workable.com/${slug}`,
    // Redirects to the address of its widget.
    asks: (slug) => [get(`https://www.workable.com/api/accounts/${slug}`, { details: true })],
    has: ['jobs[]'],
    at: 'jobs',
    read: (one) =>
      job(one.title, joined(one.city, one.state, one.country), one.department, one.url, one.published_on, {
        id: one.shortcode,
        text: [one.description],
      }),
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
    reserved: /^(?:oneclick-ui|sr-jobs|static|assets)$/i,
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
      const place = joined(city, region, text(country)?.toUpperCase())
      return job(one.name, place, record(one.department).label, url, one.releasedDate, { id: one.id })
    },
    total: ({ json }) => number(record(json).totalFound),
  },
  {
    id: 'recruitee',
    name: 'Recruitee',
    docs_url: 'https://docs.recruitee.com/reference/getoffers',
    signs: [/(?<![\w-])([\w-]+)\.recruitee\.com/gi],
    reserved: /^(?:www|api|docs|support|careers|app|d10zminp1cyta8)$/i,
    page: (slug) => `https://${slug}.recruitee.com/`,
    asks: (slug) => [get(`https://${slug}.recruitee.com/api/offers/`)],
    has: ['offers[]'],
    at: 'offers',
    read: (one) =>
      job(
        one.title,
        text(one.location) ?? joined(one.city, one.country ?? one.country_code),
        one.department,
        one.careers_url,
        one.published_at ?? one.created_at,
        { id: one.id, text: [one.description, one.requirements] },
      ),
  },
  {
    id: 'personio',
    name: 'Personio',
    docs_url: 'https://developer.personio.de/docs/retrieving-open-job-positions',
    signs: [/(?<![\w-])([\w-]+)\.jobs\.personio\.(?:de|com)/gi],
    reserved: /^(?:www|api|assets)$/i,
    page: (slug) => `https://${slug}.jobs.personio.de/`,
    asks: (slug) =>
      ['de', 'com'].map((ending) => get(`https://${slug}.jobs.personio.${ending}/xml`, { language: 'en' })),
    has: [],
    at: '',
    parse: (body) => {
      const root = parseXml(body)
      if (root?.name !== 'workzag-jobs') return undefined
      return elementsOf(root).map((position) => ({
        ...Object.fromEntries(elementsOf(position).map((part) => [part.name, textIn(part)])),
        texts: elementsOf(childOf(position, 'jobdescriptions')).map((one) => textIn(childOf(one, 'value'))),
      }))
    },
    read: (one) => {
      // The list names no address: each position has one on the board it came from, which knows it under its id.
      const url = text(one.url) ?? (text(one.id) && `https://personio.invalid/job/${one.id}`)
      return job(one.name, one.office, one.department, url, one.createdat, {
        id: one.id,
        text: Array.isArray(one.texts) ? one.texts : [],
      })
    },
  },
  {
    id: 'teamtailor',
    name: 'Teamtailor',
    docs_url: 'https://docs.teamtailor.com/',
    signs: [/(?<![\w-])([\w-]+)\.(?:[a-z]{2}\.)?teamtailor\.com/gi],
    reserved: /^(?:www|api|app|assets|career|support|docs|tt)$/i,
    page: (slug) => `https://${slug}.teamtailor.com/jobs`,
    asks: (slug) => [get(`https://${slug}.teamtailor.com/jobs.json`)],
    has: ['items[]'],
    at: 'items',
    read: (one) => {
      // Under whatever name: the member that is a JobPosting has the place.
      const posting = record(Object.values(one).find((value) => record(value)['@type'] === 'JobPosting'))
      const places = Array.isArray(posting.jobLocation) ? list(posting.jobLocation) : [record(posting.jobLocation)]
      const { addressLocality, addressRegion, addressCountry } = record(record(places[0]).address)
      return job(
        one.title,
        joined(addressLocality, addressRegion, addressCountry),
        text(posting.occupationalCategory) ?? '',
        one.url,
        one.date_published,
        { id: /\/jobs\/(\d+)/.exec(String(one.url))?.[1] ?? one.id, text: [one.content_html ?? one.content_text] },
      )
    },
  },
  {
    id: 'bamboohr',
    name: 'BambooHR',
    docs_url: 'https://documentation.bamboohr.com/docs',
    signs: [
      /(?<![\w-])([\w-]+)\.bamboohr\.com\/(?:careers|jobs|hiring)/gi,
      /data-domain=["']([\w-]+)\.bamboohr\.com["']/gi,
      /(?<![\w-])([\w-]+)\.bamboohr\.com/gi,
    ],
    reserved: /^(?:www|api|app|resources|documentation|help|images\d*)$/i,
    page: (slug) => `https://${slug}.bamboohr.com/careers`,
    asks: (slug) => [get(`https://${slug}.bamboohr.com/careers/list`)],
    has: ['result[]'],
    at: 'result',
    read: (one) => {
      const { city, state } = record(one.location)
      const { city: town, state: region, country } = record(one.atsLocation)
      const url = text(one.url) ?? `https://bamboohr.invalid/careers/${one.id}`
      return job(one.jobOpeningName, joined(city ?? town, state ?? region, country), one.departmentLabel, url, '', {
        id: one.id,
      })
    },
  },
  {
    id: 'breezy',
    name: 'Breezy',
    docs_url: 'https://developer.breezy.hr/',
    signs: [/(?<![\w-])([\w-]+)\.breezy\.hr/gi],
    reserved: /^(?:www|api|app|assets|developer|help)$/i,
    page: (slug) => `https://${slug}.breezy.hr/`,
    asks: (slug) => [get(`https://${slug}.breezy.hr/json`)],
    has: ['[]'],
    at: '',
    read: (one) => {
      const { name, city, country } = record(one.location)
      const place = text(name) ?? joined(city, record(country).name)
      return job(one.name, place, one.department, one.url, one.published_date, {
        id: one.id,
        text: [one.description],
      })
    },
  },
]

/** Where the boards answer; `*` stands for the name of the company. */
export const BOARD_HOSTS = JOB_BOARDS.flatMap(({ asks }) => asks('*', 0, false).map(({ url }) => new URL(url).host))

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
        if (slug === '' || board.reserved?.test(slug)) continue
        if (!first || match.index < first.at) first = { board, slug, at: match.index }
        break
      }
    }
  }
  return first && { board: first.board, slug: first.slug }
}

/** Lists without addresses name a place below no host; it is below the page of the board. */
function onBoard(url: string, page: string): string {
  const below = /^https:\/\/\w+\.invalid(\/.*)$/.exec(url)?.[1]
  return below === undefined ? url : new URL(below, page).href
}

/** The jobs in an answer; undefined when there are some and none could be read. */
export function jobsIn(
  { at, read, isHidden, parse, page }: Board,
  { json, text: body }: Reply,
  slug = '',
): JobPosting[] | undefined {
  const listed = parse ? parse(body) : at === '' ? json : record(json)[at]
  if (!Array.isArray(listed)) return undefined
  const shown = list(listed).filter((one) => !isHidden?.(one))
  const jobs = shown.flatMap(read).map((one) => ({ ...one, url: onBoard(one.url, page(slug)) }))
  const isUnread = shown.length > 0 || list(listed).length < listed.length
  return jobs.length === 0 && isUnread ? undefined : jobs
}
