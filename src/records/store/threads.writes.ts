// Threads of comments that go with what they are about. A workbook over the lead store has leads as rows and no lines of its own for them.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'

/** The threads at `row_id` of each line of a list. */
const at = (line: string, and = '') =>
  `cross join lateral (select ctid as place from workbook_threads where workspace_id = $1 and ${inOrder('row_id', `${line}.row_id`, and)} offset 0) x`
const OF_LEADS = `delete from workbook_threads t where t.ctid = any(array(
    select x.place from unnest($2::bigint[]) given (id)
    cross join lateral (select row_id from leads where workspace_id = $1 and ${inOrder('id', 'given.id')} offset 0) l ${at('l')}))`

const same = (table: string, id: string) =>
  `select from ${table} r where r.workspace_id = $1 and r.workbook_id = t.workbook_id and r.${id} = t.row_id`

/** In all workbooks; a row that has been made of such a lead, and is there or in the trash, keeps its own. */
export async function dropThreadsOfLeads(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  await tx.client.query(
    `${OF_LEADS} and not exists (${same('workbook_rows', 'id')}) and not exists (${same('trashed_rows', 'row_id')})`,
    [tx.workspace_id, leadIds],
  )
}

/** All about the lead, in all workbooks, and all at rows in the trash that are linked to it or say what the pattern finds. */
export async function eraseThreadsOf(tx: WorkspaceTx, leadId: number, pattern: string | null): Promise<void> {
  await tx.client.query(OF_LEADS, [tx.workspace_id, [leadId]])
  await tx.client.query(
    `delete from workbook_threads t where t.ctid = any(array(
      select x.place from trashed_rows r ${at('r', 'and workbook_id = r.workbook_id')}
      where r.workspace_id = $1 and r.data is not null and (r.lead_id = $2 or concat_ws(' ', r.data, r.cells) ~* $3)))`,
    [tx.workspace_id, leadId, pattern],
  )
}
