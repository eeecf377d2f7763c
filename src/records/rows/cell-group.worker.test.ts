// Promises of cells that are written at one moment: together when that helps, and each as if it had come alone.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { addHistoryWorkbook, stateOf } from '../history/history.fixture.ts'
import { revertChange } from '../history/revert.commands.ts'
import { lockRows } from '../store/cells/cells.writes.ts'
import { cellWriter, type WriteCell } from './cell-group.commands.ts'
import { createRows } from './new-rows.commands.ts'

let write: WriteCell
const { database } = await openTenant()
beforeAll(async () => {
  write = cellWriter(database)
})

async function makeBook(rows: number) {
  const book = await addHistoryWorkbook(database)
  const { row_ids } = await database.inWorkspace(book.ann, (tx) =>
    createRows(tx, book.id, { rows: Array.from({ length: rows }, (_, n) => ({ data: { c1: `Row ${n}` } })) }),
  )
  const put = async (by: WorkspaceScope, row: number | string, value: Json, column_id = 'c1') => {
    const row_id = typeof row === 'string' ? row : (row_ids[row] ?? '')
    return JSON.parse(await write(by, { workbook_id: book.id, row_id, column_id }, value))
  }
  const values = async (column = 'c1') => (await stateOf(database, book.id)).map(({ data }) => data[column])
  return { ...book, row_ids, put, values }
}

test('cells that come together are written in one transaction, and each has its answer, its change and its line of undo', async () => {
  const { id, ann, ben, put, values, row_ids } = await makeBook(20)
  const answers = await Promise.all(row_ids.map((_, row) => put(row % 2 ? ben : ann, row, ` new ${row}`)))
  const written = row_ids.map((_, row) => ` new ${row}`)
  expect(await values()).toEqual(written)
  for (const [row, answer] of answers.entries())
    expect(answer).toMatchObject({ row_id: row_ids[row], column_id: 'c1', value: ` new ${row}`, enrichment: null })
  expect(new Set(answers.map(({ change_id }) => change_id)).size).toBe(20)
  // The first found no other write under way; all that came meanwhile went together.
  const writtenBy = 'select distinct xmin::text from workbook_rows where workbook_id = $1'
  expect((await database.inWorkspace(ann, (tx) => tx.client.query(writtenBy, [id]))).rows).toHaveLength(2)
  const emitted = await database.asOwner<{ who: string; count: number }>(
    `select payload #>> '{actor,name}' as who, sum((payload ->> 'count')::int)::int as count from outbox
     where payload ->> 'workbook_id' = $1 and type = 'rows.updated' group by 1 order by 1`,
    [id],
  )
  expect(emitted).toEqual([
    { who: 'Ann', count: 10 },
    { who: 'Ben', count: 10 },
  ])
  const lines = await database.asOwner(
    'select user_id, count(*)::int from changes where workbook_id = $1 group by 1 order by 1',
    [id],
  )
  expect(lines).toEqual([
    { user_id: 1, count: 11 },
    { user_id: 2, count: 10 },
  ])
  await database.inWorkspace(ben, (tx) => revertChange(tx, id, 'undo', undefined))
  expect(await values()).toEqual(written.with(19, 'Row 19'))
})

test('who was answered together is written together again, although one of them always comes first', async () => {
  const { id, ann, put, values } = await makeBook(8)
  const ROUNDS = 5
  await Promise.all(
    Array.from({ length: 8 }, async (_, row) => {
      for (let round = 1; round <= ROUNDS; round++) await put(ann, row, `${row} in round ${round}`)
    }),
  )
  expect(await values()).toEqual(Array.from({ length: 8 }, (_, row) => `${row} in round ${ROUNDS}`))
  const writtenBy = 'select distinct xmin::text from cell_versions where workbook_id = $1 and input_before is not null'
  // The first of all goes alone. Without waiting for those who come again it would go alone in every round.
  expect((await database.inWorkspace(ann, (tx) => tx.client.query(writtenBy, [id]))).rows).toHaveLength(ROUNDS + 1)
})

test('of writes of one cell the last stands, and undo goes back through them', async () => {
  const { id, ann, put, values } = await makeBook(2)
  await Promise.all([put(ann, 0, 'a'), put(ann, 0, 'b'), put(ann, 1, 'x'), put(ann, 0, 'c')])
  const states = [(await values())[0]]
  for (let step = 0; step < 4; step++) {
    await database.inWorkspace(ann, (tx) => revertChange(tx, id, 'undo', undefined))
    states.push((await values())[0])
  }
  expect([...new Set(states)]).toEqual(['c', 'b', 'a', 'Row 0'])
})

/** Another transaction, which goes on until it is let go. */
async function during(work: (tx: WorkspaceTx) => Promise<unknown>, by: WorkspaceScope) {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holder: Promise<void> = Promise.resolve()
  await new Promise<void>((held, failed) => {
    holder = database.inWorkspace(by, async (tx) => {
      await work(tx)
      held()
      await released
    })
    holder.catch(failed)
  })
  return () => {
    release()
    return holder
  }
}

test('a request that writes a row locked by another request waits alone', async () => {
  const { id, ann, ben, put, values, row_ids } = await makeBook(4)
  const release = await during((tx) => lockRows(tx, id, [row_ids[1] ?? '']), ben)
  let isWritten = false
  const waiting = put(ann, 1, 'at last').then((answer) => {
    isWritten = true
    return answer
  })
  await Promise.all([put(ann, 0, 'zero'), put(ben, 2, 'two'), put(ann, 3, 'three')])
  expect(isWritten).toBe(false)
  await release()
  expect(await waiting).toMatchObject({ value: 'at last' })
  expect(await values()).toEqual(['zero', 'at last', 'two', 'three'])
})

test('a request that writes a key that another request is taking waits alone', async () => {
  const { id, ann, ben, put, values } = await makeBook(4)
  await database.asOwner(
    `update workbooks set identity = '{"parts": [{"column_id": "c2", "normaliser": "domain"}]}' where id = $1`,
    [id],
  )
  const release = await during((tx) => createRows(tx, id, { rows: [{ data: { c2: 'taken.example' } }] }), ben)
  let isWritten = false
  const waiting = put(ann, 1, 'taken.example', 'c2').then(() => {
    isWritten = true
  })
  await Promise.all([put(ann, 0, 'a.example', 'c2'), put(ben, 2, 'b.example', 'c2'), put(ann, 3, 'c.example', 'c2')])
  expect(isWritten).toBe(false)
  await release()
  await waiting
  expect((await values('c2')).slice(0, 4)).toEqual(['a.example', 'taken.example', 'b.example', 'c.example'])
})

test('a change that cannot be written fails alone', async () => {
  const { id, ann, put, values, row_ids } = await makeBook(4)
  const elsewhere = await makeBook(1)
  const results = await Promise.allSettled([
    put(ann, 0, 'zero'),
    put(ann, 1, 'one'),
    put(ann, 2, 'a text with \0 in it'),
    put(ann, elsewhere.row_ids[0] ?? '', 'not here'),
    put(ann, 'no id at all', 'x'),
    put(ann, 3, 'three'),
    put(elsewhere.ann, 3, 'from next door'),
    put(ann, 0, 'found', 'c3'),
    put(ann, 1, 'nowhere', 'c9'),
  ])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    false,
    true,
    false,
  ])
  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : null))
  expect(codes).toEqual([
    null,
    null,
    expect.any(String),
    'not_found',
    'not_found',
    null,
    'not_found',
    null,
    'not_found',
  ])
  expect(await values()).toEqual(['zero', 'one', 'Row 2', 'three'])
  const [first] = await stateOf(database, id)
  expect(first).toMatchObject({ id: row_ids[0], cells: { c3: { status: 'overridden', value: 'found' } } })
  expect(await elsewhere.values()).toEqual(['Row 0'])
})

test('writes at one moment: each cell holds what was written into it last, and a key has one row', async () => {
  const ROWS = 4
  const { id, ann, ben, row_ids, workspace_id } = await makeBook(ROWS)
  await database.asOwner(
    `update workbooks set identity = '{"parts": [{"column_id": "c2", "normaliser": "domain"}]}' where id = $1`,
    [id],
  )
  const one = fc.record({
    row: fc.nat({ max: ROWS - 1 }),
    column: fc.constantFrom('c1', 'c2'),
    value: fc.constantFrom('a.example', 'b.example', 'c.example', '', null),
    by: fc.constantFrom(ann, ben),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 2, maxLength: 14 }), async (writes) => {
      const before = await stateOf(database, id)
      const model = before.map(({ data }) => ({ ...data }) as Record<string, unknown>)
      await Promise.all(
        writes.map(({ row, column, value, by }) =>
          write(by, { workbook_id: id, row_id: row_ids[row] ?? '', column_id: column }, value),
        ),
      )
      for (const { row, column, value } of writes) {
        const data = model[row] ?? {}
        if (value) data[column] = value
        else delete data[column]
      }
      expect((await stateOf(database, id)).map(({ data }) => data)).toEqual(model)
      const keyed = await database.asOwner<{ domain: string | null; identity_key: string | null }>(
        `select data ->> 'c2' as domain, identity_key from workbook_rows where workspace_id = $1 and workbook_id = $2`,
        [workspace_id, id],
      )
      for (const { domain, identity_key } of keyed) if (identity_key !== null) expect(identity_key).toContain(domain)
      const kept = await database.asOwner<{ lines: number; versions: number }>(
        `select (select count(*)::int from changes where workbook_id = $1 and kind = 'edit_cells') as lines,
           (select count(distinct change_id)::int from cell_versions where workbook_id = $1) as versions`,
        [id],
      )
      expect(kept[0]?.lines).toBe(kept[0]?.versions)
    }),
    { numRuns: 15 },
  )
})
