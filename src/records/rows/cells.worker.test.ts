// Promises of grouped cell writes: exact counters, overrides kept, rows read back as the engine sees them.
import { beforeEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { CellStatus } from '../../engine/values/row.ts'
import { newId } from '../../kernel/ids.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { CellWrite } from '../store/cell.logic.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { applyCells } from './cells.commands.ts'

let workbookId: string
let rowIds: string[]

const { database, workspaceId } = await openTenant()

/** Three rows; c1 is an input, c2 and c3 are enriched. */
beforeEach(async () => {
  workbookId = newId()
  rowIds = [newId(), newId(), newId()]
  await database.inWorkspace(workspaceId, async (tx) => {
    const ids = [workspaceId, workbookId]
    await tx.client.query('insert into workbooks (workspace_id, id, name, total_rows) values ($1, $2, $3, 3)', [
      ...ids,
      'Leads',
    ])
    for (const [ordinal, type] of ['input', 'enrichment', 'waterfall'].entries())
      await tx.client.query(
        'insert into workbook_columns (workspace_id, workbook_id, id, name, type, ordinal) values ($1, $2, $3, $3, $4, $5)',
        [...ids, `c${ordinal + 1}`, type, ordinal],
      )
    for (const [index, id] of rowIds.entries())
      await tx.client.query(
        'insert into workbook_rows (workspace_id, workbook_id, id, position, data) values ($1, $2, $3, $4, $5)',
        [...ids, id, index + 1, { c1: `row ${index + 1}` }],
      )
  })
})

const row = (index: number) => rowIds[index] ?? ''
const cell = (index: number, column_id: string, status: CellStatus, more: Partial<CellWrite> = {}): CellWrite => ({
  row_id: row(index),
  column_id,
  status,
  ...more,
})
const apply = (...cells: CellWrite[]) => database.inWorkspace(workspaceId, (tx) => applyCells(tx, workbookId, cells))

/** What the counters say, and what counting says. */
async function counters() {
  return database.inWorkspace(workspaceId, async (tx) => {
    const kept = await tx.client.query<{ column_id: string; status: string; cells: number }>(
      'select column_id, status, cells from workbook_column_counts where workbook_id = $1 and cells <> 0 order by 1, 2',
      [workbookId],
    )
    const counted = await tx.client.query(
      'select column_id, status, count(*) as cells from cells where workbook_id = $1 group by 1, 2 order by 1, 2',
      [workbookId],
    )
    expect(kept.rows).toEqual(counted.rows)
    const { rows } = await tx.client.query<{ completed_rows: number }>(
      'select completed_rows from workbooks where id = $1',
      [workbookId],
    )
    return { completed: oneRow(rows).completed_rows, by: kept.rows.map((r) => `${r.column_id} ${r.status} ${r.cells}`) }
  })
}

test('counts cells by status and rows that are completed, through every change', async () => {
  await apply(cell(0, 'c2', 'running'), cell(0, 'c3', 'complete', { value: 'x' }), cell(1, 'c2', 'error'))
  expect(await counters()).toEqual({ completed: 0, by: ['c2 error 1', 'c2 running 1', 'c3 complete 1'] })
  await apply(cell(0, 'c2', 'not_found'), cell(1, 'c2', 'complete', { value: 1 }), cell(1, 'c3', 'skipped'))
  expect(await counters()).toEqual({
    completed: 2,
    by: ['c2 complete 1', 'c2 not_found 1', 'c3 complete 1', 'c3 skipped 1'],
  })
  await apply(cell(1, 'c3', 'queued'))
  expect((await counters()).completed).toBe(1)
})

test('stays exact when many writers finish the cells of the same rows at once', async () => {
  const writes = ['c2', 'c3'].flatMap((column) =>
    [0, 1, 2].map((index) => cell(index, column, 'complete', { value: 1 })),
  )
  await Promise.all(writes.flatMap((write) => [apply(write), apply({ ...write, status: 'not_found' }), apply(write)]))
  await Promise.all(writes.map((write) => apply({ ...write, status: 'complete' })))
  expect(await counters()).toEqual({ completed: 3, by: ['c2 complete 3', 'c3 complete 3'] })
})

test('a run never writes over what a person entered, and is told so', async () => {
  await apply(cell(0, 'c2', 'overridden', { value: 'mine' }))
  const applied = await apply(
    cell(0, 'c2', 'complete', { value: 'theirs' }),
    cell(1, 'c2', 'complete', { value: 'ok' }),
  )
  expect(applied).toEqual({ written: 1, overridden: [{ row_id: row(0), column_id: 'c2' }], gone: [] })
  const [first] = await read()
  expect(first?.cells.c2).toMatchObject({ value: 'mine', status: 'overridden' })
})

test('cells of a row that was deleted meanwhile are passed over', async () => {
  const nowhere = newId()
  const applied = await apply({ row_id: nowhere, column_id: 'c2', status: 'complete' }, cell(0, 'c2', 'complete'))
  expect(applied).toEqual({ written: 1, overridden: [], gone: [{ row_id: nowhere, column_id: 'c2' }] })
})

test('work that ends without an answer keeps the value that was there', async () => {
  await apply(cell(0, 'c2', 'complete', { value: 'old', provider: 'p', confidence: 0.5 }))
  await apply(cell(0, 'c2', 'running'))
  await apply(cell(0, 'c2', 'error', { error_class: 'timeout', error_message: 'too slow' }))
  const [kept] = await read()
  expect(kept?.cells.c2).toMatchObject({
    value: 'old',
    provider: 'p',
    confidence: 0.5,
    status: 'error',
    error_class: 'timeout',
  })
  await apply(cell(0, 'c2', 'not_found'))
  const [cleared] = await read()
  expect(cleared?.cells.c2).toMatchObject({ value: null, provider: null, status: 'not_found' })
})

test('of two writes to one cell in a group the last counts', async () => {
  await apply(cell(0, 'c2', 'complete', { value: 'first' }), cell(0, 'c2', 'complete', { value: 'second' }))
  const [first] = await read()
  expect(first?.cells.c2?.value).toBe('second')
  expect((await counters()).by).toEqual(['c2 complete 1'])
})

test('input columns and unknown columns take no cells', async () => {
  await apply(cell(0, 'c1', 'complete', { value: 'no' }), cell(0, 'c9', 'complete', { value: 'no' }))
  expect((await counters()).by).toEqual([])
})

test('rows for a run come in order, with data and the cells of the columns asked for', async () => {
  await apply(
    cell(1, 'c2', 'complete', { value: { a: [1] }, cost_micro: 1500 }),
    cell(1, 'c3', 'complete', { value: 'z' }),
  )
  const rows = await database.inWorkspace(workspaceId, (tx) =>
    readRowsForRun(tx, workbookId, { from: 2, to: 3, limit: 10 }, ['c2']),
  )
  expect(rows.map((one) => [one.position, one.data.c1])).toEqual([
    [2, 'row 2'],
    [3, 'row 3'],
  ])
  expect(rows[0]?.cells).toEqual({
    c2: expect.objectContaining({ value: { a: [1] }, status: 'complete', cost_usd: 0.0015, run_id: null }),
  })
  expect(rows[0]?.cells.c2?.updated_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(rows[1]?.cells).toEqual({})
})

const read = () => database.inWorkspace(workspaceId, (tx) => readRowsForRun(tx, workbookId, { row_ids: rowIds }, null))
