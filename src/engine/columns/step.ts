// The lookup that a step of a plan calls, and its inputs: one of the catalog, or one made of the column's own settings.
import type { Json } from '../../kernel/json.ts'
import type { BoundTemplate } from '../values/render.ts'
import type { AcceptRule } from './column-parts.schema.ts'
import type { CustomType } from './columns.schema.ts'

/** What a column makes a lookup of that is not in the catalog: its own settings, frozen with the run. Plain JSON, no secrets. */
export interface CustomLookupSettings {
  kind: CustomType
  [setting: string]: Json
}

/** The lookup that a step calls: one of the catalog by its id, or the one that the column defines. */
export interface AskedLookup {
  provider: string
  made?: CustomLookupSettings
}

/** One step, templates resolved to column ids. */
export interface StepSpec extends AskedLookup {
  id: string
  inputs: { [inputName: string]: BoundTemplate }
  accept?: AcceptRule
  /** For a verifier: the step whose answer it checks, and the input that takes the value. */
  verifies?: string
  value_input?: string
}
