// Compares the postings of a company with those before: opened, closed after two misses, edited, posted again.
import { createHash } from 'node:crypto'
import type { JobPosting } from '../../../providers/web-reader/job-postings.ts'
import type { SeenLine } from '../kind.ts'
import type { HiringSnapshot, HiringState, JobSource, OpenJob } from './hiring.state.ts'

const MISSES_UNTIL_CLOSED = 2
const REPOST_DAYS = 30
const REMEMBER_DAYS = 365
const MOST_REMEMBERED = 3_000

export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** Posts that collect people for later, or say that there is no job for them. */
const PROSPECT =
  /\b(?:talent (?:pool|community|network|pipeline)|general (?:application|interest|inquiry)|(?:open|speculative|spontaneous|unsolicited|future) applications?|future (?:opportunit(?:y|ies)|openings|roles)|(?:don.?t|do not|didn.?t) see (?:a|the|your|what)|expression of interest|join our (?:team|talent)|initiativbewerbung|candidature spontanée|candidatura espont[aá]nea|open sollicitatie|evergreen)\b/i
export const isProspect = ({ title }: Pick<JobPosting, 'title'>) => PROSPECT.test(title)

/** Ids of one board never meet those of another. */
export const sourceKey = (source: JobSource | null) =>
  source === null ? '' : 'board' in source ? `${source.board}:${source.slug.toLowerCase()}` : `page:${source.page}`

export interface PostingChanges {
  jobs: HiringState['jobs']
  gone: HiringState['gone']
  earlier: HiringState['earlier']
  /** Each with all the places that it was opened in. */
  opened: { id: string; job: JobPosting; places: string[] }[]
  closed: OpenJob[]
  changes: SeenLine[]
}

const openJob = (job: JobPosting, day: string): OpenJob => ({
  title: job.title,
  place: job.location,
  department: job.department,
  hash: hashOf(folded(job.text)),
  opened: day,
  misses: 0,
})
const fingerprint = ({ title, place, hash }: OpenJob) => hashOf(`${folded(title)}\n${folded(place)}\n${hash}`)

/** `moved`: the company changed its board, so texts may be written again and only title and place tell. */
export function comparePostings(
  previous: Pick<HiringState, 'jobs' | 'gone' | 'earlier'>,
  snapshot: Pick<HiringSnapshot, 'jobs' | 'source' | 'is_complete'>,
  now: Date,
  moved: boolean,
): PostingChanges {
  const today = dayOf(now)
  const prefix = sourceKey(snapshot.source)
  const gone = recent(previous.gone, today, REMEMBER_DAYS)
  const earlier = recent(previous.earlier, today, REPOST_DAYS)
  const listed = new Map(snapshot.jobs.filter((job) => !isProspect(job)).map((job) => [`${prefix}:${job.id}`, job]))
  const jobs: HiringState['jobs'] = {}
  const closed: OpenJob[] = []
  const changes: SeenLine[] = []
  const known = new Set(Object.values(previous.jobs).map(fingerprint))
  const titles = new Set(Object.values(previous.jobs).map(({ title, place }) => folded(`${title}\n${place}`)))

  for (const [id, before] of Object.entries(previous.jobs)) {
    const job = listed.get(id)
    if (job) {
      const next = { ...openJob(job, before.opened) }
      const edits = [
        ...(next.title !== before.title ? ['title'] : []),
        ...(next.place !== before.place ? ['place'] : []),
        ...(next.hash !== before.hash ? ['text'] : []),
      ]
      if (edits.length > 0) changes.push({ label: `Edited: ${edits.join(', ')}`, value: next.title, url: job.url })
      jobs[id] = next
      continue
    }
    const misses = before.misses + (snapshot.is_complete ? 1 : 0)
    if (misses < MISSES_UNTIL_CLOSED && !moved) {
      jobs[id] = { ...before, misses }
      continue
    }
    gone[id] = today
    earlier[fingerprint(before)] = today
    if (moved) continue
    closed.push(before)
    changes.push({ label: 'Closed', value: before.title })
  }

  const opened: PostingChanges['opened'] = []
  // One job that a board lists once for each of its places.
  const textOf = ({ title, text }: JobPosting) => (text === '' ? '' : `${folded(title)}\n${hashOf(folded(text))}`)
  const byText = new Map<string, PostingChanges['opened'][number]>()
  for (const [id, job] of listed) {
    if (jobs[id]) continue
    const next = openJob(job, today)
    const print = fingerprint(next)
    jobs[id] = next
    if (gone[id]) {
      delete gone[id]
      changes.push({ label: 'Open again', value: job.title, url: job.url })
    } else if (known.has(print) || earlier[print] || (moved && titles.has(folded(`${job.title}\n${job.location}`)))) {
      changes.push({ label: 'Posted again', value: job.title, url: job.url })
    } else {
      const same = byText.get(textOf(job))
      if (same) same.places.push(job.location)
      else {
        const posting = { id, job, places: [job.location] }
        opened.push(posting)
        if (textOf(job) !== '') byText.set(textOf(job), posting)
      }
      changes.push({ label: same ? 'Opened in another place' : 'Opened', value: job.title, url: job.url })
    }
    known.add(print)
  }
  return { jobs, gone, earlier, opened, closed, changes }
}

/** What is not older than so many days; the newest of too many. */
function recent(byKey: { [key: string]: string }, today: string, days: number): { [key: string]: string } {
  const kept = Object.entries(byKey).filter(([, day]) => daysBetween(day, today) <= days)
  if (kept.length > MOST_REMEMBERED) kept.sort((a, b) => b[1].localeCompare(a[1]))
  return Object.fromEntries(kept.slice(0, MOST_REMEMBERED))
}

/** When a posting says it was posted, where that can be true; else blank. */
export function postedOn(job: JobPosting, since: string, now: Date): string {
  const { posted_on } = job
  if (posted_on === '' || posted_on > dayOf(now) || daysBetween(posted_on, dayOf(now)) > 60) return ''
  return posted_on < since.slice(0, 10) ? '' : `${posted_on}T00:00:00.000Z`
}
