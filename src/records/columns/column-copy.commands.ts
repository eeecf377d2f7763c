// Copies a column: its definition and pinned tests beside it, and of one that people fill the values.

import { Type } from 'typebox'
import { MAX_COLUMN_NAME } from '../../engine/columns/column-parts.schema.ts'
import { nameKey } from '../../engine/values/template.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { changeStructure, openForWriting } from '../opening/structure.lock.ts'
import { defineRowTask, type RowTaskPlan, startRowTask } from '../row-tasks/row-tasks.commands.ts'
import { finishWrite } from '../rows/write.ts'
import { orderColumns } from '../store/columns/columns.writes.ts'
import { newChange, recordChange } from '../store/recorder.ts'
import { copyValues } from '../store/rows/copied-rows.writes.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { NewColumn, WorkbookColumn } from '../store/workbook.schema.ts'
import { mustFindWorkbook, mustReadWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { addColumns } from './columns.commands.ts'
import type { ColumnCopy } from './conversion.schema.ts'

// What the tests gave was measured by the other column.
const COPY_TESTS = `insert into column_tests (workspace_id, workbook_id, column_id, id, row_id, values, expected)
  select workspace_id, workbook_id, $4, id, row_id, values, expected
  from column_tests where workspace_id = $1 and workbook_id = $2 and column_id = $3`

export async function duplicateColumn(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
  { name, values }: ColumnCopy,
): Promise<WorkbookColumn> {
  const id = await mustFindWorkbook(tx, workbookId)
  await changeStructure(tx, id)
  const columns = await readColumns(tx, id)
  const place = columns.findIndex((column) => column.id === columnId)
  const column = columns[place] ?? refuse('not_found', 'Column not found')
  const { id: _, ...definition } = column
  const copy = { ...definition, name: name ?? freeName(column.name, columns) } as NewColumn
  const [added] = await addColumns(tx, id, [copy], () => [])
  if (!added) throw new Error('a copy was not added')
  await tx.client.query(COPY_TESTS, [tx.workspace_id, id, columnId, added.id])
  const order = columns.map((one) => one.id)
  order.splice(place + 1, 0, added.id)
  await orderColumns(tx, id, order)
  await recordChange(tx, id, {
    ...newChange('add_columns', { columns: 1 }),
    detail: { columns: { added: [added.id], names: [added.name] } },
  })
  const { total_rows } = await mustReadWorkbook(tx, id)
  if (column.type === 'input' && values)
    await startRowTask(tx, copyingValues, { workbook_id: id, from: columnId, to: added.id }, total_rows)
  await emitWorkbook(tx, 'workbook.updated', id)
  const { columns_config } = await mustReadWorkbook(tx, id)
  return columns_config.find((one) => one.id === added.id) ?? refuse('not_found', 'Column not found')
}

function freeName(name: string, columns: readonly { name: string }[]): string {
  const taken = new Set(columns.map((one) => nameKey(one.name)))
  for (let n = 1; ; n++) {
    const end = n === 1 ? ' copy' : ` copy ${n}`
    const free = `${name.slice(0, MAX_COLUMN_NAME - end.length)}${end}`
    if (!taken.has(nameKey(free))) return free
  }
}

const COPY_VALUES = defineRowTask({
  name: 'workbook.copy_values',
  title: 'Copy the values of a column',
  payload: Type.Object({ workbook_id: Type.String(), from: Type.String(), to: Type.String() }),
})

export const copyingValues: RowTaskPlan<typeof COPY_VALUES.payload> = {
  kind: COPY_VALUES,
  async step(tx, { workbook_id, from, to }, after, limit) {
    const workbook = await openForWriting(tx, workbook_id)
    const there = new Set(workbook.columns.map(({ id }) => id))
    if (!there.has(from) || !there.has(to)) return { after: null, rows: 0, stop: true }
    const behind = after ?? Number.NEGATIVE_INFINITY
    const { last, rows, written } = await copyValues(tx, workbook_id, { from, to }, behind, limit)
    if (written) {
      const copied = workbook.follow?.rules ? await lockRowData(tx, workbook_id, written) : []
      const moved = copied.map(({ id, data }) => ({
        row_id: id,
        before: { [to]: null },
        after: { [to]: data[to] ?? null },
      }))
      await finishWrite(tx, workbook, { rows: written, columns: [to], moved, told: { updated: written } })
    }
    return { after: last, rows }
  },
  end: (tx, { workbook_id }) => emitWorkbook(tx, 'workbook.updated', workbook_id),
}
