// The promise of undoing a run: what it wrote goes, what was there before comes back, and redo brings it again.
import { afterAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { found } from '../../providers/kit/kit.ts'
import { revertChange } from '../../records/history/revert.commands.ts'
import { setCell } from '../../records/rows/overrides.commands.ts'
import { lookup } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { readRun, readRuns } from './runs.reads.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

let stage: ReturnType<typeof setStage> | undefined
const { database } = await openTenant()
afterAll(async () => {
  await stage?.close()
})

test('a run that wrote over another is undone value by value, except values that a user typed since', async () => {
  let answer = 'first'
  const one = lookup('one', () => found({ description: answer }, 0.9), { cache_days: 0 })
  const book = await addWorkbook(
    database,
    ['a', 'b', 'c'],
    [
      {
        type: 'waterfall',
        name: 'About',
        output: 'description',
        steps: [{ provider: 'one', inputs: { key: '{{Name}}' } }],
      },
    ],
  )
  const here = setStage(database, [one])
  stage = here
  const inWorkspace = <T>(work: Parameters<typeof database.inWorkspace<T>>[1]) =>
    database.inWorkspace<T>(here.placeOf(book), work)
  const run = async () => (await here.end(book, await here.start(book, { mode: 'all' }))).run_id
  const cells = () =>
    database.asOwner<{ row_id: string; status: string | null; value: unknown; run_id: string | null }>(
      `select r.id as row_id, c.status, c.value, c.run_id from workbook_rows r left join cells c on c.row_id = r.id
       where r.workbook_id = $1 order by r.position`,
      [book.id],
    )
  const empty = await cells()
  const first = await run()
  const afterFirst = await cells()
  answer = 'second'
  const second = await run()
  const afterSecond = await cells()
  expect(afterSecond.map(({ value }) => value)).toEqual(['second', 'second', 'second'])
  const path = { workbook_id: book.id, row_id: String(afterSecond[2]?.row_id), column_id: 'c2' }
  await inWorkspace((tx) => setCell(tx, path, 'typed', new Date(0)))

  const undo = (id?: string) => inWorkspace((tx) => revertChange(tx, book.id, 'undo', id))
  expect(await undo(second)).toMatchObject({
    kind: 'run',
    words: 'Ran 1 column over 3 rows',
    cells: 2,
    skipped: [{ row_id: path.row_id, column_id: 'c2', reason: 'changed_since' }],
    note: expect.stringContaining('does not bring money back'),
  })
  expect((await cells()).slice(0, 2)).toEqual(afterFirst.slice(0, 2))
  expect((await readCells(database, book.id))[2]).toMatchObject({ status: 'overridden', value: 'typed' })
  const undone = async () => {
    const runs = await inWorkspace((tx) => readRuns(tx, { workbook_id: book.id }, 10, undefined))
    return runs.map(({ run_id, undone_at }) => [run_id, undone_at !== null])
  }
  expect(await undone()).toEqual([
    [second, true],
    [first, false],
  ])
  expect((await inWorkspace((tx) => readRun(tx, book.id, second))).undone_at).toMatch(/Z$/)
  await inWorkspace((tx) => revertChange(tx, book.id, 'redo', second))
  expect(await undone()).toEqual([
    [second, false],
    [first, false],
  ])
  expect((await cells()).slice(0, 2)).toEqual(afterSecond.slice(0, 2))
  for (const id of [undefined, second, first]) await undo(id)
  expect(await cells()).toEqual(empty)
})
