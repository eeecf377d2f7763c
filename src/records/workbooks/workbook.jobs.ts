// The room's background work: what a deleted workbook or column leaves behind goes in small transactions.

import { setImmediate as pause } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { holdStructure } from '../opening/structure.lock.ts'
import { recount, WORKBOOK_RECOUNT } from '../store/columns.writes.ts'
import { each, placesOf } from '../store/one-by-one.logic.ts'
import { COLUMN_PURGE, WORKBOOK_PURGE } from '../store/purges.ts'
import { ringWorkbook } from '../store/workbook.events.ts'
import { purgeStretch } from '../views/view-index.jobs.ts'

const BATCH = 2000

export function workbookJobs(database: Database): JobHandler[] {
  const purgeWorkbook: JobHandler<typeof WORKBOOK_PURGE.payload> = {
    kind: WORKBOOK_PURGE,
    async work({ workbook_id }, { workspace_id, signal }) {
      const inBatch = inBatches(database, workspace_id, signal)
      await inBatch(lastOf(PURGE_ROWS, workbook_id))
      await inBatch((tx) => purgeHistory(tx, workbook_id))
      await inBatch(async (tx) => ((await purgeStretch(tx, workbook_id, true)) ? 1 : null))
      await inBatch(async (tx) => {
        // What is local to one node has no foreign key to what is distributed, and the blocks have none either.
        for (const table of ['runs', 'awaited_answers', 'ingest_tokens'])
          await tx.client.query(
            `/* along: workbooks (workspace_id, id, deleted_at) where workspace_id = $1 and id = $2 */
             delete from ${table} t using workbooks w where t.workspace_id = $1 and t.workbook_id = $2
               and w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null`,
            [tx.workspace_id, workbook_id],
          )
        await tx.client.query(
          `with gone as (delete from workbooks where workspace_id = $1 and id = $2 and deleted_at is not null returning id)
           delete from workbook_row_blocks b using gone where b.workspace_id = $1 and b.workbook_id = gone.id`,
          [tx.workspace_id, workbook_id],
        )
        return null
      })
    },
  }
  const recountWorkbook: JobHandler<typeof WORKBOOK_RECOUNT.payload> = {
    kind: WORKBOOK_RECOUNT,
    async work({ workbook_id }, { workspace_id, signal }) {
      await inBatches(
        database,
        workspace_id,
        signal,
      )(async (tx) => {
        await holdStructure(tx, workbook_id)
        await recount(tx, workbook_id)
        await ringWorkbook(tx, 'workbook.updated', workbook_id)
        return null
      })
    },
  }
  const purgeColumn: JobHandler<typeof COLUMN_PURGE.payload> = {
    kind: COLUMN_PURGE,
    async work({ workbook_id, column_id }, { workspace_id, signal }) {
      const inBatch = inBatches(database, workspace_id, signal)
      await inBatch(lastOf(PURGE_VALUES, workbook_id, column_id))
    },
  }
  return [purgeWorkbook, recountWorkbook, purgeColumn]
}

/** Runs a step in a transaction of its own until it returns null; it gets what it returned before. */
function inBatches(database: Database, workspaceId: WorkspaceId | null, signal: AbortSignal) {
  if (workspaceId === null) throw new Error('a purge belongs to a workspace')
  return async (step: (tx: WorkspaceTx, last: number | undefined) => Promise<number | null>): Promise<void> => {
    let last: number | null | undefined
    do {
      signal.throwIfAborted()
      last = await database.inWorkspace(workspaceId, (tx) => step(tx, last ?? undefined))
      await pause()
    } while (last !== null)
  }
}

/** Goes on behind the position where the last stretch ended. */
function lastOf(text: string, workbookId: string, ...more: string[]) {
  return async (tx: WorkspaceTx, after = Number.NEGATIVE_INFINITY): Promise<number | null> =>
    (await tx.client.query(text, [tx.workspace_id, workbookId, after, ...more])).rows[0].last
}

const LINES = '(select id from stretch)'

/** What a stretch of rows leaves in other tables; of one column or of all. */
const belongings = (and = '') => `
     tries as (delete from attempts where ctid = any(${placesOf(LINES, { table: 'attempts', by: 'row_id', and: `${and} order by column_id, id` })})),
     evidence as (delete from cell_evidence where ctid = any(${placesOf(LINES, { table: 'cell_evidence', by: 'row_id', and: `${and} order by column_id, run_id` })})),
     computed as (delete from cells where ctid = any(${placesOf(LINES, { table: 'cells', by: 'row_id', and })}))`

/** Returns the position up to which the rows are gone. */
export const PURGE_ROWS = `with stretch as materialized (
       select r.id, r.position, r.ctid as place from workbook_rows r
       where r.workspace_id = $1 and r.workbook_id = $2 and r.position > $3
         and exists (select from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null)
       order by r.position limit ${BATCH} for update of r),${belongings()},
     keys as (delete from match_keys where ctid = any(${placesOf(LINES, { table: 'match_keys', by: 'row_id' })})),
     own as (delete from workbook_rows where ctid = any(array(select place from stretch)))
     select max(position) as last from stretch`

/** Returns the position up to which the column's values are gone. */
export const PURGE_VALUES = `with stretch as materialized (
       select id, position, data ? $4 as has_value from workbook_rows
       where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit ${BATCH}),${belongings('and column_id = $4')},
     own as (update workbook_rows r set data = r.data - $4 from (
         select r.place from ${each('(select id from stretch where has_value)', { table: 'workbook_rows', columns: 'ctid as place', locked: true })}) x
       where r.ctid = x.place)
     select max(position) as last from stretch`

/** What was kept for undo goes last, when no row is left that it could bring back. */
async function purgeHistory(tx: WorkspaceTx, workbookId: string): Promise<number | null> {
  const { rows } = await tx.client.query(
    `with ended as materialized (select id from workbooks where workspace_id = $1 and id = $2 and deleted_at is not null),
     trash as (delete from trashed_rows where ctid = any (array(select t.ctid from trashed_rows t, ended
         where t.workspace_id = $1 and t.workbook_id = ended.id limit ${BATCH})) returning row_id),
     tries as (delete from attempts a using trash t where a.workspace_id = $1 and a.workbook_id = $2 and a.row_id = t.row_id),
     evidence as (delete from cell_evidence e using trash t where e.workspace_id = $1 and e.workbook_id = $2 and e.row_id = t.row_id),
     versions as (delete from cell_versions where ctid = any (array(select v.ctid from cell_versions v, ended
         where v.workspace_id = $1 and v.workbook_id = ended.id limit ${BATCH})) returning 1),
     lines as (delete from changes where ctid = any (array(select c.ctid from changes c, ended
         where c.workspace_id = $1 and c.workbook_id = ended.id limit ${BATCH})) returning 1)
     select (select count(*) from trash) + (select count(*) from versions) + (select count(*) from lines) as gone`,
    [tx.workspace_id, workbookId],
  )
  return rows[0].gone > 0 ? rows[0].gone : null
}
