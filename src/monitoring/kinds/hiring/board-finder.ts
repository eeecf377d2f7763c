// Finds where a company puts its jobs and reads them there: its board, else JobPosting markup or links on its careers page.
import { registrableDomain } from '../../../providers/domains/domain.ts'
import { boardNameIn } from '../../../providers/vendors/job-board-names.ts'
import { type Board, boardIn, JOB_BOARDS, jobsIn } from '../../../providers/vendors/job-boards.ts'
import { careersLinks } from '../../../providers/vendors/open-jobs.ts'
import { type JobPosting, jobPostingsIn } from '../../../providers/web-reader/job-postings.ts'
import { readPage } from '../../../providers/web-reader/website-reader.page.ts'
import type { ReadFailure, WatchTools } from '../kind.ts'
import { homeOf } from '../target.logic.ts'
import type { HiringSnapshot, HiringState, JobSource } from './hiring.state.ts'
import { isCareersPage, jobLinksIn } from './job-links.logic.ts'
import { daysBetween } from './postings.logic.ts'

const MOST_JOBS = 1_000
const MOST_CALLS = 12
const MOST_PAGES = 4
/** A company without a board is looked at again after so many days. */
const LOOK_AGAIN_DAYS = 30
/** Boards where a wrong name answers 404, so that a guess does no harm. */
const GUESSED = ['greenhouse', 'ashby', 'lever', 'recruitee']
const CAREERS_PATHS = ['/careers', '/jobs']

type Read = { ok: true; snapshot: HiringSnapshot } | ReadFailure

const boardOf = (id: string) => JOB_BOARDS.find((board) => board.id === id)
const none = (url: string): HiringSnapshot => ({
  source: null,
  source_url: url,
  board_name: '',
  board_url: url,
  jobs: [],
  is_complete: true,
})

/** Reads the jobs of a company; the snapshot has no source when it has none anywhere. */
export async function readJobs(target: string, previous: HiringState | null, tools: WatchTools): Promise<Read> {
  const known = previous?.source ?? directSource(target)
  if (known) {
    const read = await readSource(known, tools)
    // A board that is gone: the company may have another by now.
    if (read.ok || read.reason !== 'not_found') return read
  }
  const home = homeOf(target)
  const lookedAt = previous?.looked_at ?? ''
  if (!known && lookedAt !== '' && daysBetween(lookedAt, new Date(tools.now()).toISOString()) < LOOK_AGAIN_DAYS)
    return { ok: true, snapshot: none(home) }
  return findAndRead(home, tools)
}

function directSource(target: string): JobSource | null {
  const direct = /^https?:\/\//i.test(target) ? boardIn(target) : undefined
  return direct ? { board: direct.board.id, slug: direct.slug } : null
}

function readSource(source: JobSource, tools: WatchTools): Promise<Read> {
  if ('page' in source) return readPosted(source.page, tools)
  const board = boardOf(source.board)
  return board ? readBoard(board, source.slug, tools) : Promise.resolve({ ok: true, snapshot: none('') })
}

async function findAndRead(home: string, tools: WatchTools): Promise<Read> {
  const first = await tools.page(home)
  if (!first.ok) return first
  const pages = [first.document]
  const links = careersLinks(readPage(first.document.body), first.document.url)
  const paths = CAREERS_PATHS.map((path) => new URL(path, first.document.url).href)
  for (const url of [...new Set(links.length > 0 ? links : paths)].slice(0, MOST_PAGES)) {
    if (boardIn(first.document.body)) break
    const direct = boardIn(url)
    if (direct) {
      const read = await readBoard(direct.board, direct.slug, tools)
      if (read.ok) return read
      continue
    }
    const page = await tools.page(url)
    if (page.ok) pages.push(page.document)
  }
  for (const { url, body } of pages) {
    const seen = boardIn(url) ?? boardIn(body)
    if (!seen) continue
    const read = await readBoard(seen.board, seen.slug, tools)
    if (read.ok || read.reason !== 'not_found') return read
  }
  for (const { url, body } of pages) {
    const jobs = jobsOnPage(body, url)
    if (jobs.length > 0) return { ok: true, snapshot: posted(url, jobs) }
  }
  const named = pages.flatMap(({ url, body }) => boardNameIn(`${url}\n${body}`) ?? [])[0]
  if (named) return { ok: true, snapshot: { ...none(home), board_name: named.name } }
  return pages.length > 1 ? guess(first.document.url, tools) : { ok: true, snapshot: none(home) }
}

/** The name of the domain as the name on a board, taken only where the jobs themselves lead back to the domain. */
async function guess(home: string, tools: WatchTools): Promise<Read> {
  const domain = registrableDomain(new URL(home).hostname)
  const label = domain?.split('.')[0] ?? ''
  for (const id of label === '' ? [] : GUESSED) {
    const board = boardOf(id)
    if (!board) continue
    const read = await readBoard(board, label, tools)
    if (!read.ok || !domain) continue
    if (read.snapshot.jobs.some(({ url, text }) => hostIsOf(url, domain) || text.includes(domain))) return read
  }
  return { ok: true, snapshot: none(home) }
}

const hostIsOf = (url: string, domain: string) => {
  const { hostname } = new URL(url)
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

const posted = (page: string, jobs: JobPosting[]): HiringSnapshot => ({
  source: { page },
  source_url: page,
  board_name: 'the careers page',
  board_url: page,
  jobs,
  is_complete: true,
})

/** Stated for machines, else the links of a page about jobs. */
function jobsOnPage(body: string, url: string): JobPosting[] {
  const stated = body.includes('JobPosting') ? jobPostingsIn(readPage(body).jsonLd, url) : []
  return stated.length > 0 || !isCareersPage(url) ? stated : jobLinksIn(body, url)
}

async function readPosted(url: string, tools: WatchTools): Promise<Read> {
  const page = await tools.page(url)
  if (!page.ok) return page
  return { ok: true, snapshot: posted(url, jobsOnPage(page.document.body, page.document.url)) }
}

async function readBoard(board: Board, slug: string, tools: WatchTools): Promise<Read> {
  const jobs: JobPosting[] = []
  let way: number | undefined
  let sourceUrl = ''
  let isComplete = false
  for (let call = 0; call < MOST_CALLS && !isComplete; call++) {
    const asks = board.asks(slug, jobs.length, true)
    let got: Awaited<ReturnType<WatchTools['ask']>> | undefined
    for (const [at, ask] of asks.entries()) {
      if (way !== undefined && at !== way) continue
      got = await tools.ask(ask, board.parse ? 'text' : 'json')
      if (got.ok) way = at
      if (got.ok || got.reason !== 'not_found') break
    }
    if (!got?.ok) return got ?? { ok: false, reason: 'not_found', message: `${board.name} has no list of jobs` }
    const page = jobsIn(board, got.reply, slug)
    if (!page) return { ok: false, reason: 'unreadable', message: `The jobs on ${board.name} were not understood` }
    sourceUrl ||= got.url
    jobs.push(...page)
    const total = board.total?.(got.reply) ?? jobs.length
    isComplete = page.length === 0 || jobs.length >= total
    if (jobs.length >= MOST_JOBS) break
  }
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()]
  return {
    ok: true,
    snapshot: {
      source: { board: board.id, slug },
      source_url: sourceUrl,
      board_name: board.name,
      board_url: board.page(slug),
      jobs: unique.slice(0, MOST_JOBS),
      is_complete: isComplete && unique.length <= MOST_JOBS,
    },
  }
}
