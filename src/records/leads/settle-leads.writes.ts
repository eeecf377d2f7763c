// Makes the leads that a workbook shows its own rows: the first write to it does so, in its transaction.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { newStatement } from '../query/sql-text.logic.ts'
import { LEAD_COLUMNS } from './lead-field.logic.ts'
import { countChosen, readLeadsFrom, rowsOfLeads } from './over-leads.reads.ts'

/** As many as a request may wait for. */
export const MOST_ROWS = 100_000

/**
 * Copies the leads into the workbook as they are now, under the same ids. Nothing happens when it has rows of its own. The
 * structure of the workbook is held, shared at least: of writers at once one copies and the others wait for it.
 */
export async function settleLeads(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
): Promise<boolean> {
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended('rows of leads ' || $1::text, 0))", [workbookId])
  const from = await readLeadsFrom(tx, workbookId)
  if (from === null) return false
  mustFit(await countChosen(tx, from))
  const statement = newStatement(tx.workspace_id, workbookId, LEAD_COLUMNS)
  await tx.client.query(
    `with ${rowsOfLeads(statement, columns, from)}
     insert into workbook_rows (workspace_id, workbook_id, id, position, data, lead_id, source, created_at, updated_at)
     select workspace_id, workbook_id, id, row_number() over (order by position), data, lead_id, source, created_at, updated_at
     from workbook_rows`,
    statement.values,
  )
  const place = [tx.workspace_id, workbookId]
  await tx.client.query(
    `with blocks as (
       insert into workbook_row_blocks (workspace_id, workbook_id, block, rows)
       select workspace_id, workbook_id, floor(position / 4096)::int, count(*) from workbook_rows
       where workspace_id = $1 and workbook_id = $2 group by 1, 2, 3 returning rows)
     update workbooks set leads_from = null, total_rows = (select coalesce(sum(rows), 0) from blocks),
       next_position = 1 + (select coalesce(sum(rows), 0) from blocks) where workspace_id = $1 and id = $2`,
    place,
  )
  return true
}

export function mustFit(leads: number): void {
  if (leads > MOST_ROWS)
    refuse(
      'too_large',
      `A workbook over the lead store takes at most ${MOST_ROWS} leads, and this is about ${leads}. Narrow them down by a filter.`,
    )
}
