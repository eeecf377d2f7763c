// Company icons: off until turned on, from the company's own site alone, small pictures alone, asked for once, seen by one workspace.
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { type Call, callAs } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { httpPeer } from '../../platform/net/peers.fixture.ts'
import type { CompanyIcon } from './company-icons.schema.ts'

/** The beginning of a PNG says how large it is; nothing reads the rest. */
function png(side: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  return Buffer.concat([head, Buffer.from('IHDR'), size, Buffer.alloc(4), deflateSync(Buffer.alloc(64))])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
/** What each site links, and what it answers there. */
const SITES: Record<string, { link: string; answers: Record<string, { type: string; body: string | Buffer }> }> = {
  'linked-icon.com': { link: '/mark.png', answers: { '/mark.png': { type: 'image/png', body: png(32) } } },
  'usual-icon.com': { link: '', answers: { '/favicon.ico': { type: 'text/html', body: png(48) } } },
  'vector-icon.com': { link: '/mark.svg', answers: { '/mark.svg': { type: 'image/svg+xml', body: SVG } } },
  'feigned-icon.com': { link: '/mark.png', answers: { '/mark.png': { type: 'image/png', body: SVG } } },
  'huge-icon.com': { link: '/mark.png', answers: { '/mark.png': { type: 'image/png', body: png(4096) } } },
  'heavy-icon.com': {
    link: '/mark.png',
    answers: { '/mark.png': { type: 'image/png', body: Buffer.concat([png(32), Buffer.alloc(40_000)]) } },
  },
  'foreign-icon.com': { link: 'http://tracker-of-icons.com/mark.png', answers: {} },
  'leading-icon.com': { link: '/away.png', answers: {} },
  'inward-icon.com': { link: 'http://127.0.0.1/mark.png', answers: {} },
  'refusing-icon.com': {
    link: '/private/mark.png',
    answers: {
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\nDisallow: /favicon.ico' },
      '/private/mark.png': { type: 'image/png', body: png(32) },
      '/favicon.ico': { type: 'image/png', body: png(32) },
    },
  },
  'failing-icon.com': { link: '/failing.png', answers: {} },
  'tracker-of-icons.com': { link: '', answers: { '/mark.png': { type: 'image/png', body: png(32) } } },
}
const asked: { host: string; path: string; headers: object }[] = []
const peer = await httpPeer((request, response) => {
  const host = (request.headers.host ?? '').replace(/:\d+$|^www\./g, '')
  const path = request.url ?? ''
  asked.push({ host, path, headers: request.headers })
  const site = SITES[host]
  const answer = site?.answers[path]
  if (path === '/away.png')
    return void response.writeHead(302, { location: `http://tracker-of-icons.com:${peer.port}/mark.png` }).end()
  if (path === '/failing.png') return void response.writeHead(503).end()
  if (answer) return void response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  if (path !== '/' || !site) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(`<html><head><title>${host}</title><link rel="icon" href="${site.link}"></head><p>A firm.</p></html>`)
})
const tenant = await openTenant({
  EGRESS_ALLOW: `127.0.0.1:${peer.port}`,
  EGRESS_HOST_MAP: Object.keys(SITES)
    .map((host) => `${host}=127.0.0.1:${peer.port}`)
    .join(','),
})

const callOf = async (person: Promise<{ access_token: string }>) => callAs(tenant.service, (await person).access_token)

const DOMAINS = Object.keys(SITES).slice(0, 11)
const ICONS = '/api/company-icons'
const SETTINGS = '/api/settings/company-icons'
const list = `${ICONS}?domains=${DOMAINS.join(',')}`

it('keeps to companies’ own sites, stores small pictures alone, and asks once', async () => {
  const [admin, editor, viewer] = (await Promise.all(
    (['admin', 'editor', 'viewer'] as const).map((role) => callOf(tenant.as(role))),
  )) as [Call, Call, Call]
  // While icons are off, a request is refused and calls no site.
  expect((await editor('POST', ICONS, { domains: DOMAINS })).status).toBe(409)
  expect((await viewer('GET', list)).body).toMatchObject({ enabled: false })
  expect((await editor('PUT', SETTINGS, { enabled: true })).status).toBe(403)
  expect(asked).toEqual([])

  expect((await admin('PUT', SETTINGS, { enabled: true })).body).toEqual({ enabled: true })
  // Who may not run anything makes no site be asked.
  expect((await viewer('POST', ICONS, { domains: DOMAINS })).status).toBe(403)
  const request = { domains: [...DOMAINS, 'www.linked-icon.com', 'localhost', '127.0.0.1', 'not a domain'] }
  expect((await editor('POST', ICONS, request)).body).toEqual({ asked: DOMAINS.length })
  const { items } = await until(
    async () => (await viewer('GET', list)).body as { items: CompanyIcon[] },
    (body) => body.items.every(({ state }) => state === 'ready' || state === 'none'),
  )
  const states = Object.fromEntries(items.map(({ domain, state }) => [domain, state]))
  expect(states).toEqual({
    'linked-icon.com': 'ready',
    'usual-icon.com': 'ready',
    'vector-icon.com': 'none',
    'feigned-icon.com': 'none',
    'huge-icon.com': 'none',
    'heavy-icon.com': 'none',
    'foreign-icon.com': 'none',
    'leading-icon.com': 'none',
    'inward-icon.com': 'none',
    'refusing-icon.com': 'none',
    'failing-icon.com': 'none',
  })
  expect(
    asked.filter(({ host, path }) => host === 'refusing-icon.com' && path !== '/robots.txt').map(({ path }) => path),
  ).toEqual(['/'])
  // A site that could not be read is asked again sooner than one that has no icon.
  const kept = await tenant.database.asOwner<{ domain: string; days: number }>(
    `select domain, round(extract(epoch from expires_at - now()) / 86400)::int as days from company_icons where domain = any($1) order by 1`,
    [['failing-icon.com', 'linked-icon.com', 'vector-icon.com']],
  )
  expect(kept.map(({ days }) => days)).toEqual([1, 30, 7])
  // The type is that of the bytes, whatever the server called them.
  for (const { state, image } of items)
    expect(image === null ? state : image.slice(0, 22)).toBe(state === 'none' ? 'none' : 'data:image/png;base64,')
  expect(asked.filter(({ host }) => host === 'tracker-of-icons.com')).toEqual([])
  for (const { headers } of asked) {
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('referer')
  }

  const before = asked.length
  expect((await editor('POST', ICONS, { domains: DOMAINS })).body).toEqual({ asked: 0 })
  expect(asked.length).toBe(before)

  // Another workspace knows nothing of it.
  const other = await callOf(tenant.newcomer('admin'))
  await other('PUT', SETTINGS, { enabled: true })
  const theirs = await other('GET', list)
  expect(theirs.body.items.map(({ state }: { state: string }) => state)).toEqual(DOMAINS.map(() => 'unknown'))

  // The page of what leaves names it while it is on; turning it off deletes what was fetched.
  const lineOf = async () =>
    (await viewer('GET', '/api/settings/access')).body.destinations.find(
      ({ kind }: { kind: string }) => kind === 'company_icon',
    )
  expect(await lineOf()).toMatchObject({ ready: true, row_places: ['website'], sends: ['The domain'] })
  await admin('PUT', SETTINGS, { enabled: false })
  expect(await lineOf()).toMatchObject({ ready: false })
  await admin('PUT', SETTINGS, { enabled: true })
  const again = await viewer('GET', list)
  expect(again.body.items.map(({ state }: { state: string }) => state)).toEqual(DOMAINS.map(() => 'unknown'))
})
