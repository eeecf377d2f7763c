// How the recorded answers of vendors are written down: the request each must get, and what each reply must come to.
import type { Outcome } from '../engine/waterfall/outcome.ts'
import type { Json } from '../kernel/json.ts'

export interface RecordedAnswer {
  status: number
  headers?: Record<string, string>
  body: Json
  /** A part of the outcome. */
  comes_to: { kind: Outcome['kind']; [member: string]: unknown }
  /** In US dollars; null is unknown. */
  costs: number | null
}

export interface RecordedLookup {
  /** What the vendor must be asked with for the lookup's own example, besides the key. */
  asks: { method: string; path: string; query?: Record<string, string>; body?: Json }
  /** What the vendor must be asked with after an answer that it promised, and what it answers then. */
  polled?: { asks: RecordedLookup['asks']; replies: Record<string, RecordedAnswer> }
  /** What the vendor brings by itself, and what that comes to. */
  brought?: Record<string, Pick<RecordedAnswer, 'body' | 'comes_to' | 'costs'>>
  /** By what the case shows; those of vendors with keys and prices also have `bad_key` and `quota`. */
  replies: Record<string, RecordedAnswer> & Record<'hit' | 'miss' | 'throttle' | 'odd', RecordedAnswer>
}

/** By integration id: what the test call of a key gets when it is good, and when it is bad where that is not a 401. */
export type KeyTests = Record<
  string,
  { good: object; words: RegExp; status?: number; bad?: object; bad_status?: number }
>

/** By lookup id. */
export type Replies = Record<string, RecordedLookup>

export const hit = (
  body: Json,
  values: Json,
  costs: number,
  more: { [member: string]: unknown } = {},
): RecordedAnswer => ({
  status: 200,
  body,
  comes_to: { kind: 'found', values, ...more },
  costs,
})
export const miss = (body: Json, costs = 0, status = 200): RecordedAnswer => ({
  status,
  body,
  comes_to: { kind: 'not_found' },
  costs,
})
export const failure = (status: number, kind: string, body: Json = {}, costs: number | null = 0): RecordedAnswer => ({
  status,
  body,
  comes_to: { kind: 'failed', class: kind, retryable: false },
  costs,
})
export const later = (
  status: number,
  headers: Record<string, string>,
  ms: number,
  body: Json = {},
): RecordedAnswer => ({
  status,
  headers,
  body,
  comes_to: { kind: 'later', retry_in_ms: ms },
  costs: 0,
})

/** What most vendors answer to haste, a bad key and an empty account. */
export const USUAL = {
  throttle: later(429, { 'retry-after': '7' }, 7_000),
  bad_key: failure(401, 'auth', { error: 'Unauthorized' }),
  quota: failure(402, 'quota', { error: 'Payment required' }),
}

/** An answer that is no documented one. `costs` as the billing rule has it: null where it may have been a hit. */
export const odd = (body: Json, costs: number | null = null): RecordedAnswer => failure(200, 'unmapped', body, costs)

/** What the world answers to a lookup that asks several times: pages and open APIs by address, DNS by `name TYPE`. */
export interface Visit {
  /** Else those of the lookup's own example. */
  inputs?: Record<string, string>
  /** Text is a page; everything else is JSON. What is not here is 404. */
  web?: Record<string, Json | { status: number; headers?: Record<string, string>; body: Json }>
  dns?: Record<string, string[] | 'gone' | 'silent'>
  /** What the mail server says to each recipient by its local part, else to `*`; absent when it is silent. */
  smtp?: Record<string, [number, string]> | 'absent'
  comes_to: { kind: Outcome['kind']; [member: string]: unknown }
  /** Addresses that must have been asked, in order, where that matters. */
  asked?: string[]
}

/** By lookup id and by what the case shows. */
export type Visits = Record<string, Record<string, Visit>>

export const found = (values: Json, more: { [member: string]: unknown } = {}): Visit['comes_to'] => ({
  kind: 'found',
  values,
  ...more,
})
export const missed: Visit['comes_to'] = { kind: 'not_found' }
export const unread: Visit['comes_to'] = { kind: 'failed', class: 'unmapped' }
/** An open API in a hurry. */
export const busy = { status: 429, headers: { 'retry-after': '9' }, body: {} }
export const wait: Visit['comes_to'] = { kind: 'later', retry_in_ms: 9_000 }

/** The reply to a question whose answer is to be fetched later. */
export const promise = (body: Json, handle: Json): RecordedAnswer => ({
  status: 200,
  body,
  comes_to: { kind: 'pending', poll: { handle } },
  costs: 0,
})
/** Not yet. */
export const notYet = (body: Json, status = 200): RecordedAnswer => ({
  status,
  body,
  comes_to: { kind: 'pending' },
  costs: 0,
})
