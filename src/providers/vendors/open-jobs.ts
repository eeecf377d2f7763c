// Open jobs of a company: finds the board it puts them on from its website, and reads them there.
import type { Json } from '../../kernel/json.ts'
import { judgePage } from '../kit/http-ask.ts'
import {
  failed,
  found,
  type Inputs,
  type LookupAnswer,
  type LookupInput,
  notFound,
  type VisitLookup,
  type VisitTools,
} from '../kit/kit.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { answerFrom, type HomePage, readHomePage } from '../web-reader/home-page.ts'
import { type JobPosting, jobPostingsIn, jobValue } from '../web-reader/job-postings.ts'
import { type PageFacts, readPage } from '../web-reader/website-reader.page.ts'
import { BOARD_HOSTS, type Board, boardIn, JOB_BOARDS, jobsIn } from './job-boards.ts'

const MOST_JOBS = 200
const MOST_CALLS = 5
const MOST_PAGES = 3

const DECLARED = {
  ...openApi('millrace'),
  license: 'scraped',
  method: 'crawl',
  cache_days: 1,
  timeout_ms: 60_000,
  limits: { concurrency: 8 },
  outputs: [{ field: 'open_jobs' }, { field: 'open_job_count' }, { field: 'job_board' }, { field: 'careers_url' }],
} as const

export const openJobs: VisitLookup = {
  ...DECLARED,
  id: 'open-jobs',
  label: 'Open jobs',
  description:
    'Finds the job board of a company from its website and lists the open jobs: Greenhouse, Lever, Ashby, Workable and six more.',
  docs_url: 'https://schema.org/JobPosting',
  later_hosts: BOARD_HOSTS,
  inputs: [{ ...WEBSITE, help: 'The website or careers page of the company, or the address of its job board.' }],
  sample: {
    inputs: { website: 'https://example.com' },
    values: { job_board: 'Greenhouse', open_job_count: 1, careers_url: 'https://job-boards.greenhouse.io/example' },
  },
  visit: async ({ website = '' }, tools) => {
    const direct = boardIn(website)
    if (direct) return jobsOn(direct.board, direct.slug, tools)
    const seen = await boardOf(website, tools)
    return 'kind' in seen ? seen : answerFrom(seen.home, await jobsOn(seen.board, seen.slug, tools))
  },
}

/** One for each board, for users who know which board a company uses. */
export const boardJobs: readonly VisitLookup[] = JOB_BOARDS.map((board) => ({
  ...DECLARED,
  provider: board.id,
  id: `${board.id}-jobs`,
  label: `Jobs on ${board.name}`,
  description: `Lists the open jobs of a company on ${board.name}, from the address of its board or its name there.`,
  docs_url: board.docs_url,
  inputs: [boardInput(board)],
  method: 'api',
  sample: {
    inputs: { board: board.page('example') },
    values: { job_board: board.name, open_job_count: 1, careers_url: board.page('example') },
  },
  visit: async (inputs: Inputs, tools: VisitTools) => {
    const given = inputs.board ?? ''
    const slug = boardIn(given, [board])?.slug ?? (/^[\w.-]+$/.test(given) ? given : undefined)
    return slug ? jobsOn(board, slug, tools) : notFound(`This is no address of ${board.name}`)
  },
}))

function boardInput({ id, page }: Board): LookupInput {
  return {
    name: 'board',
    label: 'Board',
    type: 'text',
    required: true,
    help: `The address of the board, such as ${page('example')}, or the name in it.`,
    aliases: [`${id} board`, `${id} url`, 'job board', 'careers url'],
  }
}

const CAREERS =
  /career|jobs?\b|join-?us|work-?(?:with|for)-?us|stellen|karriere|emploi|recrutement|vacature|empleo|lavora/i

/** The board that the home page or one of its pages about jobs names. */
async function boardOf(
  website: string,
  tools: VisitTools,
): Promise<{ board: Board; slug: string; home: HomePage } | LookupAnswer> {
  const stated: { jobs: JobPosting[]; url: string }[] = []
  const home = await readHomePage(openJobs, website, tools)
  if ('kind' in home) return home
  const first = home.page
  const onHome = boardIn(first.body)
  if (onHome) return { ...onHome, home }
  let missed: LookupAnswer | undefined
  for (const url of careersLinks(home.facts, first.url).slice(0, MOST_PAGES)) {
    const direct = boardIn(url)
    if (direct) return { ...direct, home }
    const page = await tools.fetchPage(url)
    const failure = judgePage(openJobs, page)
    if (failure?.kind === 'failed') missed ??= failure
    if (failure || !page.ok) continue
    const jobs = jobPostingsIn(readPage(page.body).jsonLd, page.url)
    if (jobs.length > 0) stated.push({ jobs, url: page.url })
    const seen = boardIn(page.url) ?? boardIn(page.body)
    if (seen) return { ...seen, home }
  }
  const [page] = stated
  if (page) {
    const all = [...new Map(stated.flatMap(({ jobs }) => jobs).map((job) => [job.id, job])).values()]
    const values = {
      open_jobs: all.slice(0, MOST_JOBS).map(jobValue),
      open_job_count: all.length,
      careers_url: page.url,
    }
    return answerFrom(home, found(values, 0.85, { origin: { source_url: page.url } }))
  }
  return missed ?? notFound('The website names no job board that is known here, and states no jobs')
}

/** Addresses of links that lead to jobs by their address or words, on any host. */
export function careersLinks({ links }: Pick<PageFacts, 'links'>, from: string): string[] {
  const urls = links.flatMap(({ href, text }) =>
    !href.includes('#') && (CAREERS.test(href) || CAREERS.test(text)) && URL.canParse(href, from)
      ? [new URL(href, from).href]
      : [],
  )
  return [...new Set(urls)].filter((url) => /^https?:/.test(url))
}

async function jobsOn(board: Board, slug: string, tools: VisitTools): Promise<LookupAnswer> {
  const jobs: JobPosting[] = []
  let total = 0
  let way: number | undefined
  for (let call = 0; call < MOST_CALLS; call++) {
    const asks = board.asks(slug, jobs.length)
    let got: Awaited<ReturnType<VisitTools['ask']>> | undefined
    for (const [at, ask] of asks.entries()) {
      if (way !== undefined && at !== way) continue
      got = await tools.ask(ask, {
        statuses: { miss: [404] },
        ...(board.parse ? { expects: 'text' } : { has: board.has }),
      })
      if (got.ok) way = at
      if (got.ok || got.answer.kind !== 'not_found') break
    }
    if (!got) break
    if (!got.ok)
      return got.answer.kind === 'not_found' ? notFound(`${board.name} knows no company "${slug}"`) : got.answer
    const page = jobsIn(board, got.reply, slug)
    if (!page) return failed('unmapped', `The jobs on ${board.name} were not understood.`)
    jobs.push(...page)
    total = Math.max(jobs.length, Math.min(board.total?.(got.reply) ?? jobs.length, Number.MAX_SAFE_INTEGER))
    if (page.length === 0 || jobs.length >= total || jobs.length >= MOST_JOBS) break
  }
  const count = total === Number.MAX_SAFE_INTEGER ? jobs.length : total
  const page = board.page(slug)
  const listed: Json[] = jobs.slice(0, MOST_JOBS).map(jobValue)
  return found({ open_jobs: listed, open_job_count: count, job_board: board.name, careers_url: page }, 0.95, {
    verified: true,
    origin: { source_url: page },
  })
}
