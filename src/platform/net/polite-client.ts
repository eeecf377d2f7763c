// One polite request to a site: one at a time per host over all processes and tenants, with the pause that the host wants, and conditional
// when a copy exists. Only `pages.ts` calls it.
import { createHash } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../db/database.ts'
import { decodeText } from './charset.ts'
import type { HttpClient, HttpRequestOptions, HttpResponse } from './client.ts'
import type { NetFailure, NetFailureKind } from './failure.ts'
import { createHostTurns, type HostTurn, type HostTurnParts } from './host-turns.ts'
import { type CopyPlace, markChecked, type PageCopy, readCopy, SHARED_OWNER, storeCopy } from './page-cache.writes.ts'
import { restOf } from './rest.logic.ts'

/** The database keeps copies, too. */
export interface SiteParts extends HostTurnParts {
  client: Pick<HttpClient, 'request'>
}

/** Who reads a site: whose copies are used and kept, and how long to wait for it. */
export interface SiteReader {
  /** Copies of the lookups of a workspace, those that all share, or none. Rules of sites are shared in any case. */
  copies: WorkspaceId | 'shared' | 'none'
  /** How long to wait for a host that others are asking. */
  max_wait_ms: number
  /** How long a host is left alone that gave no answer at all. */
  failed_gap_ms: number
  log?: FetchLog
}

/** What a poll asked for. */
export interface FetchLog {
  requests: number
  not_modified: number
  shared: number
  /** Hash of each document, by the requested address. */
  hashes: Map<string, string>
  /** Hosts that were asked. */
  hosts: Set<string>
  /** The host was busy with other requests for longer than this one could wait. */
  is_busy: boolean
  /** Milliseconds that the servers asked to wait. */
  rest_ms: number
}

export const openFetchLog = (): FetchLog => ({
  requests: 0,
  not_modified: 0,
  shared: 0,
  hashes: new Map(),
  hosts: new Set(),
  is_busy: false,
  rest_ms: 0,
})

/** One address without its redirects. */
export interface SiteRequest {
  url: string
  headers: Record<string, string>
  /** A copy that was fetched or checked within this time is taken without asking. */
  max_age_ms: number
  /** The rules of the site, which are read for the page that comes next. */
  is_rules?: boolean
  /** The pause that the host wants before the next request; a second is the least. */
  gap_ms?: number
  timeout_ms: number
  body_limits: NonNullable<HttpRequestOptions['body_limits']>
}

export interface SiteReply {
  ok: true
  status: number
  headers: Record<string, string>
  /** Decoded, without NUL. */
  text: string
  truncated: boolean
  from_copy: boolean
  fetched_at: Date
}

export type SiteResult = SiteReply | { ok: false; failure: NetFailure }

/** Rejects only when the database is away: then it is not known what the host wants. */
export interface PoliteClient {
  request(ask: SiteRequest, reader: SiteReader, signal?: AbortSignal): Promise<SiteResult>
}

const SITE_GAP_MS = 1_000
const API_GAP_MS = 100
/** The pause after a server answers that there are too many requests. */
const THROTTLED_GAP_MS = 60_000
const LONGEST_REST_MS = 86_400_000
const OWN_PATIENCE_MS = 30_000

/** Polls repeat by themselves, so they avoid a host that does not answer for a while. */
export const OF_POLLS = { copies: 'shared', failed_gap_ms: 60_000 } as const
/**
 * Lookups ask for pages of leads: what they read stays in their workspace, whose retention and erasures reach it. A person may try an
 * address again at once, so a host that gave no answer is not left alone for longer than any other.
 */
export const OF_LOOKUPS = { max_wait_ms: 60_000, failed_gap_ms: SITE_GAP_MS } as const

/** Copies that expired, and hosts that are asked no more. */
export const PAGE_SWEEPS = [
  `delete from page_cache where workspace_id = '${SHARED_OWNER}' and expires_at < now()`,
  `delete from polled_hosts where lease_until < now() - interval '1 day' and next_at < now() - interval '1 day'`,
]

/** Up to {@link LONGEST_REST_MS}, as a person says it. */
function wordsOfWait(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

const isJson = ({ headers }: SiteRequest) => /^application\/json/.test(headers.accept ?? '')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const failure = (kind: NetFailureKind, message: string, sent = false): SiteResult => ({
  ok: false,
  failure: { kind, message, sent },
})

export function politeClient(parts: SiteParts): PoliteClient {
  const { database, client, now } = parts
  const hosts = createHostTurns(parts)

  function placeOf(ask: SiteRequest, { copies }: SiteReader): CopyPlace | null {
    if (!database || (copies === 'none' && !ask.is_rules)) return null
    const owner = ask.is_rules || copies === 'shared' || copies === 'none' ? SHARED_OWNER : copies
    return { owner, key: `${isJson(ask) ? 'json' : 'page'} ${ask.url}` }
  }

  const isFresh = (kept: PageCopy, { max_age_ms }: SiteRequest): boolean =>
    now().getTime() - kept.fetched_at.getTime() < max_age_ms

  function noted(ask: SiteRequest, { log }: SiteReader, text: string): void {
    if (!ask.is_rules) log?.hashes.set(ask.url, hashOf(text))
  }

  function answer(kept: PageCopy, ask: SiteRequest, reader: SiteReader, from_copy: boolean): SiteResult {
    noted(ask, reader, kept.body)
    if (from_copy && reader.log) reader.log.shared += 1
    const { status, headers, body: text, truncated, fetched_at } = kept
    return { ok: true, status, headers, text, truncated, from_copy, fetched_at }
  }

  /** A host that this poll has called before is waited for longer. */
  function patienceFor(host: string, { max_wait_ms, log }: SiteReader): number {
    const patience = log?.hosts.has(host) ? Math.max(max_wait_ms, OWN_PATIENCE_MS) : max_wait_ms
    log?.hosts.add(host)
    return patience
  }

  /** Waits for the host; a failure when others ask it for too long, when it wants to be left alone, or when the caller was stopped. */
  async function enter(
    host: string,
    place: CopyPlace | null,
    reader: SiteReader,
    signal?: AbortSignal,
  ): Promise<HostTurn<PageCopy | undefined> | SiteResult> {
    // Another may have fetched it while this one waited.
    const read = place ? (tx: Tx) => readCopy(tx, place, now()) : undefined
    const turn = await hosts.enter({ host, patience_ms: patienceFor(host, reader), signal, read })
    if (!('reason' in turn)) return turn
    return turn.reason === 'aborted'
      ? failure('aborted', 'The request was cancelled')
      : busy(host, turn.free_at, reader)
  }

  function busy(host: string, freeAt: Date | null, { log }: SiteReader): SiteResult {
    if (log) log.is_busy = true
    if (freeAt === null) return failure('timeout', `Too many requests to ${host} are waiting. Try again later.`)
    const seconds = Math.ceil((freeAt.getTime() - now().getTime()) / 1000)
    return failure(
      'timeout',
      `${host} did not answer, or asked to be left alone for a while. It is asked again in ${wordsOfWait(seconds)} at the earliest.`,
    )
  }

  async function fetchNow(
    ask: SiteRequest,
    place: CopyPlace | null,
    reader: SiteReader,
    signal?: AbortSignal,
  ): Promise<SiteResult> {
    const { log } = reader
    const turn = await enter(new URL(ask.url).host, place, reader, signal)
    if (!('leave' in turn)) return turn
    const { read: kept, leave } = turn
    let next = now()
    try {
      if (kept && isFresh(kept, ask)) return answer(kept, ask, reader, true)
      if (log) log.requests += 1
      next = new Date(now().getTime() + reader.failed_gap_ms)
      const { url, headers, timeout_ms, body_limits } = ask
      const result = await client.request(
        { url, headers: { ...conditionsOf(kept), ...headers }, timeout_ms, body_limits, redirects: 'manual' },
        signal,
      )
      if (!result.ok) {
        if (result.failure.kind === 'aborted') next = now()
        return result
      }
      next = new Date(now().getTime() + pauseAfter(result, ask))
      if (log) log.rest_ms = Math.max(log.rest_ms, restAfter(result))
      if (result.status === 304 && kept && place) {
        if (log) log.not_modified += 1
        await database?.inSystem((tx) => markChecked(tx, place, now()))
        kept.fetched_at = now()
        return answer(kept, ask, reader, false)
      }
      const reply = readReply(result)
      if (isKept(result, ask, reader)) {
        noted(ask, reader, reply.text)
        if (place) await keep(place, url, reply)
      }
      return reply
    } finally {
      await leave(next)
    }
  }

  async function keep(place: CopyPlace, url: string, reply: SiteReply): Promise<void> {
    const { status, headers, text: body, truncated, fetched_at } = reply
    await database?.inSystem((tx) => storeCopy(tx, place, url, { status, headers, body, truncated, fetched_at }))
  }

  function readReply({ status, headers, body, truncated }: HttpResponse): SiteReply {
    const type = headers['content-type'] ?? ''
    const { text } = decodeText(body, type, !/^text\/plain|json/i.test(type))
    return {
      ok: true,
      status,
      headers,
      // No database keeps NUL, and no page means anything by it.
      text: text.replaceAll('\u0000', ''),
      truncated,
      from_copy: false,
      fetched_at: now(),
    }
  }

  const restAfter = ({ status, headers }: HttpResponse) =>
    Math.min(restOf(status, headers, now().getTime()), LONGEST_REST_MS)

  function pauseAfter(result: HttpResponse, ask: SiteRequest): number {
    if (result.status === 429 || result.status === 503) return Math.max(restAfter(result), THROTTLED_GAP_MS)
    if (ask.is_rules) return 0
    return Math.max(ask.gap_ms ?? 0, isJson(ask) ? API_GAP_MS : SITE_GAP_MS)
  }

  return {
    async request(ask, reader, signal) {
      const place = placeOf(ask, reader)
      const kept = place ? await database?.inSystem((tx) => readCopy(tx, place, now())) : undefined
      return kept && isFresh(kept, ask) ? answer(kept, ask, reader, true) : fetchNow(ask, place, reader, signal)
    },
  }
}

/** Whether an answer may be copied: not one that the reader refused to read, and no temporary error. */
function isKept({ status, headers }: HttpResponse, ask: SiteRequest, { copies }: SiteReader): boolean {
  if (status >= 500 || status === 429 || status === 408 || status === 304) return false
  if (status >= 300 && status < 400) return true
  if (status >= 400 && !ask.is_rules && copies !== 'shared') return false
  return ask.body_limits(status, headers) !== null
}

/** What the server gave out with the copy, sent back as it was. */
function conditionsOf(kept: PageCopy | undefined): Record<string, string> {
  if (kept?.status !== 200) return {}
  const { etag, 'last-modified': modified } = kept.headers
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}
