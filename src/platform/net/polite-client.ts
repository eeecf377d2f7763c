// The HTTP client of all who read sites unasked, for watches and for lookups: one request at a time to each host, over all processes and
// tenants, with the pause that the host wants, and conditions where a copy is there.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { HttpClient, HttpRequestOptions, HttpResponse, HttpResult } from './client.ts'
import { bodyHash, markChecked, readDocument, type StoredDocument, storeDocument } from './documents.writes.ts'
import type { NetFailureKind } from './failure.ts'
import { createHostGate } from './host-gate.ts'
import { leaveHost, takeHost } from './host-leases.writes.ts'
import { restOf } from './rest.logic.ts'

export interface FetchParts {
  /** Keeps what a host wants for all processes. Absent in a program of its own, which asks alone. */
  database?: Database
  client: Pick<HttpClient, 'request'>
  now: () => Date
  /** Waits; a test with a clock of its own lets it go on instead. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export interface FetchOptions {
  /** A shared copy that was fetched or checked within this time is taken without asking. */
  max_age_ms: number
  /** How long to wait for a host that others are asking. */
  max_wait_ms: number
  /** How long a host is left alone that gave no answer at all. */
  failed_gap_ms: number
  /** Which documents all share: those a workspace keeps for itself leave only the rules of their sites. */
  shares: 'all' | 'robots.txt'
  log?: FetchLog
}

/** What a poll asked for. */
export interface FetchLog {
  requests: number
  not_modified: number
  shared: number
  /** Hash of each document, by the requested address. */
  hashes: Map<string, string>
  /** Others called the host for longer than this wanted to wait. */
  is_busy: boolean
  /** Milliseconds that the servers asked to wait. */
  rest_ms: number
}

export const openFetchLog = (): FetchLog => ({
  requests: 0,
  not_modified: 0,
  shared: 0,
  hashes: new Map(),
  is_busy: false,
  rest_ms: 0,
})

export interface PoliteRequest extends HttpRequestOptions {
  /** The pause that the host wants before the next request; a second is the least. */
  gap_ms?: number
}

/** Rejects only when the database is away: then it is not known what the host wants. */
export interface PoliteClient {
  request(ask: PoliteRequest, signal?: AbortSignal): Promise<HttpResult>
}

const ROBOTS_MAX_AGE_MS = 86_400_000
const SITE_GAP_MS = 1_000
const API_GAP_MS = 100
/** After a server says that it is too much. */
const THROTTLED_GAP_MS = 60_000
const LONGEST_REST_MS = 86_400_000
const OWN_PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 50

/** A poll comes again by itself, and leaves a host alone that does not answer. */
export const OF_POLLS = { failed_gap_ms: 60_000, shares: 'all' } as const
/**
 * Lookups ask for pages of leads: what they read stays in their workspace, whose retention and erasures reach it. A person may try an
 * address again at once, so a host that gave no answer is not left alone for longer than any other.
 */
export const OF_LOOKUPS: FetchOptions = {
  max_age_ms: 0,
  max_wait_ms: 60_000,
  failed_gap_ms: SITE_GAP_MS,
  shares: 'robots.txt',
}

/** The longest interval of a watch is a week, doubled twice: after so long no poll has use for a document. */
export const DOCUMENT_SWEEPS = [
  `delete from fetched_documents where checked_at < now() - interval '30 days'`,
  `delete from polled_hosts where lease_until < now() - interval '1 day' and next_at < now() - interval '1 day'`,
]

const isJson = ({ headers = {} }: HttpRequestOptions) => /^application\/json/.test(headers.accept ?? '')
const isRobots = (url: string) => new URL(url).pathname === '/robots.txt'
const failure = (kind: NetFailureKind, message: string): HttpResult => ({
  ok: false,
  failure: { kind, message, sent: false },
})

interface HostTurn {
  kept: StoredDocument | undefined
  /** Ends it; the next request to the host may begin at `next`. */
  leave(next: Date): Promise<void>
}

export function politeClient({ database, client, now, sleep }: FetchParts, options: FetchOptions): PoliteClient {
  const { log, max_wait_ms, max_age_ms } = options
  // Those of this process stand in line here, so that only one of them asks the database.
  const line = createHostGate(1)
  const asked = new Set<string>()
  const nextStarts = new Map<string, Date>()
  const wait =
    sleep ?? ((ms: number, signal?: AbortSignal) => pause(ms, undefined, signal ? { signal } : {}).catch(() => {}))
  const isShared = (url: string) => database !== undefined && (options.shares === 'all' || isRobots(url))

  const isFresh = (kept: StoredDocument | undefined, url: string): kept is StoredDocument => {
    const most = isRobots(url) ? Math.max(ROBOTS_MAX_AGE_MS, max_age_ms) : max_age_ms
    return kept !== undefined && now().getTime() - kept.checked_at.getTime() < most
  }

  function answer(kept: StoredDocument, ask: HttpRequestOptions, url: string): HttpResult {
    if (kept.truncated && (ask.on_limit ?? 'fail') === 'fail')
      return { ok: false, failure: { kind: 'too_large', message: 'The answer is too large', sent: true } }
    log?.hashes.set(url, kept.body_hash)
    const { status, headers, body, truncated } = kept
    return { ok: true, status, headers, body, truncated, final_url: url, timings: { headers_ms: 0, total_ms: 0 } }
  }

  function answerShared(kept: StoredDocument, ask: HttpRequestOptions, url: string): HttpResult {
    if (log) log.shared += 1
    return answer(kept, ask, url)
  }

  /** A host that this poll has asked already is its own to wait for. */
  function patienceFor(host: string): number {
    if (max_wait_ms >= OWN_PATIENCE_MS) return max_wait_ms
    const patience = asked.has(host) ? OWN_PATIENCE_MS : max_wait_ms
    asked.add(host)
    return patience
  }

  async function takeTurn(host: string, key: string | null): Promise<HostTurn | { free_at: Date | null }> {
    if (!database) {
      const free_at = nextStarts.get(host)
      if (free_at && free_at > now()) return { free_at }
      return { kept: undefined, leave: async (next) => void nextStarts.set(host, next) }
    }
    return database.inSystem(async (tx) => {
      const taken = await takeHost(tx, host, now())
      if (!('holder' in taken)) return taken
      return {
        // Another may have fetched it while this one waited.
        kept: key === null ? undefined : await readDocument(tx, key),
        leave: (next) => database.inSystem((own) => leaveHost(own, host, taken.holder, now(), next)),
      }
    })
  }

  /** Waits for the host; a failure when others ask it for too long, when it wants to be left alone, or when the caller was stopped. */
  async function enter(host: string, key: string | null, signal?: AbortSignal): Promise<HostTurn | HttpResult> {
    const patience = patienceFor(host)
    const begun = performance.now()
    const leaveLine = await line.enter(host, 0, patience, signal)
    if (!leaveLine) return signal?.aborted ? failure('aborted', 'The request was cancelled') : busy(host, null)
    let entered = false
    try {
      for (let waited = performance.now() - begun; ; ) {
        if (signal?.aborted) return failure('aborted', 'The request was cancelled')
        const got = await takeTurn(host, key)
        if ('leave' in got) {
          entered = true
          return { kept: got.kept, leave: (next) => got.leave(next).finally(leaveLine) }
        }
        const until = got.free_at ? got.free_at.getTime() - now().getTime() : LOOK_AGAIN_MS
        if (waited + Math.max(0, until) > patience) return busy(host, got.free_at)
        const ms = Math.min(Math.max(until, LOOK_AGAIN_MS), 1_000)
        await wait(ms, signal)
        waited += ms
      }
    } finally {
      if (!entered) leaveLine()
    }
  }

  function busy(host: string, freeAt: Date | null): HttpResult {
    if (log) log.is_busy = true
    if (freeAt === null) return failure('timeout', `Too many requests to ${host} are waiting. Try again later.`)
    const seconds = Math.ceil((freeAt.getTime() - now().getTime()) / 1000)
    return failure(
      'timeout',
      `${host} did not answer, or asked to be left alone for a while. It is asked again in ${seconds} s at the earliest.`,
    )
  }

  async function fetchNow(
    ask: PoliteRequest,
    url: string,
    key: string | null,
    signal?: AbortSignal,
  ): Promise<HttpResult> {
    const { host } = new URL(url)
    const turn = await enter(host, key, signal)
    if (!('leave' in turn)) return turn
    const { kept, leave } = turn
    let next = now()
    try {
      if (isFresh(kept, url)) return answerShared(kept, ask, url)
      if (log) log.requests += 1
      next = new Date(now().getTime() + options.failed_gap_ms)
      const { gap_ms = 0, ...sent } = ask
      const result = await client.request({ ...sent, headers: { ...ask.headers, ...conditionsOf(kept) } }, signal)
      next = new Date(now().getTime() + pauseAfter(result, ask, url, gap_ms))
      if (!result.ok) return result
      if (log) log.rest_ms = Math.max(log.rest_ms, restAfter(result))
      if (result.status === 304 && kept && key !== null) {
        if (log) log.not_modified += 1
        await database?.inSystem((tx) => markChecked(tx, key, now()))
        return answer(kept, ask, url)
      }
      if (key !== null) await keep(result, ask, url, key)
      return result
    } finally {
      await leave(next)
    }
  }

  const restAfter = ({ status, headers }: HttpResponse) =>
    Math.min(restOf(status, headers, now().getTime()), LONGEST_REST_MS)

  function pauseAfter(result: HttpResult, ask: PoliteRequest, url: string, gapMs: number): number {
    if (!result.ok) return result.failure.kind === 'aborted' ? 0 : options.failed_gap_ms
    if (result.status === 429 || result.status === 503) return Math.max(restAfter(result), THROTTLED_GAP_MS)
    // The rules of a site are read for a page of it, which comes next.
    if (isRobots(url)) return 0
    return Math.max(gapMs, isJson(ask) ? API_GAP_MS : SITE_GAP_MS)
  }

  async function keep(reply: HttpResponse, ask: HttpRequestOptions, url: string, key: string): Promise<void> {
    const { status, headers, truncated, body } = reply
    // What the reader did not want was not read; what is an error for now is no document.
    const isUnread = truncated && body.length === 0
    const isForNow = status >= 500 || status === 429 || status === 408 || status === 304
    const isRedirect = status >= 300 && status < 400
    if (isForNow || (isUnread && !isRedirect && !ask.wants_body?.(status, headers))) return
    log?.hashes.set(url, bodyHash(body))
    await database?.inSystem((tx) => storeDocument(tx, key, url, reply, now()))
  }

  return {
    async request(ask, signal) {
      const url = new URL(ask.url).href
      const key = isShared(url) ? `${isJson(ask) ? 'json' : 'page'} ${url}` : null
      const kept = key === null ? undefined : await database?.inSystem((tx) => readDocument(tx, key))
      return isFresh(kept, url) ? answerShared(kept, ask, url) : fetchNow(ask, url, key, signal)
    },
  }
}

interface Validators {
  status: number
  headers: Readonly<Record<string, string>>
}

/** What the server gave out with the copy, sent back as it was. */
export function conditionsOf(kept: Validators | undefined): Record<string, string> {
  if (kept?.status !== 200) return {}
  const { etag, 'last-modified': modified } = kept.headers
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}
