// A column that calls lookups of the catalog, as its form holds it.

import type { Conditions } from '../../columns/formulas/condition.logic.ts'
import type { AcceptChoice, Filter, Step, StepOrder } from '../../columns/workbook.shapes.ts'
import type { How } from './how.logic.ts'

export interface WaterfallDraft {
  kind: 'waterfall' | 'enrichment'
  name: string
  output: string
  steps: Step[]
  /** Other orders of the steps, for some rows. */
  orders: StepOrder[]
  accept: AcceptChoice
  how: How
  /** Null while the stored condition is deeper than the builder. */
  conditions: Conditions | null
  deep: Filter | null
}
