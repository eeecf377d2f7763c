// Opens a workbook for a question about its rows, whether they are its own or leads.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { readThroughLeads } from './lead-backed.reads.ts'

/** Rows are read by `through`. @throws Refusal `not_found` */
export async function openToRead(tx: WorkspaceTx, workbookId: string) {
  const { id, columns_config, ...workbook } = await mustReadWorkbook(tx, workbookId)
  const columns = columns_config as unknown as ColumnConfig[]
  const { tx: through, total_rows, is_over } = await readThroughLeads(tx, { ...workbook, id, columns })
  return { id, total_rows, columns, through, is_over }
}
