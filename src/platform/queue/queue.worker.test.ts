// Promises of the queue on a real database: tickets survive their worker, visible jobs go on from their checkpoint.
import pg from 'pg'
import { Type } from 'typebox'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { defineJob, handleJob, type JobHandler, LeaseLost, NO_PAYLOAD, WorkFailed } from './job.ts'
import { enqueue } from './queue.ts'
import { openSteps, StoodStill } from './steps.ts'
import { cancelJob, retryJob, startWork } from './work.ts'
import { startQueueWorker, type Worker } from './worker.ts'

let workspace: WorkspaceId
let worker: Worker | undefined
const { database } = await openTenant()
beforeAll(async () => {
  workspace = (await addWorkspace(database)) as WorkspaceId
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
  await database.asOwner('delete from queue')
})

const levels: string[] = []
const write = (level: string) => () => levels.push(level)
const log = { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Log
const work = (...handlers: JobHandler[]) => {
  levels.length = 0
  worker = startQueueWorker({ database, log, now: () => new Date() }, handlers)
  return worker
}
const tickets = () =>
  database.asOwner<{ state: string; attempts: number; last_error: string | null }>(
    'select state, attempts, last_error from queue',
  )
const visible = async (id: string) =>
  (
    await database.asOwner<{ status: string; done: number; error: string | null }>('select * from jobs where id = $1', [
      id,
    ])
  )[0]

const plain = defineJob({ name: 'test.plain', payload: NO_PAYLOAD, attempts: 3 })
const counted = defineJob({ name: 'test.counted', payload: Type.Object({ to: Type.Integer() }), attempts: 3 })

/** Resolves with the signal's abort. */
const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))

test('a job that is stopped with its process goes back to the queue as if it had not begun', async () => {
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  await database.inSystem((tx) => enqueue(tx, plain, {}))
  work(
    handleJob(plain, async (_payload, { signal }) => {
      begun()
      await aborted(signal)
      throw new Error('stopped')
    }),
  )
  await beginning
  await worker?.close()
  expect(await tickets()).toMatchObject([{ state: 'ready', attempts: 0 }])
  expect(levels).toEqual(['info'])
})

test('a workspace with many jobs, and with jobs that take long, delays no other one', async () => {
  const [many, long, other] = [
    workspace,
    (await addWorkspace(database)) as WorkspaceId,
    (await addWorkspace(database)) as WorkspaceId,
  ]
  const order: WorkspaceId[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const put = (of: WorkspaceId, count: number) =>
    database.inSystem(async (tx) => {
      for (let n = 0; n < count; n++) await enqueue(tx, plain, {}, { workspace_id: of })
    })
  await put(long, 10)
  await put(many, 50)
  // Theirs are due first, and have been for an hour.
  await database.asOwner(`update queue set run_at = now() - interval '1 hour'`)
  await put(other, 3)
  worker = startQueueWorker(
    { database, log, now: () => new Date() },
    [
      handleJob(plain, async (_, { workspace_id }) => {
        order.push(workspace_id as WorkspaceId)
        if (workspace_id === long) await held
      }),
    ],
    { default: 3, network: 1, long: 1, bulk: 1 },
    { default: 2, network: 1, long: 1, bulk: 1 },
  )
  await expect.poll(() => order.filter((one) => one === other).length).toBe(3)
  const before = order.slice(0, order.lastIndexOf(other))
  expect(before.filter((one) => one === long)).toHaveLength(2)
  expect(before.filter((one) => one === many).length).toBeLessThanOrEqual(4)
  release()
  await expect.poll(() => order.length).toBe(63)
})

test('a job that fails is logged as an error and tried again later', async () => {
  await database.inSystem((tx) => enqueue(tx, plain, {}))
  work(handleJob(plain, () => Promise.reject(new Error('no'))))
  await expect.poll(async () => (await tickets())[0]?.last_error).toBe('no')
  expect(await tickets()).toMatchObject([{ state: 'ready', attempts: 1 }])
  expect(levels).toEqual(['error'])
})

test('a ticket for later is taken when its time has come, however seldom a worker looks by itself', async () => {
  const taken = new Promise<void>((resolve) => {
    worker = startQueueWorker(
      { database, log, now: () => new Date() },
      [handleJob(plain, async () => resolve())],
      undefined,
      undefined,
      3_600_000,
    )
  })
  await database.inSystem((tx) => enqueue(tx, plain, {}, { run_at: new Date(Date.now() + 500) }))
  worker?.wake()
  await taken
})

test('two tickets of one key are one ticket while it waits, and run one after the other', async () => {
  let atWork = 0
  let most = 0
  let runs = 0
  const slow = handleJob(plain, async () => {
    most = Math.max(most, ++atWork)
    if (++runs === 1) await database.inSystem((tx) => enqueue(tx, plain, {}, { key: 'same' }))
    await new Promise((resolve) => setImmediate(resolve))
    atWork--
  })
  for (let n = 0; n < 3; n++) await database.inSystem((tx) => enqueue(tx, plain, {}, { key: 'same' }))
  expect(await tickets()).toHaveLength(1)
  work(slow)
  await expect.poll(async () => (await tickets()).length).toBe(0)
  expect([runs, most]).toEqual([2, 1])
})

test('only what is still at work keeps its lease: an attempt that lost it is taken up by another worker', async () => {
  const lost = defineJob({ name: 'test.lost', payload: NO_PAYLOAD, attempts: 3 })
  await database.inSystem((tx) => enqueue(tx, lost, {}))
  await database.inSystem((tx) => enqueue(tx, plain, {}))
  let isLost = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  work(
    handleJob(lost, async () => {
      isLost = true
      throw new LeaseLost()
    }),
    handleJob(plain, () => released),
  )
  const leases = async () => {
    const rows = await database.asOwner<{ kind: string; lease_until: Date | null }>(
      'select kind, lease_until from queue',
    )
    return Object.fromEntries(rows.map(({ kind, lease_until }) => [kind, Number(lease_until)]))
  }
  await expect.poll(() => isLost).toBe(true)
  await expect.poll(async () => Object.keys(await leases()).length).toBe(2)
  await expect.poll(async () => Number((await leases())['test.plain'])).toBeGreaterThan(0)
  const before = await leases()
  const renewed = async () => {
    worker?.wake()
    return Number((await leases())['test.plain'])
  }
  await expect.poll(renewed).toBeGreaterThan(Number(before['test.plain']))
  expect((await leases())['test.lost']).toBe(before['test.lost'])
  release()
})

test('a payload that does not fit the declaration is not worked on', async () => {
  await database.inSystem((tx) => enqueue(tx, counted, { to: 'many' } as never))
  let called = false
  work(
    handleJob(counted, async () => {
      called = true
    }),
  )
  await expect.poll(async () => (await tickets())[0]?.state).toBe('dead')
  expect(called).toBe(false)
})

test('a visible job whose worker died goes on from its checkpoint, and the dead worker writes nothing more', async () => {
  const id = await database.inWorkspace(workspace, (tx) =>
    startWork(tx, counted, { to: 4 }, { title: 'Count', total: 4 }),
  )
  const steps: number[] = []
  let stale: unknown
  const handler = handleJob(counted, async ({ to }, run) => {
    for (let n = Number(run.checkpoint ?? 0); n < to; n++) {
      if (run.attempt === 1 && n === 2) {
        // As after kill -9: the lease ends, another worker takes the ticket, and this one wakes up late.
        await database.asOwner(
          `update queue set lease_until = now() - interval '1 second', worker_id = gen_random_uuid()`,
        )
        await expect.poll(() => steps.length).toBe(4)
        stale = await database.inWorkspace(workspace, (tx) => run.progress(tx, { done: 99 })).catch((error) => error)
        return
      }
      await database.inWorkspace(workspace, (tx) => run.progress(tx, { done: n + 1, checkpoint: n + 1 }))
      steps.push(n)
    }
    await database.inWorkspace(workspace, (tx) => run.result(tx, { counted: to }))
  })
  work(handler)
  await expect.poll(async () => (await visible(id))?.status).toBe('done')
  await expect.poll(() => stale).toBeInstanceOf(Error)
  expect(steps).toEqual([0, 1, 2, 3])
  expect(await visible(id)).toMatchObject({ done: 4, result: { counted: 4 }, error: null })
})

test('a job at work is cancelled, a waiting one at once, and both can be retried', async () => {
  const start = () =>
    database.inWorkspace(workspace, (tx) => startWork(tx, counted, { to: 1 }, { title: 'Wait', run_at: new Date() }))
  const waiting = await start()
  expect(await database.inWorkspace(workspace, (tx) => cancelJob(tx, waiting))).toBe('cancelled')
  expect(await tickets()).toEqual([])

  const id = await start()
  work(
    handleJob(counted, async (_payload, { signal }) => {
      await aborted(signal)
      throw new Error('aborted')
    }),
  )
  await expect.poll(async () => (await visible(id))?.status).toBe('running')
  await database.inWorkspace(workspace, (tx) => cancelJob(tx, id))
  worker?.wake()
  await expect.poll(async () => (await visible(id))?.status).toBe('cancelled')
  await expect(database.inWorkspace(workspace, (tx) => cancelJob(tx, id))).rejects.toThrow('over')
  await worker?.close()
  await database.inWorkspace(workspace, (tx) => retryJob(tx, id))
  expect(await visible(id)).toMatchObject({ status: 'pending' })
})

test('a job whose worker died after the cancel is over, and not left as running', async () => {
  const id = await database.inWorkspace(workspace, (tx) => startWork(tx, counted, { to: 1 }, { title: 'Die' }))
  await database.asOwner(`update jobs set status = 'running', lease = gen_random_uuid() where id = $1`, [id])
  await database.asOwner(
    `update queue set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() - interval '1 second' where id = $1`,
    [id],
  )
  expect(await database.inWorkspace(workspace, (tx) => cancelJob(tx, id))).toBe('running')
  work(handleJob(counted, () => Promise.reject(new Error('not to be begun'))))
  await expect.poll(async () => (await visible(id))?.status).toBe('cancelled')
  expect(await tickets()).toEqual([])
})

test('work that must leave nothing after a cancel is told of it in its transaction, and its kind sees to the rest', async () => {
  const calls: string[] = []
  const kept = defineJob({
    name: 'test.kept',
    payload: Type.Object({ name: Type.String() }),
    async cancel(_tx, { name }, end) {
      calls.push(name)
      return end()
    },
  })
  const id = await database.inWorkspace(workspace, (tx) => startWork(tx, kept, { name: 'a' }, { title: 'Keep' }))
  work(
    handleJob(kept, async (_payload, run) => {
      await database.inWorkspace(workspace, (tx) => run.hold(tx))
      await database.inWorkspace(workspace, (tx) => cancelJob(tx, id))
      await database.inWorkspace(workspace, async (tx) => {
        await run.progress(tx, { done: 1 })
        await run.hold(tx)
      })
    }),
  )
  await expect.poll(async () => (await visible(id))?.status).toBe('cancelled')
  expect(await visible(id)).toMatchObject({ done: 0 })
  expect(calls).toEqual(['a'])
})

test('a job that cannot succeed says why and is not tried again', async () => {
  const id = await database.inWorkspace(workspace, (tx) => startWork(tx, counted, { to: 1 }, { title: 'Fail' }))
  work(
    handleJob(counted, () => {
      throw new WorkFailed('The file is empty')
    }),
  )
  await expect.poll(async () => (await visible(id))?.status).toBe('failed')
  expect(await visible(id)).toMatchObject({ error: 'The file is empty' })
  expect(await tickets()).toEqual([])
})

/** Thirty-two things that steps write down, each with a wait of its own; in a table with no more to it. */
async function openThings(waits: (thing: number) => number) {
  const things = Array.from({ length: 32 }, (_, n) => n + 1)
  await database.asOwner(`drop table if exists test_done; create table test_done (thing int, id bigserial);
    grant all on test_done to public; grant usage on sequence test_done_id_seq to public`)
  const write = (tx: WorkspaceTx, some: readonly number[]) =>
    tx.client.query(
      `insert into test_done (thing) select thing from unnest($1::int[], $2::float8[]) x (thing, wait), lateral pg_sleep(wait)`,
      [some, some.map(waits)],
    )
  const done = async () =>
    (await database.asOwner<{ thing: number }>('select thing from test_done order by id')).map(({ thing }) => thing)
  const open = (most = 32) =>
    openSteps<number>({
      database: { ...database, step_limits: { statement_ms: 300, alone_ms: 2_000, locked_ms: 60_000 } },
      at: workspace,
      signal: undefined,
      what: 'Writing things',
      most,
      nameOf: (thing) => `thing ${thing}`,
    })
  return { things, write, done, open }
}

test('work whose statements take too long is done in smaller pieces, each thing once and in its order', async () => {
  const { things, write, done, open } = await openThings(() => 0.03)
  const sizes: number[] = []
  const steps = open()
  await steps.each(things, (tx, some) => {
    sizes.push(some.length)
    return write(tx, some)
  })
  expect(await done()).toEqual(things)
  expect(sizes.slice(0, 3)).toEqual([32, 16, 8])
  // The same work elsewhere begins with what fitted; without trouble it takes more again.
  sizes.length = 0
  const many = Array.from({ length: 2_000 }, (_, n) => n)
  await open().each(many, async (tx, some) => {
    sizes.push(some.length)
    await tx.client.query('select 1')
  })
  expect(sizes[0]).toBeLessThan(32)
  expect(Math.max(...sizes)).toBe(32)
})

test('one thing that stands still fails by its name and holds up no other', async () => {
  const { things, write, done, open } = await openThings((thing) => (thing === 11 ? 3_600 : 0))
  const steps = open()
  await steps.each(things, write)
  expect(() => steps.end()).toThrow(StoodStill)
  expect(() => steps.end()).toThrow(
    'Writing things: thing 11 took longer than 2 s alone, so it was stopped and left as it was; all else is done',
  )
  expect(await done()).toEqual(things.filter((thing) => thing !== 11))
})

test('what another transaction holds is waited for without holding anything, and is done then', async () => {
  const { things, write, done, open } = await openThings(() => 0)
  const holder = new pg.Client(database.connection as pg.ClientConfig)
  await holder.connect()
  await holder.query('begin; lock table test_done')
  let tries = 0
  const working = open().each(things, (tx, some) => {
    tries++
    return write(tx, some)
  })
  await until(
    () => tries,
    (seen) => seen > 2,
  )
  await holder.query('commit')
  await holder.end()
  await working
  expect(await done()).toEqual(things)
})
