// What asking a provider can lead to, as values: the vocabulary that providers speak and the waterfall decides on.
import type { JsonObject } from '../../kernel/json.ts'

/** How a provider charges for a call. */
export type BillingRule = 'free' | 'on_hit' | 'on_verified' | 'per_call' | 'vendor_reports'

/** How a value was obtained. */
export type Method = 'api' | 'crawl' | 'registry' | 'inferred' | 'ai' | 'manual' | 'import'

/** The fixed license vocabulary of a fact. */
export type License =
  | 'CC0-1.0'
  | 'CC-BY-4.0'
  | 'CC-BY-SA-4.0'
  | 'ODbL-1.0'
  | 'OGL-3.0'
  | 'public-record'
  | 'scraped'
  | 'proprietary-api'
  | 'user-provided'
  | 'inferred'
  | 'unknown'

/** Where a fact came from, as the provider tells it; the worker adds who, when and which run. */
export interface Origin {
  method: Method
  license: License
  source_url?: string
  /** The words on that page that say so. */
  quote?: string
  attribution?: string
  /** What has to be known before it is used, such as that the page is of another firm. */
  note?: string
}

/** Where one field of an answer stands, when that is another page than the answer's, or can be quoted. */
export interface ValuePlace {
  source_url: string
  quote?: string
}

/** Why a step, or a whole cell, was not asked. */
export type SkipReason =
  | 'no_key'
  | 'missing_input'
  | 'condition_false'
  | 'cooldown'
  | 'circuit_open'
  | 'over_budget'
  | 'row_limit'
  | 'max_providers'
  | 'quota'
  | 'auth'
  | 'timeout'
  | 'dependency'
  | 'unmapped'

/** Why a call could not say yes or no. */
export type FailureClass =
  | 'timeout'
  | 'auth'
  | 'quota'
  | 'bad_input'
  | 'vendor_error'
  | 'unmapped'
  | 'uncertain'
  | 'internal'

/**
 * The provider works on it: the answer is fetched later, or the provider brings it. With both, whichever comes first
 * counts. The handle is what the provider calls the question.
 */
export interface PendingOutcome {
  kind: 'pending'
  poll?: { /** milliseconds from now until it is worth looking */ after_ms: number; handle: JsonObject }
  callback?: { /** milliseconds from now until callbacks are refused */ deadline_ms: number; handle: JsonObject }
}

/** One answer of one lookup. `values` holds one entry per output field of the lookup that has a value. */
export type Outcome =
  | {
      kind: 'found'
      values: JsonObject
      /** 0..1, computed by the adapter from what it knows, never a model's opinion of itself. */
      confidence: number
      /** Where some of the values are surer or less sure than the answer as a whole, by field. */
      confidence_by_field?: { [field: string]: number }
      /** Where the values stand, by field. */
      places_by_field?: { [field: string]: ValuePlace }
      /** True only when the value itself was checked against its subject (a mailbox answered, a registry lists it). */
      verified: boolean
      origin: Origin
      /** What a research brought along: its answer with quotes and their places. */
      evidence?: JsonObject
    }
  | { kind: 'not_found' /** why, for a person, in a few words */; reason?: string }
  | { kind: 'later' /** milliseconds from now until it is worth asking again */; retry_in_ms: number }
  | PendingOutcome
  | { kind: 'failed'; class: FailureClass; message: string; retryable: boolean }
