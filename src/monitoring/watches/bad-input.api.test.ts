// What a watch meets in the wild: private addresses behind public names, redirects and IPv6, feeds without end, pages that never stand still.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openStage, type Stage } from '../polls/stage.fixture.ts'
import { html } from '../polls/world.fixture.ts'

let at: Stage
const PRIVATE = {
  'inside.example': '10.0.0.7',
  'mapped.example': '::ffff:10.0.0.7',
  'unique.example': 'fd00::7',
  'link.example': 'fe80::7',
  'translated.example': '64:ff9b::a00:7',
  'metadata.example': '169.254.169.254',
}
beforeAll(async () => {
  at = await openStage(PRIVATE)
})
afterAll(() => at?.close())

const DAY = 86_400_000
const serve = (path: string, answer: (reply: ServerResponse) => void) =>
  at.world.pages.get('acme.com')?.set(path, { type: 'text/html', body: () => '', serve: answer })

async function watch(ann: Caller, kind: string, target: string): Promise<string> {
  const made = await ann.post('/api/watches', { kind, target, interval: 'daily' })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

test('a name that leads to a private address is never asked, in any family, and the watch says why', async () => {
  const { ann, workspace } = await at.newcomer()
  const ids: string[] = []
  for (const name of Object.keys(PRIVATE)) ids.push(await watch(ann, 'website', `https://${name}/`))
  const before = at.world.log.length
  await at.work(workspace)
  for (const id of ids) {
    const { body } = await ann.get(`/api/watches/${id}`)
    expect(body, body.target).toMatchObject({ baseline_at: null, consecutive_failures: 1 })
    expect(body.last_error).toContain('not on the public internet')
  }
  expect(at.world.log).toHaveLength(before)
})

test('a redirect into a private network is not followed, however the address is written', async () => {
  const { ann, workspace } = await at.newcomer()
  const places = [
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00::1]/',
    'http://inside.example/',
    'http://0x0a000007/',
    'http://167772167/',
    'file:///etc/passwd',
  ]
  const ids: string[] = []
  for (const [n, location] of places.entries()) {
    serve(`/moved/${n}`, (reply) => reply.writeHead(302, { location }).end())
    ids.push(await watch(ann, 'website', `https://acme.com/moved/${n}`))
    await at.work(workspace)
    at.clock.at += 60_000
  }
  for (const [n, id] of ids.entries()) {
    const { body } = await ann.get(`/api/watches/${id}`)
    expect(body, places[n]).toMatchObject({ baseline_at: null, consecutive_failures: 1 })
  }
})

test('of a feed of a gigabyte the newest posts are read, and the rest is never fetched', async () => {
  const { ann, workspace } = await at.newcomer()
  let sent = 0
  const item = Buffer.from(`<item><title>${'long '.repeat(12_000)}</title><link>https://acme.com/x</link></item>`)
  serve('/endless.xml', (reply) => {
    reply.writeHead(200, { 'content-type': 'application/rss+xml' })
    reply.write('<rss version="2.0"><channel><title>Endless</title>')
    const more = () => {
      while (!reply.destroyed && sent < 2 ** 30) {
        sent += item.length
        if (!reply.write(item)) return void reply.once('drain', more)
      }
      reply.end()
    }
    more()
  })
  const id = await watch(ann, 'feed', 'https://acme.com/endless.xml')
  await at.work(workspace)
  const { body } = await ann.get(`/api/watches/${id}`)
  expect(body).toMatchObject({ baseline_at: expect.any(String), consecutive_failures: 0 })
  expect(sent).toBeLessThan(50_000_000)
})

test('a page with other words at every request reports nothing, and a change of what stands still once', async () => {
  const { ann, workspace } = await at.newcomer()
  let asked = 0
  let price = 'Plans begin at ten dollars a month for every seat that you use.'
  const words = ['apple', 'river', 'stone', 'cloud', 'maple', 'ember', 'frost', 'grain', 'harbor', 'island']
  const page = () => {
    asked += 1
    const other = Array.from({ length: 40 }, (_, n) => words[(asked * 7 + n * (asked % 5)) % words.length]).join(' ')
    return html(
      `<main><h1>Pricing</h1><p>${price}</p><p>${other} ${asked}</p><p>Thought of the day: ${other}</p></main>`,
    )
  }
  at.world.pages.get('acme.com')?.set('/restless', { type: 'text/html', body: page, restless: true })
  await watch(ann, 'website', 'https://acme.com/restless')
  const signals = async () => (await ann.get('/api/signals')).body.items
  for (let day = 0; day < 12; day++) {
    await at.work(workspace)
    at.clock.at += 1.15 * DAY
  }
  expect(asked).toBeGreaterThan(8)
  expect(await signals()).toEqual([])
  price = 'Everything is free until summer, then a single price holds for unlimited people and projects.'
  for (let day = 0; day < 40; day++) {
    await at.work(workspace)
    at.clock.at += 1.15 * DAY
  }
  expect(await signals()).toMatchObject([
    { type: 'website_change', after: expect.stringContaining('free until summer') },
  ])
})

test('targets that are no hosts are refused for every kind', async () => {
  const { ann } = await at.newcomer()
  // For GitHub a name alone is an organization.
  const names = ['localhost', 'acme']
  const never = [
    ' ',
    'http://',
    '10.0.0.1',
    'http://[::1]/',
    'javascript:alert(1)',
    '\u0000',
    'acme..com',
    'x'.repeat(3000),
  ]
  for (const kind of ['company', 'hiring', 'funding', 'news', 'feed', 'website', 'tech', 'job_change', 'github'])
    for (const target of kind === 'github' ? never : [...names, ...never])
      expect((await ann.post('/api/watches', { kind, target })).status, `${kind} ${target}`).toBe(422)
})

test('a kind or an interval that does not exist is refused wherever one is named', async () => {
  const { ann, workspace } = await at.newcomer()
  const target = 'https://acme.com/feed.xml'
  const id = await watch(ann, 'feed', target)
  const source = { kind: 'leads' }
  const refused = async (answer: Promise<{ status: number; text: string }>, what: string) => {
    const { status, text } = await answer
    expect(status, `${what}: ${text}`).toBe(422)
  }
  for (const kind of ['weather', '', 'FEED', 'feed ', '__proto__', 'constructor', null, 7, ['feed']]) {
    const named = JSON.stringify(kind)
    await refused(ann.post('/api/watches', { kind, target }), named)
    await refused(ann.post('/api/watches/preview', { kind, target }), `preview ${named}`)
    await refused(ann.post('/api/watches/groups', { name: 'All', kind, source }), `group ${named}`)
  }
  for (const interval of ['5m', '1s', 'Daily', 'monthly', '', '-1h', 60, 0, 'constructor']) {
    const named = JSON.stringify(interval)
    await refused(ann.post('/api/watches', { kind: 'feed', target, interval }), named)
    await refused(ann.patch(`/api/watches/${id}`, { interval }), `change ${named}`)
    await refused(ann.post('/api/watches/groups', { name: 'All', kind: 'news', source, interval }), `group ${named}`)
  }
  expect((await ann.get('/api/watches')).body.items).toMatchObject([{ id, interval: 'daily' }])
  expect(await at.database.asOwner('select 1 from schedules where workspace_id = $1', [workspace])).toHaveLength(1)
})
