// Makes the leads that a workbook shows its own rows: the first write to it does so, in its transaction.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { leadStatement } from '../lead-facts/lead-statement.reads.ts'
import { beginRowTask, defineRowTask } from '../row-tasks/row-tasks.commands.ts'
import { addQueried, type CopiedRow } from '../store/rows/copied-rows.writes.ts'
import { countChosen, type LeadsFrom, readLeadsFrom, rowsOfLeads } from './lead-backed.reads.ts'

/** As many as a request may wait for; the others follow in the background. */
export const AT_ONCE = 100_000

/** Leads that are still to be copied. */
export interface LeadsToCopy {
  from: LeadsFrom
  /** After this position, and up to that of the last lead at the time. */
  after: number
  to: number
}

export const COPY_LEADS = defineRowTask({
  name: 'workbook.copy_leads',
  title: 'Make leads rows of a workbook',
  brings: true,
  payload: Type.Object({
    workbook_id: Type.String(),
    from: Type.Unsafe<LeadsFrom>({ type: 'object' }),
    after: Type.Number(),
    to: Type.Number(),
  }),
})

/**
 * Copies the leads into the workbook as they are now, under the same ids and in the same places. Nothing happens when it has
 * rows of its own. The structure of the workbook is held, shared at least: of writers at once one copies and the others wait.
 */
export async function materializeLeads(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  atOnce = AT_ONCE,
): Promise<boolean> {
  await hold(tx, `rows of leads ${workbookId}`)
  const from = await readLeadsFrom(tx, workbookId)
  if (from === null) return false
  const { rows: leads } = await tx.client.query<{ last: number | null }>(
    'select max(position) as last from leads where workspace_id = $1 and merged_into is null',
    [tx.workspace_id],
  )
  const to = leads[0]?.last ?? 0
  const copied = await copyLeads(tx, workbookId, columns, { from, after: 0, to }, atOnce)
  await tx.client.query(
    `with blocks as (
       insert into workbook_row_blocks (workspace_id, workbook_id, block, rows)
       select workspace_id, workbook_id, floor(position / 4096)::int, count(*) from workbook_rows
       where workspace_id = $1 and workbook_id = $2 group by 1, 2, 3 returning rows)
     update workbooks set leads_from = null, total_rows = (select coalesce(sum(rows), 0) from blocks), next_position = $3
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, workbookId, to + 1],
  )
  const last = copied.at(-1)
  if (last && copied.length === atOnce) {
    const left: LeadsToCopy = { from, after: last.position, to }
    const total = (await countChosen(tx, from)) - copied.length
    await beginRowTask(tx, COPY_LEADS, { workbook_id: workbookId, ...left }, total)
  }
  return true
}

/** The next of the leads as rows, in the order of the store. */
export async function copyLeads(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  { from, after, to }: LeadsToCopy,
  limit: number,
): Promise<CopiedRow[]> {
  const statement = leadStatement(tx, [tx.workspace_id, workbookId])
  const leads = rowsOfLeads(statement, columns, from)
  const between = `position > ${statement.param(after, 'float8')} and position <= ${statement.param(to, 'float8')}`
  const which = `where ${between} order by position limit ${statement.param(limit, 'bigint')}`
  return addQueried(tx, leads, which, statement.values)
}
