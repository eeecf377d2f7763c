import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ann, toyServer } from '../toy-server.fixture.ts'

let directory: string
const script = `console.log(${JSON.stringify('x'.repeat(5000))})`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'web-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>App</title>')
  await writeFile(join(directory, 'assets', 'index-4f3a.js'), script)
  await writeFile(join(directory, 'assets', 'index-4f3a.js.map'), '{}')
})
afterAll(() => rm(directory, { recursive: true }))

describe('the web app', () => {
  it('answers every address of a person with its one page, never cached blindly', async () => {
    const app = await toyServer({ webDirectory: directory })
    for (const url of ['/', '/workbooks/123?tab=1', '/login']) {
      const answer = await app.inject({ url })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, '<!doctype html><title>App</title>'])
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    }
  })

  it('lets browsers keep files whose name holds their hash, packed as the browser can', async () => {
    const app = await toyServer({ webDirectory: directory })
    const url = '/assets/index-4f3a.js'
    const get = (encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect((await get('gzip, deflate, br')).headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    // Their policy is that of data; what else pages are told would be sent a hundred times.
    const { headers } = await get('')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers).not.toHaveProperty('permissions-policy')
    expect((await get('gzip;q=0.5, br;q=0')).headers['content-encoding']).toBe('gzip')
    expect((await get('')).body).toBe(script)
  })

  it('never stands in for an API answer or a missing file', async () => {
    const app = await toyServer({ webDirectory: directory })
    const seen = async (url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') => {
      const answer = await app.inject({ method, url, headers: ann })
      return [answer.statusCode, answer.headers['content-type'], answer.headers.allow]
    }
    const json = 'application/json; charset=utf-8'
    expect(await seen('/api/nothing')).toEqual([404, json, undefined])
    // In another spelling it is no page either.
    for (const url of ['/API/workbooks', '//api/workbooks', '///API/nothing', '/Auth/token'])
      expect(await seen(url), url).toEqual([404, json, undefined])
    expect(await seen('/auth/token')).toEqual([405, json, 'POST'])
    expect(await seen('/docs/nothing')).toEqual([404, json, undefined])
    expect(await seen('/assets/old-hash.js')).toEqual([404, json, undefined])
    expect(await seen('/assets/index-4f3a.js.map')).toEqual([404, json, undefined])
    expect(await seen('/..%2f..%2fetc%2fpasswd')).toEqual([404, json, undefined])
    expect(await seen('/', 'HEAD')).toEqual([200, 'text/html; charset=utf-8', undefined])
    expect((await seen('/workbooks', 'POST'))[0]).toBe(404)
  })
})
