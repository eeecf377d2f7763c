// Promises of the signal feed, groups of watches and scans as the API keeps them, on a real database, with a world on loopback.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { until } from '../../../test/until.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { openStage, type Stage } from '../polls/stage.fixture.ts'
import { monitoring } from '../room.ts'
import { startScan } from '../scan/scan.commands.ts'
import { recordSignals } from './signals.commands.ts'

let at: Stage
beforeAll(async () => {
  at = await openStage()
})
afterAll(() => at?.close())

test('a dismissed signal no longer counts in the score of its lead, and counts again when it is brought back', async () => {
  const { ann, workspace } = await at.newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  const found = {
    type: 'hiring',
    lead_id: lead.id,
    watch_id: null,
    company: 'acme.com',
    title: 'Five jobs',
    summary: '',
  }
  const [signal] = await at.database.inWorkspace(workspace, (tx) =>
    recordSignals(
      tx,
      [
        {
          ...found,
          before: null,
          after: null,
          evidence_url: 'https://acme.com/jobs',
          quote: 'Five jobs',
          occurred_at: new Date(at.clock.at),
          strength: 80,
          dedupe_key: 'jobs',
          details: {},
          provenance: {},
        } as never,
      ],
      new Date(at.clock.at),
    ),
  )
  const counts = async () =>
    (await at.database.asOwner('select 1 from lead_intents where workspace_id = $1', [workspace])).length
  expect(await counts()).toBe(1)
  for (const [status, count] of Object.entries({ dismissed: 0, seen: 1, actioned: 1 })) {
    await ann.patch(`/api/signals/${signal?.id}`, { status })
    expect([status, await counts()]).toEqual([status, count])
  }
})

test('signals are triaged one by one and in bulk; snoozed ones come back, dismissed ones leave feed and score', async () => {
  const { ann, workspace } = await at.newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  const add = (n: number) =>
    at.database.asOwner(
      `insert into signals (workspace_id, id, type, lead_id, company, title, summary, occurred_at, first_seen_at, strength, novelty, dedupe_key)
        values ($1, gen_random_uuid(), $2, $3, 'acme.com', $4, 'About ' || $4, $5, $5, $6, 1, $4)`,
      [workspace, n % 2 ? 'hiring' : 'news', lead.id, `Signal ${n}`, new Date(at.clock.at + n), 30 + n],
    )
  for (let n = 0; n < 7; n++) await add(n)
  const first = (await ann.get('/api/signals?limit=3')).body
  expect(first.items.map(({ title }: { title: string }) => title)).toEqual(['Signal 6', 'Signal 5', 'Signal 4'])
  const second = (await ann.get(`/api/signals?limit=4&cursor=${first.next_cursor}`)).body
  expect(second).toMatchObject({ next_cursor: null })
  expect(second.items).toHaveLength(4)
  expect((await ann.get('/api/signals?type=hiring&min_strength=33&sort=strongest')).body.items).toHaveLength(2)
  expect((await ann.get('/api/signals?type=rain')).status).toBe(422)
  const [one, two, three] = first.items
  const before = (await ann.get(`/api/signals/intent?lead_ids=${lead.id}`)).body.items[0]
  expect(before.parts).toMatchObject([{ signals: 3 }, { signals: 4 }])
  expect((await ann.patch(`/api/signals/${one.id}`, { status: 'dismissed' })).body.status).toBe('dismissed')
  const later = new Date(at.clock.at + 86_400_000).toISOString()
  expect(
    (await ann.patch(`/api/signals/${two.id}`, { status: 'snoozed', snoozed_until: later })).body.snoozed_until,
  ).toBe(later)
  expect((await ann.patch(`/api/signals/${two.id}`, { status: 'seen', snoozed_until: later })).status).toBe(422)
  const marked = await ann.post('/api/signals/mark', { signal_ids: [three.id, 'x'], status: 'actioned' })
  expect(marked.body).toEqual({ changed: 1, not_found: ['x'] })
  expect((await ann.get('/api/signals')).body.items).toHaveLength(5)
  const after = (await ann.get(`/api/signals/intent?lead_ids=${lead.id}`)).body.items[0]
  expect(after.parts).toMatchObject([{ signals: 3 }, { signals: 3 }])
  at.clock.at += 2 * 86_400_000
  expect((await ann.get('/api/signals')).body.items).toHaveLength(6)
  const { body: analytics } = await ann.get('/api/signals/analytics')
  expect(analytics).toMatchObject({ total: 7, top: [{ lead_id: lead.id, name: 'Acme' }] })
  expect((await callerOf(at.app, workspace, 'viewer').patch(`/api/signals/${one.id}`, { status: 'seen' })).status).toBe(
    403,
  )
})

test('watches of a group come and go with the leads of its filter', async () => {
  const { ann, workspace } = await at.newcomer()
  const lead = async (domain: string | null, city: string) =>
    (await ann.post('/api/lead', { company: `Of ${domain}`, city, ...(domain && { domain }) })).body.lead
  await lead('acme.com', 'Berlin')
  const beta = await lead('beta.com', 'Ulm')
  await lead(null, 'Berlin')
  const source = { kind: 'leads', filter: { field: 'city', op: 'eq', value: 'Berlin' } }
  const made = await ann.post('/api/watches/groups', { name: 'Berlin', kind: 'website', source })
  expect(made.status, made.text).toBe(201)
  await at.work(workspace)
  const path = `/api/watches/groups/${made.body.id}`
  const next = new Date(at.clock.at).toISOString()
  expect((await ann.get(path)).body).toMatchObject({
    watches: 1,
    without_target: 1,
    last_error: null,
    next_sync_at: next,
  })
  await ann.patch(`/api/lead/${beta.id}`, { city: 'Berlin' })
  expect((await ann.post(`${path}/sync`)).status).toBe(202)
  await at.work(workspace)
  const listed = (await ann.get(`/api/watches?group_id=${made.body.id}`)).body.items
  expect(listed.map(({ target }: { target: string }) => target).sort()).toEqual([
    'https://acme.com/',
    'https://beta.com/',
  ])
  await ann.patch(`/api/lead/${beta.id}`, { city: 'Ulm' })
  await ann.post(`${path}/sync`)
  await at.work(workspace)
  expect((await ann.get(path)).body.watches).toBe(1)
  const told = await at.database.asOwner<{ watches: number }>(
    `select payload -> 'watches' as watches from (select 1 as part, seq, payload, workspace_id, type from outbox
       union all select 0, id, payload, workspace_id, type from events) e
     where workspace_id = $1 and type = 'watch.group_synced' order by part, seq`,
    [workspace],
  )
  const counts = told.map(({ watches }) => watches)
  expect(counts.filter((count, n) => count !== counts[n - 1])).toEqual([1, 2, 1])
  expect((await ann.delete(path)).status).toBe(204)
  expect((await ann.get('/api/watches')).body.items).toEqual([])
  expect(await at.database.asOwner('select 1 from schedules where workspace_id = $1', [workspace])).toEqual([])
  expect(
    (
      await ann.post('/api/watches/groups', {
        name: 'Bad',
        kind: 'website',
        source: { kind: 'leads', filter: { field: 'nope', op: 'eq', value: 1 } },
      })
    ).status,
  ).toBe(422)
})

test('a scan of all leads answers at once, reports the open jobs of each, and a second one reports none of them again', async () => {
  const { ann, workspace } = await at.newcomer()
  await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })
  await ann.post('/api/lead', { company: 'Beta', domain: 'beta.com' })
  const started = await ann.post('/api/signals/scan')
  expect(started.status, started.text).toBe(202)
  expect((await ann.post('/api/signals/scan')).body.job_id).toBe(started.body.job_id)
  const handlers = monitoring.jobs?.(at.parts()) ?? []
  const runs = async (kind: string) => {
    const tickets = await at.database.asOwner<{ id: string; payload: object }>(
      'delete from queue where kind = $1 and workspace_id = $2 returning id, payload',
      [kind, workspace],
    )
    const handler = handlers.find((one) => one.kind.name === kind)
    return Promise.all(
      tickets.map(({ id, payload }) =>
        handler?.work(
          payload as never,
          testRun({ id, workspace_id: workspace }, () => new Date(at.clock.at)),
        ),
      ),
    )
  }
  const scan = async () => {
    const whole = runs('signals.scan')
    await expect.poll(async () => (await runs('signals.scan_lead')).length).toBeGreaterThan(0)
    await whole
  }
  await scan()
  const { items: found } = (await ann.get('/api/signals')).body
  expect(found.map(({ type, title }: { type: string; title: string }) => `${type}: ${title}`).sort()).toEqual([
    'hiring: acme.com is hiring: Head of Design',
    'new_role: acme.com looks for a leader: Head of Design',
  ])
  expect(found[0]).toMatchObject({ lead_name: 'Acme', quote: 'Head of Design' })
  await at.database.asOwner(`update jobs set status = 'done' where workspace_id = $1`, [workspace])
  expect((await ann.post('/api/signals/scan')).body.job_id).not.toBe(started.body.job_id)
  await scan()
  expect((await ann.get('/api/signals')).body.items).toHaveLength(2)
})

test('of two scans that are started at one moment there is one, and the second is told its job', async () => {
  const { workspace } = await at.newcomer()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let reached = () => {}
  const isStarted = new Promise<void>((resolve) => {
    reached = resolve
  })
  const first = at.database.inWorkspace(workspace, async (tx) => {
    const id = await startScan(tx)
    reached()
    await held
    return id
  })
  await isStarted
  const second = at.database.inWorkspace(workspace, startScan)
  let isOver = false
  void second.finally(() => {
    isOver = true
  })
  await until(
    async () => isOver || (await at.database.saying('pg_advisory_xact_lock')).some(({ is_held_up }) => is_held_up),
    (there) => there,
  )
  goOn()
  expect(await second).toBe(await first)
})

test('trying a watch out shows what it sees and stores nothing', async () => {
  const { ann } = await at.newcomer()
  const seen = await ann.post('/api/watches/preview', { kind: 'hiring', target: 'acme.com' })
  expect(seen.body, seen.text).toMatchObject({ ok: true, target: 'acme.com', error: null })
  expect(seen.body.seen).toContainEqual({ label: 'Open jobs', value: '1' })
  const failed = await ann.post('/api/watches/preview', { kind: 'feed', target: 'https://beta.com/none' })
  expect(failed.body).toMatchObject({ ok: false, error: expect.stringMatching(/404/) })
  expect((await ann.get('/api/watches')).body.items).toEqual([])
})
