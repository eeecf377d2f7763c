// Collecting from a register that answers on loopback: page by page, to the cap, and on after a failure.
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { createLog } from '../../platform/log.ts'
import { startQueueWorker } from '../../platform/queue/worker.ts'
import type { FetchFailure, HttpReply } from '../../providers/kit/outside.ts'
import { SOURCES } from '../../providers/sources/catalog.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { until } from '../runs/workbook.fixture.ts'
import { collectJobs } from './collect.jobs.ts'
import { jobRoutes } from './jobs.routes.ts'

const now = () => new Date()
const { database, newcomer } = await openTenant((database) => jobRoutes({ database, now }, SOURCES))

const entity = (id: number, name = `Firm ${id}`) => ({
  id: `LEI${id}`,
  attributes: {
    entity: {
      legalName: { name },
      headquartersAddress: { city: 'Berlin', country: 'DE', postalCode: '10115', addressLines: ['Street 1'] },
    },
  },
})

/** A register of 250 firms, one of which has no name. */
function register(answer: (page: number) => HttpReply | FetchFailure | undefined = () => undefined) {
  const asked: URL[] = []
  const http = async ({ url }: { url: string }): Promise<HttpReply | FetchFailure> => {
    const at = new URL(url)
    asked.push(at)
    const page = Number(at.searchParams.get('page[number]'))
    const odd = answer(page)
    if (odd) return odd
    const from = (page - 1) * 100
    const data = Array.from({ length: Math.min(100, 250 - from) }, (_, n) =>
      entity(from + n, from + n === 7 ? '' : undefined),
    )
    const meta = { pagination: { lastPage: 3, total: 250 } }
    return { ok: true, status: 200, headers: {}, body: JSON.stringify({ data, meta }) }
  }
  return { asked, http }
}

type Ask = (request: { url: string; body?: string }) => Promise<HttpReply | FetchFailure>

async function follow(ann: Caller, jobId: string, http: Ask, account: Record<string, string> = {}) {
  const tools = () => ({ ...offlineTools, http })
  const accounts = { find: async () => account }
  const client = { request: async () => Promise.reject(new Error('no file is fetched')) }
  const pages = { read: async () => Promise.reject(new Error('no page is read')), mayFetch: async () => undefined }
  const jobs = collectJobs({ database, sources: SOURCES, toolsFor: tools, accounts, client, pages, now })
  const worker = startQueueWorker({ database, log: createLog('silent'), now }, jobs)
  worker.wake()
  const job = await until(
    async () => (await ann.get(`/api/jobs/${jobId}`)).body,
    ({ status }) => !['pending', 'running'].includes(status),
  )
  await worker.close()
  return job
}

test('every page is stored with its source, and what cannot be read is told', async () => {
  const ann = await newcomer()
  const start = {
    source: 'gleif',
    query: { country: 'de' },
    max_leads: 1000,
    target: { kind: 'leads', tags: ['Register'] },
  }
  const { body, status, text } = await ann.post('/api/jobs', start)
  expect(status, text).toBe(201)
  const { asked, http } = register()
  const job = await follow(ann, body.job_id, http)
  expect(job).toMatchObject({
    status: 'done',
    done: 249,
    counts: { created: 249, rejected: 1 },
    result: { capped: false },
  })
  expect(asked.map((url) => url.searchParams.get('page[number]'))).toEqual(['1', '2', '3'])
  expect(asked[0]?.searchParams.get('filter[entity.legalAddress.country]')).toBe('DE')
  const { body: leads } = await ann.get(`/api/jobs/${body.job_id}/leads?limit=2`)
  expect(leads.items[0]).toMatchObject({
    company: 'Firm 0',
    city: 'Berlin',
    external_id: 'lei:LEI0',
    tags: ['Register'],
    provenance: { company: { provider: 'gleif', method: 'registry', license: 'CC0-1.0' } },
    job: { outcome: 'created' },
  })
  expect(leads.next_cursor).not.toBe(null)
  const { body: log } = await ann.get(`/api/jobs/${body.job_id}/events`)
  expect(log.items).toMatchObject([
    { level: 'info', message: 'Page 1: 100 records: 99 created, 1 rejected' },
    { level: 'warning', message: expect.stringContaining('LEI7') },
    { level: 'info', message: 'Page 2: 100 records: 100 created' },
    { level: 'info', message: 'Page 3: 50 records: 50 created' },
    { level: 'info', message: 'Done. 250 records on 3 pages: 249 created, 1 rejected. No call was billed' },
  ])
})

test('contacts and companies of a CRM become people with their names, and companies', async () => {
  const collected = async (object: string, properties: object) => {
    const ann = await newcomer()
    const start = { source: 'hubspot', query: { object }, max_leads: 10 }
    const { body } = await ann.post('/api/jobs', start)
    const http: Ask = async () => ({
      ok: true,
      status: 200,
      headers: {},
      body: JSON.stringify({ results: [{ id: '7', properties }] }),
    })
    expect(await follow(ann, body.job_id, http, { access_token: 'token' })).toMatchObject({ status: 'done' })
    return (await ann.get(`/api/jobs/${body.job_id}/leads`)).body.items
  }
  const person = { firstname: 'Ann', lastname: 'Doe', email: 'ann@acme.com', jobtitle: 'CEO', company: 'Acme' }
  expect(await collected('contacts', person)).toMatchObject([
    { kind: 'person', contact_person: 'Ann Doe', email: 'ann@acme.com', contact_title: 'CEO', company: 'Acme' },
  ])
  expect(await collected('companies', { name: 'Acme', domain: 'acme.com', industry: 'Anvils' })).toMatchObject([
    { kind: 'company', company: 'Acme', domain: 'acme.com', contact_person: null, specialization: 'Anvils' },
  ])
})

test('a cap is loud: the job stops there and says that there is more', async () => {
  const ann = await newcomer()
  const { body } = await ann.post('/api/jobs', { source: 'gleif', query: { name: 'firm' }, max_leads: 120 })
  const job = await follow(ann, body.job_id, register().http)
  expect(job).toMatchObject({ status: 'done', done: 120, result: { capped: true } })
  const { body: log } = await ann.get(`/api/jobs/${body.job_id}/events`)
  const told = log.items.map(({ message }: { message: string }) => message)
  expect(told).toContainEqual(expect.stringContaining('Stopped at the cap of 120 leads'))
})

test('a source that answers a page of HTML fails the job, what was collected stays, and a retry goes on behind it', async () => {
  const ann = await newcomer()
  const { body } = await ann.post('/api/jobs', { source: 'gleif', query: { name: 'firm' }, max_leads: 1000 })
  const html: HttpReply = { ok: true, status: 200, headers: {}, body: '<html>Down for maintenance</html>' }
  const failed = await follow(ann, body.job_id, register((page) => (page === 2 ? html : undefined)).http)
  expect(failed).toMatchObject({
    status: 'failed',
    done: 99,
    can_retry: true,
    error: expect.stringContaining('a web page instead of data'),
  })
  const well = register()
  expect((await ann.post(`/api/jobs/${body.job_id}/retry`)).status).toBe(202)
  expect(await follow(ann, body.job_id, well.http)).toMatchObject({ status: 'done', done: 249 })
  expect(well.asked.map((url) => url.searchParams.get('page[number]'))).toEqual(['2', '3'])
  const undone = await ann.post(`/api/jobs/${body.job_id}/undo`)
  expect(undone.body).toEqual({ restored: 0, deleted: 249, kept: 0 })
})

test('a source whose pages come again or never end does not keep a job for ever, and what was collected stays', async () => {
  const ann = await newcomer()
  const start = async () =>
    (await ann.post('/api/jobs', { source: 'gleif', query: { name: 'firm' }, max_leads: 1000 })).body.job_id
  const page = (ids: number[]): HttpReply => {
    const data = ids.map((id) => entity(id))
    const meta = { pagination: { lastPage: 1_000_000, total: 100_000_000 } }
    return { ok: true, status: 200, headers: {}, body: JSON.stringify({ data, meta }) }
  }
  const again = register(() => page([1, 2, 3]))
  const id = await start()
  expect(await follow(ann, id, again.http)).toMatchObject({ status: 'done', done: 3 })
  const { items } = (await ann.get(`/api/jobs/${id}/events`)).body
  expect(items.map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringContaining('Page 2 has only records of pages before it'),
  )
  expect(again.asked).toHaveLength(2)
  const empty = register((at) => page(at === 1 ? [4] : []))
  const ended = await follow(ann, await start(), empty.http)
  expect(ended.status).toBe('done')
  expect(ended.done).toBe(1)
  expect(empty.asked.length).toBeLessThan(300)
})

test('a record that is on two pages is one lead, the first one wins, and the log names the other', async () => {
  const ann = await newcomer()
  const { body } = await ann.post('/api/jobs', { source: 'gleif', query: { name: 'firm' }, max_leads: 1000 })
  const pages: { [page: number]: object[] } = {
    1: [entity(1), entity(2), entity(2, 'Twice in one page')],
    2: [entity(1, 'On another page'), entity(3)],
  }
  const answer = (page: number): HttpReply => {
    const meta = { pagination: { lastPage: 2, total: 5 } }
    return { ok: true, status: 200, headers: {}, body: JSON.stringify({ data: pages[page], meta }) }
  }
  const job = await follow(ann, body.job_id, register(answer).http)
  expect(job).toMatchObject({ status: 'done', counts: { created: 3, rejected: 2 } })
  const { body: leads } = await ann.get(`/api/jobs/${body.job_id}/leads`)
  const found = leads.items.map(({ company }: { company: string }) => company).sort()
  expect(found).toEqual(['Firm 1', 'Firm 2', 'Firm 3'])
  const { body: log } = await ann.get(`/api/jobs/${body.job_id}/events`)
  const warnings = log.items.filter(({ level }: { level: string }) => level === 'warning')
  expect(warnings.map(({ message }: { message: string }) => message)).toEqual([
    'Record LEI2 was rejected: Another record of this run has the same id',
    'Record LEI1 was rejected: Another record of this run has the same id',
  ])
})

test('a query that the source does not take, and a source that there is not, are refused at their place', async () => {
  const ann = await newcomer()
  const places = async (start: object) =>
    (await ann.post('/api/jobs', start)).body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))
  expect(await places({ source: 'gleif', query: { country: 'Germany' } })).toEqual(['body.query.country'])
  expect(await places({ source: 'nowhere', query: {} })).toEqual(['body.source'])
})

test('a page that is billed is in the ledger, and one that was lost with its worker is asked again only when a person says so', async () => {
  const ann = await newcomer()
  const { body } = await ann.post('/api/jobs', { source: 'serper', query: { query: 'crm vendors' } })
  const asked: number[] = []
  const search: Ask = async (request) => {
    const { page } = JSON.parse(request.body ?? '{}')
    asked.push(page)
    if (asked.length === 2) {
      await database.asOwner('update jobs set lease = $2 where id = $1', [body.job_id, newId()])
      const lost = `update queue set worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute' where id = $1`
      await database.asOwner(lost, [body.job_id])
    }
    const organic = page > 2 ? [] : [{ title: `Firm ${page}`, link: `https://firm${page}.com/` }]
    return { ok: true, status: 200, headers: {}, body: JSON.stringify({ organic }) }
  }
  const key = { api_key: 'key-0123456789' }
  const lost = await follow(ann, body.job_id, search, key)
  expect(lost).toMatchObject({ status: 'failed', done: 1, error: expect.stringContaining('may have been billed') })
  expect(asked).toEqual([1, 2])
  const lines = `select state, amount_micro::int as cost from ledger_lines where provider = 'serper' order by at`
  expect(await database.asOwner(lines)).toEqual(Array(2).fill({ state: 'settled', cost: 1_000 }))
  await ann.post(`/api/jobs/${body.job_id}/retry`)
  const cost = { cost_usd: 0.004, status: 'done', counts: { created: 2 } }
  expect(await follow(ann, body.job_id, search, key)).toMatchObject(cost)
  expect(asked).toEqual([1, 2, 2, 3])
  expect(await database.asOwner(lines)).toHaveLength(4)
})
