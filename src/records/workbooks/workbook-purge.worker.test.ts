// Promises of clearing away what a deleted workbook or column leaves behind.

import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { deleteColumn } from '../columns/columns.commands.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { deleteRows, updateRows } from '../rows/rows.commands.ts'
import { COLUMN_PURGE } from '../store/purges.ts'
import { workbookJobs } from './workbook.jobs.ts'
import { createWorkbook, deleteWorkbook } from './workbooks.commands.ts'

const { database, workspaceId } = await openTenant()

const inWorkspace: <T>(work: Parameters<typeof database.inWorkspace<T>>[1]) => Promise<T> = (work) =>
  database.inWorkspace(workspaceId, work)

const enrichment = (name: string) => ({
  name,
  type: 'enrichment' as const,
  provider: 'domain-normaliser',
  output: 'company_domain',
  inputs: { website: '{{Site}}' },
})

/** c1 is an input, c2 and c3 are computed; every row has both cells, the first row's c3 failed. */
async function filled(rows: number): Promise<{ id: string; rowIds: string[] }> {
  return inWorkspace(async (tx) => {
    const columns_config = [
      { name: 'Site', type: 'input' as const, input_type: 'url' as const },
      enrichment('A'),
      enrichment('B'),
    ]
    const { id } = await createWorkbook(tx, null, { name: 'W', description: '', source_type: 'empty', columns_config })
    const { row_ids: rowIds } = await createRows(tx, id, {
      rows: Array.from({ length: rows }, (_, n) => ({ data: { Site: `${n}.com` } })),
    })
    await applyCells(
      tx,
      id,
      rowIds.flatMap((row_id, n) => [
        { row_id, column_id: 'c2', status: 'complete', value: 'x' },
        { row_id, column_id: 'c3', status: n === 0 ? 'error' : 'complete', value: 'y' },
      ]),
    )
    await tx.client.query(
      `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, step_id, provider, state)
       select workspace_id, gen_random_uuid(), workbook_id, row_id, column_id, 's', 'p', 'settled' from cells where workbook_id = $1`,
      [id],
    )
    return { id, rowIds }
  })
}

/** Works off the tickets that were written, as a worker would, twice each: a job may start again after a crash. */
async function workOff(): Promise<void> {
  const kinds = new Map(workbookJobs(database).map((handler) => [handler.kind.name, handler]))
  for (const job of await database.asOwner<{ kind: string; payload: object }>(
    'delete from queue returning kind, payload',
  ))
    for (let times = 0; times < 2; times++)
      await kinds.get(job.kind)?.work(
        job.payload as never,
        testRun({
          id: newId(),
          workspace_id: workspaceId,
          signal: new AbortController().signal,
        }),
      )
}

async function left(workbookId: string): Promise<Record<string, number>> {
  const [row] = await database.asOwner<Record<string, number>>(
    `select ${[
      'workbook_columns',
      'workbook_rows',
      'workbook_row_blocks',
      'workbook_column_counts',
      'cells',
      'attempts',
      'changes',
      'cell_versions',
      'trashed_rows',
    ]
      .map((table) => `(select count(*)::int from ${table} where workbook_id = $1) as ${table}`)
      .join(', ')}, (select count(*)::int from workbooks where id = $1) as workbooks`,
    [workbookId],
  )
  return row ?? {}
}

test('nothing of a deleted workbook stays, and its neighbour loses nothing', async () => {
  const gone = await filled(1000)
  const kept = await filled(3)
  const before = await left(kept.id)
  await inWorkspace((tx) => deleteRows(tx, gone.id, gone.rowIds.slice(0, 10)))
  const [row_id] = gone.rowIds.slice(10)
  await inWorkspace((tx) =>
    updateRows(tx, gone.id, { rows: [{ row_id: row_id ?? '', data: { Site: 'changed.com' } }] }),
  )
  expect(await left(gone.id)).toMatchObject({ changes: 3, cell_versions: 1, trashed_rows: 10 })
  await inWorkspace((tx) => deleteWorkbook(tx, gone.id))
  await workOff()
  expect(Object.entries(await left(gone.id)).filter(([, count]) => count > 0)).toEqual([])
  expect(await left(kept.id)).toEqual(before)
})

test('what is left of a column past undo goes from rows, cells and attempts, and the counters are right again', async () => {
  const { id } = await filled(5)
  const completed = async () =>
    (await database.asOwner('select completed_rows as n from workbooks where id = $1', [id]))[0]
  expect(await completed()).toEqual({ n: 4 })
  await inWorkspace((tx) => deleteColumn(tx, id, 'c3', false))
  await inWorkspace((tx) => deleteColumn(tx, id, 'c1', true))
  await inWorkspace(async (tx) => {
    for (const column_id of ['c1', 'c3']) await enqueue(tx, COLUMN_PURGE, { workbook_id: id, column_id })
  })
  await workOff()
  expect(await completed()).toEqual({ n: 5 })
  expect(await left(id)).toMatchObject({ workbook_columns: 1, workbook_rows: 5, cells: 5, attempts: 5 })
  expect(await database.asOwner('select distinct data from workbook_rows where workbook_id = $1', [id])).toEqual([
    { data: {} },
  ])
})

test('rows deleted after a column leave the counters exact', async () => {
  const { id, rowIds } = await filled(4)
  await inWorkspace((tx) => deleteColumn(tx, id, 'c3', false))
  await inWorkspace((tx) => deleteRows(tx, id, rowIds.slice(0, 2)))
  await workOff()
  const counts = await database.asOwner(
    'select column_id, status, cells::int as cells from workbook_column_counts where workbook_id = $1',
    [id],
  )
  expect(counts).toEqual([{ column_id: 'c2', status: 'complete', cells: 2 }])
})
