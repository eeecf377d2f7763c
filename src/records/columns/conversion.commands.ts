// Carries out a change of type: values are read again, in one undoable act with the change of the column.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { defineRowTask, type RowTaskPlan, startRowTask } from '../row-tasks/row-tasks.commands.ts'
import { withKeys } from '../rows/rows.commands.ts'
import { finishWrite } from '../rows/write.ts'
import { differences, holdInEffect } from '../store/recorder.ts'
import { lockRowData, updateRowData } from '../store/rows/rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { convert } from './conversion.logic.ts'

/** The column that people fill. Refuses an unknown (404) or a computed one (422). */
export function mustBeInput(columns: readonly ColumnConfig[], columnId: string): InputColumn {
  const column = columns.find(({ id }) => id === columnId) ?? refuse('not_found', 'Column not found')
  if (column.type === 'input') return column
  const msg = `"${column.name}" is computed; only columns that people fill have a type to change`
  return refuse('invalid', msg, {
    fields: [{ loc: ['path', 'column_id'], type: 'computed_column', msg, input: columnId }],
  })
}

/** What happens to values that the new type cannot read. */
export type InvalidValues = 'keep' | 'clear'

/** Has the values of a column read by its new type; the structure of the workbook must be held for change. */
export async function convertValues(
  tx: WorkspaceTx,
  workbookId: string,
  { id: column_id, input_type }: Pick<InputColumn, 'id' | 'input_type'>,
  changeId: string,
  invalid_values: InvalidValues = 'keep',
): Promise<void> {
  const { rows } = await tx.client.query<{ total_rows: number }>(
    'select total_rows from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const payload = { workbook_id: workbookId, column_id, input_type, change_id: changeId, invalid_values }
  await startRowTask(tx, converting, payload, rows[0]?.total_rows ?? 0)
}

const CONVERT = defineRowTask({
  name: 'workbook.convert',
  title: 'Convert the values of a column',
  payload: Type.Object({
    workbook_id: Type.String(),
    column_id: Type.String(),
    input_type: Type.Unsafe<InputColumn['input_type']>({ type: 'string' }),
    change_id: Type.String(),
    invalid_values: Type.Unsafe<InvalidValues>({ type: 'string' }),
  }),
})

const FILLED = `select id, position, data ? $4 as filled from workbook_rows
  where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit $5`

/** Reads values again until the rows end, the column has yet another type, or the change has been undone. */
export const converting: RowTaskPlan<typeof CONVERT.payload> = {
  kind: CONVERT,
  async step(tx, { workbook_id, column_id, input_type, change_id, invalid_values }, after, limit) {
    const workbook = await openForWriting(tx, workbook_id)
    const column = workbook.columns.find(({ id }) => id === column_id)
    if (column?.type !== 'input' || column.input_type !== input_type) return { after: null, rows: 0, stop: true }
    if (!(await holdInEffect(tx, workbook_id, change_id))) return { after: null, rows: 0, stop: true }
    const found = await tx.client.query<{ id: string; position: number; filled: boolean }>(FILLED, [
      tx.workspace_id,
      workbook_id,
      after ?? Number.NEGATIVE_INFINITY,
      column_id,
      limit,
    ])
    const ids = found.rows.flatMap(({ id, filled }) => (filled ? [id] : []))
    const stored = await lockRowData(tx, workbook_id, ids)
    const changed = stored.flatMap((row) => {
      const value = row.data[column_id]
      if (value === undefined) return []
      const read = convert(value, column.input_type)
      const { [column_id]: _, ...others } = row.data
      const data =
        invalid_values === 'clear' && invalidReasonOf(read, column) !== null
          ? others
          : { ...row.data, [column_id]: read }
      const differs = differences(row.data, data)
      return differs ? [{ ...row, data, differs }] : []
    })
    if (changed.length > 0) {
      const keyed = await withKeys(tx, workbook_id, workbook.identity, changed)
      await updateRowData(tx, workbook_id, keyed, { change_id, line: null })
      const rows = changed.map(({ id }) => id)
      await finishWrite(tx, workbook, {
        change: { id: change_id, kind: 'edit_column', counts: { cells: rows.length } },
        joined: true,
        // The same values, read by another type.
        rows,
        columns: [column_id],
        edited: [],
        told: { updated: rows },
      })
    }
    return { after: found.rows.at(-1)?.position ?? null, rows: found.rows.length }
  },
  end: (tx, { workbook_id }) => emitWorkbook(tx, 'workbook.updated', workbook_id),
}
