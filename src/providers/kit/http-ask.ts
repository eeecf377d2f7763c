// What one HTTP lookup sends and how its reply is judged before the vendor's own `read` sees it: auth, statuses, Retry-After.
import type { JsonObject } from '../../kernel/json.ts'
import { faultWords, type JsonFault, type JsonReading, readJson } from '../../kernel/read-json.ts'
import { lackingPart } from './answer-parts.ts'
import {
  type AccountForm,
  type Auth,
  type Credentials,
  failed,
  type HttpLookup,
  type Inputs,
  type Integration,
  type LookupAnswer,
  notFound,
  type Reply,
  type ReplyRules,
  type StatusMap,
  type VendorRequest,
} from './kit.ts'
import type { FetchedPage, FetchFailure, HttpReply, HttpRequest } from './outside.ts'

/** Where a minted token stands among the values of an account. */
export const MINTED = 'minted token'
const DEFAULT_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 24 * 3600_000

/**
 * The request of an ask, with the account's values where the vendor wants them; an account without them sends none.
 * Throws TypeError for an invalid URL.
 */
export function buildRequest(
  ask: VendorRequest,
  integration: Integration | undefined,
  account: Credentials,
): HttpRequest {
  const url = new URL(ask.url)
  // All at once: a URL is written again for each parameter that is added to it.
  const asked = Object.entries(ask.query ?? {}).filter(([, value]) => value !== undefined)
  if (asked.length > 0) {
    const query = new URLSearchParams(url.search)
    for (const [name, value] of asked) query.append(name, String(value))
    url.search = query.toString()
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  for (const [name, value] of Object.entries(ask.headers ?? {})) headers[name.toLowerCase()] = value
  if (integration && missingAccountFields(integration, account).length === 0)
    addKey(integration.auth, account, url, headers)
  const request: HttpRequest = { method: ask.method, url: url.href, headers }
  if (ask.json !== undefined || ask.json_text !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = ask.json_text ?? JSON.stringify(ask.json)
  } else if (ask.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    request.body = new URLSearchParams({ ...ask.form }).toString()
  }
  return request
}

function addKey(auth: Auth, account: Credentials, url: URL, headers: Record<string, string>): void {
  const value = (field: string | undefined) => (field === undefined ? '' : (account[field] ?? ''))
  switch (auth.in) {
    case 'none':
      break
    case 'oauth':
      headers.authorization = `Bearer ${value(MINTED)}`
      break
    case 'bearer':
      if (value(auth.field)) headers.authorization = `Bearer ${value(auth.field)}`
      break
    case 'header':
      if (value(auth.field)) headers[auth.name.toLowerCase()] = `${auth.prefix ?? ''}${value(auth.field)}`
      break
    case 'query':
      if (value(auth.field)) url.searchParams.append(auth.name, value(auth.field))
      break
    case 'basic': {
      const pair = `${value(auth.user_field)}:${value(auth.password_field)}`
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    }
  }
}

/** Names of account values the integration needs and does not have. */
export function missingAccountFields({ fields }: AccountForm, account: Credentials): string[] {
  return fields.filter(({ name, required }) => required && !account[name]).map(({ name }) => name)
}

/** The answer in a reply: by its status or shape where that settles it, else as the vendor's `read` understands the body. */
export function judgeReply(
  lookup: HttpLookup,
  reply: HttpReply,
  inputs: Inputs,
  account: Credentials,
  nowMs: number,
): LookupAnswer {
  const isKeyed = !lookup.keyless || Object.values(account).some((value) => value !== '')
  const judged = readReply(reply, lookup, nowMs, isKeyed)
  return judged.ok ? lookup.read(judged.reply, inputs, account) : judged.answer
}

/** As {@link judgeReply}, for the reply to a question after an answer that was promised. */
export function judgePoll(
  poll: NonNullable<HttpLookup['poll']>,
  reply: HttpReply,
  handle: JsonObject,
  nowMs: number,
): LookupAnswer {
  const judged = readReply(reply, poll, nowMs)
  return judged.ok ? poll.read(judged.reply, handle) : judged.answer
}

/** A reply that can be read: a success with the parts it must have, or an error whose body tells what it means. `isKeyed`: a key was sent. */
export function readReply(
  reply: HttpReply,
  expected: ReplyRules,
  nowMs: number,
  isKeyed = true,
): { ok: true; reply: Reply } | { ok: false; answer: LookupAnswer } {
  const settled = judgeStatus(expected.statuses ?? {}, reply, nowMs, isKeyed)
  if (settled) return { ok: false, answer: settled }
  const { status, headers, body: text } = reply
  if (expected.expects === 'text') return { ok: true, reply: { status, headers, text, json: null } }
  const { value, fault } = readBody(text)
  if (fault && status < 400)
    return { ok: false, answer: failed('unmapped', `The provider answered ${status} with ${unreadBody(text, fault)}.`) }
  // An error may well be a page; its status is enough.
  const json = value ?? null
  const lacking = status < 300 ? lackingPart(json, expected.has ?? []) : undefined
  if (lacking !== undefined) {
    const words = `The answer of the provider has no "${lacking}". It may have been changed by the provider.`
    return { ok: false, answer: failed('unmapped', words) }
  }
  return { ok: true, reply: { status, headers, text, json } }
}

/** The JSON of a body, null for an empty one; or what is wrong with it. */
export function readBody(body: string): JsonReading {
  return body.trim() === '' ? { value: null, odd: false } : readJson(body)
}

/** What a body is that could not be read, in words that go on after "answered with". */
export function unreadBody(body: string, fault: JsonFault): string {
  return /^\ufeff?\s*[[{]/.test(body) ? `JSON that cannot be read: ${faultWords(fault)}` : 'something that is not JSON'
}

/** The answer that a status settles by itself; undefined for a success. `isKeyed`: a key was sent, so that it can have been refused. */
export function judgeStatus(
  map: StatusMap,
  { status, headers }: HttpReply,
  nowMs: number,
  isKeyed = true,
): LookupAnswer | undefined {
  if (map.miss?.includes(status)) return notFound()
  if (map.later?.includes(status))
    return { kind: 'later', retry_in_ms: retryAfterMs(headers, nowMs) ?? DEFAULT_WAIT_MS }
  if (map.quota?.includes(status)) return failed('quota', `The provider says the quota is used up (${status}).`)
  if (map.auth?.includes(status)) return failed('auth', `The provider refused the key (${status}).`)
  if (map.bad_input?.includes(status)) return failed('bad_input', `The provider refused the input (${status}).`)
  if ((status >= 200 && status < 300) || map.read?.includes(status)) return undefined
  if (status === 403 || status === 429) {
    const wait = resetMs(headers, nowMs)
    if (wait !== undefined) return { kind: 'later', retry_in_ms: wait }
  }
  if ((status === 401 || status === 403) && !isKeyed)
    return failed(
      'vendor_error',
      `The provider refused to answer (${status}). It may keep programs or this network out.`,
    )
  if (status === 401 || status === 403) return failed('auth', `The provider refused the key (${status}).`)
  if (status === 402) return failed('quota', 'The provider says the quota is used up (402).')
  if (status === 429) return { kind: 'later', retry_in_ms: retryAfterMs(headers, nowMs) ?? DEFAULT_WAIT_MS }
  if (status === 503 && retryAfterMs(headers, nowMs) !== undefined) {
    return { kind: 'later', retry_in_ms: retryAfterMs(headers, nowMs) ?? DEFAULT_WAIT_MS }
  }
  if (status === 400 || status === 422) return failed('bad_input', `The provider refused the input (${status}).`)
  if (status >= 500 || status === 408) return failed('vendor_error', `The provider failed (${status}).`, true)
  return failed('unmapped', `The provider answered with an unexpected status (${status}).`)
}

/** Milliseconds until the time a Retry-After header names (RFC 9110 section 10.2.3: seconds or a date), at most a day; undefined without a usable one. */
function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const text = headers['retry-after']?.trim()
  if (!text) return undefined
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_WAIT_MS) : undefined
}

/** Milliseconds until a used-up limit is fresh again, by the headers that GitHub made common; undefined when it is not used up. */
function resetMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const resetAt = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000
  if (headers['x-ratelimit-remaining'] !== '0' || headers['retry-after'] || !Number.isFinite(resetAt)) return undefined
  return Math.min(Math.max(0, resetAt - nowMs), LONGEST_WAIT_MS)
}

/**
 * What stands instead of a page that was not read: the only place that says so for lookups that visit sites. A page that is not there is a
 * miss; whatever kept it from being read is a failure, since nothing was looked at. Undefined for a page that was read.
 */
export function judgePage(
  lookup: { repeat_free: boolean },
  page: FetchedPage | FetchFailure,
): LookupAnswer | undefined {
  if (!page.ok)
    return page.reason === 'not_text' || page.reason === 'no_host' ? notFound(page.message) : judgeFailure(lookup, page)
  const { status } = page
  if (status < 300) return undefined
  if (status === 401 || status === 403)
    return failed('bad_input', `The website refused to be read (status ${status}). It may keep programs out.`)
  const words = `The website answered with status ${status}.`
  if (status === 404 || status === 410) return notFound(words)
  if (status === 408 || status === 429 || status >= 500) return failed('vendor_error', words, true)
  return failed('bad_input', words)
}

/** The answer when nothing came back. A call that may have been billed is never offered for another try. */
export function judgeFailure(lookup: { repeat_free: boolean }, failure: FetchFailure): LookupAnswer {
  if (failure.reason === 'blocked' || failure.reason === 'robots') return failed('bad_input', failure.message)
  if (failure.reason === 'not_text' || failure.reason === 'too_large') return failed('unmapped', failure.message)
  if (failure.sent && !lookup.repeat_free) {
    return failed('uncertain', `${failure.message.replace(/\.$/, '')}. The provider may have done and charged it.`)
  }
  if (failure.reason === 'too_many_redirects') return failed('vendor_error', `${failure.message}.`)
  const isAway = failure.reason === 'network' || failure.reason === 'no_host'
  return failed(isAway ? 'vendor_error' : 'timeout', failure.message, true)
}
