// Promises of watches as the API keeps them, on a real database, with a world on loopback.
import { afterAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { openStage } from '../polls/stage.fixture.ts'
import { html } from '../polls/world.fixture.ts'
import { monitoring } from '../room.ts'

const at = await openStage()
afterAll(() => at.close())
const rules: { watch_id: string; url: string; secret_ref: string | null }[] = []

test('a watch shows its baseline, finds what is new once, and keeps the history of its polls', async () => {
  const { ann, workspace } = await at.newcomer()
  const made = await ann.post('/api/watches', { kind: 'feed', target: 'https://acme.com/feed.xml', interval: 'daily' })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    kind: 'feed',
    state: 'active',
    interval: 'daily',
    baseline_at: null,
    consecutive_failures: 0,
  })
  const path = `/api/watches/${made.body.id}`
  await at.work(workspace)
  expect((await ann.get('/api/signals')).body.items).toEqual([])
  expect((await ann.get(path)).body.baseline_at).toBe(new Date(at.clock.at).toISOString())

  at.posts.unshift({
    id: '2',
    title: 'Acme raises $20 million in Series A funding',
    url: 'https://acme.com/n/2',
    at: new Date(at.clock.at),
  })
  at.clock.at += 2 * 3_600_000
  const poll = await ann.post(`${path}/poll`)
  expect(poll.status).toBe(202)
  await at.work(workspace)
  const { items: signals } = (await ann.get('/api/signals')).body
  expect(signals).toMatchObject([
    {
      type: 'funding',
      watch_id: made.body.id,
      company: 'acme.com',
      evidence_url: 'https://acme.com/n/2',
      status: 'new',
      novelty: 1,
      quote: 'Acme raises $20 million in Series A funding',
    },
  ])
  at.clock.at += 27 * 3_600_000
  await at.work(workspace)
  expect((await ann.get('/api/signals')).body.items).toHaveLength(1)
  const { items: polls } = (await ann.get(`${path}/polls`)).body
  expect(polls.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unchanged', 'changed', 'baseline'])
  expect(polls[0]).toMatchObject({ not_modified: 1, signals: 0, seen: [], changes: [] })
  expect(polls.find(({ id }: { id: string }) => id === poll.body.poll_id)).toMatchObject({
    cause: 'manual',
    signals: 1,
  })
  expect((await ann.get(`${path}/signals`)).body.items).toHaveLength(1)
})

test('two workspaces that watch the same feed share its document, and neither sees what the other found', async () => {
  const [one, two] = [await at.newcomer(), await at.newcomer()]
  const asked = () => at.world.log.filter(({ path }) => path === '/feed.xml').length
  at.clock.at += 86_400_000
  const before = asked()
  for (const { ann } of [one, two])
    await ann.post('/api/watches', { kind: 'feed', target: 'https://acme.com/feed.xml' })
  await at.work(one.workspace)
  await at.work(two.workspace)
  expect(asked() - before).toBe(1)
  at.posts.unshift({
    id: '3',
    title: 'Acme opens a new office in Lisbon',
    url: 'https://acme.com/n/3',
    at: new Date(at.clock.at),
  })
  at.clock.at += 1.2 * 86_400_000
  await at.work(one.workspace)
  expect((await one.ann.get('/api/signals')).body.items).toMatchObject([{ type: 'growth' }])
  expect((await two.ann.get('/api/signals')).body.items).toEqual([])
  const [signal] = (await one.ann.get('/api/signals')).body.items
  expect((await two.ann.get(`/api/signals/${signal.id}`)).status).toBe(404)
})

test('what cannot be watched is refused with the reason', async () => {
  const { ann } = await at.newcomer()
  const refused = async (body: object) => {
    const { status, body: answer, text } = await ann.post('/api/watches', body)
    expect(status, text).toBe(422)
    return answer.detail[0]
  }
  expect(await refused({ kind: 'weather', target: 'x' })).toMatchObject({
    loc: ['body', 'kind'],
    type: 'literal_error',
  })
  expect(await refused({ kind: 'feed', target: '' })).toMatchObject({
    loc: ['body', 'target'],
    type: 'string_too_short',
  })
  expect(await refused({ kind: 'feed', target: 'https://acme.com/f', interval: '5m' })).toMatchObject({
    loc: ['body', 'interval'],
  })
  expect(await refused({ kind: 'company', target: 'not a host' })).toMatchObject({ loc: ['body', 'target'] })
  for (const target of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/',
    'http://metadata.internal/',
    'file:///etc/passwd',
    'https://a:b@acme.com/',
  ])
    expect(await refused({ kind: 'website', target }), target).toMatchObject({ loc: ['body', 'target'] })
  expect(await refused({ kind: 'github', target: 'acme.com/../x' })).toMatchObject({ loc: ['body', 'target'] })
  expect(await refused({ kind: 'feed', target: 'https://acme.com/f', lead_id: 999_999_999 })).toMatchObject({
    loc: ['body', 'lead_id'],
  })
  expect(await refused({ kind: 'github', target: 'acme/app', signal_types: ['funding'] })).toMatchObject({
    loc: ['body', 'signal_types'],
  })
})

test('a webhook rule is refused where no room makes one, and made by the one that does', async () => {
  const { ann, workspace } = await at.newcomer()
  const body = {
    kind: 'feed',
    target: 'https://acme.com/feed.xml',
    create_webhook_rule: true,
    webhook_url: 'https://beta.com/hook',
  }
  const refused = await ann.post('/api/watches', body)
  expect(refused.status).toBe(422)
  expect(refused.body.detail[0].loc).toEqual(['body', 'create_webhook_rule'])
  expect((await ann.get('/api/watches')).body.items).toEqual([])
  const createWebhookRule = async (_tx: unknown, rule: (typeof rules)[number]) => `rule-${rules.push(rule)}`
  const wired = await buildTestApp(monitoring.routes?.({ ...at.parts(), createWebhookRule }) ?? [])
  const bob = callerOf(wired, workspace)
  expect((await bob.post('/api/watches', { ...body, webhook_secret_ref: 'none' })).body.detail[0].loc).toEqual([
    'body',
    'webhook_secret_ref',
  ])
  expect((await bob.post('/api/watches', { ...body, webhook_url: 'http://10.0.0.1/' })).body.detail[0].loc).toEqual([
    'body',
    'webhook_url',
  ])
  const unasked = { ...body, create_webhook_rule: undefined, webhook_secret_ref: 'none' }
  for (const create_webhook_rule of [undefined, false]) {
    const ignored = await bob.post('/api/watches', { ...unasked, create_webhook_rule })
    expect(ignored.status, ignored.text).toBe(422)
    expect(ignored.body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual([
      'webhook_url',
      'webhook_secret_ref',
    ])
    expect(ignored.body.detail[0].msg).toContain('create_webhook_rule')
  }
  const made = await bob.post('/api/watches', body)
  expect(made.body).toMatchObject({ webhook_rule_id: 'rule-1' })
  expect(rules).toEqual([{ watch_id: made.body.id, url: 'https://beta.com/hook', secret_ref: null }])
  await wired.close()
})

test('twelve failures in a row pause a watch, with an event, and it goes on when it is resumed', async () => {
  const { ann, workspace } = await at.newcomer()
  const { id } = (await ann.post('/api/watches', { kind: 'website', target: 'https://slow.com/gone', interval: '15m' }))
    .body
  const path = `/api/watches/${id}`
  const waits: number[] = []
  for (let failures = 1; failures <= 12; failures++) {
    await at.work(workspace)
    const { body } = await ann.get(path)
    expect(body).toMatchObject({ consecutive_failures: failures, state: failures < 12 ? 'erroring' : 'paused' })
    expect(body.last_error).toMatch(/status 404/)
    if (body.next_poll_at) waits.push((Date.parse(body.next_poll_at) - at.clock.at) / 60_000)
    at.clock.at += 27 * 3_600_000
  }
  // By back-off: never sooner than the floor, and longer each time.
  expect(waits[0]).toBeGreaterThanOrEqual(15)
  expect(waits.slice(0, 6).every((wait, at) => at === 0 || wait > (waits[at - 1] ?? 0))).toBe(true)
  expect((await ann.get(path)).body.next_poll_at).toBe(null)
  const [event] = await at.database.asOwner<{ payload: unknown }>(
    `select payload from outbox where workspace_id = $1 and type = 'watch.paused'
    union all select payload from events where workspace_id = $1 and type = 'watch.paused'`,
    [workspace],
  )
  expect(event?.payload).toMatchObject({ watch_id: id, failures: 12 })
  at.world.pages
    .get('slow.com')
    ?.set('/gone', { type: 'text/html', body: () => html('<p>Back again with many words to read.</p>') })
  expect((await ann.patch(path, { enabled: true })).body).toMatchObject({
    state: 'active',
    consecutive_failures: 0,
    last_error: null,
  })
  await at.work(workspace)
  expect((await ann.get(path)).body.baseline_at).not.toBe(null)
})

test('each kind serves the schema that its options are checked with, each with a title', async () => {
  const { ann } = await at.newcomer()
  const { items } = (await ann.get('/api/watches/kinds')).body
  const untitled = items.flatMap(
    ({ kind, config }: { kind: string; config: { properties: Record<string, { title?: string }> } }) =>
      Object.entries(config.properties).flatMap(([name, { title }]) => (title ? [] : [`${kind}.${name}`])),
  )
  expect(untitled).toEqual([])
  const page = items.find(({ kind }: { kind: string }) => kind === 'website')
  expect(page.config.properties.only).toMatchObject({ type: 'string', enum: ['added', 'removed', 'numbers'] })
  expect(page.config.properties.around).toMatchObject({ maxLength: 1000, 'x-from-line': { clears: ['selector'] } })
})

const PRICES = { kind: 'website', target: 'https://acme.com/prices' }
const noSuch = { selector: 'main[' }

test.each([
  ['made', (ann: Caller, config: object) => ann.post('/api/watches', { ...PRICES, config })],
  ['tried out', (ann: Caller, config: object) => ann.post('/api/watches/preview', { ...PRICES, config })],
  [
    'changed',
    async (ann: Caller, config: object) => {
      const { body } = await ann.post('/api/watches', PRICES)
      return ann.patch(`/api/watches/${body.id ?? body.watch_id}`, { config })
    },
  ],
  [
    'made for a group',
    (ann: Caller, config: object) =>
      ann.post('/api/watches/groups', { name: 'All', kind: 'website', source: { kind: 'leads' }, config }),
  ],
])('an option that the kind does not have, or cannot use, is refused when a watch is %s', async (_how, send) => {
  const { ann } = await at.newcomer()
  for (const [config, name, says] of [
    [{ selecter: 'main' }, 'selecter', "did you mean 'selector'"],
    [noSuch, 'selector', 'no CSS selector'],
    [{ ignore: ['/(/'] }, 'ignore', 'no pattern'],
    [{ only: 'sometimes' }, 'only', "'added', 'removed' or 'numbers'"],
    [{ below: 'five' }, 'below', 'a valid number'],
    [{ ignore: 'Ad, Sold' }, 'ignore', 'a valid list'],
  ] as const) {
    const refused = await send(ann, config)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.detail[0]).toMatchObject({ loc: ['body', 'config', name], msg: expect.stringContaining(says) })
  }
  expect((await send(ann, { selector: 'main', below: 5 })).status).toBeLessThan(300)
})
