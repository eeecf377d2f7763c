// Answers that take their time, on a real database: fetched or brought, early or late, once or twice, and past a killed worker.
import { afterEach, describe, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { createLog } from '../../platform/log.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { HttpRequest } from '../../providers/kit/outside.ts'
import { createProviderLimits } from '../accounts/provider-limits.ts'
import { callbackTokens } from '../attempts/callback-token.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { setPrice } from '../money/prices.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import type { RunResponse } from '../runs/planning/run.schema.ts'
import { cancelRun } from '../runs/run.commands.ts'
import { readRun } from '../runs/runs.reads.ts'
import { startRun } from '../runs/start-run.commands.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { startRunWorker } from '../runs/worker/run.worker.ts'
import { callbackRoutes } from './callback.routes.ts'
import { slowVendor } from './slow-vendor.fixture.ts'
import { startWaitingWorker } from './waiting.worker.ts'

const now = () => new Date()
const tokens = callbackTokens(Buffer.alloc(32, 7), 'https://millrace.example')
let closers: (() => Promise<void>)[] = []
const { database, app } = await openTenant((database) => callbackRoutes(database, tokens))
afterEach(async () => {
  await Promise.all(closers.map((close) => close()))
  closers = []
})

type Http = (request: HttpRequest) => ReturnType<ReturnType<typeof slowVendor>['http']>

function work(catalog: Lookup[], http: Http) {
  const toolsFor = () => ({ ...offlineTools, http })
  const accounts = { find: async () => ({}) }
  const limits = createProviderLimits(now)
  const log = createLog('silent')
  const ask = createAsker({ cache: answerCache(database), toolsFor, accounts, limits, now })
  const runs = startRunWorker({ database, log, catalog, ask, callbackUrl: tokens.urlFor, now })
  const waiting = startWaitingWorker({ database, log, catalog, toolsFor, accounts, limits, now })
  const close = async () => {
    await Promise.all([runs.close(), waiting.close()])
  }
  closers.push(close)
  const wake = () => {
    runs.wake()
    waiting.wake()
  }
  return { wake, close }
}

async function start(
  book: { workspace_id: WorkspaceId; id: string },
  catalog: Lookup[],
  mode: 'missing' | 'all' = 'missing',
) {
  const actor = { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null }
  const scope = { workspace_id: book.workspace_id, role: 'owner', actor, principal: { user_id: 1 } } as never
  const runs = { database, catalog, now }
  const { run_id } = await startRun(runs, scope, book.id, { mode })
  const look = () => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, run_id))
  const cancel = () => cancelRun(runs, book.workspace_id, book.id, run_id)
  return { run_id, look, cancel }
}

const column = (name: string, ...providers: string[]): JsonObject => ({
  type: 'waterfall',
  name,
  output: 'description',
  steps: providers.map((provider) => ({ provider, inputs: { key: '{{Name}}' } })),
})
const reading = (name: string, of: string, provider: string): JsonObject => ({
  type: 'waterfall',
  name,
  output: 'description',
  steps: [{ provider, inputs: { key: `{{${of}}}` } }],
})
const ended = (run: RunResponse) => run.ended_at !== null
const bring = (address: string | undefined, payload: object) =>
  app.inject({ method: 'POST', url: new URL(address ?? 'https://x.example/api/callbacks/x').pathname, payload })

const untilCells = (book: { id: string }, holds: (cells: Awaited<ReturnType<typeof readCells>>) => boolean) =>
  until(() => readCells(database, book.id), holds)

describe('an answer that is asked after', () => {
  it('lets its cell wait without a place, goes on with the row when it comes, and is paid once', async () => {
    const slow = slowVendor('slow')
    const next = lookup('next', says())
    const book = await addWorkbook(
      database,
      ['a', 'b', 'c'],
      [column('About', 'slow', 'next'), reading('More', 'About', 'next')],
    )
    const catalog = [slow.lookup, next]
    work(catalog, slow.http)
    const { look } = await start(book, catalog)
    const waiting = await untilCells(book, (cells) => cells.filter(({ status }) => status === 'waiting').length === 3)
    expect(waiting).toHaveLength(3)
    expect(await look()).toMatchObject({ status: 'running', done: 0 })
    slow.answers.set('a', 'from a').set('b', null).set('c', 'from c')
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'done', done: 6, cells: 6, counts: { complete: 6 }, cost_usd: 3 })
    const cells = await readCells(database, book.id)
    expect(cells.map(({ column_id, provider, value }) => [column_id, provider, value])).toEqual([
      ['c2', 'slow', 'from a'],
      ['c3', 'next', 'about from a'],
      ['c2', 'next', 'about b'],
      ['c3', 'next', 'about about b'],
      ['c2', 'slow', 'from c'],
      ['c3', 'next', 'about from c'],
    ])
    expect(slow.asked.sort()).toEqual(['a', 'b', 'c'])
    const books = await database.asOwner(
      'select state, count(*)::int as n from attempts where workbook_id = $1 group by 1',
      [book.id],
    )
    expect(books).toEqual([{ state: 'settled', n: 7 }])
  })

  it('costs what the workspace pays for it, and the ledger says whose price that is', async () => {
    const slow = slowVendor('slow')
    const book = await addWorkbook(database, ['a'], [column('About', 'slow')])
    await database.inWorkspace(book.workspace_id, (tx) => setPrice(tx, [slow.lookup], 'slow', { price_usd: 0.25 }))
    work([slow.lookup], slow.http)
    const { look } = await start(book, [slow.lookup])
    slow.answers.set('a', 'from a')
    expect(await until(look, ended)).toMatchObject({ status: 'done', cost_usd: 0.25 })
    const lines = await database.asOwner(
      'select state, basis, amount_micro::int as micro from ledger_lines where workbook_id = $1',
      [book.id],
    )
    expect(lines).toEqual([{ state: 'settled', basis: 'workspace', micro: 250_000 }])
  })

  it('is kept for the next who asks the same', async () => {
    const slow = slowVendor('slow')
    slow.answers.set('a', 'from a')
    const book = await addWorkbook(database, ['a'], [column('About', 'slow')])
    work([slow.lookup], slow.http)
    await until((await start(book, [slow.lookup])).look, ended)
    await until((await start(book, [slow.lookup], 'all')).look, ended)
    expect(slow.asked).toEqual(['a'])
  })

  it('is an error when it does not come in time, and the others are asked', async () => {
    const slow = slowVendor('slow', { patience_ms: 100 })
    const next = lookup('next', (inputs) => says()(inputs, AbortSignal.abort()))
    const book = await addWorkbook(database, ['a'], [column('About', 'slow'), column('Else', 'slow', 'next')])
    const catalog = [slow.lookup, next]
    work(catalog, slow.http)
    const { look } = await start(book, catalog)
    expect(await until(look, ended)).toMatchObject({ status: 'done_with_errors', done: 2 })
    expect(await readCells(database, book.id)).toMatchObject([
      { status: 'error', reason: 'timeout', provider: 'slow' },
      { status: 'complete', provider: 'next' },
    ])
  })

  it('is not asked for by another run meanwhile, which does not wait either', async () => {
    const slow = slowVendor('slow')
    const book = await addWorkbook(database, ['a'], [column('About', 'slow')])
    work([slow.lookup], slow.http)
    const first = await start(book, [slow.lookup])
    await untilCells(book, ([cell]) => cell?.status === 'waiting')
    const second = await start(book, [slow.lookup], 'all')
    expect(await until(second.look, ended)).toMatchObject({ counts: { untouched: 1 } })
    slow.answers.set('a', 'from a')
    expect(await until(first.look, ended)).toMatchObject({ counts: { complete: 1 } })
    expect(slow.asked).toEqual(['a'])
  })

  it('is taken over by another worker when one is gone, and no provider is asked again', async () => {
    const slow = slowVendor('slow')
    const names = Array.from({ length: 40 }, (_, index) => `k${index}`)
    const book = await addWorkbook(database, names, [column('About', 'slow')])
    const one = work([slow.lookup], slow.http)
    const { look } = await start(book, [slow.lookup])
    await untilCells(book, (cells) => cells.length === 40)
    await one.close()
    // As if it had died while it looked: its leases are left behind.
    await database.asOwner(
      `update awaited_answers set lease_until = now() + interval '300 milliseconds', look_at = now()`,
    )
    for (const name of names) slow.answers.set(name, `from ${name}`)
    work([slow.lookup], slow.http)
    expect(await until(look, ended)).toMatchObject({ done: 40, counts: { complete: 40 } })
    expect(slow.asked.sort()).toEqual([...names].sort())
  })

  it('fills the cell when it comes after its run was cancelled, unless a person was quicker', async () => {
    const slow = slowVendor('slow')
    const book = await addWorkbook(database, ['a', 'b'], [column('About', 'slow')])
    work([slow.lookup], slow.http)
    const { look, cancel } = await start(book, [slow.lookup])
    await untilCells(book, (cells) => cells.filter(({ status }) => status === 'waiting').length === 2)
    await cancel()
    await database.asOwner(
      `update cells set status = 'overridden', value = '"mine"' where workbook_id = $1 and row_id = (
        select id from workbook_rows where workbook_id = $1 and data->>'c1' = 'b')`,
      [book.id],
    )
    slow.answers.set('a', 'from a').set('b', 'from b')
    const cells = await untilCells(book, ([cell]) => cell?.status === 'complete')
    expect(cells).toMatchObject([{ value: 'from a' }, { status: 'overridden', value: 'mine' }])
    expect(await look()).toMatchObject({ status: 'cancelled' })
    const kept = await database.asOwner(
      `select answer->'values'->>'description' as value, confidence from attempts where workbook_id = $1 order by 1`,
      [book.id],
    )
    expect(kept).toEqual([
      { value: 'from a', confidence: 0.75 },
      { value: 'from b', confidence: 0.75 },
    ])
  })
})

it('serves all who ask the same while it is awaited, in any workbook, for one call', async () => {
  const slow = slowVendor('slow')
  const book = await addWorkbook(database, ['a', 'a', 'b'], [column('About', 'slow')])
  const other = await addWorkbook(database, ['a', 'b'], [column('About', 'slow')], book.workspace_id)
  work([slow.lookup], slow.http)
  const one = await start(book, [slow.lookup])
  await expect.poll(() => [...slow.asked].sort()).toEqual(['a', 'b'])
  // Another process knows of it from the database alone, once the promises are on record there.
  await expect
    .poll(async () => {
      const promised = 'select count(*)::int as n from awaited_answers where workbook_id = $1'
      return (await database.asOwner<{ n: number }>(promised, [book.id]))[0]?.n
    })
    .toBe(2)
  work([slow.lookup], slow.http)
  const two = await start(other, [slow.lookup])
  await untilCells(other, (cells) => cells.length === 2)
  slow.answers.set('a', 'from a').set('b', 'from b')
  expect(await until(one.look, ended)).toMatchObject({ counts: { complete: 3 }, cost_usd: 1 })
  expect(await until(two.look, ended)).toMatchObject({ counts: { complete: 2 }, cost_usd: 0 })
  expect([...slow.asked].sort()).toEqual(['a', 'b'])
})

it('is asked for again by the next run when it did not come', async () => {
  const slow = slowVendor('slow', { patience_ms: 100 })
  const book = await addWorkbook(database, ['a'], [column('About', 'slow')])
  work([slow.lookup], slow.http)
  await until((await start(book, [slow.lookup])).look, ended)
  expect(await readCells(database, book.id)).toMatchObject([{ status: 'error', reason: 'timeout' }])
  const other = await addWorkbook(database, ['a'], [column('About', 'slow')], book.workspace_id)
  slow.answers.set('a', 'from a')
  await until((await start(other, [slow.lookup])).look, ended)
  expect(slow.asked).toEqual(['a', 'a'])
})

describe('an answer that is brought', () => {
  const called = (patience_ms = 60_000) => slowVendor('caller', { calls: true, patience_ms })

  it('settles its cell once, however often it is brought, and only at its own address', async () => {
    const vendor = called()
    const book = await addWorkbook(database, ['a'], [column('About', 'caller')])
    const { wake } = work([vendor.lookup], vendor.http)
    const { look } = await start(book, [vendor.lookup])
    await untilCells(book, ([cell]) => cell?.status === 'waiting')
    const address = vendor.address.get('a') ?? ''
    const wrong = address.slice(0, -2) + (address.endsWith('AA') ? 'BB' : 'AA')
    const answers = await Promise.all([
      bring(wrong, { value: 'forged' }),
      bring('https://x.example/api/callbacks/nobody', { value: 'forged' }),
      bring(tokens.urlFor(book.workspace_id, book.id), { value: 'of no attempt' }),
    ])
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(404)
    expect((await bring(address, { value: 'from a' })).statusCode).toBe(202)
    wake()
    await until(look, ended)
    expect((await bring(address, { value: 'another' })).statusCode).toBe(202)
    wake()
    expect(await look()).toMatchObject({ status: 'done', done: 1, counts: { complete: 1 }, cost_usd: 0.5 })
    expect(await readCells(database, book.id)).toMatchObject([{ status: 'complete', value: 'from a' }])
    expect(vendor.asked).toEqual(['a'])
    const trace = await database.asOwner<{ text: string }>(
      'select a::text as text from attempts a where workbook_id = $1',
      [book.id],
    )
    for (const { text } of trace) expect(text).not.toContain(address.slice(-40))
  })

  it('may come before our own books know of the promise', async () => {
    const vendor = called()
    const book = await addWorkbook(database, ['a'], [column('About', 'caller')])
    const quick: Http = async (request) => {
      const reply = await vendor.http(request)
      const address = vendor.address.get('a')
      if (address) expect((await bring(address, { value: 'at once' })).statusCode).toBe(202)
      return reply
    }
    work([vendor.lookup], quick)
    const { look } = await start(book, [vendor.lookup])
    expect(await until(look, ended)).toMatchObject({ counts: { complete: 1 } })
    expect(await readCells(database, book.id)).toMatchObject([{ value: 'at once' }])
  })

  it('fills the cell although its time was over', async () => {
    const vendor = called(50)
    const book = await addWorkbook(database, ['a'], [column('About', 'caller')])
    await database.inWorkspace(book.workspace_id, (tx) => setPrice(tx, [vendor.lookup], 'caller', { price_usd: 0.25 }))
    const { wake } = work([vendor.lookup], vendor.http)
    const { look } = await start(book, [vendor.lookup])
    await until(look, ended)
    expect(await readCells(database, book.id)).toMatchObject([{ status: 'error', reason: 'timeout' }])
    await bring(vendor.address.get('a'), { value: 'late' })
    wake()
    expect(await untilCells(book, ([cell]) => cell?.status === 'complete')).toMatchObject([{ value: 'late' }])
    const lines = 'select state, basis, amount_micro::int as micro from ledger_lines where workbook_id = $1'
    expect(await database.asOwner(lines, [book.id])).toEqual([{ state: 'settled', basis: 'workspace', micro: 250_000 }])
  })

  it('finds its cell after a crash that left nothing but the reservation', async () => {
    const vendor = called()
    const book = await addWorkbook(database, ['a'], [column('About', 'caller')])
    const silent: Http = async (request) => {
      await vendor.http(request)
      return new Promise(() => {})
    }
    const { wake } = work([{ ...vendor.lookup, timeout_ms: 50 }], silent)
    const { look } = await start(book, [vendor.lookup])
    await until(look, ended)
    expect(await readCells(database, book.id)).toMatchObject([{ status: 'error', reason: 'uncertain' }])
    await database.asOwner(`update attempts set state = 'uncertain', answer = null where workbook_id = $1`, [book.id])
    expect((await bring(vendor.address.get('a'), { value: 'after all' })).statusCode).toBe(202)
    wake()
    expect(await untilCells(book, ([cell]) => cell?.status === 'complete')).toMatchObject([{ value: 'after all' }])
  })
})
