// The one way out: HTTP requests through the address guard, within limits, with failures as values.
import type { Agent } from 'undici'
import { onAbort } from '../../kernel/alarms.ts'
import { createConnector } from './connector.ts'
import type { EgressPolicy } from './egress.ts'
import { exchange } from './exchange.ts'
import { failureOf, NetError, type NetFailure, shuttingDown } from './failure.ts'
import { checkUrl, hostOf } from './guard.ts'
import { type AddressResolver, createResolver } from './resolver.ts'

export interface AnswerLimits {
  max_bytes: number
  on_limit: 'fail' | 'keep'
}

export interface HttpRequestOptions {
  url: string | URL
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** From the call to the last byte, redirects included. Default 20 s; null leaves it to the signal, which is then to be of this request alone. */
  timeout_ms?: number | null
  /** After decompression; default 10 MiB. As many bytes may come over the wire. */
  max_bytes?: number
  /** At the limit: fail with `too_large` (default), or keep the beginning and say so in `truncated`. */
  on_limit?: 'fail' | 'keep'
  /** How many redirects to follow, default 3; `manual` hands the 3xx answer back. */
  redirects?: number | 'manual'
  /** Asked of each address, those of redirects too. Default: any that the guard lets through. */
  may_go_to?: (url: URL) => boolean
  /** Asked before the body is read, in place of the two limits; null leaves it unread (`body` is empty, `truncated` true). */
  body_limits?: (status: number, headers: Record<string, string>) => AnswerLimits | null
}

export interface HttpResponse {
  ok: true
  status: number
  /** Names in lower case; a repeated header is joined with ", ". */
  headers: Record<string, string>
  body: Buffer
  truncated: boolean
  final_url: string
  /** Milliseconds from the call to the headers of the final answer, and to its last byte. */
  timings: { headers_ms: number; total_ms: number }
}

export type HttpResult = HttpResponse | { ok: false; failure: NetFailure }

export interface HttpClient {
  /** Never rejects: what goes wrong is a value. Any HTTP status is a reply. */
  request(ask: HttpRequestOptions, signal?: AbortSignal): Promise<HttpResult>
  /** Ends all connections; requests under way fail, and later ones are `aborted` with nothing sent. */
  close(): Promise<void>
}

export interface HttpClientOptions {
  policy: EgressPolicy
  userAgent: string
  resolve?: AddressResolver
  /** Default 5 s. */
  connectTimeoutMs?: number
  /** Connections to one origin, default 256. */
  connectionsPerOrigin?: number
  /** Certificate authorities to trust instead of the built-in ones, PEM. */
  ca?: string
}

const defaults = { timeoutMs: 20_000, maxBytes: 10 * 1024 * 1024, redirects: 3, connectMs: 5_000, connections: 256 }
const cancelled = 'The request was cancelled'
const redirectStatus = new Set([301, 302, 303, 307, 308])
// Everything else a caller sets may be a credential under some vendor's name, so it stays with the origin it was meant for.
const portableHeaders = new Set(['accept', 'accept-language', 'accept-encoding', 'content-type'])

interface Track {
  host: string
  hops: number
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { policy, userAgent } = options
  // Read with the first request: it is a large part of what a start would have to read.
  let agent: Promise<Agent> | undefined
  let isClosed = false
  const openAgent = async (): Promise<Agent> => {
    // By its default: a bundle knows no names of what a CommonJS package exports.
    const { default: undici } = await import('undici')
    return new undici.Agent({
      connect: createConnector({
        policy,
        resolve: options.resolve ?? createResolver(),
        connectTimeoutMs: options.connectTimeoutMs ?? defaults.connectMs,
        ...(options.ca ? { ca: options.ca } : {}),
      }),
      connections: options.connectionsPerOrigin ?? defaults.connections,
      // One timer per request bounds all phases together; undici's own would only tick beside it.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 32 * 1024,
    })
  }

  /** One hop: the guard, the request, the headers, and the body unless it is a redirect to follow. */
  async function hop(url: URL, ask: HttpRequestOptions, signal: AbortSignal, follow: boolean) {
    const usual: AnswerLimits = { max_bytes: ask.max_bytes ?? defaults.maxBytes, on_limit: ask.on_limit ?? 'fail' }
    const isLeft = (status: number, { location }: Record<string, string>) =>
      follow && location !== undefined && redirectStatus.has(status)
    if (isClosed) throw new NetError('aborted', shuttingDown)
    agent ??= openAgent()
    const answer = await exchange(
      await agent,
      {
        url,
        method: ask.method ?? 'GET',
        headers: { 'accept-encoding': 'gzip, deflate, br', ...lowerCase(ask.headers), 'user-agent': userAgent },
        body: ask.body ?? null,
      },
      signal,
      (status, headers) => {
        // The rest of the body is read up to this size, so that the connection can be reused.
        if (isLeft(status, headers)) return { encoding: '', maxBytes: 16_384, maxWireBytes: 16_384, onLimit: 'keep' }
        const limits = ask.body_limits ? ask.body_limits(status, headers) : usual
        if (limits === null) return null
        const encoding = ask.method === 'HEAD' ? '' : (headers['content-encoding'] ?? '')
        const { max_bytes: maxBytes, on_limit: onLimit } = limits
        return { encoding, maxBytes, maxWireBytes: maxBytes, onLimit }
      },
    )
    const location = redirectStatus.has(answer.status) ? answer.headers.location : undefined
    return { ...answer, location }
  }

  /** Follows redirects, each hop checked by the guard. `track` always holds where the request is. */
  async function run(
    first: HttpRequestOptions,
    signal: AbortSignal,
    started: number,
    track: Track,
  ): Promise<HttpResponse> {
    const allowed = first.redirects ?? defaults.redirects
    let ask = first
    let target: string | URL = first.url
    for (; ; track.hops += 1) {
      const check = checkUrl(target, policy)
      if (!check.ok) throw new NetError('blocked', check.message)
      track.host = hostOf(check.url)
      if (first.may_go_to?.(check.url) === false)
        throw new NetError('blocked', `A secret of this request may not be sent to ${track.host}`)
      const answer = await hop(check.url, ask, signal, allowed !== 'manual')
      if (allowed === 'manual' || answer.location === undefined) {
        return {
          ok: true,
          status: answer.status,
          headers: answer.headers,
          body: answer.body,
          truncated: answer.truncated,
          final_url: check.url.href,
          timings: { headers_ms: answer.headersAt - started, total_ms: performance.now() - started },
        }
      }
      if (track.hops >= allowed) throw new NetError('too_many_redirects', `More than ${allowed} redirects`, true)
      if (!URL.canParse(answer.location, check.url.href)) {
        throw new NetError('bad_reply', `${track.host} redirects to something that is not a URL`, true)
      }
      const next = new URL(answer.location, check.url)
      ask = redirected(ask, answer.status, check.url, next)
      target = next
    }
  }

  return {
    async request(ask, signal) {
      if (signal?.aborted) return { ok: false, failure: { kind: 'aborted', message: cancelled, sent: false } }
      const track: Track = { host: 'the server', hops: 0 }
      const limits = ask.timeout_ms === null && signal ? alone(signal) : limited(ask.timeout_ms, signal)
      try {
        return await run(ask, limits.signal, performance.now(), track)
      } catch (error) {
        const failure = failureOf(limits.reason() ?? error, track.host, true)
        if (track.hops === 0) return { ok: false, failure }
        const message = failure.kind === 'blocked' ? `A redirect was not followed: ${failure.message}` : failure.message
        return { ok: false, failure: { ...failure, message, sent: true } }
      } finally {
        limits.end()
      }
    },
    async close() {
      isClosed = true
      await (await agent)?.destroy()
    },
  }
}

/** What ends a request: its signal, and why it did. */
interface Limits {
  signal: AbortSignal
  reason: () => NetError | undefined
  end: () => void
}

const stopped = () => new NetError('aborted', cancelled, true)

/** A signal of this one request, whose owner has the time: nothing has to be linked, and nothing undone. */
function alone(signal: AbortSignal): Limits {
  return { signal, reason: () => (signal.aborted ? stopped() : undefined), end() {} }
}

function limited(timeoutMs: number | null | undefined, signal: AbortSignal | undefined): Limits {
  const limit = timeoutMs ?? defaults.timeoutMs
  const controller = new AbortController()
  // Linked by hand: AbortSignal.any leaves a trace on a signal that outlives thousands of requests.
  const forget = signal && onAbort(signal, () => controller.abort(stopped()))
  const expire = () => controller.abort(new NetError('timeout', `No full answer within ${limit / 1000} s`, true))
  const timer = setTimeout(expire, limit)
  return {
    signal: controller.signal,
    reason: () => (controller.signal.aborted ? (controller.signal.reason as NetError) : undefined),
    end() {
      clearTimeout(timer)
      forget?.()
    },
  }
}

/** The request after a redirect (RFC 9110 section 15.4): what was meant for one origin is not carried to another. */
function redirected(ask: HttpRequestOptions, status: number, from: URL, to: URL): HttpRequestOptions {
  const method = ask.method ?? 'GET'
  const toGet = (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')
  const sameOrigin = from.origin === to.origin
  if (!sameOrigin && !toGet && ask.body !== undefined) {
    throw new NetError('bad_reply', `${hostOf(from)} redirects the content of the request to another site`, true)
  }
  const headers = Object.entries(lowerCase(ask.headers)).filter(
    ([name]) => (sameOrigin || portableHeaders.has(name)) && !(toGet && name.startsWith('content-')),
  )
  const { body, ...rest } = ask
  return {
    ...rest,
    method: toGet ? 'GET' : method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && !toGet ? { body } : {}),
  }
}

function lowerCase(headers: Record<string, string> = {}): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name in headers) named[name.toLowerCase()] = headers[name] as string
  return named
}
