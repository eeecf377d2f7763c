// Deleting the rows that match: exactly as many as were counted before, or none.
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Deleted, deleteRows, holdRows } from '../workbooks/rows.commands.ts'
import { openForWriting } from '../workbooks/structure.lock.ts'
import { resolveAsked } from './asked.reads.ts'
import type { RowsDelete } from './query.schema.ts'
import { selectRows, stillMatching } from './selection.reads.ts'

export const MOST_DELETED = 50_000

/** Deletes rows by their ids, or those that match. */
export async function deleteSelected(tx: WorkspaceTx, workbookId: string, body: RowsDelete): Promise<Deleted> {
  const { row_ids, expected_count, ...asked } = body
  const byFilter = asked.filter !== undefined || asked.search !== undefined || asked.view_id !== undefined
  // The workbook first: one of others is not found, whatever is wrong with the body.
  const workbook = await openForWriting(tx, workbookId)
  if (row_ids !== undefined && byFilter)
    refuseField(['row_ids'], 'value_error', 'Value error, give row_ids or a filter, not both', row_ids)
  if (row_ids !== undefined) return deleteRows(tx, workbook.id, row_ids)
  if (!byFilter) refuseField(['row_ids'], 'missing', 'Field required: row_ids, or a filter, search or view_id')
  if (expected_count === undefined)
    refuseField(['expected_count'], 'missing', 'Field required: how many rows you mean to delete by the filter')
  const { question } = await resolveAsked(tx, workbook, asked, 'body')
  const chosen = await selectRows(tx, workbook, { ...question, sorts: [] }, MOST_DELETED)
  // Held first and asked again: what somebody changed in between may not be meant any more.
  await holdRows(tx, workbook.id, chosen)
  const meant = (await stillMatching(tx, workbook, question, chosen)).map(({ id }) => id)
  if (meant.length !== expected_count)
    refuse(
      'conflict',
      `${meant.length} rows match by now, not ${expected_count}. Nothing was deleted. Look at them and confirm the new number.`,
      { extra: { count: meant.length } },
    )
  await tx.client.query(`set local statement_timeout = '60s'`)
  return deleteRows(tx, workbook.id, meant, MOST_DELETED)
}
