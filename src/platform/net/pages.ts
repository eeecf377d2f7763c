// Polite reading of web pages: robots.txt, the pace that a site asks for, text only, the beginning of what is too long, a cache on top.
import { decodeText } from './charset.ts'
import type { EgressPolicy } from './egress.ts'
import type { NetFailureKind } from './failure.ts'
import { checkUrl } from './guard.ts'
import { conditionsOf, type PoliteClient } from './polite-client.ts'
import { isAllowedByRobots } from './robots.ts'
import { createRobotsStore } from './robots-store.ts'

/** A page as text. */
export interface WebPage {
  /** Address after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  text: string
  encoding: string
  /** True when only the beginning was read. */
  truncated: boolean
  /** Milliseconds since the epoch. */
  fetched_at: number
}

/** Where a higher room keeps pages, per workspace; keyed by the requested address. One that is old is asked for with its validators. */
export interface PageCache {
  get(url: string): Promise<WebPage | undefined>
  put(url: string, page: WebPage): Promise<void>
}

export type PageFailureKind = NetFailureKind | 'robots' | 'not_text'

export type PageResult =
  | { ok: true; page: WebPage; from_cache: boolean }
  | { ok: false; failure: { kind: PageFailureKind; message: string; sent: boolean } }

export interface PageAsk {
  url: string
  /** Media types taken, lower case; default HTML, XHTML and plain text. */
  accept?: readonly string[]
  /** Oldest cached copy taken without asking, in seconds; default one day, and 0 asks in any case. */
  max_age_s?: number
  cache?: PageCache
}

export interface PageReader {
  /** Rejects only as its client does. A page with an error status is a page: see `status`. */
  read(ask: PageAsk, signal?: AbortSignal): Promise<PageResult>
}

export interface PageReaderOptions {
  client: PoliteClient
  policy: EgressPolicy
  /** The name robots.txt files know us by. */
  robotsToken: string
  /** Milliseconds since the epoch. */
  now: () => number
}

const maxBytes = 2 * 1024 * 1024
const timeoutMs = 20_000
const maxHops = 5
const maxCrawlDelayMs = 10_000
const maxAgeS = 86_400
const textTypes = ['text/html', 'application/xhtml+xml', 'text/plain']

export function createPageReader({ client, policy, robotsToken, now }: PageReaderOptions): PageReader {
  const robots = createRobotsStore(client, robotsToken, now)

  /** One address without its redirects: may we, then the request with the pause that the site wants. */
  async function hop(url: URL, accept: readonly string[], kept: WebPage | undefined, signal?: AbortSignal) {
    const found = await robots.rulesOf(url.origin, signal)
    if (!found.ok) return found
    if (!isAllowedByRobots(found.rules, url.pathname + url.search)) {
      return failure('robots', `The robots.txt of ${url.host} does not allow this page`)
    }
    return client.request(
      {
        url,
        headers: { accept: accept.join(', '), 'accept-language': 'en, *;q=0.5', ...conditionsOf(kept) },
        redirects: 'manual',
        max_bytes: maxBytes,
        on_limit: 'keep',
        timeout_ms: timeoutMs,
        wants_body: (status, headers) => !isRedirect(status, headers) && isText(headers, accept),
        gap_ms: Math.min((found.rules.crawl_delay_s ?? 0) * 1000, maxCrawlDelayMs),
      },
      signal,
    )
  }

  async function fetchPage(
    first: string,
    accept: readonly string[],
    old: WebPage | undefined,
    signal?: AbortSignal,
  ): Promise<PageResult> {
    let target: string | URL = first
    for (let hops = 0; hops <= maxHops; hops += 1) {
      const check = checkUrl(target, policy)
      if (!check.ok) return failure('blocked', check.message, hops > 0)
      const kept = old?.url === check.url.href ? old : undefined
      const result = await hop(check.url, accept, kept, signal)
      if (!result.ok) return result
      const { status, headers } = result
      if (status === 304 && kept) return { ok: true, page: { ...kept, fetched_at: now() }, from_cache: false }
      if (isRedirect(status, headers)) {
        const location = headers.location ?? ''
        if (!URL.canParse(location, check.url.href))
          return failure('bad_reply', 'Redirected to something that is not a URL', true)
        target = new URL(location, check.url)
        continue
      }
      if (!isText(headers, accept)) return failure('not_text', `Not a page but ${headers['content-type']}`, true)
      const type = headers['content-type'] ?? ''
      const { text, encoding } = decodeText(result.body, type, !type.startsWith('text/plain'))
      const page: WebPage = {
        url: check.url.href,
        status,
        headers,
        // No database keeps NUL, and no page means anything by it.
        text: text.replaceAll('\u0000', ''),
        encoding,
        truncated: result.truncated,
        fetched_at: now(),
      }
      return { ok: true, page, from_cache: false }
    }
    return failure('too_many_redirects', `More than ${maxHops} redirects`, true)
  }

  return {
    async read({ url, accept = textTypes, max_age_s = maxAgeS, cache }, signal) {
      // A cache that is down costs a request, not the answer.
      const kept = await cache?.get(url).catch(() => undefined)
      if (kept && now() - kept.fetched_at < max_age_s * 1000) return { ok: true, page: kept, from_cache: true }
      const result = await fetchPage(url, accept, kept, signal)
      if (result.ok && result.page.status < 300) await cache?.put(url, result.page).catch(() => {})
      return result
    },
  }
}

function failure(kind: PageFailureKind, message: string, sent = false) {
  return { ok: false as const, failure: { kind, message, sent } }
}

function isRedirect(status: number, headers: Record<string, string>): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
}

/** A missing type is taken as HTML, as browsers do; binary bytes then simply hold nothing of use. */
function isText(headers: Record<string, string>, accept: readonly string[]): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return !type || accept.includes(type)
}
