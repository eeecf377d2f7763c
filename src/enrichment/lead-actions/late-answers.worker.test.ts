// Promises of lookups that answer later, in lead actions: the job rests, no provider is asked twice, and what comes is taken up and paid once.
import { afterEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { createLog } from '../../platform/log.ts'
import { createProviderLimits } from '../accounts/provider-limits.ts'
import { callbackTokens } from '../attempts/callback-token.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { callbackRoutes } from '../waiting/callback.routes.ts'
import { type SlowVendor, slowVendor } from '../waiting/slow-vendor.fixture.ts'
import { startWaitingWorker } from '../waiting/waiting.worker.ts'
import { setLeadStage } from './lead-stage.fixture.ts'

const now = () => new Date()
const tokens = callbackTokens(Buffer.alloc(32, 7), 'https://millrace.example')
let closers: (() => Promise<void>)[] = []
const { database, app } = await openTenant((database) => callbackRoutes(database, tokens))
afterEach(async () => {
  await Promise.all(closers.map((close) => close()))
  closers = []
})

type Stage = Awaited<ReturnType<typeof setLeadStage>>

function work(stage: Stage, vendor: SlowVendor, others: ReturnType<typeof lookup>[] = []) {
  const catalog = [vendor.lookup, ...others]
  const { http } = vendor
  const jobs = stage.worker(catalog, { http, callbackUrl: tokens.urlFor })
  const toolsFor = () => ({ ...offlineTools, http })
  const accounts = { find: async () => ({}) }
  const log = createLog('silent')
  const waiting = startWaitingWorker({
    database,
    log,
    catalog,
    toolsFor,
    accounts,
    limits: createProviderLimits(now),
    now,
  })
  // Nothing emits here when a ticket is written.
  const timer = setInterval(() => {
    jobs.wake()
    waiting.wake()
  }, 20)
  const close = async () => {
    clearInterval(timer)
    await Promise.all([jobs.close(), waiting.close()])
  }
  closers.push(close)
  return { close }
}

const statuses = async (jobId: string) =>
  (
    await database.asOwner<{ status: string }>('select status from job_leads where job_id = $1 order by seq', [jobId])
  ).map(({ status }) => status)
const untilWaiting = (jobId: string, leads: number) =>
  expect.poll(async () => (await statuses(jobId)).filter((status) => status === 'waiting').length).toBe(leads)
/** No worker holds a slot for it. */
const untilResting = (jobId: string) =>
  expect
    .poll(async () => (await database.asOwner('select state from queue where id = $1', [jobId]))[0])
    .toEqual({ state: 'ready' })

test('leads wait without a place, are gone on with when the answer comes, and it is paid once', async () => {
  const stage = await setLeadStage(database)
  const slow = slowVendor('slow')
  const next = lookup('next', says())
  await stage.describeWith(['slow', 'next'])
  const lead_ids = await stage.addLeads([{ company: 'a' }, { company: 'b' }, { company: 'c' }])
  work(stage, slow, [next])
  const { job_id } = await stage.start({ lead_ids })
  await untilWaiting(job_id, 3)
  await untilResting(job_id)
  expect(await stage.look(job_id)).toMatchObject({ status: 'running', done: 0, total: 3 })
  slow.answers.set('a', 'from a').set('b', null).set('c', 'from c')
  const job = await stage.end(job_id)
  expect(job).toMatchObject({ status: 'done', done: 3, counts: { updated: 3 } })
  const found = await Promise.all(lead_ids.map((id) => stage.leadOf(id)))
  expect(found.map((lead) => lead?.data.description)).toEqual(['from a', 'about b', 'from c'])
  expect(found[0]?.provenance.description).toMatchObject({ provider: 'slow' })
  expect(slow.asked.sort()).toEqual(['a', 'b', 'c'])
  const books = await database.asOwner(
    `select provider, state, count(*)::int as n from attempts where run_id = $1 and outcome <> 'skipped' group by 1, 2 order by 1`,
    [job_id],
  )
  expect(books).toEqual([
    { provider: 'next', state: 'settled', n: 1 },
    { provider: 'slow', state: 'settled', n: 3 },
  ])
  expect(await database.asOwner('select 1 from reservations')).toEqual([])
})

test('after a worker dies while leads wait no provider is asked again, and a cancelled job finds the answer when it is retried', async () => {
  const stage = await setLeadStage(database)
  const slow = slowVendor('slow')
  await stage.describeWith(['slow'])
  const lead_ids = await stage.addLeads([{ company: 'x' }, { company: 'y' }])
  const first = work(stage, slow)
  const { job_id } = await stage.start({ lead_ids })
  await untilWaiting(job_id, 2)
  await first.close()
  work(stage, slow)
  await untilResting(job_id)
  // A worker may be looking at the job just now; it then ends the job itself.
  await stage.cancel(job_id)
  await expect.poll(async () => (await stage.look(job_id)).status).toBe('cancelled')
  slow.answers.set('x', 'from x').set('y', 'from y')
  await expect
    .poll(async () => (await database.asOwner(`select from awaited_answers where state = 'open'`)).length)
    .toBe(0)
  const { retryJob } = await import('../../platform/queue/work.ts')
  await database.inWorkspace(stage.at, (tx) => retryJob(tx, job_id))
  expect(await stage.end(job_id)).toMatchObject({ status: 'done', counts: { updated: 2 } })
  expect(slow.asked.sort()).toEqual(['x', 'y'])
})

test('an answer that a vendor brings is taken up, and one that does not come in time lets the next be asked', async () => {
  const stage = await setLeadStage(database)
  const calls = slowVendor('slow', { calls: true, patience_ms: 1_500 })
  const next = lookup('next', says())
  await stage.describeWith(['slow', 'next'])
  const lead_ids = await stage.addLeads([{ company: 'k' }, { company: 'never' }])
  work(stage, calls, [next])
  const { job_id } = await stage.start({ lead_ids })
  await untilWaiting(job_id, 2)
  const url = new URL(calls.address.get('k') ?? 'https://x.example/api/callbacks/x').pathname
  const brought = await app.inject({ method: 'POST', url, payload: { value: 'brought' } })
  expect(brought.statusCode, brought.body).toBeLessThan(300)
  expect(await stage.end(job_id)).toMatchObject({ status: 'done', done: 2 })
  expect((await stage.leadOf(lead_ids[0] ?? 0))?.data.description).toBe('brought')
  expect((await stage.leadOf(lead_ids[1] ?? 0))?.data.description).toBe('about never')
  expect(calls.asked.sort()).toEqual(['k', 'never'])
})
