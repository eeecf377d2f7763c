// Builds the provenance of a value from what the provider says and what the worker knows.
import { DAY_MS, rfc3339 } from '../values/instant.ts'
import type { FieldSource, ValueSource } from './judge.ts'
import type { Origin } from './outcome.ts'
import type { Provenance } from './provenance.schema.ts'
import { isTestData } from './test-data.ts'

export interface ProvenanceFacts {
  provider: string
  /** 0..1 */
  confidence: number
  /** Milliseconds since the epoch; of a cached answer, when it was first fetched. */
  fetched_at: number
  /** How long the lookup's answers keep; 0 = computed afresh each time, so they do not age. */
  cache_days: number
  run_id: string | null
  /** For a waterfall: why the value is this one, what others said, and where the fields of a merge came from. */
  why?: string | null
  others?: ValueSource[]
  by_field?: { [field: string]: FieldSource } | null
}

/** The provenance of an answer. */
export function provenanceOf(
  origin: Origin,
  { provider, confidence, fetched_at, cache_days, run_id, why, others = [], by_field }: ProvenanceFacts,
): Provenance {
  return {
    source: hostOf(origin.source_url) ?? provider,
    provider,
    method: origin.method,
    source_url: origin.source_url ?? null,
    ...(origin.quote && { quote: origin.quote }),
    ...(origin.note && { note: origin.note }),
    license: origin.license,
    attribution: origin.attribution ?? null,
    confidence,
    fetched_at: rfc3339(fetched_at),
    expires_at: cache_days > 0 ? rfc3339(fetched_at + cache_days * DAY_MS) : null,
    run_id,
    ...(isTestData(provider) && { test: true }),
    ...(why && { why }),
    ...(others.length > 0 && { others }),
    ...(by_field && { fields: by_field }),
  }
}

/** The host of a web address without `www.`; undefined for anything else. */
function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/^www\./, '') || undefined
}
