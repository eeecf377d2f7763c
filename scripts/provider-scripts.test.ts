// The scripts for those who add vendors: what they write can be tried at once, and what they record was answered.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { createHttpClient } from '../src/platform/net/client.ts'
import { loopbackOpen } from '../src/platform/net/peers.fixture.ts'
import { createTools } from '../src/platform/net/tools.ts'
import { findymailEmailFinder } from '../src/providers/vendors/findymail.ts'
import { icypeasEmailFinder } from '../src/providers/vendors/icypeas.ts'
import { declarationOf, fixtureOf, listed } from './provider-new.ts'
import { accountFrom, askLive, recorded, variableOf, verdictOn } from './provider-verify.ts'

const here = (path: string) => readFileSync(new URL(`../src/providers/${path}`, import.meta.url), 'utf8')

it('writes a vendor that can be read as it is, and lists it once', () => {
  for (const source of [declarationOf('acme-data', 'Acme Data'), fixtureOf('acme-data', 'Acme Data')]) {
    const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true })
    expect(diagnostics).toEqual([])
    for (const [, path = ''] of source.matchAll(/from '\.\.\/([^']+)'/g)) expect(here(path)).not.toBe('')
  }
  const catalog = listed(here('catalog.ts'), 'acme-data')
  expect(catalog.match(/acmeDataCompany/g)).toHaveLength(2)
  expect(catalog).toMatch(/\n {2}acmeDataCompany,\n\]\n/)
})

it('takes the key from the environment and says which variable is not set', () => {
  expect(variableOf('people-data-labs', 'api_key')).toBe('PEOPLE_DATA_LABS_API_KEY')
  expect(accountFrom(findymailEmailFinder, {})).toEqual({ account: {}, missing: ['FINDYMAIL_API_KEY'] })
  const { account } = accountFrom(findymailEmailFinder, { FINDYMAIL_API_KEY: ' k3y ' })
  expect(account).toEqual({ api_key: 'k3y' })
})

it('keeps what was verified before, in order', () => {
  const once = recorded(here('kit/verified.ts'), 'serper-web-search', '2026-01-02')
  const twice = recorded(once, 'hunter-company', '2026-01-03')
  expect(twice).toContain("  'hunter-company': '2026-01-03',\n  'serper-web-search': '2026-01-02',\n}")
  expect(recorded(twice, 'hunter-company', '2026-02-01').match(/hunter-company/g)).toHaveLength(1)
})

it('asks the vendor, waits for an answer that comes later, and proves nothing by a miss or a refusal', async () => {
  const replies: [number, object][] = []
  const server = createServer((_, response) => {
    const [status, body] = replies.shift() ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = createHttpClient({ policy: loopbackOpen, userAgent: 'Test' })
  const real = createTools({ client, pages: {} as never, now: () => 0 })
  const http: typeof real.http = (request, signal) =>
    real.http({ ...request, url: `http://127.0.0.1:${port}${new URL(request.url).pathname}` }, signal)
  const tools = { ...real, http } as never
  const ask = async (lookup: typeof findymailEmailFinder, ...said: [number, object][]) => {
    replies.push(...said)
    const outcome = await askLive(lookup, { ...lookup.sample.inputs }, { api_key: 'k3y' }, tools, async () => {})
    return verdictOn(lookup, outcome)
  }
  try {
    expect(await ask(findymailEmailFinder, [200, { contact: { email: 'ada@example.com' } }])).toMatchObject({
      ok: true,
    })
    expect(await ask(findymailEmailFinder, [200, { contact: null }])).toMatchObject({ ok: false })
    expect(await ask(findymailEmailFinder, [401, {}])).toMatchObject({
      ok: false,
      words: expect.stringMatching(/^auth:/),
    })
    expect(await ask(findymailEmailFinder, [200, { changed: true }])).toMatchObject({
      ok: false,
      words: expect.stringMatching(/^unmapped:/),
    })
    const later = [
      [200, { success: true, item: { _id: 'q1', status: 'NONE' } }],
      [200, { success: true, items: [{ status: 'IN_PROGRESS' }] }],
      [200, { success: true, items: [{ status: 'FOUND', results: { emails: [{ email: 'ada@example.com' }] } }] }],
    ] as [number, object][]
    expect(await ask(icypeasEmailFinder, ...later)).toMatchObject({ ok: true })
  } finally {
    await client.close()
    server.close()
  }
})
