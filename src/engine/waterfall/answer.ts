// An answer as the waterfall keeps it, with what is said of its value.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Origin, ValuePlace } from './outcome.ts'

/** What a verifier says of a value, or the lookup that found it. */
export type Verdict = 'valid' | 'catch_all' | 'invalid' | 'unknown'

/** An answer that was found, whatever came of it. */
export interface Answer {
  step_id: string
  provider: string
  value: Json
  /** All output fields of the answer, so that more columns can be made of it without asking again. */
  values: JsonObject
  confidence: number
  confidence_by_field: { [field: string]: number }
  places_by_field: { [field: string]: ValuePlace }
  verified: boolean
  verdict: Verdict | null
  /** A verifier looked at it and says that it is wrong. */
  rejected: boolean
  origin: Origin
  evidence: JsonObject | null
  cached: boolean
}
