// The writer of a run by itself, over a database that is away for a moment.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId } from '../../kernel/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createAdmission } from '../accounts/admission.ts'
import { attemptOf } from '../attempts/attempts.logic.ts'
import { settlementOf } from '../money/booking.commands.ts'
import { about, many } from '../money/books.fixture.ts'
import { spendOf } from './ask-for.ts'
import { claimChunk } from './chunks.writes.ts'
import { lookup, says } from './counted-lookup.fixture.ts'
import { createRunWriter } from './run-writer.ts'
import { startRun } from './start-run.commands.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const away = () => Promise.reject(Object.assign(new Error('the database is away'), { code: '57P01' }))

it('has written all that it was given when it is drained, though the database was away as it ended the run', async () => {
  const paid = lookup('paid', says(), { repeat_free: false })
  const book = await addWorkbook(database, many(2), [about('paid')])
  const actor = { kind: 'user' as const, user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null }
  const at = { workspace_id: book.workspace_id, actor }
  const now = () => new Date()
  const { run_id } = await startRun({ database, catalog: [paid], now }, at, book.id, { mode: 'missing', max_usd: 0.75 })
  const worker_id = newId()
  const lease = await claimChunk(database, worker_id, [], [])
  if (lease?.run_id !== run_id) throw new Error('there is another run')
  const [first, second] = await database.asOwner<{ id: string }>(
    'select id from workbook_rows where workbook_id = $1 order by position',
    [book.id],
  )
  let ends = 0
  const writer = createRunWriter({
    database,
    log: createLog('silent'),
    lease,
    workbook_id: book.id,
    worker_id,
    payer: { workbook_id: book.id, run_id, user_id: 1, token_id: null },
    admission: createAdmission(2, () => Date.now()),
    runIsOver: () => (++ends === 1 ? away() : Promise.resolve()),
    stop: new AbortController().signal,
    now: () => Date.now(),
  })
  const reserve = (row: { id: string } | undefined) => {
    const attempt = attemptOf(row?.id ?? '', 'c2', 's1', 'paid', now())
    const want = spendOf(attempt, paid, {})
    return { attempt, want, terms: writer.reserve(lease.seq, { attempt, want }) }
  }
  const settle = (row: { id: string } | undefined) => {
    const write = { row_id: row?.id ?? '', column_id: 'c2', status: 'complete' as const, value: 'x', run_id }
    return writer.settle({ seq: lease.seq, write, attempts: [], keep: [], spent: [], awaited: [], rest_ms: null })
  }
  const made = reserve(first)
  const terms = await made.terms
  writer.record(made.attempt, settlementOf(made.want, terms, { cost_micro: 500_000, reported: false }))
  await writer.drain()
  await settle(first)
  // What is left is less than the second call may cost: the run is over.
  await expect(reserve(second).terms).rejects.toThrow('may cost')
  await expect.poll(() => ends).toBe(2)
  await settle(second)
  let isDrained = false
  const drained = writer.drain().then(() => {
    isDrained = true
  })
  // Nothing is written meanwhile.
  await database.inWorkspace(book.workspace_id, async (tx) => {
    await tx.client.query('select from runs where workspace_id = $1 and id = $2 for update', [tx.workspace_id, run_id])
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(isDrained).toBe(false)
  })
  await drained
  expect((await readCells(database, book.id)).map(({ status }) => status)).toEqual(['complete', 'complete'])
})
