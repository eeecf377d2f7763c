// The HTTP client of one poll: documents shared by address, asked for with conditions, one request per host at a time.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient, HttpRequestOptions, HttpResponse, HttpResult } from '../../platform/net/client.ts'
import { bodyHash, markChecked, readDocument, type StoredDocument, storeDocument } from './documents.writes.ts'
import { leaveHost, takeHost } from './host-leases.writes.ts'
import { restOf } from './rest.logic.ts'

export interface FetchParts {
  database: Database
  client: HttpClient
  now: () => Date
  /** Waits; a test with a clock of its own lets it go on instead. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export interface FetchOptions {
  /** A copy that any poll fetched or checked within this time is taken without asking. */
  max_age_ms: number
  /** How long to wait for a host that others are asking. */
  max_wait_ms: number
}

/** What a poll asked for. */
export interface FetchLog {
  requests: number
  not_modified: number
  shared: number
  /** Hash of each document, by the requested address. */
  hashes: Map<string, string>
  /** Other polls called the host for longer than this poll wanted to wait. */
  is_busy: boolean
  /** Milliseconds that the servers asked to wait. */
  rest_ms: number
}

export interface PoliteClient extends HttpClient {
  log: FetchLog
  /** The pause a host wants between two requests, for the next one to it. */
  pace(host: string, gapMs: number): void
}

const ROBOTS_MAX_AGE_MS = 86_400_000
const SITE_GAP_MS = 1_000
const API_GAP_MS = 100
/** After no answer at all. */
const FAILED_GAP_MS = 60_000
const LONGEST_REST_MS = 86_400_000
const OWN_PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 50

const isJson = ({ headers = {} }: HttpRequestOptions) => /^application\/json/.test(headers.accept ?? '')

export function politeClient({ database, client, now, sleep }: FetchParts, options: FetchOptions): PoliteClient {
  const gaps = new Map<string, number>()
  const asked = new Set<string>()
  const log: FetchLog = { requests: 0, not_modified: 0, shared: 0, hashes: new Map(), is_busy: false, rest_ms: 0 }
  const wait =
    sleep ?? ((ms: number, signal?: AbortSignal) => pause(ms, undefined, signal ? { signal } : {}).catch(() => {}))

  const isFresh = (kept: StoredDocument | undefined, url: string): kept is StoredDocument => {
    const most =
      new URL(url).pathname === '/robots.txt' ? Math.max(ROBOTS_MAX_AGE_MS, options.max_age_ms) : options.max_age_ms
    return kept !== undefined && now().getTime() - kept.checked_at.getTime() < most
  }

  function answer(kept: StoredDocument, ask: HttpRequestOptions, url: string): HttpResult {
    if (kept.truncated && (ask.on_limit ?? 'fail') === 'fail')
      return { ok: false, failure: { kind: 'too_large', message: 'The answer is too large', sent: true } }
    log.hashes.set(url, kept.body_hash)
    const { status, headers, body, truncated } = kept
    return { ok: true, status, headers, body, truncated, final_url: url, timings: { headers_ms: 0, total_ms: 0 } }
  }

  /** Waits for the host; null when others ask it for too long, or the poll was stopped. */
  async function enter(host: string, key: string, signal?: AbortSignal) {
    // A host that this poll has asked already is its own to wait for.
    const patience = asked.has(host) ? Math.max(OWN_PATIENCE_MS, options.max_wait_ms) : options.max_wait_ms
    asked.add(host)
    for (let waited = 0; ; ) {
      if (signal?.aborted) return null
      const got = await database.inSystem(async (tx) => {
        const taken = await takeHost(tx, host, now())
        // Another poll may have fetched it while this one waited.
        return 'holder' in taken ? { ...taken, kept: await readDocument(tx, key) } : taken
      })
      if ('holder' in got) return got
      const until = got.free_at ? got.free_at.getTime() - now().getTime() : LOOK_AGAIN_MS
      if (waited + Math.max(0, until) > patience) return null
      const ms = Math.min(Math.max(until, LOOK_AGAIN_MS), 1_000)
      await wait(ms, signal)
      waited += ms
    }
  }

  async function fetchAnew(
    ask: HttpRequestOptions,
    url: string,
    key: string,
    signal?: AbortSignal,
  ): Promise<HttpResult> {
    const { host } = new URL(url)
    const lease = await enter(host, key, signal)
    if (!lease) {
      log.is_busy ||= signal?.aborted !== true
      return { ok: false, failure: { kind: 'timeout', message: `${host} is busy with other requests`, sent: false } }
    }
    const { holder, kept } = lease
    let next = now()
    try {
      if (isFresh(kept, url)) {
        log.shared += 1
        return answer(kept, ask, url)
      }
      const usual = isJson(ask) ? API_GAP_MS : SITE_GAP_MS
      next = new Date(now().getTime() + FAILED_GAP_MS)
      log.requests += 1
      const result = await client.request({ ...ask, headers: { ...ask.headers, ...conditions(kept) } }, signal)
      if (!result.ok) {
        if (result.failure.kind === 'aborted') next = now()
        return result
      }
      next = new Date(now().getTime() + (gaps.get(host) ?? usual))
      const rest = restOf(result.status, result.headers, now().getTime())
      log.rest_ms = Math.max(log.rest_ms, Math.min(rest, LONGEST_REST_MS))
      if (result.status === 429 || result.status === 503)
        next = new Date(now().getTime() + Math.min(Math.max(rest, FAILED_GAP_MS), LONGEST_REST_MS))
      if (result.status === 304 && kept) {
        log.not_modified += 1
        await database.inSystem((tx) => markChecked(tx, key, now()))
        return answer(kept, ask, url)
      }
      await keep(result, ask, url, key)
      return result
    } finally {
      await database.inSystem((tx) => leaveHost(tx, host, holder, now(), next))
    }
  }

  async function keep(reply: HttpResponse, ask: HttpRequestOptions, url: string, key: string): Promise<void> {
    const { status, headers, truncated, body } = reply
    // What the reader did not want was not read; what is an error for now is no document.
    const isUnread = truncated && body.length === 0
    const isForNow = status >= 500 || status === 429 || status === 408 || status === 304
    const isRedirect = status >= 300 && status < 400
    if (isForNow || (isUnread && !isRedirect && !ask.wants_body?.(status, headers))) return
    log.hashes.set(url, bodyHash(body))
    await database.inSystem((tx) => storeDocument(tx, key, url, reply, now()))
  }

  return {
    log,
    pace: (host, gapMs) => gaps.set(host, Math.max(gapMs, SITE_GAP_MS)),
    async request(ask, signal) {
      const url = new URL(ask.url).href
      const key = `${isJson(ask) ? 'json' : 'page'} ${url}`
      const kept = await database.inSystem((tx) => readDocument(tx, key))
      if (isFresh(kept, url)) {
        log.shared += 1
        return answer(kept, ask, url)
      }
      return fetchAnew(ask, url, key, signal)
    },
    close: () => Promise.resolve(),
  }
}

/** What the server gave out with the copy, sent back as it was. */
function conditions(kept: StoredDocument | undefined): Record<string, string> {
  if (kept?.status !== 200) return {}
  const { etag, 'last-modified': modified } = kept.headers
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}
