// Promises of watches as the API keeps them, on a real database, with a world on loopback.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { pageLookup } from '../../enrichment/kinds/research/research-calls.ts'
import { lookupTools } from '../../enrichment/lookups/tools.ts'
import { openSource } from '../../enrichment/sources/open-source.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { feedReader } from '../../providers/feeds/feed-reader.ts'
import { callLookup } from '../../providers/kit/call.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'
import { feed } from '../../providers/sources/feed.source.ts'
import { openJobs } from '../../providers/vendors/open-jobs.ts'
import { technologyDetector } from '../../providers/web-reader/technology-detector.ts'
import { websiteReader } from '../../providers/web-reader/website-reader.ts'
import { openStage, type Stage } from '../polls/stage.fixture.ts'
import { html, rss } from '../polls/world.fixture.ts'
import { monitoring } from '../room.ts'

let at: Stage
const rules: { watch_id: string; url: string; secret_ref: string | null }[] = []
beforeAll(async () => {
  at = await openStage()
})
afterAll(() => at?.close())

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

/** Reads pages as every lookup does, whichever kind of column asks: see `toolsFor` of app/start.ts. */
function lookupReads(workspace: WorkspaceId): (url: string) => Promise<string> {
  const { database, pages, now } = at.parts()
  const tools = lookupTools({ database, client: at.world.client, pages, now })(workspace)
  return async (url) => {
    const page = await tools.fetchPage(url, {}, new AbortController().signal)
    return page.ok ? String(page.status) : page.message
  }
}

test('lookups and watches of all workspaces ask a host one after the other, and its rules once', async () => {
  const { ann, workspace } = await at.newcomer()
  const other = await at.newcomer()
  const body = () => html('<main><p>Beta has many words to read here.</p></main>')
  const paths = ['/one', '/two', '/three', '/four']
  const site = at.world.pages.get('beta.com')
  for (const path of paths) site?.set(path, { type: 'text/html', delay_ms: 30, body })
  const before = at.world.log.length
  const [first, second] = [lookupReads(workspace), lookupReads(other.workspace)]
  const tried = (path: string) =>
    ann.post('/api/watches/preview', { kind: 'website', target: `https://beta.com${path}` })
  const read = await Promise.all([
    first('https://beta.com/one'),
    second('https://beta.com/two'),
    first('https://beta.com/three'),
    tried('/four'),
  ])
  expect(read.slice(0, 3)).toEqual(['200', '200', '200'])
  const asked = at.world.log.slice(before).filter(({ host }) => host === 'beta.com')
  expect(asked.filter(({ beside }) => beside > 0)).toEqual([])
  expect(asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
  // Kept for the workspace alone: the other asks for itself.
  expect([await first('https://beta.com/one'), await second('https://beta.com/one')]).toEqual(['200', '200'])
  expect(at.world.log.slice(before).filter(({ path }) => path === '/one')).toHaveLength(2)
})

test.each([
  'a lookup',
  'a watch',
])('a host that asks %s to wait is left alone by the other too, until then', async (who) => {
  const { ann, workspace } = await at.newcomer()
  const host = who === 'a watch' ? 'limited-1.com' : 'limited-2.com'
  const reads = lookupReads(workspace)
  const site = at.world.pages.get(host)
  site?.set('/', {
    type: 'text/html',
    body: () => '',
    serve: (reply) => reply.writeHead(429, { 'retry-after': '3600', 'content-type': 'text/html' }).end('Too many'),
  })
  const lookup = () => reads(`https://${host}/`)
  const watch = async () =>
    (await ann.post('/api/watches/preview', { kind: 'website', target: `https://${host}/` })).body.error as string
  const asked = () => at.world.log.filter((one) => one.host === host && one.path === '/').length
  expect(who === 'a watch' ? await watch() : await lookup()).toContain('429')
  expect(asked()).toBe(1)
  for (const read of [lookup, watch]) expect(await read()).toMatch(/asked to be left alone for a while/)
  expect(asked()).toBe(1)
  at.clock.at += 3_600_000
  site?.set('/', { type: 'text/html', body: () => html('<p>Back again with many words to read.</p>') })
  expect(await lookup()).toBe('200')
})

const PAYER = { workbook_id: null, run_id: null, user_id: null, token_id: null }
type Reader = (url: string, ann: Caller, workspace: WorkspaceId) => Promise<string>

const byLookup =
  (lookup: AnyLookup, input: 'website' | 'url'): Reader =>
  async (url, _ann, workspace) => {
    const { database, pages, now } = at.parts()
    const dns = async () => ({ ok: false as const, message: 'No DNS is asked' })
    const tools = { ...lookupTools({ database, client: at.world.client, pages, now })(workspace), dns }
    const { outcome } = await callLookup(lookup, { [input]: url }, tools, new AbortController().signal)
    return outcome.kind === 'found' ? 'read' : outcome.kind === 'not_found' ? 'nothing there' : 'could not look'
  }
const byWatch =
  (kind: string): Reader =>
  async (target, ann) => {
    const { status, body } = await ann.post('/api/watches/preview', { kind, target })
    return status === 200 && body.ok ? 'read' : 'could not look'
  }
const bySource: Reader = async (url, _ann, workspace) => {
  const { database, pages, now } = at.parts()
  const { client } = at.world
  const parts = { database, client, pages, toolsFor: lookupTools({ database, client, pages, now }) }
  const asking = { settings: { url }, since: null, kept_as: null, payer: PAYER }
  const source = await openSource({ ...parts, accounts: { find: async () => ({}) } }, workspace, feed, asking)
  const page = await source.read(null, new AbortController().signal)
  return 'failure' in page ? 'could not look' : 'read'
}

/** Who reads sites unasked, with what they read here. */
const READERS: [string, string, Reader][] = [
  ['the website reader', 'page', byLookup(websiteReader, 'website')],
  ['the technology detector', 'page', byLookup(technologyDetector, 'website')],
  ['the finder of job boards', 'page', byLookup(openJobs, 'website')],
  ['research', 'page', byLookup(pageLookup(60_000), 'url')],
  ['a lookup of feeds', 'feed', byLookup(feedReader, 'website')],
  ['a watch of a page', 'page', byWatch('website')],
  ['a watch of a feed', 'feed', byWatch('feed')],
  ['a feed as a source', 'feed', bySource],
]
const LARGE = 6 * 1024 * 1024
const OFF_LIMITS = 'User-agent: *\nDisallow: /\n'

test.each(READERS)('what a site answers means the same to %s as to all', async (who, type, read) => {
  const { ann, workspace } = await at.newcomer()
  const { pages, log } = at.world
  const own = `/of-${workspace}`
  const media = type === 'feed' ? 'application/rss+xml' : 'text/html'
  const good = type === 'feed' ? rss(at.posts) : html('<main><p>Beta has many words to read here.</p></main>')
  const outcome = async (host: string, path: string) => {
    at.clock.at += 120_000
    const before = log.length
    const said = await read(`https://${host}${path}`, ann, workspace)
    return [said, log.slice(before).filter((one) => one.path.startsWith(own)).length]
  }
  const serve = (path: string, status: number, headers: Record<string, string> = {}, body = '') =>
    pages.get('beta.com')?.set(own + path, {
      type: media,
      body: () => body,
      serve: (reply) => reply.writeHead(status, { 'content-type': media, ...headers }).end(body),
    })
  serve('/bots', 403, {}, 'No bots')
  serve('/wait', 429, {}, 'Too many')
  serve('/broken', 500, {}, 'Broken')
  serve('/round', 302, { location: `https://beta.com${own}/round` })
  serve('/moved', 301, { location: `https://rules-1.com${own}/there` })
  for (const path of ['/bots', '/wait', '/broken', '/round'])
    expect((await outcome('beta.com', own + path))[0], path).toBe('could not look')
  if (type === 'feed') {
    serve('/large', 200, {}, good.padEnd(LARGE))
    // Of a feed that is watched the newest posts are enough; a list that is to be whole is refused.
    expect((await outcome('beta.com', `${own}/large`))[0]).toBe(who === 'a watch of a feed' ? 'read' : 'could not look')
  }
  const rules = pages.get('rules-1.com')
  rules?.set('/robots.txt', { type: 'text/plain', body: () => OFF_LIMITS.padEnd(LARGE, '\n# more') })
  rules?.set(`${own}/there`, { type: media, body: () => good })
  expect(await outcome('rules-1.com', `${own}/there`)).toEqual(['could not look', 0])
  // What a site does not allow is not read by way of another one either.
  const before = log.length
  expect((await outcome('beta.com', `${own}/moved`))[0]).toBe('could not look')
  expect(log.slice(before).filter(({ path }) => path === `${own}/there`)).toEqual([])
  const broken = pages.get('rules-2.com')
  broken?.set('/robots.txt', { type: 'text/plain', body: () => '', serve: (reply) => reply.writeHead(503).end() })
  broken?.set(`${own}/there`, { type: media, body: () => good })
  expect(await outcome('rules-2.com', `${own}/there`)).toEqual(['could not look', 0])
})

test('a page of a lookup is asked for again when it is old, with its validators, and an error page at once', async () => {
  const { workspace } = await at.newcomer()
  const { database, pages, now } = at.parts()
  const tools = lookupTools({ database, client: at.world.client, pages, now })
  const site = at.world.pages.get('beta.com')
  const { signal } = new AbortController()
  const before = at.world.log.length
  const asked = () => at.world.log.slice(before).flatMap(({ path, status }) => (path === '/robots.txt' ? [] : [status]))
  let words = 'First words.'
  site?.set('/copy', { type: 'text/html', body: () => html(words) })
  const read = async (path: string, fresh = false) => {
    const page = await tools(workspace, { fresh }).fetchPage(`https://beta.com${path}`, {}, signal)
    if (!page.ok) throw new Error(page.message)
    return [page.status, page.from_cache, page.body.includes(words), page.fetched_at === at.clock.at]
  }
  expect(await read('/copy')).toEqual([200, false, true, true])
  at.clock.at += 3_600_000
  expect(await read('/copy')).toEqual([200, true, true, false])
  expect(asked()).toEqual([200])
  expect(await read('/copy', true)).toEqual([200, false, true, true])
  expect(asked()).toEqual([200, 304])
  words = 'Other words.'
  expect(await read('/copy', true)).toEqual([200, false, true, true])
  at.clock.at += 2 * 86_400_000
  expect((await read('/copy'))[1]).toBe(false)
  expect((await read('/nowhere'))[0]).toBe(404)
  site?.set('/nowhere', { type: 'text/html', body: () => html(words) })
  expect((await read('/nowhere'))[0]).toBe(200)
})

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
    [{ selecter: 'main' }, 'selecter', 'no such option'],
    [noSuch, 'selector', 'no CSS selector'],
    [{ ignore: ['/(/'] }, 'ignore', 'no pattern'],
    [{ only: 'sometimes' }, 'only', 'added, removed, numbers'],
    [{ below: '5' }, 'below', 'a number'],
  ] as const) {
    const refused = await send(ann, config)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.detail[0]).toMatchObject({ loc: ['body', 'config', name], msg: expect.stringContaining(says) })
  }
  expect((await send(ann, { selector: 'main', below: 5 })).status).toBeLessThan(300)
})

const PRICES = { kind: 'website', target: 'https://acme.com/prices' }
const pricesAt = (price: string, button = 'Add to cart') =>
  html(`<main><h1>Prices</h1><h2>Starter</h2><p>${price}</p><form><button>${button}</button></form></main>`)
const show = (path: string, body: () => string) =>
  at.world.pages.get('acme.com')?.set(path, { type: 'text/html', body })

test('a page without text is said at once, in the test poll and in the list, and never called unchanged', async () => {
  const { ann, workspace } = await at.newcomer()
  show('/app', () => '<html><body><div id="root"></div><script src="/app.js"></script></body></html>')
  const target = { kind: 'website', target: 'https://acme.com/app' }
  const tried = await ann.post('/api/watches/preview', target)
  expect(tried.body).toMatchObject({ ok: false, seen: [], error: expect.stringContaining('scripts draw it') })
  const { id } = (await ann.post('/api/watches', target)).body
  await at.work(workspace)
  const [listed] = (await ann.get('/api/watches')).body.items
  expect(listed).toMatchObject({ id, state: 'erroring', baseline_at: null, last_error: tried.body.error })
  expect((await ann.get(`/api/watches/${id}/polls`)).body.items).toMatchObject([{ outcome: 'failed' }])
})

test('what two watches see is one event: each has it, with its lead, and a change back and forth is one each time', async () => {
  const { ann, workspace } = await at.newcomer()
  let price = '$49'
  show('/prices', () => pricesAt(price))
  const lead = async (body: object) => (await ann.post('/api/lead', body)).body.lead.id as number
  const firm = await lead({ company: 'Acme', domain: 'acme.com' })
  const person = await lead({ contact_person: 'Ann Lee', company: 'Acme', email: 'ann.lee@acme.com' })
  const branch = await lead({ company: 'Acme Branch', domain: 'acme-branch.example' })
  // Whichever watch is polled second, its lead is none of the company.
  const partner = await lead({ company: 'Partner', domain: 'partner.example' })
  const first = (await ann.post('/api/watches', { ...PRICES, lead_id: partner })).body
  const second = (await ann.post('/api/watches', { ...PRICES, lead_id: branch })).body
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      at.clock.at += 1.2 * 86_400_000
      await at.work(workspace)
    }
  }
  await days(4)
  price = '$99'
  await days(2)
  const { items } = (await ann.get('/api/signals')).body
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['Home: Prices, Starter $49 → $99'])
  for (const { id } of [first, second]) {
    expect((await ann.get(`/api/watches/${id}/signals`)).body.items).toMatchObject([{ id: items[0].id }])
    expect((await ann.get(`/api/watches/${id}`)).body.signals).toBe(1)
  }
  const told = await at.database.asOwner<{ payload: { watch_id: string; lead_id: number } }>(
    `select payload from outbox where workspace_id = $1 and type = 'signal.created'
    union all select payload from events where workspace_id = $1 and type = 'signal.created'`,
    [workspace],
  )
  expect(told.map(({ payload }) => [payload.watch_id, payload.lead_id]).sort()).toEqual(
    [
      [first.id, partner],
      [second.id, branch],
    ].sort(),
  )
  const intents = (await ann.get(`/api/signals/intent?lead_ids=${firm},${branch},${partner},${person}`)).body.items
  expect(intents).toHaveLength(4)
  expect(intents.every(({ score }: { score: number }) => score > 0)).toBe(true)
  // What the score of a lead counts.
  const counted = await at.database.asOwner<{ lead_id: number }>(
    'select lead_id from lead_intents where workspace_id = $1 order by lead_id',
    [workspace],
  )
  expect(counted.map(({ lead_id }) => Number(lead_id))).toEqual([firm, person, branch, partner])
  // The signals of a company reach its people.
  expect((await ann.get(`/api/signals?lead_id=${person}`)).body.items).toMatchObject([{ id: items[0].id }])
  price = '$49'
  await days(2)
  price = '$99'
  await days(2)
  const all = (await ann.get('/api/signals')).body.items.map(({ title }: { title: string }) => title)
  expect(all).toEqual([
    'Home: Prices, Starter $49 → $99',
    'Home: Prices, Starter $99 → $49',
    'Home: Prices, Starter $49 → $99',
  ])
  for (const { id } of [first, second]) expect((await ann.get(`/api/watches/${id}`)).body.signals).toBe(3)
})

test('a watch says what it leaves out by itself', async () => {
  const { ann, workspace } = await at.newcomer()
  let n = 0
  show('/noisy', () =>
    html(
      `<main><h1>Shop</h1><p>Bolts and nuts for everyone.</p><section><h2>Tip</h2><p>${['Oil it', 'Dry it', 'Cut it', 'Bend it'][n++ % 4]} well</p></section></main>`,
    ),
  )
  const { id } = (await ann.post('/api/watches', { kind: 'website', target: 'https://acme.com/noisy' })).body
  for (let day = 0; day < 4; day++) {
    at.clock.at += 1.2 * 86_400_000
    await at.work(workspace)
  }
  expect((await ann.get(`/api/watches/${id}`)).body.ignores).toMatchObject([
    { label: 'Tip', value: expect.stringMatching(/well$/) },
  ])
  expect((await ann.get('/api/signals')).body.items).toEqual([])
})

test('“Poll now” asks the site, says so when it was asked a moment ago, and when it must be left alone until when', async () => {
  const { ann, workspace } = await at.newcomer()
  show('/now', () => pricesAt('$5'))
  const { id } = (await ann.post('/api/watches', { kind: 'website', target: 'https://acme.com/now' })).body
  await at.work(workspace)
  const asked = () => at.world.log.filter(({ path }) => path === '/now').length
  const pollNow = async () => {
    const { poll_id } = (await ann.post(`/api/watches/${id}/poll`)).body
    await at.work(workspace)
    const { items } = (await ann.get(`/api/watches/${id}/polls`)).body
    return items.find((one: { id: string }) => one.id === poll_id)
  }
  expect(asked()).toBe(1)
  expect(await pollNow()).toMatchObject({
    outcome: 'unchanged',
    shared: expect.any(Number),
    error: expect.stringContaining('less than 60 seconds ago'),
  })
  expect(asked()).toBe(1)
  at.clock.at += 120_000
  expect(await pollNow()).toMatchObject({ outcome: 'unchanged', requests: 1, error: null })
  expect(asked()).toBe(2)
})

test('a company whose home page has no text of its own says so in the preview and as a state of its watch, and the rest is watched', async () => {
  const { ann, workspace } = await at.newcomer()
  const site = at.world.pages.get('beta.com')
  const home = site?.get('/')
  site?.set('/', {
    type: 'text/html',
    body: () => '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
  })
  const unread = [{ label: 'Home page', value: expect.stringContaining('no text of its own') }]
  const asked = { kind: 'company', target: 'beta.com' }
  expect((await ann.post('/api/watches/preview', asked)).body).toMatchObject({ ok: true, error: null, unread })
  const { id } = (await ann.post('/api/watches', asked)).body
  await at.work(workspace)
  expect((await ann.get('/api/watches')).body.items).toMatchObject([{ id, state: 'active', last_error: null, unread }])
  site?.set('/', { type: 'text/html', body: () => html('<main><h1>Beta</h1><p>Bolts for everyone.</p></main>') })
  at.clock.at += 1.2 * 86_400_000
  await at.work(workspace)
  expect((await ann.get(`/api/watches/${id}`)).body.unread).toEqual([])

  // A poll that fails as a whole read nothing, so that no part of it is named.
  const { id: page } = (await ann.post('/api/watches', { kind: 'website', target: 'https://beta.com/gone' })).body
  await at.database.asOwner('update watches set unread = $2 where id = $1', [
    page,
    JSON.stringify([{ label: 'a', value: 'b' }]),
  ])
  await at.work(workspace)
  expect((await ann.get(`/api/watches/${page}`)).body).toMatchObject({ state: 'erroring', unread: [] })
  if (home) site?.set('/', home)
})

test('items of a trade paper are held against the company at every poll, and what they tell of others is no event of it', async () => {
  const { ann, workspace } = await at.newcomer()
  const day = 86_400_000
  const post = (id: string, title: string) => ({
    id,
    title,
    url: `https://beta.com/n/${id}`,
    at: new Date(at.clock.at),
  })
  const paper = [post('1', 'Rivalco raises $50 million'), post('2', 'Markets are calm before the summer')]
  at.world.pages.get('beta.com')?.set('/paper.xml', { type: 'application/rss+xml', body: () => rss(paper) })
  const config = { feeds: ['https://beta.com/paper.xml'] }
  await ann.post('/api/watches', { kind: 'news', target: 'acme.com', config })
  await ann.post('/api/watches', { kind: 'funding', target: 'acme.com', config })
  const polls = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await at.work(workspace)
      at.clock.at += 1.2 * day
    }
  }
  await polls(3)
  paper.unshift(post('3', 'Rivalco raises $60 million to take on Acme'), post('4', 'Tiller raises $7 million'))
  await polls(2)
  const titles = async () =>
    (await ann.get('/api/signals')).body.items.map(
      ({ type, title }: { type: string; title: string }) => `${type}: ${title}`,
    )
  expect(await titles()).toEqual(['news: Rivalco raises $60 million to take on Acme'])
  paper.unshift(post('5', 'Acme raises $9 million in a seed round.'))
  await polls(2)
  expect(await titles()).toContain('funding: Acme raises $9 million in a seed round.')
  expect(await titles()).toHaveLength(2)
})

test('a watch whose host asked to be left alone says so and until when, in the poll and in the list, and the poll goes on', async () => {
  const { ann, workspace } = await at.newcomer()
  const site = at.world.pages.get('limited-3.com')
  const page = { type: 'text/html', body: () => pricesAt('$7') }
  site?.set('/', page)
  site?.set('/busy', {
    ...page,
    serve: (reply) => reply.writeHead(429, { 'retry-after': '3600', 'content-type': 'text/html' }).end('Too many'),
  })
  const { id } = (await ann.post('/api/watches', { kind: 'website', target: 'https://limited-3.com/' })).body
  await at.work(workspace)
  at.clock.at += 120_000
  await ann.post('/api/watches/preview', { kind: 'website', target: 'https://limited-3.com/busy' })
  const { poll_id } = (await ann.post(`/api/watches/${id}/poll`)).body
  await at.workOnce(workspace)
  const poll = async () =>
    (await ann.get(`/api/watches/${id}/polls`)).body.items.find((one: { id: string }) => one.id === poll_id)
  const says = expect.stringMatching(/asked to be left alone .* asked again in (?:5\d|60) minutes at the earliest/)
  expect(await poll()).toMatchObject({ outcome: 'postponed', finished_at: null, error: says })
  expect((await ann.get('/api/watches')).body.items).toMatchObject([{ id, state: 'active', put_off: says }])
  // Asked for once more, it is the same poll.
  expect((await ann.post(`/api/watches/${id}/poll`)).body.poll_id).toBe(poll_id)
  at.clock.at += 3_600_000
  await at.work(workspace)
  expect(await poll()).toMatchObject({ outcome: 'unchanged', error: null })
  expect((await ann.get(`/api/watches/${id}`)).body.put_off).toBe(null)
})
