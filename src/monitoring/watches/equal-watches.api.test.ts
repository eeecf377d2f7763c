// A target is watched once with the same settings: after one request, several concurrent requests, a change or a group.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../polls/stage.fixture.ts'

let at: Stage
beforeAll(async () => {
  at = await openStage()
})
afterAll(() => at?.close())

const feed = { kind: 'feed', target: 'https://acme.com/feed.xml' }

test('a watch that is there already is named instead of made again, in whatever spelling', async () => {
  const { ann } = await at.newcomer()
  const first = await ann.post('/api/watches', feed)
  expect(first.status, first.text).toBe(201)
  const same = [
    feed,
    { ...feed, target: 'HTTPS://ACME.com:443/feed.xml' },
    { ...feed, interval: 'daily', config: {}, signal_types: [] },
    { ...feed, name: 'By another name' },
  ]
  for (const body of same) {
    const again = await ann.post('/api/watches', body)
    expect(again.status, JSON.stringify(body)).toBe(409)
    expect(again.body).toMatchObject({ detail: expect.stringContaining('already'), watch_id: first.body.id })
  }
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  const other = [
    { ...feed, interval: 'weekly' },
    { ...feed, config: { keywords: ['rocket'] } },
    { ...feed, signal_types: ['news', 'funding'] },
    { ...feed, lead_id: lead.id },
    { ...feed, target: 'https://acme.com/other.xml' },
    { kind: 'website', target: feed.target },
  ]
  for (const body of other) expect((await ann.post('/api/watches', body)).status, JSON.stringify(body)).toBe(201)
  const turned = { ...feed, signal_types: ['funding', 'news', 'funding'] }
  expect((await ann.post('/api/watches', turned)).status).toBe(409)
  // In another workspace it is another watch.
  expect((await (await at.newcomer()).ann.post('/api/watches', feed)).status).toBe(201)
  expect((await ann.delete(`/api/watches/${first.body.id}`)).status).toBe(204)
  expect((await ann.post('/api/watches', feed)).status).toBe(201)
})

test('of equal requests at once one makes the watch', async () => {
  const { ann } = await at.newcomer()
  const made = await Promise.all([1, 2, 3, 4].map(() => ann.post('/api/watches', feed)))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await ann.get('/api/watches')).body.items).toHaveLength(1)
})

test('a watch is not changed into another that is there, and keeps what it was', async () => {
  const { ann } = await at.newcomer()
  const first = (await ann.post('/api/watches', feed)).body
  const second = (await ann.post('/api/watches', { ...feed, interval: 'weekly' })).body
  const refused = await ann.patch(`/api/watches/${second.id}`, { interval: 'daily' })
  expect(refused.status).toBe(409)
  expect(refused.body.watch_id).toBe(first.id)
  expect((await ann.get(`/api/watches/${second.id}`)).body.interval).toBe('weekly')
  expect((await ann.patch(`/api/watches/${second.id}`, { interval: 'hourly', name: 'Fast' })).status).toBe(200)
  expect((await ann.patch(`/api/watches/${first.id}`, { ...feed, kind: undefined, interval: 'daily' })).status).toBe(
    200,
  )
})

test('a group leaves a lead to the watch that is there, counts it, and takes it over when that is gone', async () => {
  const { ann, workspace } = await at.newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  await ann.post('/api/lead', { company: 'Beta', domain: 'beta.com' })
  const own = (await ann.post('/api/watches', { kind: 'website', target: 'acme.com', lead_id: lead.id })).body
  const group = { name: 'All', kind: 'website', source: { kind: 'leads' } }
  const made = await ann.post('/api/watches/groups', group)
  expect(made.status, made.text).toBe(201)
  await at.work(workspace)
  const path = `/api/watches/groups/${made.body.id}`
  expect((await ann.get(path)).body).toMatchObject({ watches: 1, watched_elsewhere: 1, last_error: null })
  expect((await ann.get('/api/watches')).body.items).toHaveLength(2)
  await ann.delete(`/api/watches/${own.id}`)
  await ann.post(`${path}/sync`)
  await at.work(workspace)
  expect((await ann.get(path)).body).toMatchObject({ watches: 2, watched_elsewhere: 0, last_error: null })
})

test('an equal group is named instead of made again, and another one watches no lead a second time', async () => {
  const { ann, workspace } = await at.newcomer()
  await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })
  const group = { name: 'All', kind: 'website', source: { kind: 'leads' } }
  const made = await Promise.all([1, 2].map((n) => ann.post('/api/watches/groups', { ...group, name: `All ${n}` })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
  const [first, again] = made.sort((a, b) => a.status - b.status)
  expect(again?.body).toMatchObject({ detail: expect.stringContaining('already'), group_id: first?.body.id })
  const named = { kind: 'leads', filter: { field: 'company', op: 'eq', value: 'Acme' } }
  const second = await ann.post('/api/watches/groups', { ...group, source: named })
  expect(second.status, second.text).toBe(201)
  await at.work(workspace)
  expect((await ann.get('/api/watches')).body.items).toHaveLength(1)
  const { items } = (await ann.get('/api/watches/groups')).body
  const counts = items.map((one: Record<string, number>) => [one.watches, one.watched_elsewhere])
  expect(counts.sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
})
