// The columns of the workbook that a tool names, by an id that may be any text.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'

/** @throws Refusal `not_found` */
export async function columnsOfWorkbook(tx: WorkspaceTx, workbookId: string): Promise<ColumnConfig[]> {
  return readColumns(tx, await mustFindWorkbook(tx, workbookId))
}
