// Promises of cancelling long work of a workbook: by whichever address, it ends the same way and can be retried.
import { expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { jobRoutes } from '../enrichment/jobs/jobs.routes.ts'
import type { Database } from '../platform/db/database.ts'
import { workOff } from '../platform/queue/run.fixture.ts'
import { converting } from '../records/columns/conversion.commands.ts'
import { typingRoutes } from '../records/columns/conversion.routes.ts'
import { rekeying } from '../records/rows/duplicate-key.commands.ts'
import { duplicateKeyRoutes } from '../records/rows/duplicate-key.routes.ts'
import { rowTaskJobs } from '../records/rows/row-tasks.jobs.ts'
import { workRoutes } from '../records/work/work.routes.ts'
import { workbookRoutes } from '../records/workbook.routes.ts'

const now = () => new Date()
const { database, ann, newcomer } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...workRoutes(database),
  ...typingRoutes(database),
  ...duplicateKeyRoutes(database),
  ...jobRoutes({ database, now }, []),
])
const stranger = await newcomer()

async function bookOf(rows: number): Promise<string> {
  const columns_config = [{ name: 'Staff', type: 'input', input_type: 'text' }]
  const { id } = (await ann.post('/api/workbooks', { name: 'Makers', columns_config })).body
  for (let left = rows; left > 0; left -= 1000) {
    const some = Array.from({ length: Math.min(1000, left) }, (_, n) => ({ data: { c1: String(n) } }))
    expect((await ann.post(`/api/workbooks/${id}/rows`, { rows: some })).status).toBe(201)
  }
  return id
}

const underWay = async () => (await ann.get('/api/work')).body.items
const job = async (id: string) => (await ann.get(`/api/jobs/${id}`)).body

const WAYS: [string, (book: string, id: string) => string][] = [
  ['the address of the workbook', (book, id) => `/api/workbooks/${book}/work/${id}/cancel`],
  ['the address of jobs', (_, id) => `/api/jobs/${id}/cancel`],
]

test.each(WAYS)('a half-built duplicate key is removed when it is cancelled by %s', async (_, at) => {
  const id = await bookOf(2_100)
  const path = `/api/workbooks/${id}`
  await ann.put(`${path}/identity`, { columns: [{ column_id: 'c1', normaliser: 'text' }] })
  const [line] = await underWay()
  expect(line).toMatchObject({ kind: 'row_task', workbook_id: id, words: 'Update the duplicate key', total: 2_100 })
  expect((await stranger.post(at(id, line.id))).status).toBe(404)
  expect((await ann.get(`${path}/identity`)).body).toMatchObject({ state: 'building' })
  expect((await ann.post(at(id, line.id))).status).toBeLessThan(300)
  expect((await ann.get(`${path}/identity`)).body).toMatchObject({ state: 'none', columns: null })
  expect(await underWay()).toEqual([])
  expect(await job(line.id)).toMatchObject({ status: 'cancelled', workbook_id: id, can_retry: true, can_undo: false })
  expect([404, 409]).toContain((await ann.post(at(id, line.id))).status)
  // The key is gone, so a retry finds nothing to do and says so.
  expect((await ann.post(`/api/jobs/${line.id}/retry`)).status).toBe(202)
  await workOff(database, rowTaskJobs(database, [rekeying]))
  expect(await job(line.id)).toMatchObject({ status: 'done', message: expect.stringContaining('has changed since') })
  expect((await ann.get(`${path}/identity`)).body).toMatchObject({ state: 'none' })
})

test.each(
  WAYS,
)('a conversion that is cancelled by %s keeps what it did, and a retry goes on from there', async (_, at) => {
  const id = await bookOf(2_100)
  await ann.patch(`/api/workbooks/${id}/columns/c1`, { input_type: 'number' })
  const [{ id: job_id }] = await underWay()
  // By another person, between the first batch and the second.
  let batches = 0
  const interrupted: Database = {
    ...database,
    async inWorkspace(place, work) {
      if (++batches === 2) expect((await ann.post(at(id, job_id))).status).toBeLessThan(300)
      return database.inWorkspace(place, work)
    },
  }
  expect(await workOff(database, rowTaskJobs(interrupted, [converting]))).toBe(1)
  expect(await job(job_id)).toMatchObject({ status: 'cancelled', done: 1_000, total: 2_100 })
  const staff = async () =>
    (await ann.get(`/api/workbooks/${id}?page_size=1000&page=2`)).body.rows.map(
      (row: { data: { c1: unknown } }) => typeof row.data.c1,
    )
  expect(new Set(await staff())).toEqual(new Set(['string']))
  await ann.post(`/api/jobs/${job_id}/retry`)
  await workOff(database, rowTaskJobs(database, [converting]))
  expect(await job(job_id)).toMatchObject({ status: 'done', done: 2_100 })
  expect(new Set(await staff())).toEqual(new Set(['number']))
})
