// Letting go of what is past undo: a month old, or behind ten thousand newer acts of the same person in the workbook.
import { setImmediate as pause } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { COLUMN_PURGE } from '../workbooks/workbook.jobs.ts'

export const KEPT_DAYS = 30
export const KEPT_STEPS = 10_000
const BATCH = 2000

const EXPIRED = `select c.workbook_id, c.id, c.detail, c.state from changes c where c.workspace_id = $1
  and c.state in ('done', 'undone') and (c.created_at < now() - interval '${KEPT_DAYS} days'
    or c.id <= (select n.id from changes n where n.workspace_id = $1 and n.workbook_id = c.workbook_id
      and n.user_id = c.user_id order by n.id desc offset ${KEPT_STEPS} limit 1))
  order by c.workbook_id, c.id limit 100`

/** In transactions of a few thousand rows each; safe to break off and to begin anew. */
export async function sweepHistory(database: Database, workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await database.inWorkspace(workspaceId, (tx) => tx.client.query(EXPIRED, [workspaceId]))
    if (rows.length === 0) return
    for (const { workbook_id, id } of rows) {
      for (let more = true; more; await pause()) {
        signal.throwIfAborted()
        more = await database.inWorkspace(workspaceId, (tx) => letGo(tx, workbook_id, id))
      }
    }
  }
}

/** The next stretch of what a change has kept, at last the change itself; false when it is gone. */
async function letGo(tx: WorkspaceTx, workbookId: string, changeId: string): Promise<boolean> {
  const place = [tx.workspace_id, workbookId, changeId]
  const mine = 'workspace_id = $1 and workbook_id = $2 and change_id = $3'
  const { rows } = await tx.client.query(
    `with trash as (delete from trashed_rows where ctid = any (array(select ctid from trashed_rows where ${mine} limit ${BATCH}))
       returning row_id, data is not null as is_out),
     tries as (delete from attempts a using trash t where t.is_out and a.workspace_id = $1 and a.workbook_id = $2
       and a.row_id = t.row_id),
     versions as (delete from cell_versions where ctid = any (array(select ctid from cell_versions where ${mine} limit ${BATCH}))
       returning 1)
     select (select count(*) from trash) + (select count(*) from versions) as gone`,
    place,
  )
  if (rows[0].gone > 0) return true
  const { rows: ended } = await tx.client.query(
    `delete from changes where workspace_id = $1 and workbook_id = $2 and id = $3
     returning array(select jsonb_array_elements(detail #> '{columns,kept}') ->> 'id') as kept`,
    place,
  )
  for (const column_id of ended[0]?.kept ?? [])
    await enqueue(tx, { kind: COLUMN_PURGE, payload: { workbook_id: workbookId, column_id } })
  return false
}
