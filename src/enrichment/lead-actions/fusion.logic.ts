// Which of two values of one field a lead shows: the better source wins, with the reason in words.
import { agreementKey } from '../../engine/waterfall/judge.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { ageOf, freshnessOf, isBlank } from './freshness.logic.ts'

/** A value with where it is from. */
export interface ValueClaim {
  value: Json
  provenance: JsonObject | undefined
}

export type Contest =
  /** The lead has no such value: the new one is taken. */
  | { kind: 'fills' }
  /** Both say the same. `refreshes`: the new source is at least as good, so the value is as fresh as it. */
  | { kind: 'agrees'; refreshes: boolean }
  /** The new value takes the place of the old one. */
  | { kind: 'replaces'; reason: string }
  /** The old value stays. */
  | { kind: 'loses'; reason: string }

/** How much a source is believed where it does not say how sure it is. */
const USUAL: Readonly<Record<string, number>> = {
  manual: 0.9,
  registry: 0.9,
  api: 0.75,
  crawl: 0.7,
  import: 0.6,
  ai: 0.55,
  inferred: 0.5,
}
const UNKNOWN = 0.4
/** What is left of the belief in a value that is past its age limit, or long past it. */
const DECAY = { fresh: 1, unknown: 0.9, stale: 0.6, expired: 0.3 }

export function contest(field: string, stored: ValueClaim, brought: ValueClaim, now: number): Contest {
  if (isBlank(stored.value)) return { kind: 'fills' }
  const [mine, theirs] = [strengthOf(field, stored, now), strengthOf(field, brought, now)]
  if (isSame(stored.value, brought.value)) return { kind: 'agrees', refreshes: theirs >= mine && !isByHand(stored) }
  if (isByHand(stored) && freshnessOf(field, ageOf(stored.provenance, now)) === 'fresh')
    return { kind: 'loses', reason: `A person entered ${wordsOf(stored.value)}, and that is still fresh` }
  // Lists of one source replace each other; of several they grow.
  if (theirs >= mine) return { kind: 'replaces', reason: `${told(brought, theirs)} over ${told(stored, mine)}` }
  return { kind: 'loses', reason: `${told(stored, mine)} is kept over ${told(brought, theirs)}` }
}

/** 0..1: how sure the source is of it, less the older it is. */
export function strengthOf(field: string, { provenance }: ValueClaim, now: number): number {
  const sure = typeof provenance?.confidence === 'number' ? provenance.confidence : undefined
  const base = sure ?? USUAL[String(provenance?.method ?? '')] ?? UNKNOWN
  return Math.round(base * DECAY[freshnessOf(field, ageOf(provenance, now))] * 1000) / 1000
}

function isByHand({ provenance }: ValueClaim): boolean {
  return provenance?.method === 'manual'
}

function isSame(a: Json, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item) => b.some((other) => agreementKey(other) === agreementKey(item)))
  return agreementKey(a) === agreementKey(b)
}

function told({ value, provenance }: ValueClaim, strength: number): string {
  const source = provenance?.provider ?? provenance?.source ?? 'an unknown source'
  return `${wordsOf(value)} of ${String(source)} (${Math.round(strength * 100)} %)`
}

function wordsOf(value: Json): string {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? 'an object' : String(value)
  return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`
}
