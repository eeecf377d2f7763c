// The room's background work: what a deleted workbook or column leaves behind goes in small transactions.

import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { holdStructure } from '../opening/structure.lock.ts'
import { recount, WORKBOOK_RECOUNT } from '../store/columns/columns.writes.ts'
import { purgeRecords } from '../store/entity-records.writes.ts'
import { createPurgeStep, PURGE_ROWS, PURGE_VALUES, purgeHistory } from '../store/purge.writes.ts'
import { COLUMN_PURGE, WORKBOOK_PURGE } from '../store/purges.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { purgeBatch } from '../views/view-index.jobs.ts'

/** Rows, or lines of the history, at once. */
const BATCH = 2000

export function workbookJobs(database: Database): JobHandler[] {
  const purgeWorkbook: JobHandler<typeof WORKBOOK_PURGE.payload> = {
    kind: WORKBOOK_PURGE,
    async work({ workbook_id }, { workspace_id, signal }) {
      const inBatch = inBatches(database, workspace_id, signal)
      await inBatch(createPurgeStep(PURGE_ROWS, workbook_id))
      await inBatch((tx, most) => purgeHistory(tx, workbook_id, most))
      await inBatch((tx, most) => purgeRecords(tx, workbook_id, most))
      await inBatch(async (tx, most) => ((await purgeBatch(tx, workbook_id, most, true)) ? 1 : null))
      await database.inWorkspace(owned(workspace_id), async (tx) => {
        // What is local to one node has no foreign key to what is distributed, and the blocks have none either.
        for (const table of ['runs', 'awaited_answers', 'ingest_tokens'])
          await tx.client.query(
            `/* along: workbooks (workspace_id, id, deleted_at) where workspace_id = $1 and id = $2 */
             delete from ${table} t using workbooks w where t.workspace_id = $1 and t.workbook_id = $2
               and w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null`,
            [tx.workspace_id, workbook_id],
          )
        await tx.client.query(
          `delete from dirty_rows d using workbooks w where d.workspace_id = $1 and d.scope_id = $2
             and w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null`,
          [tx.workspace_id, workbook_id],
        )
        await tx.client.query(
          `with gone as (delete from workbooks where workspace_id = $1 and id = $2 and deleted_at is not null returning id)
           delete from workbook_row_blocks b using gone where b.workspace_id = $1 and b.workbook_id = gone.id`,
          [tx.workspace_id, workbook_id],
        )
      })
    },
  }
  const recountWorkbook: JobHandler<typeof WORKBOOK_RECOUNT.payload> = {
    kind: WORKBOOK_RECOUNT,
    async work({ workbook_id }, { workspace_id, signal }) {
      signal.throwIfAborted()
      await database.inWorkspace(owned(workspace_id), async (tx) => {
        await holdStructure(tx, workbook_id)
        await recount(tx, workbook_id)
        await emitWorkbook(tx, 'workbook.updated', workbook_id)
      })
    },
  }
  const purgeColumn: JobHandler<typeof COLUMN_PURGE.payload> = {
    kind: COLUMN_PURGE,
    async work({ workbook_id, column_id }, { workspace_id, signal }) {
      const inBatch = inBatches(database, workspace_id, signal)
      await inBatch(createPurgeStep(PURGE_VALUES, workbook_id, column_id))
    },
  }
  return [purgeWorkbook, recountWorkbook, purgeColumn]
}

function owned(workspaceId: WorkspaceId | null): WorkspaceId {
  if (workspaceId === null) throw new Error('a purge belongs to a workspace')
  return workspaceId
}

/** Runs steps until one returns null; each gets what the one before returned. */
function inBatches(database: Database, workspaceId: WorkspaceId | null, signal: AbortSignal) {
  const steps = openSteps({ database, at: owned(workspaceId), signal, what: 'Removing what was deleted', most: BATCH })
  type Batch = (tx: WorkspaceTx, most: number, last: number | undefined) => Promise<number | null>
  return async (work: Batch): Promise<void> => {
    let last: number | null | undefined
    while (last !== null) {
      const before = last
      last = await steps.take((tx, { size }) => work(tx, size, before))
    }
  }
}
