// Promises of the writer of a run by itself.
import { expect, it } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import type { Outcome } from '../../../engine/waterfall/outcome.ts'
import { newId } from '../../../kernel/ids.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { createLog } from '../../../platform/log.ts'
import { eraseLead } from '../../../records/leads/erasure/erase.commands.ts'
import { upsertLeads } from '../../../records/leads/upsert.commands.ts'
import { createAdmission } from '../../accounts/admission.ts'
import { attemptOf, canContinueFrom } from '../../attempts/attempts.logic.ts'
import { readAttempts } from '../../attempts/attempts.reads.ts'
import { NoRoomYet } from '../../lookups/calls.ts'
import { settlementOf } from '../../money/booking.commands.ts'
import { about, many } from '../../money/books.fixture.ts'
import { openCallBooks } from '../../money/paid-call.ts'
import { spendOf } from '../cells/ask-for.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { ANY_CHUNK } from '../run-stage.fixture.ts'
import { startRun } from '../start-run.commands.ts'
import { addWorkbook, readCells } from '../workbook.fixture.ts'
import { claimChunk } from './chunks.writes.ts'
import { createRunWriter } from './run-writer.ts'

const { database } = await openTenant()

const away = () => Promise.reject(Object.assign(new Error('the database is away'), { code: '57P01' }))

async function beginRun() {
  const paid = lookup('paid', says(), { repeat_free: false })
  const book = await addWorkbook(database, many(2), [about('paid')])
  const actor = { kind: 'user' as const, user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null }
  const at = { workspace_id: book.workspace_id, actor }
  const now = () => new Date()
  const { run_id } = await startRun({ database, catalog: [paid], now }, at, book.id, { mode: 'missing', max_usd: 0.75 })
  const worker_id = newId()
  let lease = await claimChunk(database, worker_id, ANY_CHUNK, [])
  while (lease && lease.run_id !== run_id) lease = await claimChunk(database, worker_id, ANY_CHUNK, [])
  if (!lease) throw new Error('the run has no chunk')
  const held = lease
  const [first, second] = await database.asOwner<{ id: string }>(
    'select id from workbook_rows where workbook_id = $1 order by position',
    [book.id],
  )
  const payer = { workbook_id: book.id, run_id, user_id: 1, token_id: null }
  const open = (runIsOver = () => Promise.resolve(), noRoom = () => {}, now = () => Date.now()) =>
    createRunWriter({
      database,
      log: createLog('silent'),
      lease: held,
      workbook_id: book.id,
      worker_id,
      payer,
      admission: createAdmission(2, () => Date.now()),
      runIsOver,
      noRoom,
      stop: new AbortController().signal,
      now,
    })
  return { paid, book, run_id, payer, seq: held.seq, first, second, open }
}

it('has written all that it was given when it is drained, though the database was away as it ended the run', async () => {
  const { paid, book, run_id, seq, first, second, open } = await beginRun()
  let ends = 0
  const writer = open(() => (++ends === 1 ? away() : Promise.resolve()))
  const books = writer.booksOf(seq)
  const reserve = (row: { id: string } | undefined) => {
    const attempt = attemptOf(row?.id ?? '', 'c2', 's1', 'paid', new Date())
    const want = spendOf(attempt, paid, {})
    return { attempt, want, terms: books.reserve({ attempt, want }) }
  }
  const settle = (row: { id: string } | undefined) => {
    const write = { row_id: row?.id ?? '', column_id: 'c2', status: 'complete' as const, value: 'x', run_id }
    return writer.settle({ seq, write, attempts: [], keep: [], spent: [], awaited: [], rest_ms: null })
  }
  const made = reserve(first)
  const terms = await made.terms
  books.record(made.attempt, settlementOf(made.want, terms, { cost_micro: 500_000, reported: false }))
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

it('gives rows back whose calls find no room for longer than the lease of a worker that is gone', async () => {
  const { paid, book, run_id, payer, seq, first, second, open } = await beginRun()
  const at = Date.now()
  let later = 0
  let given = 0
  const writer = open(
    undefined,
    () => void given++,
    () => at + later,
  )
  const wanted = (row: { id: string } | undefined) => {
    const attempt = attemptOf(row?.id ?? '', 'c2', 's1', 'paid', new Date())
    return { attempt, want: spendOf(attempt, paid, {}) }
  }
  // A worker that is gone has a call under way for most of what the run may cost, and more than the rest is asked for.
  const gone = openCallBooks({
    database,
    workspace_id: book.workspace_id,
    payer,
    signal: new AbortController().signal,
    patience_ms: 0,
  })
  await gone.reserve(wanted(first))
  let told: Error | undefined
  const put = writer.booksOf(seq).reserve(wanted(second))
  put.catch((error: Error) => {
    told = error
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect({ told, given }).toEqual({ told: undefined, given: 0 })
  later = 13_000
  await expect(put).rejects.toThrow(NoRoomYet)
  expect(given).toBe(1)
  expect((await database.asOwner('select from reservations where run_id = $1', [run_id])).length).toBe(1)
})

it.each([
  'a run',
  'a job for leads',
])('an answer to %s that names an erased person is kept nowhere, is billed, and is not asked for again', async (who) => {
  const { paid, book, run_id, payer, seq, first, open } = await beginRun()
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(book.workspace_id, work)
  await inWorkspace(async (tx) => {
    const lead = { data: { contact_person: 'Bea Doe', email: 'bea@erased.example' }, provenance: {} }
    const [placed] = await upsertLeads(tx, [lead], { existing: 'overwrite', source: { kind: 'api' } })
    await eraseLead(tx, placed?.lead?.id ?? 0)
  })
  const writer = open()
  const single = openCallBooks({
    database,
    workspace_id: book.workspace_id,
    payer: { ...payer, workbook_id: null },
    signal: new AbortController().signal,
    patience_ms: 0,
  })
  const books = who === 'a run' ? writer.booksOf(seq) : single
  const attempt = attemptOf(first?.id ?? '', 'c2', 's1', 'paid', new Date())
  const want = spendOf(attempt, paid, {})
  const claim = { key: '00'.repeat(32), provider: 'paid', passes: null }
  const terms = await books.reserve({ attempt, want, claim })
  const outcome = { kind: 'found', values: { text: 'Write to Bea@erased.example' }, confidence: 0.9, verified: false }
  const answered = { ...attempt, outcome: 'found', answer: outcome as unknown as Outcome, cost_micro: 500_000 }
  const day = new Date()
  const keep = { key: claim.key, provider: 'paid', outcome: outcome as never, fetched_at: day, expires_at: day }
  books.record(answered, settlementOf(want, terms, { cost_micro: 500_000, reported: false }), keep)
  await writer.drain()
  await single.settled()
  const [kept] = (await inWorkspace((tx) => readAttempts(tx, [attempt.id]))).values()
  expect(kept).toMatchObject({ state: 'settled', answer: { kind: 'not_found' }, cost_micro: 500_000, request: null })
  expect(kept && canContinueFrom(kept)).toBe(true)
  for (const table of ['attempts', 'lookup_cache', 'reservations'])
    expect(
      await database.asOwner(
        `select 1 from ${table} t where workspace_id = $1 and (to_jsonb(t)::text ~* 'bea@erased' or '${table}' <> 'attempts')`,
        [book.workspace_id],
      ),
      table,
    ).toEqual([])
  const lines = await database.asOwner('select amount_micro::int as micro from ledger_lines where run_id = $1', [
    run_id,
  ])
  expect(lines).toEqual([{ micro: 500_000 }])
})
