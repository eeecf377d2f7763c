// Promises of imports of leads as jobs: listed with the others, gone on with after a crash, cancelled and retried without a lead twice.
import { expect, test } from 'vitest'
import { callerOf } from '../../test/app.ts'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { jobRoutes } from '../enrichment/jobs/jobs.routes.ts'
import { until } from '../enrichment/runs/workbook.fixture.ts'
import type { Database } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { startQueueWorker } from '../platform/queue/worker.ts'
import { leadImportJobs } from '../records/leads/imports/lead-import.jobs.ts'
import { leadTransferRoutes } from '../records/leads/lead-transfer.routes.ts'
import { leadRoutes } from '../records/leads/leads.routes.ts'

const now = () => new Date()

const { database, app } = await openTenant((database) => {
  const parts = { database, now }
  return [...jobRoutes(parts, []), ...leadRoutes(parts), ...leadTransferRoutes(parts)]
})

const firms = (count: number) => Array.from({ length: count }, (_, n) => `Firm ${n},firm${n}.com`)
const fileOf = (lines: readonly string[]) => `company,domain\n${lines.join('\n')}\n`

async function newcomer() {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  const send = async (payload: string | Buffer, options: object = {}) => {
    const form = new FormData()
    form.set('options', JSON.stringify({ wait_seconds: 0, ...options }))
    form.set('file', new Blob([new Uint8Array(Buffer.from(payload))]), 'firms.csv')
    const whole = new Response(form)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/leads/import',
      payload: Buffer.from(await whole.arrayBuffer()),
      headers: { authorization: `Bearer editor@${workspace}`, 'content-type': whole.headers.get('content-type') ?? '' },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const total = async () => (await ann.get('/api/leads?count=true')).body.total as number
  const look = async (id: string) => (await ann.get(`/api/jobs/${id}`)).body
  const over = (id: string) =>
    until(
      () => look(id),
      ({ status }) => !['pending', 'running'].includes(status),
    )
  return { workspace, ann, send, total, look, over }
}

function work(over: Database = database) {
  const worker = startQueueWorker({ database, log: createLog('silent'), now }, leadImportJobs({ database: over, now }))
  const timer = setInterval(() => worker.wake(), 20)
  return {
    close() {
      clearInterval(timer)
      return worker.close()
    },
  }
}

/** The database, which after its first group of leads does what it is told before anything else is done with it. */
function stoppingAt(has: () => Promise<boolean>, then: () => Promise<void>): Database {
  let done = false
  return {
    ...database,
    inWorkspace: async (at, task) => {
      const result = await database.inWorkspace(at, task)
      if (!done && (await has())) {
        done = true
        await then()
      }
      return result
    },
  }
}

test('an import is a job: listed, with its log, the leads it brought, and a way to take them back', async () => {
  const { ann, send, over, total } = await newcomer()
  await ann.post('/api/lead', { company: 'Firm 1', domain: 'firm1.com', city: 'Ulm' })
  const { status, body } = await send(fileOf([...firms(3), ',', 'Firm 0,firm0.com,x']))
  expect([status, body.status, body.created]).toEqual([202, 'pending', 0])
  const worker = work()
  const job = await over(body.job_id)
  await worker.close()
  expect(job).toMatchObject({
    kind: 'leads.import',
    status: 'done',
    title: 'Import leads: firms.csv',
    done: 4,
    total: 4,
    counts: { created: 2, updated: 1, rejected: 1 },
    created_by: { user_id: 1 },
    can_undo: true,
    result: { rows: 4, rejected_rows: [{ line: 6 }], columns: [{ field: 'company' }, { field: 'domain' }] },
  })
  expect((await ann.get('/api/jobs?kind=leads.import')).body.items).toMatchObject([{ job_id: body.job_id }])
  const { items } = (await ann.get(`/api/jobs/${body.job_id}/leads`)).body
  expect(items.map((lead: { company: string; job: { outcome: string } }) => [lead.company, lead.job.outcome])).toEqual(
    expect.arrayContaining([
      ['Firm 0', 'created'],
      ['Firm 1', 'updated'],
      ['Firm 2', 'created'],
    ]),
  )
  expect((await ann.get(`/api/jobs/${body.job_id}/events`)).body.items).toMatchObject([
    { message: 'Rows up to 4: 4 records: 2 created, 1 updated, 1 rejected' },
    { level: 'warning', message: expect.stringContaining('Line 6 was rejected') },
    { message: 'Done. 4 records: 2 created, 1 updated, 1 rejected' },
  ])
  const events = await database.asOwner<{ type: string; payload: { job_id: string } }>(
    `select type, payload from outbox union all select type, payload from events`,
  )
  const told = events.filter(({ payload }) => payload.job_id === body.job_id).map(({ type }) => type)
  expect(told).toEqual(expect.arrayContaining(['job.created', 'job.started', 'job.progress', 'job.completed']))
  expect((await ann.post(`/api/jobs/${body.job_id}/undo`)).body).toEqual({ deleted: 2, restored: 1, kept: 0 })
  expect(await total()).toBe(1)
  const stranger = await newcomer()
  expect((await stranger.ann.get(`/api/jobs/${body.job_id}`)).status).toBe(404)
  expect(await database.asOwner('select from stored_chunks where file_id = $1', [body.job_id])).toEqual([])
})

test('an import whose job was deleted is in no list, and is still undone by its id', async () => {
  const { ann, send, over, total } = await newcomer()
  const { body } = await send(fileOf(firms(2)))
  const worker = work()
  await over(body.job_id)
  await worker.close()
  expect((await ann.delete(`/api/jobs/${body.job_id}`)).status).toBe(204)
  expect((await ann.get('/api/leads/imports')).body.items).toEqual([])
  const undo = () => ann.post(`/api/leads/imports/${body.import_id}/undo`, {})
  expect((await undo()).body).toEqual({ deleted: 2, restored: 0, kept: 0 })
  expect([await total(), (await undo()).status]).toEqual([0, 404])
})

test('a worker that dies in the middle of a file leaves what it stored, and another goes on behind it', async () => {
  const { ann, send, over, total } = await newcomer()
  const { body } = await send(fileOf(firms(2_300)))
  let reached = () => {}
  const half = new Promise<void>((resolve) => {
    reached = resolve
  })
  // As a process that is killed: it never comes back.
  const dying = stoppingAt(
    async () => (await total()) > 0,
    () => new Promise(() => reached()),
  )
  const first = work(dying)
  await half
  // Takes no other job; this one it never lets go of.
  void first.close()
  expect(await total()).toBe(1_000)
  await database.asOwner(`update queue set state = 'ready', worker_id = null, lease_until = null where id = $1`, [
    body.job_id,
  ])
  const second = work()
  const job = await over(body.job_id)
  await second.close()
  expect(job).toMatchObject({ status: 'done', done: 2_300, counts: { created: 2_300, updated: 0, unchanged: 0 } })
  expect(await total()).toBe(2_300)
  const [listed] = (await ann.get('/api/leads/imports')).body.items
  expect(listed).toMatchObject({ id: body.job_id, created: 2_300, updated: 0 })
})

const lease = async (job: string) =>
  (await database.asOwner<{ until: string }>('select lease_until::text as until from queue where id = $1', [job]))[0]
    ?.until

test('an import that is cancelled keeps and names what it brought, and a retry goes on from there', async () => {
  const { ann, send, over, total } = await newcomer()
  const { body } = await send(fileOf(firms(2_300)))
  const stopping = stoppingAt(
    async () => (await total()) > 0,
    async () => {
      expect((await ann.post(`/api/jobs/${body.job_id}/cancel`)).status).toBe(202)
      // After two heartbeats its worker has certainly noticed.
      for (let beats = 0, last = await lease(body.job_id); beats < 2; beats++)
        last = await until(
          () => lease(body.job_id),
          (one) => one !== last,
        )
    },
  )
  const worker = work(stopping)
  const cancelled = await over(body.job_id)
  expect(cancelled).toMatchObject({ status: 'cancelled', can_retry: true, can_undo: true })
  const kept = await total()
  expect([cancelled.done, cancelled.counts.created]).toEqual([kept, kept])
  expect(kept).toBeLessThan(2_300)
  expect((await ann.post(`/api/jobs/${body.job_id}/retry`)).status).toBe(202)
  expect(await over(body.job_id)).toMatchObject({ status: 'done', counts: { created: 2_300, unchanged: 0 } })
  expect(await total()).toBe(2_300)
  await worker.close()
})

test('a file that is wrong further on is refused at its place, and the rows before that are named and stay', async () => {
  const { ann, send, total } = await newcomer()
  const worker = work()
  // Further on than a first look at the file reads.
  const wide = firms(1_200).map((line) => `${line}${' '.repeat(2_000)}`)
  const file = Buffer.from(fileOf([...wide, 'Broken,X']))
  file[file.length - 2] = 0xff
  const { status, body } = await send(file, { wait_seconds: 60, encoding: 'utf-8' })
  expect(status, JSON.stringify(body)).toBe(422)
  const [job] = (await ann.get('/api/jobs')).body.items
  expect(job).toMatchObject({ status: 'failed', can_undo: true, can_retry: true })
  expect(job.error).toMatch(/UTF-8|encod/i)
  expect(job.counts.created ?? 0).toBe(await total())
  await worker.close()
})
