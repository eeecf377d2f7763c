// Computes what follows from new cells on one row without writing it, for a run that fills the columns that read them next.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { cellOf, type Row } from '../../engine/row.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  affectedColumns,
  formulaCell,
  formulaRow,
  isVolatile,
  markedByInputs,
  planComputed,
  unknownKey,
  withCell,
} from '../store/computed.logic.ts'
import { keyOf } from './compute.writes.ts'
import { type AskLookup, findForRows, keysIn } from './formula-finds.ts'
import { answerLookup, prepareLookup } from './lookups.reads.ts'

export type FollowRow = (row: Row, columnIds: readonly string[]) => Promise<Row['cells']>

/** The writer of the cells stores them; this computes only what the next cells of the row will read. */
export function rowFollower(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  columns: readonly ColumnConfig[],
): FollowRow {
  const plan = planComputed(workbookId, columns)
  const ask: AskLookup = (lookup, keyed) =>
    database.inWorkspace(workspaceId, (tx) => prepareLookup(tx, workbookId, lookup, keysIn(keyed)))
  return async (given, columnIds) => {
    const row = { ...given, cells: { ...given.cells } }
    const found: Row['cells'] = {}
    const affected = affectedColumns(plan, columnIds)
    const now = affected.some(isVolatile) ? await timeOf(database, workspaceId) : 0
    for (const planned of affected) {
      const { id } = planned.column
      // What a lead says does not follow from the row.
      if (cellOf(row, id)?.status === 'overridden' || 'field' in planned) continue
      if ('checked' in planned) {
        const found = await findForRows(planned, [row], plan, now, ask)
        const cell = formulaCell(planned.checked, formulaRow(row, plan, now, found?.(row)), plan)
        withCell(row, id, markedByInputs(cell, row, id, plan))
      } else {
        const key = keyOf(planned, row)
        const answers = await ask(planned.column, [{ row_id: row.row_id, position: row.position, key }])
        const cell = unknownKey(planned, row, plan) ?? answerLookup(planned.column, key, answers)
        withCell(row, id, markedByInputs(cell, row, id, plan))
      }
      const cell = cellOf(row, id)
      if (cell) found[id] = cell
    }
    return found
  }
}

async function timeOf(database: Database, workspaceId: WorkspaceId): Promise<number> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query('select floor(extract(epoch from now()) * 1000)::float8 as now')
    return rows[0].now
  })
}
