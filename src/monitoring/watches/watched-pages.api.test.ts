// Promises of what a watch says of a page or feed: what has no text, what is left out, and what two watches see at once.
import { afterAll, expect, test } from 'vitest'
import { openStage } from '../polls/stage.fixture.ts'
import { html, rss } from '../polls/world.fixture.ts'

const at = await openStage()
afterAll(() => at.close())

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
