// Promises of changing all leads that a filter finds: those and no others, each once, and all of it taken back.
import { expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { Database } from '../../platform/db/database.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { undoJob } from '../../platform/queue/work.ts'
import { personIn } from '../history/history.fixture.ts'
import { editLeadsJob } from './bulk-edit.jobs.ts'
import { leadBulkRoutes } from './lead-bulk.routes.ts'
import { leadRoutes } from './leads.routes.ts'

const now = () => new Date('2026-11-22T05:00:00Z')
const MANY = 450

const { database, app } = await openTenant((database) => [
  ...leadRoutes({ database, now }),
  ...leadBulkRoutes({ database, now, filterUses: [] }),
])

async function newcomer(leads: number) {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  const rows = Array.from({ length: leads }, (_, n) => ({ n, city: n % 3 === 0 ? 'Berlin' : 'Austin' }))
  for (const { n, city } of rows)
    await ann.post('/api/lead', { company: `Firm ${n}`, domain: `firm${n}.com`, city, tags: ['old'] })
  const count = async (filter: object) =>
    (await ann.get(`/api/leads?count=true&limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.total
  return {
    at: personIn(workspace, 1, 'Ann'),
    ann,
    edit: (body: object) => ann.post('/api/leads/bulk-edit', body),
    count,
    tagged: (tag: string) => count({ field: 'tags', op: 'eq', value: tag }),
    inCity: (city: string) => count({ field: 'city', op: 'eq', value: city }),
  }
}

const work = (over: Database = database) => workOff(over, [editLeadsJob({ database: over, now })])
const BERLIN = { filter: { field: 'city', op: 'eq', value: 'berlin' } }

test('a change that ends what the filter finds reaches all of them, and undo puts back what did not change since', async () => {
  const { at, ann, edit, inCity, tagged } = await newcomer(MANY)
  const begun = await edit({ which: BERLIN, set: { city: 'Potsdam' }, add_tags: ['moved'], remove_tags: ['old'] })
  expect(begun).toMatchObject({ status: 200, body: { changed: 0, job_id: expect.any(String) } })
  expect(await inCity('Potsdam')).toBe(0)
  await work()
  expect([await inCity('Potsdam'), await inCity('Berlin'), await inCity('Austin')]).toEqual([150, 0, 300])
  expect([await tagged('moved'), await tagged('old')]).toEqual([150, 300])
  const [{ id }] = (await ann.get('/api/leads?search=Potsdam&limit=1')).body.items
  await ann.patch(`/api/lead/${id}`, { city: 'Bonn' })
  expect(await undoJob(database, at, begun.body.job_id)).toMatchObject({ restored: 150, kept: 1 })
  expect([await inCity('Potsdam'), await inCity('Berlin'), await inCity('Bonn'), await tagged('old')]).toEqual([
    0,
    149,
    1,
    MANY,
  ])
})

test('a worker that ends in the middle leaves the rest to the next, and leads that came since stay as they are', async () => {
  const { ann, edit, inCity } = await newcomer(MANY)
  await edit({ which: {}, set: { city: 'Potsdam' } })
  await ann.post('/api/lead', { company: 'Late', domain: 'late.com', city: 'Berlin' })
  let transactions = 0
  const ending: Database = {
    ...database,
    async inWorkspace(at, inner) {
      if (++transactions === 4) throw new Error('the worker ends')
      return database.inWorkspace(at, inner)
    },
  }
  await expect(work(ending)).rejects.toThrow('the worker ends')
  expect(await inCity('Potsdam')).toBeGreaterThan(0)
  expect(await inCity('Potsdam')).toBeLessThan(MANY)
  await database.asOwner(
    `update queue set state = 'ready', run_at = now(), lease_until = null, worker_id = null where state = 'leased'`,
  )
  await work()
  expect([await inCity('Potsdam'), await inCity('Berlin')]).toEqual([MANY, 1])
})

test('a saved filter, a search and everything are ways to say which', async () => {
  const { ann, edit, tagged } = await newcomer(6)
  const saved = await ann.post('/api/leads/filters', { name: 'Berlin', scope: 'shared', ...BERLIN })
  for (const [tag, which] of [
    ['by-filter', { filter_id: saved.body.id }],
    ['by-search', { search: 'firm 3' }],
    ['all', {}],
  ] as const)
    expect((await edit({ which, add_tags: [tag] })).status, tag).toBe(200)
  while ((await work()) > 0);
  expect([await tagged('by-filter'), await tagged('by-search'), await tagged('all')]).toEqual([2, 1, 6])
})

test.each([
  ['neither leads nor a filter', {}],
  ['both', { lead_ids: [1], which: {} }],
  ['a value that identifies one lead', { which: {}, set: { domain: 'one.com' } }],
  ['a field that is not there', { which: { filter: { field: 'town', op: 'is_empty' } } }],
  ['a saved filter beside another', { which: { filter_id: 'x', search: 'y' } }],
  ['a saved filter that is not there', { which: { filter_id: '00000000-0000-4000-8000-000000000000' } }],
])('%s: refused, and nothing is changed', async (_, body) => {
  const { edit, tagged } = await newcomer(1)
  expect((await edit({ add_tags: ['new'], ...body })).status).toBe(422)
  await work()
  expect(await tagged('new')).toBe(0)
})

test('leads of another workspace are out of reach', async () => {
  const others = await newcomer(3)
  const { edit } = await newcomer(0)
  expect((await edit({ which: {}, add_tags: ['new'] })).status).toBe(200)
  await work()
  expect(await others.tagged('new')).toBe(0)
})
