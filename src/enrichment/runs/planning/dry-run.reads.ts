// What a run would do with each cell of its first rows, without doing it.
import { type CellDecision, planRow } from '../../../engine/waterfall/cell.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { RunStarted } from './run.schema.ts'
import type { ResolvedRun } from './run.scope.ts'
import { type RowInScope, rowsInOrder } from './scope-rows.reads.ts'

type PlannedCell = NonNullable<RunStarted['plan']>[number]

const FIRST_ROWS = 20

export async function planFirstRows(
  tx: WorkspaceTx,
  { workbook_id, scope, estimated }: ResolvedRun,
): Promise<PlannedCell[]> {
  const { specs, mode, now, factsOf } = estimated
  const nameOf = (id: string) => specs.find(({ column_id }) => column_id === id)?.column_name ?? id
  const first = await rowsInOrder(tx, workbook_id, scope, FIRST_ROWS).next()
  return (first.value ?? []).flatMap(({ row }: RowInScope) =>
    planRow(specs, { row, mode, now, factsOf }).map(({ spec, decision }) => ({
      row_id: row.row_id,
      column_id: spec.column_id,
      ...describeDecision(decision, nameOf),
    })),
  )
}

const LEFT = {
  answered: 'It has its answer',
  overridden: 'A user typed the value',
  outside_mode: 'This mode leaves it alone',
  in_flight: 'A provider is about to answer',
} as const

/** What would be done with a cell, and why. */
export function describeDecision(
  decision: CellDecision,
  nameOf: (id: string) => string,
): Pick<PlannedCell, 'would' | 'why' | 'providers'> {
  switch (decision.kind) {
    case 'fresh':
      return { would: 'leave', why: LEFT[decision.because], providers: [] }
    case 'skip':
      return { would: 'skip', why: decision.detail, providers: [] }
    case 'wait':
      return { would: 'wait', why: `Needs ${decision.on.map(nameOf).join(', ')} first`, providers: [] }
    case 'ask':
      return {
        would: 'ask',
        why: null,
        providers: decision.plan.steps.filter(({ skip }) => skip === null).map(({ provider }) => provider),
      }
  }
}
