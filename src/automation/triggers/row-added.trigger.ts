// A row is added to a workbook.
import { Type } from 'typebox'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { rowEvents, SYSTEM, watchedWorkbook } from './row-occurrence.ts'
import { defineTrigger } from './trigger.ts'

export const rowAddedTrigger = defineTrigger({
  ...rowEvents('row.added', 'a row is added', 'created_at'),
  place: 20,
  settings: Type.Object(watchedWorkbook),
  async variables(tx, { workbook_id }) {
    const columns = await readColumns(tx, workbook_id)
    return [...columns.map(({ id, name }) => ({ id, name })), ...SYSTEM]
  },
})
