// Whatever is written, a view whose rows are moved by what their writer knows holds what looking through the rows gives.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { addColumn } from '../columns/columns.commands.ts'
import { findRows } from '../filters/found-rows.reads.ts'
import { nameOf } from '../filters/question.logic.ts'
import { addHistoryWorkbook } from '../history/history.fixture.ts'
import { cellWriter, type WriteCell } from '../rows/cell-group.commands.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { deleteRows, updateRows } from '../rows/rows.commands.ts'
import { setFollow } from '../store/follow.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { findInIndex } from './view-index.reads.ts'

let writeCell: WriteCell
const { database } = await openTenant()
beforeAll(async () => {
  writeCell = cellWriter(database)
})

const VIEWS: { filter: Filter | null; sorts: Sort[] }[] = [
  { filter: null, sorts: [{ field: 'c1', dir: 'asc' }] },
  {
    filter: null,
    sorts: [
      { field: 'c2', dir: 'desc' },
      { field: 'c1', dir: 'desc' },
    ],
  },
  { filter: { field: 'c1', op: 'gte', value: 'b' }, sorts: [] },
  {
    filter: {
      and: [
        { field: 'c1', op: 'in', value: ['a', 'É', 3] },
        { field: 'c3', op: 'not_empty' },
      ],
    },
    sorts: [{ field: 'c3', dir: 'asc' }],
  },
  {
    filter: {
      or: [
        { field: 'c2', op: 'is_empty' },
        { field: 'c3', on: 'status', op: 'eq', value: 'overridden' },
      ],
    },
    sorts: [
      { field: 'c3', dir: 'desc' },
      { field: '$position', dir: 'desc' },
    ],
  },
  { filter: { not: { field: 'c3', op: 'eq', value: 'a' } }, sorts: [{ field: '$created_at', dir: 'desc' }] },
]

/** A workbook whose views are kept in order although it is small, as those of big ones are. */
async function makeBook(views = VIEWS) {
  const book = await addHistoryWorkbook(database)
  const inBook = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(book.ann, work)
  const indexes = await inBook(async (tx) => {
    const made = []
    for (const { filter, sorts } of views) {
      const id = newId()
      await tx.client.query(
        'insert into view_indexes (workspace_id, id, workbook_id, question, filter, sorts) values ($1, $2, $3, $4, $5, $6)',
        [
          tx.workspace_id,
          id,
          book.id,
          nameOf(book.id, { filter, sorts, search: null }),
          filter && JSON.stringify(filter),
          JSON.stringify(sorts),
        ],
      )
      made.push({ id, fields: ['c1', 'c2', 'c3', 'c4'] })
    }
    await setFollow(tx, book.id, 'views', made)
    return made
  })
  const expectTrue = () =>
    inBook(async (tx) => {
      const columns = (await readColumns(tx, book.id)) as ColumnConfig[]
      for (const [at, view] of views.entries()) {
        const question = { ...view, search: null }
        const kept = await findInIndex(tx, indexes[at]?.id ?? '', question, { limit: 1000 })
        expect(kept).toEqual(await findRows(tx, { id: book.id, columns }, question, { limit: 1000 }))
      }
    })
  return { ...book, inBook, expectTrue }
}

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('a', 'B', 'é', 'É', 'Straße', '\u{1F600}x', '10', '9', ' ', 'Zz'.repeat(80)),
  fc.constantFrom<Json>(null, 3, -0, 1e21, true, ['a', 'b'], [], { b: 1e21, aa: [1] }),
)
const act = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    rows: fc.array(fc.record({ c1: value, c2: value }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('cell' as const), at: fc.nat(), column: fc.constantFrom('c1', 'c2', 'c3'), value }),
  fc.record({
    kind: fc.constant('cells' as const),
    values: fc.array(value, { minLength: 2, maxLength: 4 }),
    column: fc.constantFrom('c1', 'c2'),
  }),
  fc.record({ kind: fc.constant('rows' as const), at: fc.nat(), c1: value, c2: value }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
)

test('every view holds its rows, in its order, after any acts', async () => {
  const { id, ann, inBook, expectTrue } = await makeBook()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      for (const one of acts) {
        const there = await database.asOwner<{ id: string }>(
          'select id from workbook_rows where workbook_id = $1 order by position',
          [id],
        )
        const row = 'at' in one ? there[one.at % there.length]?.id : undefined
        const put = (row_id: string, column_id: string, value: Json) =>
          writeCell(ann, { workbook_id: id, row_id, column_id }, value)
        if (one.kind === 'add') await inBook((tx) => createRows(tx, id, { rows: one.rows.map((data) => ({ data })) }))
        else if (one.kind === 'cells')
          await Promise.all(
            one.values.flatMap((value, at) => (there[at] ? [put(there[at].id, one.column, value)] : [])),
          )
        else if (row === undefined) continue
        else if (one.kind === 'cell') await put(row, one.column, one.value)
        else if (one.kind === 'rows')
          await inBook((tx) => updateRows(tx, id, { rows: [{ row_id: row, data: { c1: one.c1, c2: one.c2 } }] }))
        else await inBook((tx) => deleteRows(tx, id, [row]))
      }
      await expectTrue()
    }),
    { numRuns: scaleRuns(12) },
  )
})

test('a row that is added stands once in a view that reads it both as it came and as it is computed', async () => {
  const either = {
    or: [
      { field: 'c1', op: 'eq', value: 'a' },
      { field: 'c4', op: 'eq', value: 'ax' },
    ],
  } satisfies Filter
  const { id, inBook, expectTrue } = await makeBook([
    { filter: either, sorts: [{ field: 'c1', dir: 'asc' }] },
    { filter: { field: 'c4', op: 'eq', value: 'ax' }, sorts: [{ field: 'c4', dir: 'asc' }] },
  ])
  await inBook((tx) => addColumn(tx, id, { name: 'Both', type: 'formula', expression: '{{Name}} & {{Site}}' }))
  const rows = ['x', 'y', null].flatMap((c2) => ['a', 'b'].map((c1) => ({ data: { c1, c2 } })))
  const { row_ids } = await inBook((tx) => createRows(tx, id, { rows }))
  expect(row_ids).toHaveLength(6)
  await expectTrue()
})

test('a write that moves a row in no view writes nothing to their orders, and asks nothing', async () => {
  const { id, inBook, ann, expectTrue } = await makeBook()
  const { row_ids } = await inBook((tx) => createRows(tx, id, { rows: [{ data: { c1: 'zz', c2: 'x' } }] }))
  await expectTrue()
  const text = 'select index_id, xmin::text from view_entries where workbook_id = $1 order by 1'
  const entries = () => inBook(async ({ client }) => (await client.query(text, [id])).rows)
  const before = await entries()
  const cell = { workbook_id: id, row_id: row_ids[0] ?? '', column_id: 'c1' }
  // The same in small letters, which is how orders and filters read it.
  await writeCell(ann, cell, 'ZZ')
  expect(before.length).toBeGreaterThan(2)
  expect(await entries()).toEqual(before)
  await expectTrue()
})
