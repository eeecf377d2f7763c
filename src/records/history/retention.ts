// Deletes changes that cannot be undone any more: older than a month, or followed by ten thousand newer changes of the same user in the workbook.
import { firstIdOf, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { triesOf } from '../store/purge.writes.ts'
import { COLUMN_PURGE } from '../store/purges.ts'
import { revertsOf } from '../store/recorder.ts'

export const KEPT_DAYS = 30
const KEPT_STEPS = 10_000
const BATCH = 2000

/** In transactions of a few thousand rows each; safe to break off and to begin again. */
export async function sweepHistory(
  database: Database,
  workspaceId: WorkspaceId,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const steps = openSteps({ database, at: workspaceId, signal, what: 'Removing old changes', most: BATCH })
  const horizons = await database.inWorkspace(workspaceId, (tx) => horizonsOf(tx, firstIdOf(before)))
  for (const { workbook_id, user_id, first } of horizons)
    for (let ids = ['']; ids.length > 0; ) {
      ids = await steps.take((tx, { size }) => expired(tx, workbook_id, user_id, first, size))
      for (const id of ids) while (await steps.take((tx, { size }) => letGo(tx, workbook_id, id, size)));
    }
}

interface Horizon {
  workbook_id: string
  /** Null: an actor that is no user, such as a program. */
  user_id: number | null
  /** The first that is kept. */
  first: string
}

// Reads the index of the undo stacks once; the limit by count applies only where there are that many changes.
const HORIZONS = `with lines as materialized (
    select workbook_id, user_id, count(*) as n from changes where workspace_id = $1 group by workbook_id, user_id)
  select l.workbook_id, l.user_id, coalesce(greatest($2::uuid::text, h.id::text), $2::uuid::text) as first
  from lines l left join lateral (
    select id from changes where workspace_id = $1 and workbook_id = l.workbook_id and user_id is not distinct from l.user_id
    order by id desc offset ${KEPT_STEPS - 1} limit 1) h on l.n > ${KEPT_STEPS}`

async function horizonsOf(tx: WorkspaceTx, before: string): Promise<Horizon[]> {
  return (await tx.client.query<Horizon>(HORIZONS, [tx.workspace_id, before])).rows
}

async function expired(
  tx: WorkspaceTx,
  workbookId: string,
  userId: number | null,
  first: string,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select c.id from changes c where c.workspace_id = $1 and c.workbook_id = $2 and c.user_id is not distinct from $3::bigint and c.id < $4
       and not exists (select ${revertsOf('c')}) order by c.id limit $5`,
    [tx.workspace_id, workbookId, userId, first, most],
  )
  return rows.map(({ id }) => id)
}

/** The next batch of what a change has kept, at last the change itself; false when it is gone. */
async function letGo(tx: WorkspaceTx, workbookId: string, changeId: string, most: number): Promise<boolean> {
  const place = [tx.workspace_id, workbookId, changeId]
  const mine = 'workspace_id = $1 and workbook_id = $2 and change_id = $3'
  const { rows } = await tx.client.query<{ gone: number }>(
    `with trash as (delete from trashed_rows where ctid = any (array(select ctid from trashed_rows where ${mine} limit $4))
       returning row_id, data is not null as is_out),
     ${triesOf('(select row_id as id from trash where is_out)')},
     versions as (delete from cell_versions where ctid = any (array(select ctid from cell_versions where ${mine} limit $4))
       returning 1)
     select (select count(*) from trash) + (select count(*) from versions) as gone`,
    [...place, most],
  )
  if (oneRow(rows).gone > 0) return true
  const { rows: ended } = await tx.client.query<{ kept: string[] }>(
    `delete from changes where workspace_id = $1 and workbook_id = $2 and id = $3
     returning array(select jsonb_array_elements(detail #> '{columns,kept}') ->> 'id') as kept`,
    place,
  )
  for (const column_id of ended[0]?.kept ?? []) await enqueue(tx, COLUMN_PURGE, { workbook_id: workbookId, column_id })
  return false
}
