// Computes what follows from new cells on one row without writing it, for a run that fills the columns that read them next.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import { cellOf, type Row } from '../../engine/values/row.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import {
  affectedColumns,
  formulaCell,
  formulaRow,
  isVolatile,
  markedByInputs,
  planComputed,
  unknownKey,
  withCell,
} from '../store/columns/computed.logic.ts'
import { keyedBy, keyOf } from './compute.writes.ts'
import { type AskLookup, findForRows, keysIn } from './formula-finds.ts'
import { answerLookup, type LookupAnswers, prepareLookup } from './lookups.reads.ts'
import { keysOfRows, sourceField } from './match-keys.writes.ts'

export type FollowRow = (row: Row, columnIds: readonly string[]) => Promise<Row['cells']>

/** The writer of the cells stores them; this computes only what the next cells of the row will read. */
export function rowFollower(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  columns: readonly ColumnConfig[],
): FollowRow {
  const plan = planComputed(workbookId, columns)
  const askFor =
    (row: Row): AskLookup =>
    (lookup, keyed) =>
      database.inWorkspace(workspaceId, async (tx) => {
        const answers = await prepareLookup(tx, workbookId, lookup, keysIn(keyed))
        if (lookup.workbook_id !== workbookId || lookup.give !== 'count') return answers
        return withRow(answers, lookup, row, await keysOfRows(tx, workbookId, lookupSource(lookup), [row.row_id]))
      })
  return async (given, columnIds) => {
    const row = { ...given, cells: { ...given.cells } }
    const ask = askFor(row)
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

const lookupSource = ({ their_key, compare }: LookupColumn) => sourceField({ key: their_key, compare })

/** The counts with the row as it is now: what is kept is from before its new cells. */
function withRow(answers: LookupAnswers, lookup: LookupColumn, row: Row, kept: readonly string[]): LookupAnswers {
  const { key } = keyedBy({ key: lookup.their_key, compare: lookup.compare }, row.row_id, row)
  const byKey = new Map(answers.byKey)
  const add = (to: string, more: number) => byKey.set(to, Number(byKey.get(to) ?? 0) + more)
  for (const old of kept) if (old !== key) add(old, -1)
  if (key !== null && !kept.includes(key)) add(key, 1)
  return { ...answers, byKey }
}

async function timeOf(database: Database, workspaceId: WorkspaceId): Promise<number> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query<{ now: number }>(
      'select floor(extract(epoch from now()) * 1000)::float8 as now',
    )
    return oneRow(rows).now
  })
}
