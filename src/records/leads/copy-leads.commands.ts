// Goes on with making leads the rows of a workbook, where there are more than a request may wait for.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { COPY_LEADS, copyLeads } from '../opening/materialize-leads.commands.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import type { RowTaskPlan } from '../row-tasks/row-tasks.commands.ts'
import { finishAdded } from '../rows/write.ts'
import { emitWorkbook } from '../store/workbook.events.ts'

export const copyingLeads: RowTaskPlan<typeof COPY_LEADS.payload> = {
  kind: COPY_LEADS,
  async step(tx, { workbook_id, from, after: first, to }, after, limit) {
    const behind = after ?? first
    const upto = await endOfBatch(tx, behind, to, limit)
    if (upto === null) return { after: null, rows: 0 }
    const workbook = await openForWriting(tx, workbook_id)
    const made = await copyLeads(tx, workbook_id, workbook.columns, { from, after: behind, to: upto }, limit)
    await finishAdded(tx, workbook, made)
    return { after: upto, rows: made.length }
  },
  end: (tx, { workbook_id }) => emitWorkbook(tx, 'workbook.updated', workbook_id),
}

/** The position of the last of the next leads, whether they are wanted or not; null when there are none. */
async function endOfBatch(tx: WorkspaceTx, after: number, to: number, leads: number): Promise<number | null> {
  const { rows } = await tx.client.query<{ last: number | null }>(
    `select max(position) as last from (select position from leads
       where workspace_id = $1 and merged_into is null and position > $2 and position <= $3 order by position limit $4) next`,
    [tx.workspace_id, after, to, leads],
  )
  return rows[0]?.last ?? null
}
