// A signal as a poll finds it, before it is stored.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { SignalType } from './signal-types.logic.ts'

export interface NewSignal {
  type: SignalType
  lead_id: number | null
  watch_id: string | null
  company: string
  title: string
  summary: string
  before: Json
  after: Json
  evidence_url: string | null
  quote: string | null
  occurred_at: Date
  strength: number
  dedupe_key: string
  /** It can happen again: see `placeRecurring`. */
  recurs?: boolean
  details: JsonObject
  provenance: JsonObject
}
