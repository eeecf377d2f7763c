// How pages are read: politely, only text, only the beginning of what is too long, and never past the guard.
import type http from 'node:http'
import { describe, expect, it } from 'vitest'
import type { PageResult } from './pages.ts'
import { loopbackOpen, type Peer, pagesOnClock, peersOfTest } from './peers.fixture.ts'
import { OF_LOOKUPS } from './polite-client.ts'

const { clientWith, serve } = peersOfTest()
const START = Date.parse('2026-01-01T00:00:00Z')

interface Site extends Peer {
  /** Paths asked for, robots.txt left out. */
  asked: string[]
}

async function site(pages: http.RequestListener, robots = ''): Promise<Site> {
  const asked: string[] = []
  const peer = await serve((request, response) => {
    if (request.url === '/robots.txt') return robots ? response.end(robots) : response.writeHead(404).end()
    asked.push(request.url ?? '')
    pages(request, response)
  })
  return { ...peer, asked }
}

/** Reads as a lookup without a workspace does, on a clock that goes on only while it waits. */
function reader({ clock = { at: START }, policy = loopbackOpen } = {}) {
  const pages = pagesOnClock(clientWith({ policy }), policy, clock)
  return {
    read: (ask: Parameters<typeof pages.read>[0], signal?: AbortSignal) =>
      pages.read(ask, { ...OF_LOOKUPS, copies: 'none' }, signal),
  }
}

const html =
  (text: string): http.RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text)
const kindOf = (result: PageResult) => (result.ok ? result.page.status : result.failure.kind)

describe('a page', () => {
  it('comes as text with the address it ended at', async () => {
    const peer = await site((request, response) =>
      request.url === '/' ? response.writeHead(301, { location: '/home' }).end() : html('<p>Grüße')(request, response),
    )
    const result = await reader().read({ url: peer.origin })
    expect(result).toMatchObject({
      ok: true,
      from_cache: false,
      page: { url: `${peer.origin}/home`, status: 200, text: '<p>Grüße' },
    })
  })

  it('of a gigabyte is read at its beginning', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536, 'x')
    const peer = await site((_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('content-length', 1_000_000_000)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const result = await reader().read({ url: peer.origin })
    expect(result.ok && [result.page.text.length, result.page.truncated]).toEqual([2 * 1024 * 1024, true])
    expect(sent).toBeLessThan(50_000_000)
  })

  it('that is not text is not read', async () => {
    const peer = await site((_request, response) => response.setHeader('content-type', 'application/pdf').end('%PDF'))
    expect(kindOf(await reader().read({ url: peer.origin }))).toBe('not_text')
  })

  it('of ten thousand redirects is given up', async () => {
    const peer = await site((request, response) =>
      response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(),
    )
    expect(kindOf(await reader().read({ url: `${peer.origin}/0` }))).toBe('too_many_redirects')
    expect(peer.asked).toHaveLength(6)
  })

  it('that redirects to an address inside is refused there', async () => {
    const peer = await site((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(kindOf(await reader().read({ url: peer.origin }))).toBe('blocked')
  })

  it('inside is not asked for, nor its robots.txt, when nothing is opened', async () => {
    const peer = await site(html('secret'))
    expect(kindOf(await reader({ policy: { allow: [], hostMap: new Map() } }).read({ url: peer.origin }))).toBe(
      'blocked',
    )
    expect(peer.connections()).toBe(0)
  })
})

describe('robots.txt', () => {
  it('keeps us from what it bans, and is asked for once', async () => {
    let robotsAsked = 0
    const peer = await serve((request, response) => {
      if (request.url === '/robots.txt') robotsAsked += 1
      html(request.url === '/robots.txt' ? '' : 'x')(request, response)
    })
    const banned = await site(html('x'), 'User-agent: Millrace\nDisallow: /private')
    const pages = reader()
    expect(kindOf(await pages.read({ url: `${banned.origin}/private/x` }))).toBe('robots')
    expect(kindOf(await pages.read({ url: `${banned.origin}/public` }))).toBe(200)
    expect(banned.asked).toEqual(['/public'])
    for (const path of ['/a', '/b', '/c']) await pages.read({ url: peer.origin + path })
    expect(robotsAsked).toBe(1)
  })

  it('of another site is asked when a redirect leads there', async () => {
    const other = await site(html('x'), 'User-agent: *\nDisallow: /')
    const peer = await site((_request, response) => response.writeHead(302, { location: other.origin }).end())
    expect(kindOf(await reader().read({ url: peer.origin }))).toBe('robots')
    expect(other.asked).toEqual([])
  })

  it.each([
    [404, 200],
    [403, 200],
    [429, 'bad_reply'],
    [500, 'bad_reply'],
    [503, 'bad_reply'],
  ])('that answers %i means %s', async (status, expected) => {
    const peer = await serve((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(status).end('User-agent: *\nDisallow: /')
      else html('x')(request, response)
    })
    expect(kindOf(await reader().read({ url: peer.origin }))).toBe(expected)
  })

  it('that has become unreadable leaves the last good copy in force', async () => {
    let broken = false
    const peer = await serve((request, response) => {
      if (request.url !== '/robots.txt') html('x')(request, response)
      else if (broken) response.writeHead(500).end()
      else response.end('User-agent: *\nDisallow: /no')
    })
    const clock = { at: START }
    const pages = reader({ clock })
    await pages.read({ url: `${peer.origin}/yes` })
    broken = true
    clock.at += 2 * 86_400_000
    expect(kindOf(await pages.read({ url: `${peer.origin}/no` }))).toBe('robots')
    expect(kindOf(await pages.read({ url: `${peer.origin}/yes` }))).toBe(200)
    clock.at += 40 * 86_400_000
    expect(kindOf(await pages.read({ url: `${peer.origin}/yes` }))).toBe('bad_reply')
  })
})

describe('the pace', () => {
  it('is one request to one host at a time, with a gap before the next, which the first page after robots.txt need not wait for', async () => {
    const clock = { at: START }
    const pages = reader({ clock })
    const begun = clock.at
    const starts: number[] = []
    let now = 0
    let most = 0
    const peer = await site((request, response) => {
      starts.push(clock.at - begun)
      now += 1
      most = Math.max(most, now)
      setTimeout(() => {
        now -= 1
        html('x')(request, response)
      }, 20)
    })
    const results = await Promise.all(['/a', '/b', '/c'].map((path) => pages.read({ url: peer.origin + path })))
    expect(results.map(kindOf)).toEqual([200, 200, 200])
    expect(most).toBe(1)
    expect(starts).toEqual([0, 1_000, 2_000])
  })

  it('lets a stopped caller go, and the next one have the turn', async () => {
    const stop = new AbortController()
    const peer = await site((request, response) => {
      if (request.url === '/hang') stop.abort()
      else html('x')(request, response)
    })
    const pages = reader()
    const hanging = ['/hang', '/wait'].map((path) => pages.read({ url: peer.origin + path }, stop.signal))
    const later = pages.read({ url: `${peer.origin}/fine` })
    expect((await Promise.all(hanging)).map(kindOf)).toEqual(['aborted', 'aborted'])
    expect(kindOf(await later)).toBe(200)
    expect(peer.asked).toEqual(['/hang', '/fine'])
  })

  it('of a host that asks to wait lets nothing through before its time, and says when that is', async () => {
    const peer = await site((_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    const pages = reader()
    expect(kindOf(await pages.read({ url: `${peer.origin}/a` }))).toBe(429)
    const result = await pages.read({ url: `${peer.origin}/b` })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', sent: false } })
    expect(!result.ok && result.failure.message).toMatch(/asked to be left alone .* again in 60 minutes/)
    expect(peer.asked).toEqual(['/a'])
  })
})
