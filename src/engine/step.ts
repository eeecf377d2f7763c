// Whom one step of a plan asks, and with what: a lookup of the catalogue, or one that a column makes of its own settings.
import type { Json } from '../kernel/json.ts'
import type { Accept } from './columns.schema.ts'
import type { BoundTemplate } from './render.ts'

/** What a column makes a lookup of that is not in the catalogue: its own settings, frozen with the run. Plain JSON, no secrets. */
export interface Made {
  kind: 'http' | 'ai' | 'research' | 'match' | 'output'
  [setting: string]: Json
}

/** Whom a step asks: a lookup of the catalogue by its id, or the one that the column makes. */
export interface AskedLookup {
  provider: string
  made?: Made
}

/** One step, templates resolved to column ids. */
export interface StepSpec extends AskedLookup {
  id: string
  inputs: { [inputName: string]: BoundTemplate }
  accept?: Accept
  /** Of a verifier: the step whose answer it is asked about, and the input that takes the value. */
  verifies?: string
  value_input?: string
}
