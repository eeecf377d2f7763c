// Makes the indexes of a workbook's views in the background, batch by batch, and removes unused ones.
//
// Before the first batch every writer has to know of the index. So it is first listed in `workbooks.follow`,
// then the structure of the workbook is taken once more: transactions that began to write without it have ended by then.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { filterFields } from '../../engine/filter/filter-check.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { nameOf, type Question } from '../filters/question.logic.ts'
import { holdStructure } from '../opening/structure.lock.ts'
import { batchOf, claimDirty, type DirtyRows, readDirty, settleDirty } from '../store/dirty-rows/dirty-rows.commands.ts'
import { VIEW_INDEXES, viewIndexing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { setFollow } from '../store/follow.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { livingQuestion } from './view.logic.ts'
import type { ViewConfig } from './view.schema.ts'
import { placeRows, type StoredIndex } from './view-index.commands.ts'
import { isIndexable, MIN_ROWS, wantIndex } from './view-index.reads.ts'

const BATCH = 2000
const PURGED = 5000

export function viewJobs(database: Database): JobHandler[] {
  const kind: JobHandler<typeof VIEW_INDEXES.payload> = {
    kind: VIEW_INDEXES,
    async work({ workbook_id }, { workspace_id, signal }) {
      if (workspace_id === null) throw new Error('an index belongs to a workspace')
      await makeIndexes(database, workspace_id, workbook_id, signal)
    },
  }
  return [kind]
}

/** Brings the indexes of the workbook to what its views need. Safe to begin again at any point. */
export async function makeIndexes(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  signal?: AbortSignal,
): Promise<void> {
  const indexing = openSteps({ database, at: workspaceId, signal, what: 'Indexing views', most: BATCH })
  const purging = openSteps({ database, at: workspaceId, signal, what: 'Removing indexes of views', most: PURGED })
  const told = await database.inWorkspace(workspaceId, (tx) => settleIndexes(tx, workbookId))
  await database.inWorkspace(workspaceId, (tx) => holdStructure(tx, workbookId))
  while (await indexing.take((tx, { size }) => indexBatch(tx, workbookId, told, size)));
  while (await purging.take((tx, { size }) => purgeBatch(tx, workbookId, size)));
}

/** Decides which indexes there are and tells the writers; returns their ids. */
async function settleIndexes(tx: WorkspaceTx, workbookId: string): Promise<Set<string>> {
  await holdStructure(tx, workbookId)
  const { rows: workbooks } = await tx.client.query<{ total_rows: number }>(
    'select total_rows from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
    [tx.workspace_id, workbookId],
  )
  const workbook = { id: workbookId, total_rows: workbooks[0]?.total_rows ?? 0 }
  // Made for workbooks of a size, kept until they are half of it: one about that size is not to be indexed again and again.
  const wanted =
    workbook.total_rows < MIN_ROWS / 2 ? new Map<string, Question>() : await wantedQuestions(tx, workbookId)
  const named = [...wanted.keys()]
  await tx.client.query(
    `update view_indexes set question = 'gone ' || id where workspace_id = $1 and workbook_id = $2 and question <> all($3::text[])`,
    [tx.workspace_id, workbookId, named],
  )
  for (const question of wanted.values()) await wantIndex(tx, workbook, question)
  const { rows: kept } = await tx.client.query<StoredIndex>(
    `select id, filter, sorts from view_indexes where workspace_id = $1 and workbook_id = $2
       and question not like 'gone %' order by id`,
    [tx.workspace_id, workbookId],
  )
  const told = kept.map(({ id, filter, sorts }) => ({ id, fields: fieldsOf(filter, sorts) }))
  await setFollow(tx, workbookId, 'views', told.length === 0 ? undefined : told)
  return new Set(told.map(({ id }) => id))
}

async function wantedQuestions(tx: WorkspaceTx, workbookId: string): Promise<Map<string, Question>> {
  const ids = new Set((await readColumns(tx, workbookId)).map(({ id }) => id))
  const { rows } = await tx.client.query<{ config: ViewConfig }>(
    'select config from workbook_views where workspace_id = $1 and workbook_id = $2 order by updated_at desc',
    [tx.workspace_id, workbookId],
  )
  const questions = rows.map(({ config }): Question => {
    const { filter, search, sort } = livingQuestion(config, (id) => ids.has(id))
    return { filter, search, sorts: sort }
  })
  return new Map(questions.filter(isIndexable).map((question) => [nameOf(workbookId, question), question]))
}

/** The columns that the place of a row depends on; null when any write of the row can move it. */
function fieldsOf(filter: StoredIndex['filter'], sorts: StoredIndex['sorts']): string[] | null {
  const fields = [...(filter ? filterFields(filter) : []), ...sorts.map(({ field }) => field)]
  return fields.includes('$updated_at') ? null : [...new Set(fields.filter((field) => !field.startsWith('$')))]
}

/** Looks at the next rows of the oldest line; false when none is left that is for this job. `told`: the indexes that all writers know. */
async function indexBatch(
  tx: WorkspaceTx,
  workbookId: string,
  told: ReadonlySet<string>,
  most: number,
): Promise<boolean> {
  // Two jobs of one workbook take turns.
  await hold(tx, workbookId, 'view_indexes')
  const [line] = await claimDirty(tx, viewIndexing, workbookId)
  if (!line) return false
  const { rows: indexes } = await tx.client.query<StoredIndex>(
    `select id, filter, sorts from view_indexes where workspace_id = $1 and workbook_id = $2
       and id = any($3::uuid[]) and question not like 'gone %' order by id`,
    [tx.workspace_id, workbookId, line.detail.indexes ?? []],
  )
  // One that came since this job told the writers is for the job that tells them of it.
  if (indexes.some(({ id }) => !told.has(id))) return false
  const left = indexes.length === 0 ? null : await placeNext(tx, workbookId, indexes, line.rows, most)
  await settleDirty(tx, line, left)
  const isDone = left === null && (await readDirty(tx, viewIndexing, workbookId)).length === 0
  if (isDone) await emitWorkbook(tx, 'workbook.views', workbookId, { change: 'indexed' })
  return true
}

/** Returns which rows are left. */
async function placeNext(
  tx: WorkspaceTx,
  workbookId: string,
  indexes: readonly StoredIndex[],
  rows: DirtyRows,
  most: number,
): Promise<DirtyRows | null> {
  if ('field' in rows || 'lead_ids' in rows) throw new Error('views show rows by id or by position')
  const { ids, left } = await batchOf(tx, workbookId, rows, Math.ceil(most / indexes.length))
  const { rows: held } = await tx.client.query<{ id: string }>(
    `select id from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[])
     order by id for share`,
    [tx.workspace_id, workbookId, ids],
  )
  const columns = (await readColumns(tx, workbookId)) as ColumnConfig[]
  const there = held.map(({ id }) => id)
  for (const index of indexes) await placeRows(tx, { id: workbookId, columns }, index, there)
  return left
}

/** Removes unused index entries; false when none are left. */
export async function purgeBatch(tx: WorkspaceTx, workbookId: string, most: number, all = false): Promise<boolean> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from view_indexes where workspace_id = $1 and workbook_id = $2 and ($3 or question like 'gone %') limit 1`,
    [tx.workspace_id, workbookId, all],
  )
  const [index] = rows
  if (!index) return false
  const { rowCount } = await tx.client.query(
    `delete from view_entries where ctid = any (array(
       select ctid from view_entries where workspace_id = $1 and index_id = $2 limit $3))`,
    [tx.workspace_id, index.id, most],
  )
  if ((rowCount ?? 0) < most)
    await tx.client.query('delete from view_indexes where workspace_id = $1 and id = $2', [tx.workspace_id, index.id])
  return true
}
