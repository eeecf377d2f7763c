// Promises of reading pages: lookups, sources and watches of all workspaces leave a host alone together, and keep what they were told.
import { afterAll, expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
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
import { openStage } from '../polls/stage.fixture.ts'
import { html, rss } from '../polls/world.fixture.ts'

const at = await openStage()
afterAll(() => at.close())

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
