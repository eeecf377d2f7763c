// Promises of what waits to be looked up again: nothing of it is lost while other transactions write, wait or give up.

import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { computedJobs } from './computed.jobs.ts'
import { add, cells, customers, input, leads, makeWorkbook, OWNER } from './formula-lookups.fixture.ts'
import { computeOneStep, settle } from './settle.fixture.ts'

let workspaceId: WorkspaceId
let ann: Caller

const { database, app } = await openTenant(workbookRoutes)

/** In a workspace of its own, since formulas find workbooks by their names. */
async function enter(name: string): Promise<void> {
  workspaceId = await addWorkspace(database, name)
  ann = callerOf(app, workspaceId)
}

const LIVING = new AbortController().signal

/** The job as a worker has it; with `signal` of one that is stopped, no further than to the first pause. */
function compute(on: Database, id: string, signal = LIVING): Promise<unknown> {
  const [job] = computedJobs(on, () => new Date(0))
  return Promise.resolve(
    job?.work({ workbook_id: id } as never, testRun({ id: '', workspace_id: workspaceId, signal })),
  )
}

async function waiting(id: string): Promise<string[][]> {
  const { rows } = await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query<{ keys: string[] }>(
      `select keys from dirty_rows where scope_id = $1 and consumer = 'compute' order by id`,
      [id],
    ),
  )
  return rows.map(({ keys }) => keys.sort())
}

test('many rows are found for in the background, once for each key that many rows have', async () => {
  await enter('Many')
  const theirs = await customers(ann)
  const { path } = await makeWorkbook(ann, 'Many', [input('Site')], [{}])
  const rows = Array.from({ length: 1000 }, () => ({ data: { Site: 'acme.example' } }))
  await ann.post(`${path}/rows`, { rows })
  await ann.post(`${path}/rows`, { rows })
  const { id } = await add(ann, path, 'COUNTIF({{Customers!Domain}}, {{Site}})')
  expect(new Set((await cells(database, ann, path, id)).slice(1))).toEqual(new Set([2]))
  await ann.post(`${theirs.path}/rows`, { rows: [{ data: { Domain: 'acme.example' } }] })
  await settle(database)
  const { body } = await ann.post(`${path}/rows/count`, { filter: { field: id, op: 'eq', value: 3 } })
  expect(body.count).toBe(2000)
})

test('keys that many writes touch are worked through once, and what was written last counts', async () => {
  await enter('Gathering')
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  await settle(database)
  const first = `${theirs.path}/rows/${theirs.rows[0]}/cells/c2`
  for (const value of ['Zoe', 'Yan', 'Xi']) await ann.patch(first, { value })
  await ann.patch(`${theirs.path}/rows/${theirs.rows[1]}/cells/c2`, { value: 'Eve' })
  expect(await waiting(ours.id)).toHaveLength(4)
  await expect(computeOneStep(database, workspaceId, ours.id)).rejects.toThrow()
  expect(await waiting(ours.id)).toEqual([['acme.example', 'beta.example']])
  // What has been gathered takes in no more.
  await ann.patch(first, { value: 'Wim' })
  await expect(computeOneStep(database, workspaceId, ours.id)).rejects.toThrow()
  expect(await waiting(ours.id)).toEqual([['acme.example', 'beta.example'], ['acme.example']])
  expect(await cells(database, ann, ours.path, id)).toEqual(['Wim', 'Eve', null, null])
  expect(await waiting(ours.id)).toEqual([])
})

test('keys that batches of many rows leave, each the same, are worked through once', async () => {
  await enter('Batches')
  await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  await settle(database)
  const keys = Array.from({ length: 1000 }, (_, n) => `key number ${n}`).sort()
  await database.inWorkspace(workspaceId, async (tx) => {
    for (let line = 0; line < 9; line++)
      await enqueueDirtyRows(tx, computing, ours.id, { field: `@${id}.0`, keys }, { columns: [id] })
  })
  await expect(computeOneStep(database, workspaceId, ours.id)).rejects.toThrow()
  expect(await waiting(ours.id)).toEqual([keys])
})

test('a write that gives up takes no work of others with it', async () => {
  await enter('Giving up')
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  await settle(database)
  await ann.patch(`${theirs.path}/rows/${theirs.rows[0]}/cells/c2`, { value: 'Zoe' })
  const givingUp = database.inWorkspace(workspaceId, async (tx) => {
    await enqueueDirtyRows(tx, computing, ours.id, { field: `@${id}.0`, keys: ['acme.example'] }, { columns: [id] })
    await settle(database)
    throw new Error('given up')
  })
  await expect(givingUp).rejects.toThrow('given up')
  expect((await cells(database, ann, ours.path, id))[0]).toBe('Zoe')
})

test('a row that is computed while the other workbook changes holds what it changed to', async () => {
  await enter('Overtaking')
  const theirs = await customers(ann)
  const ours = await makeWorkbook(ann, 'Leads', [input('Site')], [{ Site: 'beta.example' }])
  const { id } = await add(ann, ours.path, OWNER)
  await settle(database)
  const first = `${theirs.path}/rows/${theirs.rows[0]}/cells/c2`
  await ann.patch(first, { value: 'Zoe' })

  let commit = () => {}
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  let row: Promise<unknown> = Promise.resolve()
  // Between the wait of the job, its second transaction, and the third, in which it works: a row is made from what was, and held.
  const between = async () => {
    await new Promise<void>((made, failed) => {
      row = database.inWorkspace(workspaceId, async (tx) => {
        await createRows(tx, ours.id, { rows: [{ data: { Site: 'acme.example' } }] } as never)
        made()
        await mayCommit
      })
      row.catch(failed)
    })
    await ann.patch(first, { value: 'Yan' })
  }
  let begun = 0
  const watched: Database = {
    ...database,
    async inWorkspace(id, work) {
      begun++
      if (begun === 3) await between()
      if (begun === 5) commit()
      return database.inWorkspace(id, work)
    },
  }
  await compute(watched, ours.id)
  commit()
  await row
  expect(await cells(database, ann, ours.path, id)).toEqual(['Bob', 'Yan'])
})

test('keys of which none fills a batch alone are worked through in few batches', async () => {
  await enter('Halving')
  const theirs = await customers(ann)
  const rows = Array.from({ length: 1000 }, (_, n) => ({ Site: `${n % 250}.example` }))
  const { id, path } = await makeWorkbook(ann, 'Leads', [input('Site')], rows)
  for (let more = 0; more < 2; more++) await ann.post(`${path}/rows`, { rows: rows.map((data) => ({ data })) })
  const found = await add(ann, path, 'COUNTIF({{Customers!Domain}}, {{Site}})')
  await settle(database)
  await ann.post(`${theirs.path}/rows`, {
    rows: Array.from({ length: 250 }, (_, n) => ({ data: { Domain: `${n}.example` } })),
  })
  let begun = 0
  const counted: Database = {
    ...database,
    inWorkspace(...given) {
      begun++
      return database.inWorkspace(...given)
    },
  }
  await compute(counted, id)
  // One to gather, one to wait, four batches of 62 or 63 keys with twelve rows each, one to see that no second worker is wanted, one to
  // find that nothing is left.
  expect(begun).toBe(8)
  expect(new Set(await cells(database, ann, path, found.id))).toEqual(new Set([1]))
})
