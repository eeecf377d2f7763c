// What a person can ask a run to be: a sample, a rehearsal, one cell, or what went wrong once more; and the end of them all.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import { newId } from '../../../kernel/ids.ts'
import { failed, found, notFound } from '../../../providers/kit/kit.ts'
import { findRows } from '../../../records/filters/found-rows.reads.ts'
import { nameOf, type Question } from '../../../records/filters/question.logic.ts'
import { keyShapes } from '../../../records/filters/sort-sql.logic.ts'
import { setCell } from '../../../records/rows/overrides.commands.ts'
import { readColumns } from '../../../records/store/workbooks.reads.ts'
import { encodeKeys, keysLiteral } from '../../../records/views/entry-key.logic.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { readErrorGroups } from '../run-errors.reads.ts'
import { type Book, setStage } from '../run-stage.fixture.ts'
import { dryRun, runCell } from '../start-run.commands.ts'
import { addWorkbook, readCells } from '../workbook.fixture.ts'
import { cutRest, cutRows } from '../worker/chunks.writes.ts'
import { matchingRows, resolveRun } from './run.scope.ts'
import { rowsOf } from './scope-rows.reads.ts'

const isBroken = new Set<string>()
const first = lookup('first', ({ key }) =>
  key?.startsWith('m') ? notFound() : found({ description: `1 ${key}` }, 0.9),
)
const second = lookup('second', ({ key }) => found({ description: `2 ${key}` }, 0.9))
const moody = lookup('moody', (inputs, signal) => {
  if (!isBroken.has(inputs.key ?? '')) return says()(inputs, signal)
  return failed(inputs.key?.startsWith('q') ? 'quota' : 'vendor_error', 'not today')
})
const slow = lookup('slow', async (inputs, signal) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return says()(inputs, signal)
})
let stage: ReturnType<typeof setStage>

const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [first, second, moody, slow])
})
afterAll(async () => {
  await stage.close()
})

const column = (...providers: string[]) => ({
  type: 'waterfall',
  name: 'About',
  output: 'description',
  steps: providers.map((provider) => ({ provider, inputs: { key: '{{Name}}' } })),
})
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const cells = (book: Book) => readCells(database, book.id)
const rowIds = async (book: Book) =>
  (
    await database.asOwner<{ id: string }>('select id from workbook_rows where workbook_id = $1 order by position', [
      book.id,
    ])
  ).map(({ id }) => id)
const oneCell = async (book: Book, index: number) => ({
  workbook_id: book.id,
  row_id: (await rowIds(book))[index] ?? '',
  column_id: 'c2',
})

test('a run over the rows of a saved view takes them from its index, in its order', async () => {
  const book = await addWorkbook(database, many(12), [column('first')])
  const question: Question = {
    filter: { field: 'c1', op: 'starts_with', value: 'n' },
    search: null,
    sorts: [{ field: 'c1', dir: 'desc' }],
  }
  await database.inWorkspace(stage.placeOf(book), async (tx) => {
    const asking = { id: book.id, columns: await readColumns(tx, book.id) }
    const whole = await matchingRows(tx, asking, question)
    const index = newId()
    await tx.client.query(
      `insert into view_indexes (workspace_id, id, workbook_id, question, filter, sorts) values ($1, $2, $3, $4, $5, $6)`,
      [tx.workspace_id, index, book.id, nameOf(book.id, question), question.filter, JSON.stringify(question.sorts)],
    )
    for (const row of await findRows(tx, asking, question, { limit: 100 }))
      await tx.client.query(
        'insert into view_entries (workspace_id, workbook_id, index_id, row_id, keys, position) values ($1, $2, $3, $4, $5, $6)',
        [
          tx.workspace_id,
          book.id,
          index,
          row.id,
          keysLiteral(encodeKeys(keyShapes(question.sorts), row.keys)),
          -row.position,
        ],
      )
    expect(await matchingRows(tx, asking, question)).toEqual(whole)
    // One that only looking through the workbook would find.
    const [gone] = await tx.client
      .query<{ row_id: string }>('delete from view_entries where index_id = $1 and row_id = $2 returning row_id', [
        index,
        whole.row_ids[3],
      ])
      .then(({ rows }) => rows)
    expect(await matchingRows(tx, asking, question)).toEqual({
      row_ids: whole.row_ids.filter((id) => id !== gone?.row_id),
    })
  })
})

describe('a sample', () => {
  it('takes rows with work from all over the scope, and no more than asked for', async () => {
    const book = await addWorkbook(database, ['', ...many(500)], [column('first')])
    const run = await stage.end(book, await stage.start(book, { sample: 10 }))
    expect(run).toMatchObject({ status: 'done', rows: 10, counts: { complete: 10 } })
    const places = (await cells(book)).map(({ name }) => Number(name.slice(1)))
    expect(places[0]).toBeLessThan(50)
    expect(places[9]).toBeGreaterThanOrEqual(450)
  })

  it('is filled up from where the work is', async () => {
    const book = await addWorkbook(database, [...Array(300).fill(''), ...many(7)], [column('first')])
    const rowsOfSample = (sample: number) =>
      database.inWorkspace(stage.placeOf(book), async (tx) =>
        rowsOf((await resolveRun(stage.runs, tx, book.id, { mode: 'missing', sample })).scope),
      )
    expect([await rowsOfSample(5), await rowsOfSample(50)]).toEqual([5, 7])
  })

  it('does not make the estimate of many rows believe that whole batches are filled', async () => {
    const book = await addWorkbook(database, many(5_200), [column('first')])
    await stage.end(book, await stage.start(book, { sample: 10 }))
    const { estimate } = await dryRun(stage.runs, stage.placeOf(book), book.id, { mode: 'missing', dry_run: true })
    expect(estimate).toMatchObject({ sampled: true, already_fresh: 0, to_run: 5_200 })
  })
})

test('a run over more matching rows than one process holds is cut into chunks that have each of them once, in order', async () => {
  const book = await addWorkbook(database, [...many(1500), ''], [column('first')])
  const question: Question = {
    filter: { field: 'c1', op: 'starts_with', value: 'n' },
    search: null,
    sorts: [{ field: 'c1', dir: 'desc' }],
  }
  const chunks = await database.inWorkspace(stage.placeOf(book), async (tx) => {
    const { run_id } = await stage.start(book, { sample: 1 })
    const asking = { id: book.id, columns: await readColumns(tx, book.id) }
    const scope = await matchingRows(tx, asking, question, 100)
    expect(scope).toMatchObject({ row_ids: { length: 100 }, rest: { count: 1400 } })
    expect(rowsOf(scope)).toBe(1500)
    expect(await matchingRows(tx, asking, question, 1500)).toEqual({ row_ids: expect.any(Array) })
    // Without time to look for them in one piece they are found piece by piece, in the order of the workbook.
    const inPlace = (await rowIds(book)).slice(0, 1500)
    expect(await matchingRows(tx, asking, question, 1500, 1)).toEqual({ row_ids: inPlace })
    await tx.client.query('delete from run_chunks where workspace_id = $1 and run_id = $2', [tx.workspace_id, run_id])
    await cutRows(tx, run_id, scope.row_ids)
    if (scope.rest) await cutRest(tx, run_id, scope.rest)
    const { rows } = await tx.client.query<{ row_ids: string[] }>(
      'select row_ids from run_chunks where workspace_id = $1 and run_id = $2 order by seq',
      [tx.workspace_id, run_id],
    )
    await tx.client.query(`update runs set status = 'cancelled' where workspace_id = $1 and id = $2`, [
      tx.workspace_id,
      run_id,
    ])
    return rows.map(({ row_ids }) => row_ids)
  })
  expect(chunks.flat()).toEqual((await rowIds(book)).slice(0, 1500))
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(2048)
})

describe('a dry run', () => {
  it('shows what would be done with each cell, stores nothing and asks no provider', async () => {
    const book = await addWorkbook(database, ['dry', '', 'typed'], [column('first', 'second')])
    await database.inWorkspace(stage.placeOf(book), async (tx) =>
      setCell(tx, await oneCell(book, 2), 'mine', new Date()),
    )
    const told = await dryRun(stage.runs, stage.placeOf(book), book.id, { mode: 'missing', dry_run: true })
    expect(told).toMatchObject({ run_id: null, status: 'dry_run', rows: 3, cells: 3 })
    expect(told.plan?.map(({ would, why, providers }) => [would, why, providers])).toEqual([
      ['ask', null, ['first', 'second']],
      ['skip', expect.stringContaining('Needs key'), []],
      ['leave', 'A user typed the value', []],
    ])
    expect(first.asked).not.toContain('dry')
    expect(await database.asOwner('select 1 from runs where workbook_id = $1', [book.id])).toEqual([])
  })
})

describe('one cell', () => {
  it('is asked for again whatever came of it, and no other with it', async () => {
    const book = await addWorkbook(database, ['m1', 'one2'], [column('first')])
    await stage.end(book, await stage.start(book))
    const again = await runCell(stage.runs, stage.placeOf(book), await oneCell(book, 1), {})
    expect(await stage.end(book, again)).toMatchObject({ rows: 1, cells: 1, counts: { complete: 1 } })
  })

  it('can be asked for from the provider behind the one that answered', async () => {
    const book = await addWorkbook(database, ['next1'], [column('first', 'second')])
    await stage.end(book, await stage.start(book))
    const place = await oneCell(book, 0)
    await stage.end(book, await runCell(stage.runs, stage.placeOf(book), place, { after_step: 'first' }))
    expect(await cells(book)).toMatchObject([{ value: '2 next1', provider: 'second' }])
    for (const after_step of ['second', 'nobody'])
      await expect(runCell(stage.runs, stage.placeOf(book), place, { after_step })).rejects.toMatchObject({
        code: 'invalid',
      })
  })

  it('keeps what a user typed, unless it is told to replace it', async () => {
    const book = await addWorkbook(database, ['own1'], [column('first')])
    const place = await oneCell(book, 0)
    await database.inWorkspace(stage.placeOf(book), (tx) => setCell(tx, place, 'mine', new Date()))
    await expect(runCell(stage.runs, stage.placeOf(book), place, {})).rejects.toMatchObject({ code: 'conflict' })
    await stage.end(book, await runCell(stage.runs, stage.placeOf(book), place, { force: true }))
    expect(await cells(book)).toMatchObject([{ status: 'complete', value: '1 own1' }])
  })

  it('is not found in a row or column that is not there', async () => {
    const book = await addWorkbook(database, ['x'], [column('first')])
    const place = await oneCell(book, 0)
    for (const wrong of [{ row_id: book.id }, { row_id: 'no' }, { column_id: 'c9' }])
      await expect(runCell(stage.runs, stage.placeOf(book), { ...place, ...wrong }, {})).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

describe('what went wrong', () => {
  it('is grouped by cause, and each group is taken up by the run it names', async () => {
    for (const name of ['q1', 'q2', 'v1']) isBroken.add(name)
    const book = await addWorkbook(database, ['q1', 'q2', 'v1', 'fine'], [column('moody')])
    const run = await stage.end(book, await stage.start(book))
    expect(run).toMatchObject({ status: 'done_with_errors', counts: { error: 3, complete: 1 } })
    const groups = await database.inWorkspace(book.workspace_id, (tx) => readErrorGroups(tx, book.id, run.run_id))
    expect(groups.map(({ reason, cells, provider }) => [reason, cells, provider])).toEqual([
      ['quota', 2, 'moody'],
      ['vendor_error', 1, 'moody'],
    ])
    isBroken.clear()
    const again = await stage.start(book, groups[0]?.retry)
    expect(await stage.end(book, again)).toMatchObject({ rows: 2, counts: { complete: 2 } })
    const left = await database.inWorkspace(book.workspace_id, (tx) => readErrorGroups(tx, book.id, run.run_id))
    expect(left.map(({ reason }) => reason)).toEqual(['vendor_error'])
  })
})
