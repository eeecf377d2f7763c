// Where the outgoing HTTP client goes and does not go: redirects, names, and the address guard at work.
import type http from 'node:http'
import { describe, expect, it } from 'vitest'
import { publicOnly } from './egress.ts'
import { kindOf, loopbackOpen, peersOfTest, textOf } from './peers.fixture.ts'
import { createResolver } from './resolver.ts'

const { clientWith, serve, serveDns } = peersOfTest()

describe('a redirect', () => {
  it('is followed three times and not once more, unless more were allowed', async () => {
    const peer = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('moved')
      else response.end('here')
    })
    const client = clientWith()
    expect(textOf(await client.request({ url: `${peer.origin}/3` }))).toBe('here')
    expect(kindOf(await client.request({ url: `${peer.origin}/4` }))).toBe('too_many_redirects')
    expect(textOf(await client.request({ url: `${peer.origin}/5`, redirects: 5 }))).toBe('here')
    expect(kindOf(await client.request({ url: `${peer.origin}/10000` }))).toBe('too_many_redirects')
    expect(kindOf(await client.request({ url: `${peer.origin}/1`, redirects: 'manual' }))).toBe('status 302')
    expect(peer.connections()).toBeLessThanOrEqual(2)
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'http://user:pw@example.com/',
    '//[::1]/',
  ])('is not followed to %s', async (location) => {
    const peer = await serve((_request, response) => response.writeHead(302, { location }).end())
    const result = await clientWith().request({ url: peer.origin })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'blocked', sent: true } })
  })

  it('to another origin carries neither credentials nor content', async () => {
    const seen: http.IncomingMessage[] = []
    const other = await serve((request, response) => {
      seen.push(request)
      response.end('x')
    })
    const first = await serve((request, response) => {
      const [, status, where] = /^\/(\d+)(\/same)?/.exec(request.url ?? '') ?? []
      if (!status) {
        seen.push(request)
        response.end('same')
      } else response.writeHead(Number(status), { location: where ? '/' : other.origin, 'set-cookie': 'a=b' }).end()
    })
    const client = clientWith()
    const headers = { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Api-Key': 'k', Accept: 'text/html' }
    await client.request({ url: `${first.origin}/302`, headers })
    await client.request({ url: `${first.origin}/302/same`, headers })
    await client.request({
      url: `${first.origin}/303`,
      headers: { ...headers, 'Content-Type': 'a/b' },
      method: 'POST',
      body: 'secret',
    })
    const sent = seen.map(({ method, headers: got }) =>
      [method, got.authorization, got.cookie, got['x-api-key'], got['content-type'], got.accept].join(' '),
    )
    expect(sent).toEqual(['GET     text/html', 'GET Bearer s c=1 k  text/html', 'GET     text/html'])
    const carried = await client.request({ url: `${first.origin}/307`, method: 'POST', body: 'secret' })
    expect(kindOf(carried)).toBe('bad_reply')
    expect(seen).toHaveLength(3)
  })
})

describe('with nothing opened by the operator', () => {
  it('no spelling of loopback reaches a server that listens there', async () => {
    const peer = await serve((_request, response) => response.end('secret'))
    const dns = await serveDns({
      'localtest.example': [['127.0.0.1']],
      'both.example': [['93.184.215.14', '127.0.0.1']],
    })
    const client = clientWith({ policy: publicOnly, resolve: createResolver([dns.server]) })
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.1',
      '127.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      for (const url of [`http://${host}:${peer.port}/`, `http://${host}/`, `https://${host}/`]) {
        expect([url, kindOf(await client.request({ url }))]).toEqual([url, 'blocked'])
      }
    }
    for (const name of ['localtest.example', 'both.example']) {
      const result = await client.request({ url: `http://${name}:8080/` })
      expect(result).toMatchObject({ ok: false, failure: { kind: 'blocked', sent: false } })
    }
    expect(dns.questions).toContain('localtest.example A')
    expect(peer.connections()).toBe(0)
  })

  it('an open and a closed port of a blocked address read the same', async () => {
    const peer = await serve((_request, response) => response.end('secret'))
    const client = clientWith({ policy: publicOnly })
    const open = await client.request({ url: `http://127.0.0.1:${peer.port}/` })
    await peer.close()
    const closed = await client.request({ url: `http://127.0.0.1:${peer.port}/` })
    expect(open).toEqual(closed)
  })
})

describe('a name whose answer changes', () => {
  it('is connected to where it was checked, and checked again for the next connection', async () => {
    const peer = await serve((_request, response) => response.setHeader('connection', 'close').end('fine'))
    const dns = await serveDns({ 'rebind.example': [['127.0.0.1'], ['169.254.169.254']] })
    const client = clientWith({ resolve: createResolver([dns.server]) })
    const url = `http://rebind.example:${peer.port}/`
    expect(textOf(await client.request({ url }))).toBe('fine')
    expect(dns.questions.filter((question) => question.endsWith(' A'))).toHaveLength(1)
    expect(kindOf(await client.request({ url }))).toBe('blocked')
    expect(peer.connections()).toBe(1)
  })

  it('is a failure of the name when there is no address', async () => {
    const dns = await serveDns({ 'empty.example': [[]] })
    const client = clientWith({ policy: publicOnly, resolve: createResolver([dns.server]) })
    for (const [name, why] of [
      ['empty.example', 'has no address in DNS'],
      ['unknown.example', 'does not exist in DNS'],
    ])
      expect(await client.request({ url: `http://${name}/` })).toMatchObject({
        ok: false,
        failure: { kind: 'no_host', sent: false, message: `${name} ${why}` },
      })
  })

  it('is not said to be away where DNS is silent', async () => {
    const client = clientWith({ policy: publicOnly, resolve: createResolver(['127.0.0.1:9']) })
    expect(await client.request({ url: 'http://acme.example/' })).toMatchObject({
      ok: false,
      failure: { kind: 'dns', sent: false, message: 'DNS gave no answer about acme.example' },
    })
  })
})

describe('a name the operator resolves', () => {
  it('reaches the given address and port, under its own name', async () => {
    const peer = await serve((request, response) => response.end(request.headers.host))
    const hostMap = new Map([['acme.example', { address: '127.0.0.1', port: peer.port }]])
    const opened = clientWith({ policy: { ...loopbackOpen, hostMap } })
    expect(textOf(await opened.request({ url: 'http://acme.example/' }))).toBe('acme.example')
    expect(kindOf(await opened.request({ url: 'https://acme.example/' }))).toBe('tls')
    const closed = clientWith({ policy: { allow: [], hostMap } })
    expect(kindOf(await closed.request({ url: 'http://acme.example/' }))).toBe('blocked')
  })
})
