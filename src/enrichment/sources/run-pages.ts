// Reads a source page by page until its end or a cap. Each page is stored with the place where the next begins, in one transaction.
import { createHash } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import { type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { LIMIT, openPages, type Pages, type PagesEnd } from '../../providers/kit/pager.ts'
import type { RejectedRecord, SourcePage, SourceRecord } from '../../providers/sources/source.ts'
import { sleep } from '../lookups/sleep.ts'
import type { SourceReader } from './source-reader.ts'

export interface Checkpoint {
  next: Json
  /** Records taken so far, and those that were rejected before they were stored. */
  stored: number
  rejected: number
  pages: number
  /** Records of the page at `next` that are stored already: a long page is stored in parts. */
  skip: number
  /** Pages in a row without a record. */
  empty: number
  /** Records that the source gave, those of it that repeat included. */
  read: number
  /** How the reading ended, and whether that is all there is. Absent while it goes on. */
  end?: PagesEnd
  /** A paid page is under way: after a crash it is unknown whether it was billed. */
  asking?: boolean
  /** The newest value of the incremental field. */
  newest: string | null
  counts: { [outcome: string]: number }
  /** What the caller keeps beside. */
  more?: Json
}

const START: Checkpoint = {
  next: null,
  stored: 0,
  rejected: 0,
  pages: 0,
  skip: 0,
  empty: 0,
  read: 0,
  newest: null,
  counts: {},
}

export interface PageStep {
  records: SourceRecord[]
  rejected: RejectedRecord[]
  page: SourcePage
  /** Where the run is when this step is stored; the caller adds counts. */
  after: Checkpoint
  total: number | null
  isCapped: boolean
  /** Set for a capped run: true when the source is known to have more records, false when the last page only named a next page. */
  hasMore: boolean
  isLast: boolean
}

/** What a run that stopped at its cap says of the rest. */
export const capWords = (cap: number, things: string, { hasMore }: Pick<PageStep, 'hasMore'>): string =>
  `Stopped at the cap of ${cap} ${things}; the source ${hasMore ? 'has' : 'may have'} more`

export interface PageRun {
  run: Pick<JobRun, 'checkpoint' | 'signal'>
  reader: SourceReader
  max_records: number
  /** See the declaration of a source. */
  ends_by_repeating?: boolean | undefined
  /** The field whose newest value later runs go on from. */
  newest?: string | undefined
  /** Stores the position before a paid page is requested, and after it is known to be lost. */
  keep: (at: Checkpoint) => Promise<void>
  /** Stores the step in one transaction and returns the checkpoint that it saved. */
  store: (step: PageStep) => Promise<Checkpoint>
}

/** Records of one transaction. */
const PART = 1_000
const TRIES = 4
const PAUSE_MS = 1_000
/** A source that wants longer pauses ends the run, which can be continued. */
const LONGEST_WAIT_MS = 120_000
/** A source that never ends is ended. */
const MOST_PAGES = 10_000
const MOST_EMPTY = 200

/** @throws WorkFailed, in words for its owner */
export async function runPages(wanted: PageRun): Promise<Checkpoint> {
  const { run, reader, max_records, ends_by_repeating = false, newest, keep, store } = wanted
  let at = { ...START, ...(run.checkpoint as Partial<Checkpoint> | null) }
  if (at.asking) {
    await keep({ ...at, asking: false })
    throw new WorkFailed(
      'A worker stopped while a paid page was under way, which may have been billed. Continue the job to ask for it again.',
    )
  }
  const pages = openPages({ pages: at.pages, read: at.read })
  for (;;) {
    const circle = pages.enter(at.next)
    if (circle) throw new WorkFailed(`${circle.words}. What was brought until then stays.`)
    if (at.pages >= MOST_PAGES || at.empty >= MOST_EMPTY)
      throw new WorkFailed(`The source does not end: ${at.pages} pages were read. What was brought until then stays.`)
    if (reader.is_paid) await keep({ ...at, asking: true })
    const got = await readPage(reader, at.next, run.signal, pages).catch(async (error) => {
      // A page that is known to have failed is requested again when the job continues.
      if (reader.is_paid && !run.signal.aborted) await keep({ ...at, asking: false })
      throw error
    })
    const { page, fresh, repeated, end } = 'reason' in got ? beyondLast(got) : taken(pages, got, ends_by_repeating)
    for (let from = at.skip; ; from += PART) {
      const left = max_records - at.stored
      const records = fresh.slice(from, Math.min(from + PART, from + left))
      const isWhole = from + PART >= fresh.length
      const isCapped = from + records.length < fresh.length && records.length === left
      const isFull = isCapped || (isWhole && end === null && at.stored + records.length >= max_records)
      const isLast = isFull || (isWhole && end !== null)
      const last = isFull ? LIMIT('A run that stops at its cap does not know what is gone') : end
      // What was rejected is told with the first part.
      const rejected = from === 0 ? [...(page.rejected ?? []), ...(ends_by_repeating ? [] : repeated)] : []
      const isEmpty = page.records.length + rejected.length === 0
      const after: Checkpoint = {
        ...at,
        asking: false,
        next: isWhole ? page.next : at.next,
        skip: isWhole ? 0 : from + PART,
        stored: at.stored + records.length,
        rejected: at.rejected + rejected.length,
        pages: at.pages + (isWhole || isFull ? 1 : 0),
        empty: isEmpty ? at.empty + 1 : 0,
        read: at.read + (isWhole || isFull ? (page.facts?.count ?? page.records.length) : 0),
        ...(isLast && last && { end: last }),
        newest: newestOf(records, newest, at.newest),
      }
      const total = page.total === undefined ? null : Math.min(page.total, max_records)
      const hasMore = isCapped || (isFull && (page.total ?? 0) > max_records)
      at = await store({ records, rejected, page, after, total, isCapped: isFull, hasMore, isLast })
      if (isLast) return at
      if (isWhole) break
      run.signal.throwIfAborted()
    }
  }
}

/** Saves the place of a run. @throws LeaseLost when another worker has it */
export const saveCheckpoint = (database: Database, run: JobRun & { workspace_id: WorkspaceId }, at: Checkpoint) =>
  database.inWorkspace(run.workspace_id, (tx) => run.progress(tx, { checkpoint: { ...at } as never }))

async function readPage(
  reader: SourceReader,
  at: Json,
  signal: AbortSignal,
  pages: Pages,
): Promise<SourcePage | PagesEnd> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    const page = await reader.read(at, signal)
    if (!('failure' in page)) return page
    signal.throwIfAborted()
    const end = pages.refuse(at, page.status)
    if (end) return end
    const wait = page.wait_ms ?? PAUSE_MS * 2 ** attempt
    if (page.is_final || attempt >= TRIES || wait > LONGEST_WAIT_MS)
      throw new WorkFailed(`${page.failure}. What was brought until then stays.`)
    await sleep(wait, signal)
  }
}

interface Taken {
  page: SourcePage
  fresh: SourceRecord[]
  repeated: RejectedRecord[]
  end: PagesEnd | null
}

const beyondLast = (end: PagesEnd): Taken => ({ page: { records: [], next: null }, fresh: [], repeated: [], end })

function taken(pages: Pages, page: SourcePage, ends_by_repeating: boolean): Taken {
  const records = withIds(page.records)
  const { fresh, end } = pages.take({
    keys: records.map(({ record_id }) => record_id),
    next: page.next,
    facts: page.facts,
    ends_by_repeating,
    partial: page.note ?? page.unread,
  })
  const isFresh = new Set(fresh)
  const repeated = records.flatMap(({ record_id, values }, index): RejectedRecord[] => {
    if (isFresh.has(index)) return []
    const what = record_id.startsWith('#') ? 'the same content' : 'the same id'
    return [{ record_id, reason: `Another record of this run has ${what}`, values, is_repeat: true }]
  })
  return { page, fresh: fresh.map((index) => records[index] as SourceRecord), repeated, end }
}

/** Records without an id are known by their content. */
export function withIds(records: readonly SourceRecord[]): SourceRecord[] {
  return records.map((record) =>
    record.record_id.trim() === ''
      ? { ...record, record_id: `#${createHash('sha256').update(canonicalJson(record.values)).digest('base64url')}` }
      : record,
  )
}

function newestOf(records: readonly SourceRecord[], field: string | undefined, known: string | null): string | null {
  if (field === undefined) return known
  let newest = known
  for (const { values } of records) {
    const value = values[field]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value)
    if (newest === null || isAfter(text, newest)) newest = text
  }
  return newest
}

function isAfter(one: string, other: string): boolean {
  const [first, second] = [Number(one), Number(other)]
  return Number.isFinite(first) && Number.isFinite(second) ? first > second : one > other
}
