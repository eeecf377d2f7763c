// Every lookup that asks several times, in a world that is written down: pages and open APIs, DNS, mail servers.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { callLookup } from './kit/call.ts'
import type { VisitLookup } from './kit/kit.ts'
import type { FetchFailure, Tools } from './kit/outside.ts'
import { VISITS as OWN } from './own-lookups.fixture.ts'
import type { Visit, Visits } from './recorded.fixture.ts'

const folder = new URL('./vendors/', import.meta.url)
const fixtures = readdirSync(folder).flatMap((name) => /^(.+)\.fixture\.ts$/.exec(name)?.[1] ?? [])
const VISITS: Visits = Object.assign(
  {},
  OWN,
  ...(await Promise.all(fixtures.map(async (name) => (await import(`./vendors/${name}.fixture.ts`)).VISITS ?? {}))),
)
/** The reader of websites has tests of its own. */
const visitors = catalog.filter((lookup): lookup is VisitLookup => 'visit' in lookup && lookup.id !== 'website-reader')

function world({ web = {}, dns = {}, smtp }: Visit) {
  const asked: string[] = []
  const at = (url: string) => {
    asked.push(url)
    const there = web[url]
    if (there === undefined) return { status: 404, headers: {}, body: '' }
    const isReply = typeof there === 'object' && there !== null && 'status' in there && 'body' in there
    const { status, headers, body } = (isReply ? there : { status: 200, body: there }) as {
      status: number
      headers?: Record<string, string>
      body: unknown
    }
    return { status, headers: headers ?? {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const tools: Tools = {
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    http: async ({ url }) => ({ ok: true, ...at(url) }),
    fetchPage: async (url) => ({ ok: true, url, from_cache: false, ...at(url) }),
    dns: async (name, type) => {
      const there = dns[`${name} ${type}`] ?? []
      if (there === 'silent') return { ok: false, message: 'DNS gave no answer.' }
      return there === 'gone' ? { ok: true, records: [], gone: true } : { ok: true, records: there, gone: false }
    },
    ...(smtp !== 'absent' && {
      smtp: async ({ recipients }) => {
        if (!smtp) return { ok: false, reason: 'silent', message: 'port 25 is closed.' }
        const replies = recipients.map(
          (one) => smtp[one.split('@')[0] ?? ''] ?? smtp['*'] ?? ([250, 'OK'] as [number, string]),
        )
        return { ok: true, replies: replies.map(([code, text]) => ({ code, text })) }
      },
    }),
  }
  return { tools, asked }
}

it('has a written world for every lookup that asks several times, and for no other', () => {
  expect(Object.keys(VISITS).sort()).toEqual(visitors.map(({ id }) => id).sort())
})

describe.each(visitors.map((lookup) => [lookup.id, lookup] as const))('%s', (id, lookup) => {
  const visits = VISITS[id] as Visits[string]
  const ask = (visit: Visit, tools: Tools) =>
    callLookup(lookup, visit.inputs ?? { ...lookup.sample.inputs }, tools, new AbortController().signal)

  it.each(Object.entries(visits))('understands: %s', async (_, visit) => {
    const { tools, asked } = world(visit)
    const { outcome } = await ask(visit, tools)
    expect(outcome).toMatchObject(visit.comes_to)
    if (visit.asked) expect(asked).toEqual(visit.asked)
  })

  it('has a hit and a miss, and of a vendor haste and oddity', () => {
    const cases = Object.keys(visits)
    expect(cases).toEqual(expect.arrayContaining(['hit', 'miss']))
    if (lookup.provider !== 'millrace') expect(cases).toEqual(expect.arrayContaining(['throttle', 'odd']))
  })

  it('makes no value of a world that answers nonsense, and none of one that does not answer', async () => {
    const inputs = { inputs: { ...lookup.sample.inputs }, comes_to: { kind: 'not_found' } } as const
    const { tools } = world(inputs)
    for (const body of ['<html>', '', 'null', '[1]', '{"a":1}']) {
      const nonsense: Tools = {
        ...tools,
        http: async () => ({ ok: true, status: 200, headers: {}, body }),
        fetchPage: async (url) => ({ ok: true, url, from_cache: false, status: 200, headers: {}, body }),
      }
      const { outcome } = await ask(inputs, nonsense)
      if (id !== 'email-verifier') expect(outcome.kind, body).not.toBe('found')
    }
    const gone = async () => ({ ok: false as const, reason: 'network' as const, message: 'Away.', sent: false })
    const away: Tools = { ...tools, http: gone, fetchPage: gone, dns: async () => ({ ok: false, message: 'Away.' }) }
    expect((await ask(inputs, away)).outcome.kind).not.toBe('found')
  })
})

describe('what kept a site from being read', () => {
  const refuse = (reason: FetchFailure['reason']) => ({ ok: false as const, reason, message: 'Away.', sent: false })
  const answers = (status: number) => ({ ok: true as const, status, headers: {}, body: '' })
  /** One cause, one status, whichever lookup visits. */
  const CAUSES = [
    ['there is no such page (404)', answers(404), 'not_found', null],
    ['the page is gone (410)', answers(410), 'not_found', null],
    ['no address, no DNS answer, a refused connection, TLS', refuse('network'), 'failed', 'vendor_error'],
    ['no answer in time', refuse('timeout'), 'failed', 'timeout'],
    ['robots.txt does not allow it', refuse('robots'), 'failed', 'bad_input'],
    ['a private address', refuse('blocked'), 'failed', 'bad_input'],
    ['the site forbids it (403)', answers(403), 'failed', 'bad_input'],
    ['the site asks to wait (429)', answers(429), 'failed', 'vendor_error'],
    ['the site is not well (503)', answers(503), 'failed', 'vendor_error'],
  ] as const
  /** Whatever is asked by a website reads its pages, but for the records of its domain. */
  const readers = catalog.filter(
    (lookup): lookup is VisitLookup =>
      'visit' in lookup && lookup.id !== 'mail-host' && lookup.inputs.some(({ name }) => name === 'website'),
  )

  it('is the same for all lookups that read the pages of a site', () => {
    expect(readers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['website-reader', 'technology-detector', 'open-jobs', 'feed-reader']),
    )
  })

  it.each(
    readers.flatMap((lookup) =>
      CAUSES.map(([cause, reply, kind, failure]) => [lookup.id, cause, lookup, reply, kind, failure] as const),
    ),
  )('%s: %s', async (_, __, lookup, reply, kind, failure) => {
    const { tools } = world({ comes_to: { kind: 'not_found' } })
    const site: Tools = {
      ...tools,
      http: async () => reply,
      fetchPage: async (url) => (reply.ok ? { url, from_cache: false, ...reply } : reply),
    }
    const { outcome } = await callLookup(lookup, { website: 'a-site.example' }, site, new AbortController().signal)
    expect(outcome).toMatchObject(failure ? { kind, class: failure } : { kind })
  })
})
