// The index of a view always holds what looking through the workbook would give: while it is made, and after any write.

import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { findRows } from '../filters/found-rows.reads.ts'
import { EVERYTHING, type Question } from '../filters/question.logic.ts'
import { countRowsUpTo } from '../query/count.reads.ts'
import { readRowsPage } from '../query/query.reads.ts'
import { cellWriter } from '../rows/cell-group.commands.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { clearCell, setCell } from '../rows/overrides.commands.ts'
import { deleteRows, updateRows } from '../rows/rows.commands.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookJobs } from '../workbooks/workbook.jobs.ts'
import { createWorkbook, deleteWorkbook } from '../workbooks/workbooks.commands.ts'
import { makeIndexes } from './view-index.jobs.ts'
import { findIndex, findInIndex } from './view-index.reads.ts'
import { createView, deleteView } from './views.commands.ts'

const { database, workspaceId } = await openTenant()

const actor = { kind: 'user' as const, user_id: 1, name: 'tester', token_id: null, ip: null, request_id: null }
const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) =>
  database.inWorkspace({ workspace_id: workspaceId, actor }, work)
const viewer = { role: 'owner' as const, principal: { user_id: 1 } }

const views: Question[] = [
  { ...EVERYTHING, filter: { field: 'c2', op: 'gte', value: 40 } },
  {
    ...EVERYTHING,
    sorts: [
      { field: 'c2', dir: 'desc' },
      { field: 'c1', dir: 'desc' },
    ],
  },
  {
    ...EVERYTHING,
    filter: {
      or: [
        { field: 'c3', op: 'contains', value: 'a' },
        { field: 'c3', on: 'status', op: 'is_empty' },
      ],
    },
    sorts: [{ field: 'c3', dir: 'asc' }],
  },
  { ...EVERYTHING, sorts: [{ field: '$updated_at', dir: 'desc' }] },
  // Numbers inside text, and one way with a number that goes the other.
  {
    ...EVERYTHING,
    sorts: [
      { field: 'c1', dir: 'desc' },
      { field: '$position', dir: 'asc' },
    ],
  },
]

const ROWS = 10_000

/** Ten thousand rows, every third with a cell, and the views over them. */
async function makeBig(): Promise<string> {
  const id = await inWorkspace(async (tx) => {
    const { id } = await createWorkbook(tx, null, {
      name: 'Big',
      description: '',
      source_type: 'empty',
      columns_config: [
        { name: 'Company', type: 'input', input_type: 'text' },
        { name: 'Size', type: 'input', input_type: 'number' },
        {
          name: 'Found',
          type: 'enrichment',
          provider: 'domain-normaliser',
          output: 'company_domain',
          inputs: { website: '{{Company}}' },
        },
      ],
    })
    await tx.client.query(
      `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
       select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', 'Company ' || n % 97, 'c2', n % 50) from generate_series(1, ${ROWS}) n`,
      [workspaceId, id],
    )
    await tx.client.query(
      `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value)
       select $1, $2, id, 'c3', 'complete', to_jsonb(substr(md5(position::text), 1, 5)) from workbook_rows
       where workbook_id = $2 and position::int % 3 = 0`,
      [workspaceId, id],
    )
    await tx.client.query(`update workbooks set total_rows = ${ROWS}, next_position = ${ROWS + 1} where id = $1`, [id])
    await tx.client.query(
      `insert into workbook_row_blocks select $1, $2, floor(position / 4096)::int, count(*) from workbook_rows where workbook_id = $2 group by 3`,
      [workspaceId, id],
    )
    for (const [index, { filter, sorts }] of views.entries())
      await createView(tx, id, viewer, { name: `View ${index}`, filter, sort: [...sorts] })
    return id
  })
  // As it would be a minute after so many rows came.
  await database.asOwner('analyze workbook_rows, cells')
  return id
}

const open = async (tx: WorkspaceTx, id: string) => ({
  id,
  columns: (await readColumns(tx, id)) as ColumnConfig[],
  total_rows: ROWS,
})

/** Every index is ready and holds, in order, what looking through the rows gives. */
async function expectTrue(id: string): Promise<void> {
  await inWorkspace(async (tx) => {
    const workbook = await open(tx, id)
    for (const question of views) {
      const index = await findIndex(tx, id, question)
      expect(index?.state).toBe('ready')
      const kept = await findInIndex(tx, index?.id ?? '', question, { limit: 50_000 })
      const found = await findRows(tx, workbook, question, { limit: 50_000 })
      expect(kept).toEqual(found)
    }
  })
}

test('pages of a view come from its index, by cursor and by number, and are the same as without it', async () => {
  const id = await makeBig()
  const [question = EVERYTHING] = views.slice(2)
  const ask = (wanted: { page?: number; cursor?: string | null }) =>
    inWorkspace(async (tx) =>
      readRowsPage(tx, await open(tx, id), question, {
        limit: 70,
        page: wanted.page,
        cursor: wanted.cursor ?? undefined,
        where: 'body',
      }),
    )
  const before = await ask({})
  expect(before.index).toBe('none')
  await makeIndexes(database, workspaceId, id)
  await expectTrue(id)
  const first = await ask({})
  expect(first).toEqual({ ...before, index: 'ready' })
  // A large workbook is asked by a sample first; the answer is the same.
  for (const asked of views.filter(({ sorts }) => sorts.length > 0)) {
    const found = (total_rows: number) =>
      inWorkspace(async (tx) =>
        findRows(tx, { ...(await open(tx, id)), total_rows }, asked, { offset: 30, limit: 300 }),
      )
    expect(await found(1_000_000)).toEqual(await found(ROWS))
  }
  // A cursor goes on where it was, whether the index is there or not.
  const second = await ask({ cursor: before.next_cursor })
  expect(second).toMatchObject({ index: 'ready', json: (await ask({ page: 2 })).json })
  const count = await inWorkspace(async (tx) => countRowsUpTo(tx, await open(tx, id), question, 1_000_000))
  expect(count).toBe(
    await inWorkspace(async (tx) => (await findRows(tx, await open(tx, id), question, { limit: 50_000 })).length),
  )
})

test('every write moves the rows it touches, in every view that reads what changed', async () => {
  const id = await makeBig()
  await makeIndexes(database, workspaceId, id)
  const ids = await inWorkspace(async (tx) =>
    (await findRows(tx, await open(tx, id), EVERYTHING, { limit: ROWS })).map((row) => row.id),
  )
  const row = (n: number) => ids[n] ?? ''
  await inWorkspace((tx) => setCell(tx, { workbook_id: id, row_id: row(5), column_id: 'c2' }, 99, new Date()))
  // It stays where it is in the one that only filters by what was written: there nothing is written.
  const filtered = await inWorkspace((tx) => findIndex(tx, id, views[0] ?? EVERYTHING))
  const writtenBy = () =>
    inWorkspace(async ({ client }) => {
      const values = [filtered?.id, row(5)]
      return (await client.query('select xmin::text from view_entries where index_id = $1 and row_id = $2', values))
        .rows
    })
  const before = await writtenBy()
  expect(before).toHaveLength(1)
  await inWorkspace((tx) => setCell(tx, { workbook_id: id, row_id: row(5), column_id: 'c2' }, 98, new Date()))
  expect(await writtenBy()).toEqual(before)
  await inWorkspace((tx) => setCell(tx, { workbook_id: id, row_id: row(6), column_id: 'c3' }, 'aaaa', new Date()))
  await inWorkspace((tx) => clearCell(tx, { workbook_id: id, row_id: row(6), column_id: 'c3' }))
  await inWorkspace((tx) => createRows(tx, id, { rows: [{ data: { Company: 'Aa', Size: '1000' } }, { data: {} }] }))
  await inWorkspace((tx) =>
    updateRows(tx, id, {
      rows: [
        { row_id: row(7), data: { Size: null } },
        { row_id: row(8), data: { Company: 'Zz' } },
      ],
    }),
  )
  await inWorkspace((tx) => deleteRows(tx, id, ids.slice(100, 1500)))
  await inWorkspace((tx) =>
    applyCells(
      tx,
      id,
      ids.slice(2000, 2300).map((row_id, n) => ({
        row_id,
        column_id: 'c3',
        status: n % 2 ? 'not_found' : 'complete',
        value: n % 2 ? null : `v${n}`,
      })),
    ),
  )
  await expectTrue(id)
  // Too many to move at once: left to the job, until then the rows are looked for.
  await inWorkspace((tx) =>
    applyCells(
      tx,
      id,
      ids.slice(3000, 4500).map((row_id) => ({ row_id, column_id: 'c3', status: 'complete', value: 'many' })),
    ),
  )
  const [, , byCell = EVERYTHING] = views
  expect(await inWorkspace((tx) => findIndex(tx, id, byCell))).toMatchObject({ state: 'building' })
  expect(await inWorkspace((tx) => findIndex(tx, id, views[0] ?? EVERYTHING))).toMatchObject({ state: 'ready' })
  await makeIndexes(database, workspaceId, id)
  await expectTrue(id)
})

test('writers that go on while the index is made are in it', async () => {
  const id = await makeBig()
  const ids = await inWorkspace(async (tx) =>
    (await findRows(tx, await open(tx, id), EVERYTHING, { limit: ROWS })).map((row) => row.id),
  )
  let isMade = false
  const writeCell = cellWriter(database)
  const write = async (start: number) => {
    for (let n = start; !isMade; n += 7) {
      const row_id = ids[(n * 131) % ROWS] ?? ''
      const column_id = n % 2 ? 'c2' : 'c3'
      await writeCell(
        { workspace_id: workspaceId, actor },
        { workbook_id: id, row_id, column_id },
        n % 2 ? n % 80 : `a${n}`,
      )
      if (n % 5 === 0) await inWorkspace((tx) => createRows(tx, id, { rows: [{ data: { Size: n % 90 } }] }))
    }
  }
  const writers = [write(1), write(2), write(3)]
  await Promise.all([makeIndexes(database, workspaceId, id), makeIndexes(database, workspaceId, id)]).finally(() => {
    isMade = true
  })
  await Promise.all(writers)
  await expectTrue(id)
})

test('rows that a process of the version before has placed are placed again before the index answers', async () => {
  const id = await makeBig()
  await makeIndexes(database, workspaceId, id)
  const [, question = EVERYTHING] = views
  const index = await inWorkspace((tx) => findIndex(tx, id, question))
  await database.asOwner(
    `update view_entries set key = '\\x01', keys = '{}' where index_id = $1 and position in (select min(position) from view_entries where index_id = $1)`,
    [index?.id],
  )
  expect(await inWorkspace((tx) => findIndex(tx, id, question))).toMatchObject({ state: 'building' })
  await makeIndexes(database, workspaceId, id)
  await expectTrue(id)
})

test('an index goes with the last view that needs it, and everything with the workbook', async () => {
  const id = await makeBig()
  await makeIndexes(database, workspaceId, id)
  const left = () =>
    database.asOwner<{ indexes: number; entries: number }>(
      `select (select count(*)::int from view_indexes where workbook_id = $1) as indexes,
         (select count(*)::int from view_entries where workbook_id = $1) as entries`,
      [id],
    )
  const [first] = await database.asOwner<{ id: string }>(
    `select id from workbook_views where workbook_id = $1 order by id`,
    [id],
  )
  await inWorkspace((tx) => deleteView(tx, id, first?.id ?? '', viewer))
  const [before] = await left()
  await makeIndexes(database, workspaceId, id)
  const [after] = await left()
  expect(after?.indexes).toBe((before?.indexes ?? 0) - 1)
  expect(after?.entries).toBeLessThan(before?.entries ?? 0)
  await inWorkspace((tx) => deleteWorkbook(tx, id))
  const [purge] = workbookJobs(database)
  await purge?.work(
    { workbook_id: id } as never,
    testRun({
      id: 'j',
      workspace_id: workspaceId,
      signal: new AbortController().signal,
    }),
  )
  expect(await left()).toEqual([{ indexes: 0, entries: 0 }])
})
