// Which of two values of one field a lead shows: the better source wins, with the reason in words.
import { leanedShare } from '../../engine/money/likelihood.ts'
import { agreementKey } from '../../engine/waterfall/judge.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { TrackRecords } from '../../records/lead-facts/source-evidence.commands.ts'
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

/** The confidence of a source that states none. */
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
/** Factors of confidence for values past their age limit, or far past it. */
const DECAY = { fresh: 1, unknown: 0.9, stale: 0.6, expired: 0.3 }

/** No track record of any source: each claim counts with its own confidence. */
export const NOTHING_KNOWN: TrackRecords = () => ({ known: 0, wrong: 0 })

export function compareClaims(
  field: string,
  stored: ValueClaim,
  brought: ValueClaim,
  now: number,
  records: TrackRecords,
): Contest {
  if (isBlank(stored.value)) return { kind: 'fills' }
  const [mine, theirs] = [stored, brought].map((one) => strengthOf(field, one, now, records)) as [number, number]
  if (isSame(stored.value, brought.value)) return { kind: 'agrees', refreshes: theirs >= mine && !isByHand(stored) }
  // A list that has all of another's and more contradicts nothing in it: of two sources the longer one is shown, of one source the newer.
  const isOneSource = providerOf(stored.provenance) === providerOf(brought.provenance)
  if (!isOneSource && holdsAll(stored.value, brought.value)) return { kind: 'agrees', refreshes: false }
  if (isByHand(stored) && freshnessOf(field, ageOf(stored.provenance, now)) === 'fresh')
    return { kind: 'loses', reason: `A person entered ${wordsOf(stored.value)}, and that is still fresh` }
  const [ours, others] = [told(field, stored, mine, records), told(field, brought, theirs, records)]
  if (!isOneSource && holdsAll(brought.value, stored.value) && theirs >= mine * LEAST_OF_MORE)
    return { kind: 'replaces', reason: `${others} has all of ${ours}, and more` }
  if (theirs >= mine) return { kind: 'replaces', reason: `${others} over ${ours}` }
  return { kind: 'loses', reason: `${ours} is kept over ${others}` }
}

/** A source that is believed half as much may add to a list, no less. */
const LEAST_OF_MORE = 0.5
/** How sure a source is of a value counts as so many values of which it is known whether they held. */
const SAYING_WEIGHT = 10

/** 0..1: how sure the source is of it, and how often it was right about the field here; less the older the value is. */
export function strengthOf(field: string, { provenance }: ValueClaim, now: number, records: TrackRecords): number {
  const sure = typeof provenance?.confidence === 'number' ? provenance.confidence : undefined
  const says = sure ?? USUAL[String(provenance?.method ?? '')] ?? UNKNOWN
  const provider = providerOf(provenance)
  const { known, wrong } = provider === undefined ? NOTHING_KNOWN('', field) : records(provider, field)
  const base = leanedShare(known - wrong, known, says, SAYING_WEIGHT)
  return Math.round(base * DECAY[freshnessOf(field, ageOf(provenance, now))] * 1000) / 1000
}

/** Whether a list has every item of another. */
const holdsAll = (long: Json, short: Json) =>
  Array.isArray(long) &&
  Array.isArray(short) &&
  short.every((item) => long.some((other) => agreementKey(other) === agreementKey(item)))

function isByHand({ provenance }: ValueClaim): boolean {
  return provenance?.method === 'manual'
}

/** Whether two values say the same. */
export function isSame(a: Json, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item) => b.some((other) => agreementKey(other) === agreementKey(item)))
  return agreementKey(a) === agreementKey(b)
}

/** The provider of a value, where one is named. */
export function providerOf(provenance: JsonObject | undefined): string | undefined {
  return typeof provenance?.provider === 'string' ? provenance.provider : undefined
}

function told(field: string, { value, provenance }: ValueClaim, strength: number, records: TrackRecords): string {
  const provider = providerOf(provenance)
  const { known, wrong } = provider === undefined ? NOTHING_KNOWN('', field) : records(provider, field)
  const source = provider ?? provenance?.source ?? 'an unknown source'
  const held = known === 0 ? '' : `; ${known - wrong} of its ${known} known here held`
  return `${wordsOf(value)} of ${String(source)} (${Math.round(strength * 100)} %${held})`
}

function wordsOf(value: Json): string {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? 'an object' : String(value)
  return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`
}

/** What two claims that met say about their sources: another source that agrees, or a person's value that stands. */
export function evidenceOf(
  verdict: Contest,
  stored: ValueClaim,
  brought: ValueClaim,
): { provider: string; holds: boolean; because: 'agreement' | 'edit' }[] {
  const [theirs, mine] = [providerOf(brought.provenance), providerOf(stored.provenance)]
  if (theirs === undefined) return []
  if (isByHand(stored)) {
    if (verdict.kind === 'agrees') return [{ provider: theirs, holds: true, because: 'edit' }]
    return verdict.kind === 'loses' ? [{ provider: theirs, holds: false, because: 'edit' }] : []
  }
  if (verdict.kind !== 'agrees' || mine === undefined || mine === theirs) return []
  // Of a longer list only a part is confirmed.
  const confirmed = isSame(stored.value, brought.value) ? [theirs, mine] : [theirs]
  return confirmed.map((provider) => ({ provider, holds: true, because: 'agreement' }))
}
