// Pages of the rows that answer a question: by cursor when the page before is known, else by number; with how many there are.
import type { LoadedPage } from '../../../grid/model/rows.types.ts'
import type { ViewQuestion } from './view-state.logic.ts'

/** As the API answers. */
export interface FoundPage {
  items: LoadedPage['rows']
  next_cursor: string | null
  is_partial?: boolean
  query_total_rows: number | null
  corrected_search?: string | null
  warnings?: string[]
  index?: 'none' | 'building' | 'ready'
}

export interface RowCount {
  count: number
  is_exact: boolean
  /** Counting takes long: this goes on. */
  next_cursor?: string | null
}

export interface Doors {
  ask: (
    body: ViewQuestion & { limit: number; page?: number; cursor?: string },
    signal: AbortSignal | undefined,
  ) => Promise<FoundPage>
  count: (
    body: Omit<ViewQuestion, 'sort'> & { up_to: number; cursor?: string },
    signal: AbortSignal | undefined,
  ) => Promise<RowCount>
}

/** What is known of the answer so far. */
export interface RowFacts {
  count: number
  isExact: boolean
  warnings: string[]
  index: 'none' | 'building' | 'ready'
  /** What was searched for instead, where the search finds nothing. */
  corrected: string | null
}

/** What answers a question, and how much of it there is. */
export interface RowQuery {
  readonly facts: RowFacts
  /** Counts again. */
  count(): Promise<void>
}

/** Counted at once; the rest is counted after the first page. */
const QUICK = 10_000
const FAR = 1_000_000

export class RowSource implements RowQuery {
  #facts: RowFacts = { count: 0, isExact: false, warnings: [], index: 'none', corrected: null }
  #cursors = new Map<number, string>()
  #counting: Promise<void> | null = null
  readonly #question: ViewQuestion
  readonly #pageSize: number
  readonly #doors: Doors
  readonly #tell: () => void
  #isKnown = false
  #closing = new AbortController()

  /**
   * `tell` is called when a count comes in later than the page that it belongs to. `counted` is known from elsewhere: it is
   * believed until the pages say otherwise.
   */
  constructor(question: ViewQuestion, pageSize: number, doors: Doors, tell: () => void, counted?: number) {
    this.#question = question
    this.#pageSize = pageSize
    this.#doors = doors
    this.#tell = tell
    if (counted === undefined) return
    this.#facts = { ...this.#facts, count: counted, isExact: true }
    this.#isKnown = true
  }

  get facts(): RowFacts {
    return this.#facts
  }

  async load(page: number, signal?: AbortSignal): Promise<LoadedPage> {
    const cursor = this.#cursors.get(page)
    const place = page === 0 ? {} : cursor ? { cursor } : { page: page + 1 }
    const asking = this.#doors.ask({ ...this.#question, ...place, limit: this.#pageSize }, signal)
    let counting = !this.#isKnown && (page === 0 || !this.#counting) ? this.count() : undefined
    const found = await asking
    // A page behind the last row says nothing of what was searched for.
    const isBehind = page > 0 && found.items.length === 0
    const corrected = isBehind ? this.#facts.corrected : (found.corrected_search ?? null)
    if (corrected !== this.#facts.corrected) {
      // What was counted are the rows of the search as it was typed: none.
      await counting?.catch(() => undefined)
      this.#facts = { ...this.#facts, corrected, count: 0, isExact: false }
      counting = this.count()
    }
    if (found.next_cursor) this.#cursors.set(page + 1, found.next_cursor)
    else this.#cursors.delete(page + 1)
    if (found.query_total_rows !== null) this.#learn({ count: found.query_total_rows, isExact: true })
    else if (found.next_cursor === null && (page === 0 || found.items.length > 0))
      this.#learn({ count: page * this.#pageSize + found.items.length, isExact: true })
    else if (found.items.length === 0)
      this.#learn({ count: Math.min(this.#facts.count, page * this.#pageSize), isExact: false })
    else if (!this.#facts.isExact) await counting?.catch(() => undefined)
    // What was seen with own eyes outdoes a count that was cut short.
    const isNone = found.items.length === 0 && !found.next_cursor
    const seen = isNone ? 0 : page * this.#pageSize + found.items.length + (found.next_cursor ? 1 : 0)
    if (seen > this.#facts.count) this.#learn({ count: seen, isExact: this.#facts.isExact && !found.next_cursor })
    this.#facts = { ...this.#facts, warnings: found.warnings ?? [], index: found.index ?? 'none' }
    return { rows: found.items, total_rows: this.#facts.count }
  }

  /** Counts the rows, near first. A count that fails leaves what is known. */
  count(): Promise<void> {
    if (this.#isKnown) return Promise.resolve()
    const which = this.#counted()
    this.#counting = (async () => {
      const near = await this.#doors.count({ ...which, up_to: QUICK }, undefined)
      this.#learn({ count: near.count, isExact: near.is_exact })
      if (!near.is_exact) void this.#countOn(near.next_cursor ?? null).catch(() => undefined)
    })()
    return this.#counting
  }

  #counted(): Omit<ViewQuestion, 'sort'> {
    const { sort: _, ...which } = this.#question
    return this.#facts.corrected === null ? which : { ...which, search: this.#facts.corrected }
  }

  async #countOn(from: string | null): Promise<void> {
    const which = this.#counted()
    const { signal } = this.#closing
    for (let cursor = from; ; ) {
      const far = await this.#doors.count({ ...which, up_to: FAR, ...(cursor !== null && { cursor }) }, signal)
      cursor = far.next_cursor ?? null
      if (signal.aborted) return
      if (cursor === null || far.count > this.#facts.count) this.#learn({ count: far.count, isExact: far.is_exact })
      this.#tell()
      if (cursor === null) return
    }
  }

  /** The rows are no longer shown: counts under way are dropped. */
  close(): void {
    this.#closing.abort()
  }

  #learn(known: { count: number; isExact: boolean }): void {
    this.#facts = { ...this.#facts, ...known }
  }
}
