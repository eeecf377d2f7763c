// How the recorded answers of a source are written down.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Credentials } from '../kit/kit.ts'

export interface Call {
  /** Method and address without the query. */
  asks: string
  /** Members that the query must have. */
  query?: Record<string, string>
  /** What the body must be, or hold as text. */
  sent?: Json
  status?: number
  headers?: Record<string, string>
  body: unknown
}

export interface RecordedSource {
  settings: JsonObject
  account?: Credentials
  calls: readonly Call[]
  /** Parts of the first records, in order. */
  records: readonly JsonObject[]
  /** How many records there are in all. */
  count: number
  rejected?: readonly string[]
}

export type RecordedSources = Record<string, RecordedSource | readonly RecordedSource[]>
