// How long a value of a lead stays good, by field, and how old one is.
import type { Json, JsonObject } from '../../kernel/json.ts'

const DAY_MS = 86_400_000

/** Days after which a value of the field is stale. Business contact data decays about 2 % a month; these are the ages at which 95 % still hold. */
const TTL_DAYS: Readonly<Record<string, number>> = {
  email_status: 30,
  technologies: 30,
  email: 90,
  contact_title: 90,
  company_size: 90,
  phone: 180,
  linkedin_url: 180,
  twitter_url: 180,
  facebook_url: 180,
  instagram_url: 180,
  youtube_url: 180,
  github_url: 180,
}
const USUAL_DAYS = 365
/** Past this many times its age limit a value is shown, and not to be used for outreach. */
const EXPIRED_TIMES = 3

export const FRESHNESS = ['fresh', 'stale', 'expired', 'unknown'] as const
export type Freshness = (typeof FRESHNESS)[number]

export function ttlDays(field: string): number {
  return TTL_DAYS[field] ?? USUAL_DAYS
}

/** Milliseconds since the value was given; null when that was not recorded. */
export function ageOf(provenance: JsonObject | undefined, now: number): number | null {
  const at = typeof provenance?.fetched_at === 'string' ? Date.parse(provenance.fetched_at) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, now - at)
}

export function freshnessOf(field: string, age: number | null, maxAgeDays = ttlDays(field)): Freshness {
  if (age === null) return 'unknown'
  const limit = maxAgeDays * DAY_MS
  if (age <= limit) return 'fresh'
  return age <= limit * EXPIRED_TIMES ? 'stale' : 'expired'
}

export const daysOfAge = (age: number | null) => (age === null ? null : Math.floor(age / DAY_MS))

export const isBlank = (value: Json | undefined) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
