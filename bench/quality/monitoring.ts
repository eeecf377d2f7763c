// Measures what watches read with on labeled data: addresses of job boards, boards in pages, lists of jobs, feeds.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readFeed } from '../../src/providers/feeds/feed-document.ts'
import { boardNameIn } from '../../src/providers/vendors/job-board-names.ts'
import { JOB_BOARDS, jobsIn } from '../../src/providers/vendors/job-boards.ts'
import type { JobPosting } from '../../src/providers/web-reader/job-postings.ts'
import { type BoardSample, MADE_SAMPLES } from './board-samples.ts'
import { headlineLines } from './headlines.ts'
import type { Line } from './matching.ts'
import { type ContactPage, contactLines, pageLines } from './watched-pages.ts'

function rowsOf<T>(path: string): T[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as T]))
}

interface Labeled {
  url?: string
  html?: string
  provider: string | null
  slug: string | null
}

/** Whether board and name are as labeled. */
function isRight({ url, html, provider, slug }: Labeled): boolean {
  const seen = boardNameIn(url ?? html ?? '')
  if (provider === null || !seen) return provider === null && !seen
  return (
    seen.id === provider &&
    (seen.slug === null ? null : decodeURIComponent(seen.slug).toLowerCase()) === (slug?.toLowerCase() ?? null)
  )
}

/** Whether each row is as expected; the day of a posting is what a job keeps of its time. */
function isParsed({ provider, slug, body, expected }: BoardSample): boolean {
  const board = JOB_BOARDS.find(({ id }) => id === provider)
  if (!board) return false
  const json = board.parse ? null : JSON.parse(body)
  const jobs = jobsIn(board, { status: 200, headers: {}, text: body, json }, slug) ?? []
  const isRow = (job: JobPosting, { external_id, title, location, url, ...more }: BoardSample['expected'][number]) =>
    job.id === external_id &&
    job.title === title &&
    job.location === (location ?? '') &&
    job.url === url &&
    (more.department === undefined || job.department === (more.department ?? '')) &&
    (more.published_at === undefined || job.posted_on === more.published_at.slice(0, 10)) &&
    job.text.includes(more.text_contains ?? '')
  return jobs.length === expected.length && expected.every((row) => jobs.some((job) => isRow(job, row)))
}

interface FeedCase {
  xml: string
  path: (string | number)[]
  expected: unknown
}

const FIVE = new Set<unknown>(['title', 'link', 'id', 'summary', 'description'])

/** Cases about one of the five members of a feed or its first entry; undefined for others. */
function feedIsRight({ xml, path, expected }: FeedCase): boolean | undefined {
  const member = path.at(-1)
  const ofEntry = path.length === 3 && path[0] === 'entries'
  if (!FIVE.has(member) || typeof expected !== 'string' || !(ofEntry || (path.length === 2 && path[0] === 'feed')))
    return undefined
  // Where the set says its documents were read from.
  const feed = readFeed(xml, 'http://127.0.0.1:8097/feed.xml')
  const place = ofEntry ? feed?.items[Number(path[1])] : feed
  const name =
    ofEntry && member === 'description' ? 'summary' : !ofEntry && member === 'summary' ? 'description' : member
  return (place as Record<string, unknown> | undefined)?.[String(name)] === expected
}

const share = (all: readonly boolean[]) => all.filter(Boolean).length / Math.max(1, all.length)

/** Cases of the five members in the whole public set; a folder may hold a part. */
const FEED_CASES = 165

export function monitoringLines(folder: string | null): Line[] {
  const line = (set: string, measure: string, all: readonly boolean[], target: number, anchor = ''): Line[] =>
    all.length === 0 ? [] : [{ set, measure, found: share(all), target, anchor }]
  const of = (...path: string[]) => (folder === null ? '' : join(folder, ...path))
  // Some labels of SmartRecruiters name its form in place of the company.
  const urls = rowsOf<Labeled>(of('jobs', 'ats-board-urls.jsonl')).filter(({ slug }) => slug !== 'oneclick-ui')
  const pages = rowsOf<Labeled>(of('jobs', 'careers-detection.jsonl'))
  const samples = rowsOf<BoardSample>(of('jobs', 'ats-samples.jsonl'))
  const feeds = rowsOf<FeedCase>(of('feeds', 'feedparser-wellformed.jsonl.gz')).flatMap((one) => feedIsRight(one) ?? [])
  const falsely = pages.filter((page) => page.provider === null && boardNameIn(page.html ?? ''))
  const labeled = new Set(samples.map(({ provider }) => provider))
  const others = MADE_SAMPLES.filter(({ provider }) => !labeled.has(provider))
  const found = (all: readonly boolean[]) => `${all.filter(Boolean).length} of ${all.length}`
  return [
    ...pageLines(),
    ...headlineLines(folder),
    ...contactLines(rowsOf<ContactPage>(of('web', 'webstruct-us_contact_pages.jsonl.gz'))),
    ...line('board addresses', `provider and name of ${urls.length}`, urls.map(isRight), 0.99),
    ...line('careers pages', `board of ${pages.length}`, pages.map(isRight), 0.95),
    ...(pages.length > 0
      ? [{ set: 'careers pages', measure: 'false boards', found: falsely.length, target: 0, isMost: true, anchor: '' }]
      : []),
    ...line(
      'board samples',
      `rows of ${samples.length} as labeled: ${[...labeled].join(', ')}`,
      samples.map(isParsed),
      1,
    ),
    ...line('board samples (made)', `rows of ${others.length} boards without a label`, others.map(isParsed), 1),
    ...line(
      'feeds',
      `five members, ${found(feeds)} (the whole set has ${FEED_CASES})`,
      feeds,
      130 / FEED_CASES,
      'feed-parser 0.53',
    ),
  ]
}
