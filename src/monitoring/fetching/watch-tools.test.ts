// Pages that a watch must not take for those of its company: of a domain for sale, and of a look-alike.
import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { loopbackOpen, pagesOnClock, peersOfTest } from '../../platform/net/peers.fixture.ts'
import { tech } from '../kinds/tech.kind.ts'
import { pollTools } from './watch-tools.ts'

const { clientWith, serve } = peersOfTest()
const HOSTS = ['acmeworks.example', 'acrneworks.example', 'acmeworks.test', 'www.sedo.com']

async function readAt(location: string | null) {
  let port = 0
  const answer: RequestListener = (request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    if (location !== null && request.headers.host?.startsWith('acmeworks.example'))
      return void response.writeHead(302, { location: `http://${location}:${port}/` }).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<link href="/wp-content/a.css"><p>Acme</p>')
  }
  const served = await serve(answer)
  port = served.port
  const policy: EgressPolicy = {
    ...loopbackOpen,
    hostMap: new Map(HOSTS.map((name) => [name, { address: '127.0.0.1', port }])),
  }
  const pages = pagesOnClock(clientWith({ policy }), policy)
  const dns = async () => ({ ok: true as const, records: [], gone: false })
  const parts = { database: {} as never, policy, pages, dns, now: () => new Date() }
  const { tools } = pollTools(parts, { max_age_ms: 0, max_wait_ms: 10_000 }, new AbortController().signal)
  return tech.read(`http://acmeworks.example:${port}/`, {}, null, tools)
}

it.each([
  ['its own page', null, true],
  ['its name with another ending', 'acmeworks.test', true],
  ['a look-alike', 'acrneworks.example', false],
  ['a page of those who sell domains', 'www.sedo.com', false],
])('%s (at %s) is read: %s', async (_name, location, isRead) => {
  const read = await readAt(location)
  expect(read.ok).toBe(isRead)
  if (!read.ok) expect(read).toMatchObject({ reason: 'unreadable', message: expect.stringContaining(String(location)) })
})
