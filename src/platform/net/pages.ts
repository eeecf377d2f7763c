// The one way to read what is at an address of a site: its robots.txt, its pace, redirects, limits, text, and copies on top.
import type { AnswerLimits } from './client.ts'
import type { EgressPolicy } from './egress.ts'
import type { NetFailureKind } from './failure.ts'
import { checkUrl } from './guard.ts'
import { politeClient, type SiteParts, type SiteReader, type SiteReply } from './polite-client.ts'
import { ALLOW_ALL, isAllowedByRobots } from './robots.ts'
import { createRobotsStore } from './robots-store.ts'

/** A page as text. */
export interface WebPage {
  /** Address after redirects. */
  url: string
  status: number
  headers: Record<string, string>
  text: string
  /** True when only the beginning was read. */
  truncated: boolean
  /** Milliseconds since the epoch. */
  fetched_at: number
}

export type PageFailureKind = NetFailureKind | 'robots' | 'not_text'

export type PageResult =
  | { ok: true; page: WebPage; from_cache: boolean }
  | { ok: false; failure: { kind: PageFailureKind; message: string; sent: boolean } }

export interface PageAsk {
  url: string
  /** Media types taken, lower case; default HTML, XHTML and plain text. */
  accept?: readonly string[] | 'any'
  headers?: Record<string, string>
  /** Oldest copy taken without asking, in seconds; default one day, and 0 asks in any case. */
  max_age_s?: number
  /** An interface that is open to programs: its robots.txt is for crawlers of its pages. */
  is_api?: boolean
  /** The beginning is enough, as the newest posts of a feed are; otherwise data that is too large is a failure. */
  takes_beginning?: boolean
}

export interface PageReader {
  /** Rejects only when the database is away. A page with an error status is a page: see `status`. */
  read(ask: PageAsk, reader: SiteReader, signal?: AbortSignal): Promise<PageResult>
  /** Whether the robots.txt of its site lets an address be fetched; undefined where that could not be read. */
  mayFetch(url: URL, reader: SiteReader, signal?: AbortSignal): Promise<boolean | undefined>
}

export interface PageReaderOptions extends SiteParts {
  policy: EgressPolicy
  /** The name robots.txt files know us by. */
  robotsToken: string
}

const timeoutMs = 20_000
const maxHops = 5
const maxCrawlDelayMs = 10_000
const maxAgeS = 86_400
const textTypes = ['text/html', 'application/xhtml+xml', 'text/plain']
/** The beginning of a page says what it is about, and a feed begins with what is new. */
const ofPages: AnswerLimits = { max_bytes: 2 * 1024 * 1024, on_limit: 'keep' }
/** Half a sitemap or list of jobs would say that the rest is gone. */
const ofData: AnswerLimits = { max_bytes: 5 * 1024 * 1024, on_limit: 'fail' }

interface Journey {
  accept: readonly string[] | 'any'
  headers: Record<string, string>
  max_age_ms: number
  timeout_ms: number
  is_rules?: boolean
  limits: (headers: Record<string, string>) => AnswerLimits
  /** The rules of the next address, before it is asked. */
  rulesOf: typeof noRules | ReturnType<typeof createRobotsStore>['rulesOf']
}

const noRules = async (_origin: string, _reader: SiteReader, _signal?: AbortSignal) => ({
  ok: true as const,
  rules: ALLOW_ALL,
})

export function createPageReader({ policy, robotsToken, ...parts }: PageReaderOptions): PageReader {
  const client = politeClient(parts)
  const robots = createRobotsStore(
    ({ url, max_age_ms, timeout_ms, max_bytes }, reader, signal) =>
      travel(
        url,
        {
          accept: 'any',
          headers: {},
          max_age_ms,
          timeout_ms,
          is_rules: true,
          limits: () => ({ max_bytes, on_limit: 'keep' }),
          rulesOf: noRules,
        },
        reader,
        signal,
      ),
    robotsToken,
    () => parts.now().getTime(),
  )

  /** One address without its redirects: may we, then the request with the pause that the site wants. */
  async function hop(url: URL, journey: Journey, reader: SiteReader, signal?: AbortSignal) {
    const { accept, headers, max_age_ms, timeout_ms, is_rules = false, limits } = journey
    const found = await journey.rulesOf(url.origin, reader, signal)
    if (!found.ok) return found
    if (!isAllowedByRobots(found.rules, url.pathname + url.search)) {
      return failure('robots', `The robots.txt of ${url.host} does not allow this page`)
    }
    return client.request(
      {
        url: url.href,
        headers,
        max_age_ms,
        is_rules,
        timeout_ms,
        body_limits: (status, answered) =>
          isRedirect(status, answered) || !isText(answered, accept) ? null : limits(answered),
        gap_ms: Math.min((found.rules.crawl_delay_s ?? 0) * 1000, maxCrawlDelayMs),
      },
      reader,
      signal,
    )
  }

  async function travel(
    first: string,
    journey: Journey,
    reader: SiteReader,
    signal?: AbortSignal,
  ): Promise<PageResult> {
    let target: string | URL = first
    let from_cache = true
    for (let hops = 0; hops <= maxHops; hops += 1) {
      const check = checkUrl(target, policy)
      if (!check.ok) return failure('blocked', check.message, hops > 0)
      const result = await hop(check.url, journey, reader, signal)
      if (!result.ok) return hops === 0 ? result : { ok: false, failure: { ...result.failure, sent: true } }
      const { status, headers } = result
      from_cache &&= result.from_copy
      if (isRedirect(status, headers)) {
        const location = headers.location ?? ''
        if (!URL.canParse(location, check.url.href))
          return failure('bad_reply', 'Redirected to something that is not a URL', true)
        target = new URL(location, check.url)
        continue
      }
      if (!isText(headers, journey.accept))
        return failure('not_text', `Not a page but ${headers['content-type']}`, true)
      return { ok: true, page: pageOf(check.url, result), from_cache }
    }
    return failure(
      'too_many_redirects',
      `${new URL(first).host} redirects more than ${maxHops} times, perhaps in a circle`,
      true,
    )
  }

  return {
    async read(ask, reader, signal) {
      const {
        url,
        accept = textTypes,
        headers = {},
        max_age_s = maxAgeS,
        is_api = false,
        takes_beginning = false,
      } = ask
      const asked = {
        ...(accept !== 'any' && { accept: accept.join(', '), 'accept-language': 'en, *;q=0.5' }),
        ...headers,
      }
      const journey: Journey = {
        accept,
        headers: asked,
        max_age_ms: max_age_s * 1000,
        timeout_ms: timeoutMs,
        limits: (answered) => (takes_beginning || isMarkup(answered) ? ofPages : ofData),
        rulesOf: is_api ? noRules : robots.rulesOf,
      }
      return travel(url, journey, reader, signal)
    },
    async mayFetch(url, reader, signal) {
      const found = await robots.rulesOf(url.origin, reader, signal)
      return found.ok ? isAllowedByRobots(found.rules, url.pathname + url.search) : undefined
    },
  }
}

function pageOf({ href: url }: URL, { status, headers, text, truncated, fetched_at }: SiteReply): WebPage {
  return { url, status, headers, text, truncated, fetched_at: fetched_at.getTime() }
}

function failure(kind: PageFailureKind, message: string, sent = false) {
  return { ok: false as const, failure: { kind, message, sent } }
}

function isRedirect(status: number, headers: Record<string, string>): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
}

const typeOf = (headers: Record<string, string>) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** A missing type is taken as HTML, as browsers do; binary bytes then simply hold nothing of use. */
function isText(headers: Record<string, string>, accept: readonly string[] | 'any'): boolean {
  const type = typeOf(headers)
  return accept === 'any' || type === '' || accept.includes(type)
}

const isMarkup = (headers: Record<string, string>) => {
  const type = typeOf(headers)
  return type === '' || textTypes.includes(type)
}
