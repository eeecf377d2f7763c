// Checks what a lookup answered against its declaration: garbage becomes a failure, blanks a miss, and the origin is filled in.
import type { Outcome, PendingOutcome } from '../../engine/waterfall/outcome.ts'
import { cutText, storable } from '../../kernel/cut-text.ts'
import { isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { losesDigits } from '../../kernel/read-json.ts'
import { FIELDS, type FieldType } from './fields.ts'
import type { LookupAnswer, PlannedLookup } from './kit.ts'

const MAX_TEXT = 100_000
const MAX_DEPTH = 32

/** The outcome of an answer. Never throws; an answer outside the declaration is `failed{unmapped}`. */
export function checkAnswer(lookup: PlannedLookup, answer: LookupAnswer): Outcome {
  switch (answer?.kind) {
    case 'found':
      return checkFound(lookup, answer)
    case 'not_found':
      return answer.reason
        ? { kind: 'not_found', reason: cutText(storable(answer.reason), 300) }
        : { kind: 'not_found' }
    case 'later':
      if (!Number.isFinite(answer.retry_in_ms)) return unmapped('later without a time')
      return { kind: 'later', retry_in_ms: Math.max(0, Math.round(answer.retry_in_ms)) }
    case 'pending':
      return checkPending(lookup, answer)
    case 'failed':
      return {
        kind: 'failed',
        class: answer.class,
        retryable: answer.retryable,
        message: cutText(storable(answer.message), 500),
      }
    default:
      return unmapped('no answer of a known kind')
  }
}

const MOST_WAIT_MS = 24 * 3600_000
const LONGEST_HANDLE = 4000

/** A promise is only one when the declaration says how the answer is got. */
function checkPending(lookup: PlannedLookup, { poll, callback }: PendingOutcome): Outcome {
  const declared = 'ask' in lookup ? lookup : undefined
  if (!poll && !callback) return unmapped('pending without a way to the answer')
  if ((poll && !declared?.poll) || (callback && !declared?.callback))
    return unmapped('pending in a way that is not declared')
  const within = (ms: number) => Math.round(Math.min(Math.max(0, ms), MOST_WAIT_MS))
  if (![poll?.after_ms ?? 0, callback?.deadline_ms ?? 0].every(Number.isFinite))
    return unmapped('pending without a time')
  const handles = [poll?.handle, callback?.handle].map((handle) => cleaned(handle ?? {}, MAX_DEPTH) as JsonObject)
  if (handles.some((handle) => handle === undefined || JSON.stringify(handle).length > LONGEST_HANDLE))
    return unmapped('pending with a handle that cannot be kept')
  const [polled = {}, called = {}] = handles
  return {
    kind: 'pending',
    ...(poll && { poll: { after_ms: within(poll.after_ms), handle: polled } }),
    ...(callback && { callback: { deadline_ms: within(callback.deadline_ms), handle: called } }),
  }
}

function checkFound(lookup: PlannedLookup, answer: Extract<LookupAnswer, { kind: 'found' }>): Outcome {
  if (!(answer.confidence >= 0 && answer.confidence <= 1)) return unmapped('confidence outside 0..1')
  const values: JsonObject = {}
  for (const [field, raw] of Object.entries(answer.values)) {
    const output = lookup.outputs.find((candidate) => candidate.field === field)
    if (!output) return unmapped(`"${field}" is not an output of this lookup`)
    const value = cleaned(raw ?? null, MAX_DEPTH)
    if (value === undefined) return unmapped(`"${field}" is nested too deep or too long`)
    if (isEmpty(value)) continue
    const type = 'type' in output ? output.type : FIELDS[output.field].type
    if (!fits(type, value)) return unmapped(`"${field}" is not a ${type} value`)
    values[field] = value
  }
  if (Object.keys(values).length === 0) return { kind: 'not_found' }
  const byField = Object.fromEntries(
    Object.entries(answer.confidence_by_field ?? {}).filter(([field, p]) => field in values && p >= 0 && p <= 1),
  )
  const places = Object.fromEntries(
    Object.entries(answer.places_by_field ?? {}).flatMap(([field, { source_url, quote }]) =>
      field in values && /^https?:\/\//i.test(source_url)
        ? [[field, { source_url: storable(source_url), ...(quote && { quote: cutText(storable(quote), 300) }) }]]
        : [],
    ),
  )
  const evidence = answer.evidence && (cleaned(answer.evidence, MAX_DEPTH) as JsonObject | undefined)
  return {
    kind: 'found',
    values,
    confidence: answer.confidence,
    ...(Object.keys(byField).length > 0 ? { confidence_by_field: byField } : {}),
    ...(Object.keys(places).length > 0 ? { places_by_field: places } : {}),
    verified: answer.verified ?? false,
    origin: { method: lookup.method, license: lookup.license, ...answer.origin },
    ...(evidence && { evidence }),
  }
}

function fits(type: FieldType, value: Json): boolean {
  if (type === 'json') return true
  // An integer with more digits than a number holds is its text.
  if (type === 'number')
    return typeof value === 'string' ? /^-?[1-9]\d*$/.test(value) && losesDigits(value) : Number.isFinite(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  if (type === 'url') return /^https?:\/\//i.test(value) && URL.canParse(value)
  if (type === 'email') return value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(value)
  if (type === 'date') return /^\d{4}(-\d{2}(-\d{2})?)?/.test(value)
  if (type === 'phone') return /^\+?[\d\s().;=/extEXT-]+$/.test(value)
  return true
}

/** The value with every text storable; undefined when it is too deep, too long or no JSON at all. */
function cleaned(value: unknown, depth: number): Json | undefined {
  if (depth === 0) return undefined
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return value.length > MAX_TEXT ? undefined : storable(value)
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const item of value) {
      const clean = cleaned(item, depth - 1)
      if (clean === undefined) return undefined
      items.push(clean)
    }
    return items
  }
  const members: [string, Json][] = []
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const clean = cleaned(member, depth - 1)
    if (clean === undefined) return undefined
    members.push([storable(key), clean])
  }
  return Object.fromEntries(members)
}

function unmapped(why: string): Outcome {
  return {
    kind: 'failed',
    class: 'unmapped',
    message: `The provider's answer was not understood: ${why}.`,
    retryable: false,
  }
}
