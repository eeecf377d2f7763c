// What can be done from the panel of a run.

import type { Filter, RunRequestParts } from '../columns/workbook.shapes.ts'
import type { Undo } from '../history/use-undo.ts'

export interface RunActs {
  /** False for users who may only read. */
  canRun: boolean
  onStart: (scope: RunRequestParts) => Promise<boolean>
  onSteer: (runId: string, what: 'cancel' | 'pause' | 'resume') => Promise<void>
  onUndo: Undo
  /** Shows only the rows of which this holds. */
  onFilter: (filter: Filter) => void
}
