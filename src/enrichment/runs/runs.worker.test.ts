// Runs on a real database, with lookups whose every call is counted.
import { afterEach, describe, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { failed, found, type Lookup, notFound } from '../../providers/kit/kit.ts'
import { deleteWorkbook } from '../../records/workbooks/workbooks.commands.ts'
import { held, lookup, says } from './counted-lookup.fixture.ts'
import type { RunRequest, RunResponse } from './planning/run.schema.ts'
import { cancelRun, cancelRunsOf, pauseRun, resumeRun } from './run.commands.ts'
import { workerFor } from './run-stage.fixture.ts'
import { readRun } from './runs.reads.ts'
import { startRun } from './start-run.commands.ts'
import { addWorkbook, readCells, until } from './workbook.fixture.ts'
import type { RunWorker } from './worker/run.worker.ts'

let workers: RunWorker[] = []
const { database } = await openTenant()
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  workers = []
})

const step = (provider: string) => ({ provider, inputs: { key: '{{Name}}' } })

const workbook = (names: string[], columns: JsonObject[]) => addWorkbook(database, names, columns)

function work(catalog: Lookup[]): RunWorker {
  const worker = workerFor(database, catalog)
  workers.push(worker)
  return worker
}

async function start(
  book: { workspace_id: WorkspaceId; id: string },
  catalog: Lookup[],
  request: Partial<RunRequest> = {},
) {
  const actor = { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null }
  const scope = { workspace_id: book.workspace_id, role: 'owner', actor, principal: { user_id: 1 } } as never
  const runs = { database, catalog, now: () => new Date() }
  const started = await startRun(runs, scope, book.id, { mode: 'missing', ...request })
  for (const worker of workers) worker.wake()
  const look = () => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, started.run_id))
  return { ...started, runs, look }
}

const ended = (run: RunResponse) => run.ended_at !== null
const cells = (book: { id: string }) => readCells(database, book.id)
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const waterfall = (...steps: object[]) =>
  ({ type: 'waterfall', name: 'About', output: 'description', steps }) as JsonObject

describe('a run', () => {
  it('fills every cell, asks for each row once and ends with exact counters', async () => {
    const one = lookup('one', says())
    const book = await workbook(many(700), [waterfall(step('one'))])
    work([one])
    const { look } = await start(book, [one])
    const run = await until(look, ended)
    expect(run).toMatchObject({
      status: 'done',
      rows: 700,
      cells: 700,
      done: 700,
      counts: { complete: 700 },
      cost_usd: 350,
    })
    expect(new Set(one.asked).size).toBe(700)
    expect(one.asked.length).toBe(700)
    expect((await cells(book)).every((cell) => cell.value === `about ${cell.name}`)).toBe(true)
    const [state] = await database.asOwner<JsonObject>('select status, completed_rows from workbooks where id = $1', [
      book.id,
    ])
    expect(state).toEqual({ status: 'complete', completed_rows: 700 })
  })

  it('counts also the cells that it leaves as they were', async () => {
    const one = lookup('one', says())
    const book = await workbook(many(20), [waterfall(step('one'))])
    work([one])
    await until((await start(book, [one])).look, ended)
    const again = await until((await start(book, [one])).look, ended)
    expect(again).toMatchObject({ status: 'done', done: 20, counts: { untouched: 20 } })
  })

  it('asks the next provider only for what the one before did not have', async () => {
    const first = lookup('first', (inputs) => (inputs.key?.endsWith('1') ? found({ description: 'x' }, 1) : notFound()))
    const second = lookup('second', says())
    const book = await workbook(['a1', 'b2', 'c1', 'd2'], [waterfall(step('first'), step('second'))])
    work([first, second])
    const { look } = await start(book, [first, second])
    await until(look, ended)
    expect(second.asked.sort()).toEqual(['b2', 'd2'])
    expect((await cells(book)).map((cell) => cell.provider)).toEqual(['first', 'second', 'first', 'second'])
  })

  it('tells a miss, a failure, a false condition and a missing input apart', async () => {
    const moody = lookup('moody', (inputs) =>
      inputs.key === 'miss'
        ? notFound()
        : inputs.key === 'fail'
          ? failed('vendor_error', 'broken')
          : found({ description: 'x' }, 1),
    )
    const column = { ...waterfall(step('moody')), run_if: { field: 'c1', op: 'ne', value: 'skip' } }
    const book = await workbook(['hit', 'miss', 'fail', 'skip', ''], [column as JsonObject])
    work([moody])
    const { look } = await start(book, [moody])
    expect(await until(look, ended)).toMatchObject({ status: 'done_with_errors' })
    expect((await cells(book)).map(({ status, reason }) => [status, reason])).toEqual([
      ['complete', null],
      ['not_found', null],
      ['error', 'vendor_error'],
      ['skipped', 'condition_false'],
      ['skipped', 'missing_input'],
    ])
  })

  it('fills a column from one that the same run fills first', async () => {
    const one = lookup('one', says())
    const book = await workbook(
      ['a'],
      [waterfall(step('one')), { ...waterfall({ provider: 'one', inputs: { key: '{{About}}' } }), name: 'More' }],
    )
    work([one])
    const { look } = await start(book, [one])
    await until(look, ended)
    expect((await cells(book)).map((cell) => cell.value)).toEqual(['about a', 'about about a'])
  })

  it('repeats only what failed when asked for that', async () => {
    let broken = true
    const moody = lookup('moody', (inputs) =>
      broken && inputs.key !== 'ok' ? failed('vendor_error', 'broken') : found({ description: 'x' }, 1),
    )
    const book = await workbook(['ok', 'bad', 'worse'], [waterfall(step('moody'))])
    work([moody])
    await until((await start(book, [moody])).look, ended)
    broken = false
    moody.asked.length = 0
    const again = await start(book, [moody], { mode: 'failed' })
    expect(again.rows).toBe(2)
    expect(await until(again.look, ended)).toMatchObject({ status: 'done', done: 2 })
    expect(moody.asked.sort()).toEqual(['bad', 'worse'])
  })

  it('runs the first rows that have something to run when a limit is given', async () => {
    const one = lookup('one', says())
    const book = await workbook(many(30), [waterfall(step('one'))])
    work([one])
    const first = await until((await start(book, [one], { limit: 10 })).look, ended)
    expect(first).toMatchObject({ scope: { row_ids: null, view_id: null, filter: null, limit: 10, sample: null } })
    await until((await start(book, [one], { limit: 10 })).look, ended)
    expect(one.asked.length).toBe(20)
    expect(new Set(one.asked)).toEqual(new Set(many(20)))
  })

  it('answers an equal question from the cache, free of charge', async () => {
    const one = lookup('one', says())
    const book = await workbook(['same', 'same', 'same'], [waterfall(step('one'))])
    work([one])
    const run = await until((await start(book, [one])).look, ended)
    expect(one.asked).toEqual(['same'])
    expect(run.cost_usd).toBe(0.5)
  })

  it('keeps a value that a person typed over', async () => {
    const one = lookup('one', says())
    const book = await workbook(['a', 'b'], [waterfall(step('one'))])
    await database.asOwner(
      `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value) select workspace_id, workbook_id, id, 'c2', 'overridden', '"mine"'
        from workbook_rows where workbook_id = $1 and position = 1`,
      [book.id],
    )
    work([one])
    await until((await start(book, [one], { mode: 'all' })).look, ended)
    expect((await cells(book)).map((cell) => cell.value)).toEqual(['mine', 'about b'])
  })
})

describe('a run that is stopped', () => {
  it('ends at once when cancelled and leaves cells it did not reach as they were', async () => {
    const one = held()
    const book = await workbook(many(200), [waterfall(step('slow'))])
    const worker = work([one])
    const { look, runs, run_id } = await start(book, [one])
    await until(look, (run) => run.done > 0)
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    worker.wake()
    expect((await until(look, ended)).status).toBe('cancelled')
    const asked = one.asked.length
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(one.asked.length).toBe(asked)
    // Those that were being asked when it ended say so.
    const left = await cells(book)
    expect(left.length).toBe(asked)
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['complete', 'error']))
    await expect(resumeRun(runs, book.workspace_id, book.id, run_id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('ends and says so when its workbook is deleted', async () => {
    const one = held()
    const book = await workbook(many(200), [waterfall(step('slow'))])
    work([one])
    const { look, run_id } = await start(book, [one])
    await until(look, (run) => run.done > 0)
    await database.inWorkspace(book.workspace_id, (tx) => deleteWorkbook(tx, book.id, cancelRunsOf))
    const told = await database.asOwner<{ ending: string }>('select ending from runs where id = $1', [run_id])
    expect(told).toEqual([{ ending: 'cancelled' }])
    const text = `select type from outbox where payload->>'run_id' = $1 or payload->>'workbook_id' = $2 order by seq`
    const types = async () => {
      const told = await database.asOwner<{ type: string }>(text, [run_id, book.id])
      return told.flatMap(({ type }) => (/cancelled|deleted/.test(type) ? [type] : []))
    }
    // Its calls are stopped and booked first.
    while ((await types()).length < 2) await new Promise((resolve) => setTimeout(resolve, 25))
    expect(await types()).toEqual(['workbook.deleted', 'run.cancelled'])
  })

  it('goes on where it stopped after a pause, asking nothing twice', async () => {
    const one = held()
    const book = await workbook(many(120), [waterfall(step('slow'))])
    const worker = work([one])
    const { look, runs, run_id } = await start(book, [one])
    await until(look, (run) => run.done > 0)
    await pauseRun(runs, book.workspace_id, book.id, run_id)
    worker.wake()
    const paused = await until(look, (run) => {
      one.letGo()
      return run.status === 'paused'
    })
    expect(paused.done).toBeLessThan(120)
    one.open()
    await resumeRun(runs, book.workspace_id, book.id, run_id)
    worker.wake()
    expect(await until(look, ended)).toMatchObject({ status: 'done', done: 120, counts: { complete: 120 } })
    expect(one.asked.length).toBe(120)
  })

  it('is carried on by another worker when its own ends, and counts every cell once', async () => {
    const one = held()
    const book = await workbook(many(150), [waterfall(step('slow'))])
    const first = work([one])
    const { look } = await start(book, [one])
    await until(look, (run) => run.done > 0)
    const closing = setInterval(one.letGo, 10)
    await first.close().finally(() => clearInterval(closing))
    expect((await look()).done).toBeLessThan(150)
    one.open()
    work([one])
    expect(await until(look, ended)).toMatchObject({ status: 'done', done: 150, counts: { complete: 150 } })
    expect(one.asked.length).toBe(150)
  })
})

describe('a call that may be billed', () => {
  it('is on record before it is made, and is not repeated when its worker vanished', async () => {
    const paid = lookup('paid', says(), { repeat_free: false, cache_days: 0 })
    const book = await workbook(['a', 'b'], [waterfall(step('paid'))])
    const { look, run_id } = await start(book, [paid])
    // What a killed worker leaves behind: a leased chunk whose time is up, and one reserved call.
    await database.asOwner(
      `update run_chunks set state = 'leased', worker_id = $2, lease_until = now() - interval '1 minute', leases = 1 where run_id = $1`,
      [run_id, newId()],
    )
    await database.asOwner(
      `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, run_id, step_id, provider, state)
        select workspace_id, gen_random_uuid(), workbook_id, id, 'c2', $2, 'paid', 'paid', 'reserved' from workbook_rows where workbook_id = $1 and position = 1`,
      [book.id, run_id],
    )
    work([paid])
    expect(await until(look, ended)).toMatchObject({ status: 'done_with_errors', done: 2 })
    expect(paid.asked).toEqual(['b'])
    expect((await cells(book)).map(({ status, reason }) => [status, reason])).toEqual([
      ['error', 'uncertain'],
      ['complete', null],
    ])
  })
})

describe('a fault of ours', () => {
  it('lets a chunk be taken again by the same worker, and ends a run that fails again and again', async () => {
    const one = lookup('one', says())
    const book = await workbook(['a', 'b'], [waterfall(step('one'))])
    // No cell of this workbook can be written.
    await database.asOwner(
      `create function refuse_cell() returns trigger language plpgsql as $$ begin raise exception 'no cell today'; end $$`,
    )
    await database.asOwner('create trigger refuse before insert on cells for each row execute function refuse_cell()')
    work([one])
    const { look } = await start(book, [one])
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('no cell today') })
    await database.asOwner('drop trigger refuse on cells')
    expect(await until((await start(book, [one])).look, ended)).toMatchObject({ status: 'done', done: 2 })
  })

  it('does not leave a chunk behind whose rows could not be read', async () => {
    const one = lookup('one', says())
    const book = await workbook(['a'], [waterfall(step('one'))])
    await database.asOwner('alter table attempts rename to attempts_away')
    const worker = work([one])
    const { look, run_id } = await start(book, [one])
    // Taken for the second time, the chunk asks for earlier attempts, and there is no such table.
    await database.asOwner('update run_chunks set leases = 1 where run_id = $1', [run_id])
    worker.wake()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await database.asOwner('alter table attempts_away rename to attempts')
    await database.asOwner(
      `update run_chunks set lease_until = now() - interval '1 second' where run_id = $1 and state = 'leased'`,
      [run_id],
    )
    worker.wake()
    expect(await until(look, ended)).toMatchObject({ status: 'done', done: 1 })
  })
})

describe('two tenants', () => {
  it('a run of ten rows does not wait for another workspace with thousands', async () => {
    const pause = lookup('pause', async (inputs) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return found({ description: inputs.key ?? '' }, 1)
    })
    const big = await workbook(many(3_000), [waterfall(step('pause'))])
    const small = await workbook(many(10), [waterfall(step('pause'))])
    const worker = work([pause])
    const first = await start(big, [pause])
    worker.wake()
    await until(first.look, (run) => run.done > 0)
    const second = await start(small, [pause])
    worker.wake()
    await until(second.look, ended)
    expect((await first.look()).ended_at).toBeNull()
    await cancelRun(first.runs, big.workspace_id, big.id, first.run_id)
  })
})
