// What every lookup that reads sites says of a site that cannot be read, or is not the company's: its true reason, against servers on loopback.
import type http from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { createDnsAsker, type DnsAsker } from '../../platform/net/dns.ts'
import { type EgressPolicy, publicOnly } from '../../platform/net/egress.ts'
import { loopbackOpen, pagesOnClock, peersOfTest } from '../../platform/net/peers.fixture.ts'
import { createResolver } from '../../platform/net/resolver.ts'
import { createTools } from '../../platform/net/tools.ts'
import { feedReader } from '../feeds/feed-reader.ts'
import { callLookup } from '../kit/call.ts'
import type { VisitLookup } from '../kit/kit.ts'
import { openJobs } from '../vendors/open-jobs.ts'
import { companyPeople } from './company-people.ts'
import { technologyDetector } from './technology-detector.ts'
import { websiteReader } from './website-reader.ts'

const { clientWith, serve, serveDns } = peersOfTest()

const READERS: [string, VisitLookup][] = [websiteReader, companyPeople, technologyDetector, openJobs, feedReader].map(
  (lookup) => [lookup.id, lookup],
)

const HOSTS = [
  'acme.example',
  'www.acme.example',
  'northwind.example',
  'shop.acme.example',
  'acmeworks.example',
  'acrneworks.example',
  'acmewerks.example',
  'acmeworks.test',
  'www.sedo.com',
]
/** DNS has nothing to say of technologies here. */
const dns = async () => ({ ok: true as const, records: [], gone: false })

async function ask(
  lookup: VisitLookup,
  handler: http.RequestListener,
  website = 'acme.example',
  ofDns: DnsAsker = dns,
): Promise<Outcome> {
  const { port } = await serve(handler)
  const hostMap = new Map(HOSTS.map((name) => [name, { address: '127.0.0.1', port }]))
  const policy: EgressPolicy = { ...loopbackOpen, hostMap }
  const client = clientWith({ policy })
  const tools = createTools({ client, pages: pagesOnClock(client, policy), now: Date.now, dns: ofDns })
  return (await callLookup(lookup, { website }, tools, new AbortController().signal)).outcome
}

const html =
  (body: string, status = 200): http.RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)

/** Rules of the site, and the rest of it. */
const withRules =
  (rules: string, rest: http.RequestListener): http.RequestListener =>
  (request, response) =>
    request.url === '/robots.txt'
      ? response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
      : rest(request, response)

const FILLER = '# nothing that is a rule, and there is much of it\n'.repeat(110_000)

const CASES: [string, http.RequestListener, object][] = [
  [
    'refuses programs',
    withRules('', html('no robots', 403)),
    {
      kind: 'failed',
      class: 'bad_input',
      retryable: false,
      message: 'The website refused to be read (status 403). It may keep programs out.',
    },
  ],
  [
    'redirects in a circle',
    (request, response) =>
      request.url === '/robots.txt' ? response.writeHead(404).end() : response.writeHead(302, { location: '/' }).end(),
    {
      kind: 'failed',
      class: 'vendor_error',
      retryable: false,
      message: 'acme.example redirects more than 5 times, perhaps in a circle.',
    },
  ],
  [
    'forbids it',
    withRules('User-agent: *\nDisallow: /', html('x')),
    { kind: 'failed', class: 'bad_input', message: 'The robots.txt of acme.example does not allow this page' },
  ],
  [
    'forbids it at the start of a robots.txt of 5 MB',
    withRules(`User-agent: *\nDisallow: /\n${FILLER}`, html('x')),
    { kind: 'failed', class: 'bad_input', message: 'The robots.txt of acme.example does not allow this page' },
  ],
  [
    'does not say its rules for now',
    (request, response) => response.writeHead(request.url === '/robots.txt' ? 503 : 200).end('x'),
    {
      kind: 'failed',
      class: 'vendor_error',
      retryable: true,
      message: 'The robots.txt of acme.example could not be read (status 503), so no page of it is read for now',
    },
  ],
  [
    'is parked',
    withRules('', html('<title>acme.example</title><p>This domain is for sale</p>')),
    { kind: 'not_found', reason: 'a domain that is parked or for sale' },
  ],
  [
    'is not there',
    withRules('', html('gone', 410)),
    { kind: 'not_found', reason: 'The website answered with status 410.' },
  ],
]

describe.each(READERS)('%s, where the site', (_, lookup) => {
  it.each(CASES)('%s', async (_what, handler, expected) => {
    expect(await ask(lookup, handler)).toMatchObject(expected)
  })

  it('has a name that DNS does not know', async () => {
    const { server } = await serveDns({ 'acme.example': [[]] })
    const client = clientWith({ policy: publicOnly, resolve: createResolver([server]) })
    const tools = createTools({ client, pages: pagesOnClock(client, publicOnly), now: Date.now, dns })
    for (const [website, reason] of [
      ['nobody.example', 'nobody.example does not exist in DNS'],
      ['acme.example', 'acme.example has no address in DNS'],
    ] as const) {
      const { outcome } = await callLookup(lookup, { website }, tools, new AbortController().signal)
      expect(outcome).toEqual({ kind: 'not_found', reason })
    }
  })

  it('cannot be looked up for now', async () => {
    const client = clientWith({ policy: publicOnly, resolve: createResolver(['127.0.0.1:9']) })
    const tools = createTools({ client, pages: pagesOnClock(client, publicOnly), now: Date.now, dns })
    const { outcome } = await callLookup(lookup, { website: 'acme.example' }, tools, new AbortController().signal)
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true, message: 'DNS gave no answer about acme.example' })
  })
})

describe('a robots.txt of 5 MB', () => {
  it('keeps no page from being read that its beginning allows', async () => {
    const page = '<title>Acme</title><p>Acme Ltd makes pumps.</p><p>info@acme.example</p>'
    expect(
      await ask(websiteReader, withRules(`User-agent: *\nDisallow: /private\n${FILLER}`, html(page))),
    ).toMatchObject({ kind: 'found', values: { company_email: 'info@acme.example' } })
  })
})

/** Another firm's site, with something for every reader. */
const NORTHWIND = `<title>Northwind</title><meta property="og:site_name" content="Northwind"><link rel="stylesheet" href="/wp-content/x.css">
  <h3>Ada Lovelace</h3><p>Chief Executive Officer</p><p>© Northwind Ltd`
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>A hall</title><link>http://northwind.example/1</link></item></channel></rss>`

describe('a site that leads to another firm', () => {
  it.each(READERS.filter(([id]) => id !== 'open-jobs'))('is believed less by %s, which says so', async (_, lookup) => {
    const site = withRules('', (request, response) => {
      if (request.headers.host?.includes('acme'))
        return response.writeHead(301, { location: 'http://northwind.example/' }).end()
      if (request.url === '/feed') return response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED)
      return html(NORTHWIND)(request, response)
    })
    const own = withRules('', (request, response) =>
      request.url === '/feed'
        ? response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED)
        : html(NORTHWIND.replaceAll('Northwind', 'Acme'))(request, response),
    )
    const [led, direct] = [await ask(lookup, site), await ask(lookup, own)]
    if (led.kind !== 'found' || direct.kind !== 'found') return expect([led, direct]).toEqual('two answers')
    expect(led.origin.note).toBe('acme.example leads to northwind.example, which may be another firm')
    expect(direct.origin).not.toHaveProperty('note')
    expect(led.confidence).toBeLessThan(direct.confidence)
    for (const [field, sure] of Object.entries(led.confidence_by_field ?? {}))
      expect(sure, field).toBeLessThan(direct.confidence_by_field?.[field] ?? 1)
  })
})

/** Something for every reader at any host of a zone, and a feed. */
const anyHost = withRules('', (request, response) =>
  request.url === '/feed'
    ? response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED)
    : html(NORTHWIND)(request, response),
)

const BOARDLESS = READERS.filter(([id]) => id !== 'open-jobs')

describe.each(BOARDLESS)('%s, of a name that is weak evidence', (_, lookup) => {
  it('says that the zone answers for any name, and believes less', async () => {
    const { server, questions } = await serveDns({
      '*.acme.example': [['192.0.2.7']],
      'shop.acme.example': [['192.0.2.7']],
    })
    const any = await ask(lookup, anyHost, 'shop.acme.example', createDnsAsker([server]))
    const own = await serveDns({ '*.acme.example': [['192.0.2.7']], 'shop.acme.example': [['192.0.2.8']] })
    const real = await ask(lookup, anyHost, 'shop.acme.example', createDnsAsker([own.server]))
    if (any.kind !== 'found' || real.kind !== 'found') return expect([any, real]).toEqual('two answers')
    expect(any.origin.note).toBe('acme.example answers for any name, so that shop.acme.example has a site says little')
    expect(real.origin).not.toHaveProperty('note')
    expect(any.confidence).toBeLessThan(real.confidence)
    expect(new Set(questions.filter((question) => /^n[0-9a-f]{20}\./.test(question))).size).toBe(1)
  })

  it.each([
    ['acrneworks.example', 'acmeworks.example', 'which looks like it and may be another firm'],
    ['acmewerks.example', 'acmeworks.example', 'which is one letter away and may be another firm'],
    ['acmeworks.test', 'acmeworks.example', 'the same name with another ending'],
  ])('says that %s leads to %s, and believes less', async (website, reached, words) => {
    const led = withRules('', (request, response) =>
      request.headers.host === reached
        ? anyHost(request, response)
        : response.writeHead(301, { location: `http://${reached}${request.url}` }).end(),
    )
    const [away, direct] = [await ask(lookup, led, website), await ask(lookup, anyHost, reached)]
    if (away.kind !== 'found' || direct.kind !== 'found') return expect([away, direct]).toEqual('two answers')
    expect(away.origin.note).toBe(`${website} leads to ${reached}, ${words}`)
    expect(direct.origin).not.toHaveProperty('note')
    expect(away.confidence).toBeLessThan(direct.confidence)
  })

  it('is of nobody where it leads to those who sell domains', async () => {
    const sold = withRules('', (request, response) =>
      request.headers.host === 'www.sedo.com'
        ? anyHost(request, response)
        : response.writeHead(301, { location: 'http://www.sedo.com/' }).end(),
    )
    expect(await ask(lookup, sold)).toMatchObject({ kind: 'not_found', reason: 'a domain that is parked or for sale' })
  })

  it('is no worse off where DNS does not say', async () => {
    const silent: DnsAsker = async () => ({ ok: false, message: 'DNS gave no answer.' })
    const outcome = await ask(lookup, anyHost, 'shop.acme.example', silent)
    expect(outcome).toMatchObject({ kind: 'found' })
    expect(outcome.kind === 'found' && outcome.origin).not.toHaveProperty('note')
  })
})
