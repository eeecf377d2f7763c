// Columns that ask any HTTP API, from saving them to the cells, with the API on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  run,
  startKinds,
  startVendor,
  traceOf,
  type Vendor,
} from '../kinds.fixture.ts'

const SECRET = 'sk-PLAINTEXT-0123456789'
let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({
    'api.example.com': api.port,
    'other.example.com': api.port,
    'login.example.com': api.port,
  })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const ASK = { name: 'Answer', type: 'http', url: 'http://api.example.com/companies/{{Domain}}' }
const bench = (rows: string[] = ['a.com']) =>
  addBench(
    service,
    ['Domain'],
    rows.map((domain) => [domain || null]),
  )
const save = (at: Bench, column: object) => at.call('POST', `/api/workbooks/${at.workbook_id}/columns`, column)
const put = (at: Bench, name: string, value: string) =>
  must(at.call('PUT', '/api/settings/secrets', { name, value, hosts: ['api.example.com', 'login.example.com'] }), 200)
const problems = async (at: Bench, column: object) => {
  const answer = await save(at, { ...ASK, ...column })
  expect(answer.status, answer.text).toBe(422)
  return answer.body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

describe('an http column', () => {
  it('asks for each row, keeps the fields that were chosen, and takes a missing answer for a miss', async () => {
    api.says(({ path }) =>
      path.endsWith('/a.com')
        ? { body: { company: { name: 'A', people: [{ mail: 'x@a.com' }, { mail: 'y@a.com' }], size: '12' } } }
        : { status: 404, body: { error: 'unknown' } },
    )
    const at = await bench(['a.com', 'b.com', ''])
    const id = await addColumn(at, {
      ...ASK,
      fields: [
        { name: 'name', path: 'company.name' },
        { name: 'size', path: 'company.size', type: 'number' },
        { name: 'mails', path: 'company.people[].mail', type: 'json' },
      ],
    })
    expect((await run(at)).status).toBe('done')
    const [found, missed, skipped] = await cellsOf(at, id)
    expect(found).toMatchObject({ status: 'complete', value: { name: 'A', size: 12, mails: ['x@a.com', 'y@a.com'] } })
    expect(found).toMatchObject({ provider: 'http:api.example.com', cost_usd: 0 })
    expect(missed).toMatchObject({ status: 'not_found' })
    expect(skipped).toMatchObject({ status: 'skipped', reason: 'missing_input' })
    await run(at, { mode: 'all' })
    expect(api.heard.length, 'asked again although the answer was in the cache').toBe(2)
  })

  it('lets no value out of the place it was put in', async () => {
    api.says(({ body, path }) => ({ body: { path, body } }))
    const at = await bench(['x/../../admin?all=1#', '", "admin": true, "y": "', 'a&b=c'])
    await addColumn(at, {
      ...ASK,
      method: 'POST',
      url: 'http://api.example.com/v1/{{Domain}}/show?mode=safe',
      query: { q: '{{Domain}}' },
      headers: { 'x-domain': 'is {{Domain}}' },
      body: '{"domain": "{{Domain}}", "raw": {{Domain}}}',
    })
    await run(at)
    expect(api.heard).toHaveLength(3)
    for (const { path, body, headers } of api.heard) {
      const url = new URL(path, 'http://x')
      const sent = JSON.parse(body)
      expect(Object.keys(sent)).toEqual(['domain', 'raw'])
      expect(url.pathname.split('/')).toHaveLength(4)
      expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(sent.domain)
      expect([...url.searchParams]).toEqual([
        ['mode', 'safe'],
        ['q', sent.domain],
      ])
      expect(headers['x-domain']).toBe(`is ${sent.domain}`)
    }
  })

  it('sends nothing for a value that would lead elsewhere', async () => {
    api.says(() => ({ body: {} }))
    const at = await bench(['..', '.', '%2e%2e'])
    const id = await addColumn(at, { ...ASK, url: 'http://api.example.com/v1/{{Domain}}/users' })
    await run(at)
    const [up, here, literal] = await cellsOf(at, id)
    expect(up).toMatchObject({ status: 'error', error: { class: 'bad_input' } })
    expect(here).toMatchObject({ status: 'error', error: { class: 'bad_input' } })
    // Encoded once more it is a name like any other.
    expect(literal.error).toBeNull()
    expect(api.heard.map(({ path }) => path)).toEqual(['/v1/%252e%252e/users'])
  })

  it('is refused when a row could choose who gets the secret, or when one stands in plain sight', async () => {
    const at = await bench()
    const bearer = { auth: { kind: 'bearer', secret: 'KEY' } }
    expect(await problems(at, { url: 'https://{{Domain}}/x' })).toEqual(['url'])
    expect(await problems(at, { url: 'https://api.example.com{{Domain}}' })).toEqual(['url'])
    expect(await problems(at, { url: 'https://api.example.com@{{Domain}}/' })).toEqual(['url'])
    expect(await problems(at, { url: 'https://{{Domain}}/x', any_host: true, ...bearer })).toEqual(['auth'])
    expect(await problems(at, { url: 'https://api.example.com/?api_key=123' })).toEqual(['url'])
    expect(await problems(at, { headers: { Authorization: 'Bearer 123' } })).toEqual(['headers.Authorization'])
    expect(await problems(at, { headers: { Host: '{{Domain}}' } })).toEqual(['headers.Host'])
    expect(await problems(at, { method: 'POST', body: '{"a": {{Domain}}' })).toEqual(['body'])
    expect(await problems(at, { fields: [{ name: 'a', path: 'x..y' }], output: 'b' })).toEqual([
      'fields.0.path',
      'output',
    ])
    expect(await problems(at, { url: 'https://api.example.com/{{Domian}}' })).toEqual(['url'])
  })

  it('asks any host of the row when it may, but none of this network', async () => {
    api.says(() => ({ body: { ok: true } }))
    const at = await bench(['other.example.com', '10.0.0.1', 'a.com/evil', 'x@a.com'])
    const id = await addColumn(at, { ...ASK, any_host: true, url: 'http://{{Domain}}/about' })
    await run(at)
    const cells = await cellsOf(at, id)
    expect(cells.map(({ status }: { status: string }) => status)).toEqual(['complete', 'error', 'error', 'error'])
    expect(cells[1].error.class).toBe('bad_input')
    expect(api.heard.map(({ headers }) => headers.host)).toEqual(['other.example.com'])
  })

  it('sends its secret to the API and to no other host, in any of the places it can stand', async () => {
    api.says(({ headers, path }) => ({
      body: { said: `${headers.authorization ?? ''}${headers['x-key'] ?? ''}${path}` },
    }))
    for (const auth of [
      { kind: 'bearer', secret: 'KEY' },
      { kind: 'header', name: 'X-Key', prefix: 'key ', secret: 'KEY' },
      { kind: 'query', name: 'appid', secret: 'KEY' },
      { kind: 'basic', username: 'me', secret: 'KEY' },
    ]) {
      const at = await bench()
      const id = await addColumn(at, { ...ASK, auth, fields: [{ name: 'n', path: 'none' }] })
      await run(at)
      expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'skipped', reason: 'no_key' })
      expect(api.heard).toHaveLength(0)
      await put(at, 'KEY', SECRET)
      await run(at)
      const sent = JSON.stringify(api.heard[0])
      const forms = [SECRET, Buffer.from(`me:${SECRET}`).toString('base64')]
      expect(
        forms.some((form) => sent.includes(form)),
        sent,
      ).toBe(true)
      const trace = JSON.stringify(await traceOf(at, id))
      for (const form of forms) expect(trace).not.toContain(form)
      expect(trace).toContain('•••')
      api.heard.length = 0
    }
  })

  it('changes its credentials for a token once, and again when the token is refused', async () => {
    let tokens = 0
    let valid = ''
    api.says(({ path, body, headers }) => {
      if (path === '/token') {
        const form = new URLSearchParams(body)
        if (form.get('client_secret') !== SECRET) return { status: 401 }
        valid = `token-number-${++tokens}`
        return { body: { access_token: valid, expires_in: 3600, token_type: 'Bearer' } }
      }
      return headers.authorization === `Bearer ${valid}` ? { body: { plan: 'pro' } } : { status: 401 }
    })
    const at = await bench(['a.com', 'b.com', 'c.com', 'd.com'])
    await put(at, 'KEY', SECRET)
    const auth = { kind: 'oauth_client', token_url: 'http://login.example.com/token', client_id: 'me', secret: 'KEY' }
    const id = await addColumn(at, { ...ASK, auth, cache_days: 0, fields: [{ name: 'plan', path: 'plan' }] })
    await run(at)
    expect((await cellsOf(at, id)).map(({ value }: { value: string }) => value)).toEqual(Array(4).fill('pro'))
    expect(tokens).toBe(1)
    valid = 'revoked'
    await run(at, { mode: 'all', row_ids: [at.rows[0]] })
    expect(tokens).toBe(2)
    expect((await cellsOf(at, id))[0].value).toBe('pro')
    const trace = JSON.stringify(await traceOf(at, id))
    for (const secret of [SECRET, 'token-number']) expect(trace).not.toContain(secret)
  })

  it('reads on over pages by link, cursor and number, never beyond the limit nor at another host', async () => {
    const page = (path: string) => Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
    api.says(({ path, headers }) => {
      const at = page(path)
      const items = at > 3 ? [] : [{ n: at * 2 - 1 }, { n: at * 2 }]
      const next = at < 3 ? `http://${headers.host}/c?page=${at + 1}` : null
      return {
        headers: next ? { link: `<${next}>; rel="next"` } : {},
        body: {
          items,
          next,
          cursor: at < 3 ? String(at + 1) : null,
          here: path,
          evil: 'http://other.example.com/steal',
        },
      }
    })
    const fields = [{ name: 'all', path: 'items[].n', type: 'json' }]
    const value = async (pages: object, more: object = {}) => {
      const at = await bench()
      const id = await addColumn(at, {
        ...ASK,
        url: 'http://api.example.com/c',
        pages,
        items: 'items',
        fields,
        ...more,
      })
      await run(at)
      return (await cellsOf(at, id))[0]
    }
    const all = [1, 2, 3, 4, 5, 6]
    expect((await value({ kind: 'next_link' })).value).toEqual(all)
    expect((await value({ kind: 'next_link', path: 'next' })).value).toEqual(all)
    expect((await value({ kind: 'cursor', path: 'cursor', param: 'page' })).value).toEqual(all)
    expect((await value({ kind: 'number', param: 'page', first: 1 })).value).toEqual(all)
    expect((await value({ kind: 'number', param: 'page', first: 1 }, { max_pages: 2 })).value).toEqual([1, 2, 3, 4])
    expect((await value({ kind: 'number', param: 'page', first: 1, total: 'sum' })).value, 'no total, no end').toEqual(
      all,
    )
    api.heard.length = 0
    expect((await value({ kind: 'next_link', path: 'here' })).value, 'a page that leads to itself').toEqual([1, 2])
    expect(api.heard).toHaveLength(2)
    api.says(({ path }) => ({ body: { items: [{ n: 1 }, { n: 2 }, { n: 2 }], page: page(path), sum: 3 } }))
    api.heard.length = 0
    expect((await value({ kind: 'number', param: 'ignored', first: 1 })).value, 'always the same page').toEqual([
      1, 2, 2,
    ])
    expect(api.heard).toHaveLength(2)
    api.says(({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('skip') ?? 0)
      const items = [1, 2, 3, 4, 5, 6].slice(from, from + 4).map((n) => ({ n }))
      return items.length > 0 ? { body: { items, sum: 6 } } : { status: 404, body: { message: 'past the end' } }
    })
    api.heard.length = 0
    expect((await value({ kind: 'offset', param: 'skip' })).value).toEqual(all)
    expect((await value({ kind: 'offset', param: 'skip', total: 'sum' })).value).toEqual(all)
    expect(api.heard.map(({ path }) => path)).toEqual(['/c', '/c?skip=4', '/c?skip=6', '/c', '/c?skip=4'])
    api.says(({ path, headers }) => ({
      body: { items: [], evil: `http://other.example.com${path}`, host: headers.host },
    }))
    api.heard.length = 0
    expect(await value({ kind: 'next_link', path: 'evil' })).toMatchObject({
      status: 'error',
      error: { class: 'unmapped' },
    })
    // Asked once more, since reading is free to repeat; never at the other host.
    expect(new Set(api.heard.map(({ headers }) => headers.host))).toEqual(new Set(['api.example.com']))
  })

  it('makes an error of a good status that says so, costs nothing for it, keeps it nowhere and asks again', async () => {
    let answer: object = { error: 'Monthly quota exceeded', name: null }
    api.says(() => ({ body: answer }))
    const at = await bench()
    const fields = [{ name: 'name', path: 'name' }]
    const column = { ...ASK, fields, url: 'http://api.example.com/{{Domain}}', price_usd: 0.5, cache_days: 30 }
    const id = await addColumn(at, column)
    const tried = await must(
      at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column: { ...column, name: 'Tried' } }),
      200,
    )
    expect(tried.rows[0]).toMatchObject({ status: 'error', reason: 'quota', cost_usd: 0 })
    expect(tried.error_proposal).toEqual({
      says: expect.stringContaining('Monthly quota exceeded'),
      rule: { path: 'error' },
    })
    await run(at)
    expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'error', error: { class: 'quota' } })
    await service.database
      .asOwner('delete from provider_health where workspace_id = $1', [at.workspace_id])
      .catch(() => {})
    for (const mode of ['failed', 'all']) {
      const before = api.heard.length
      await run(at, { mode })
      expect(api.heard.length, mode).toBeGreaterThan(before)
    }
    answer = { status: 'error', name: 'A' }
    expect(
      (
        await must(
          at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column: { ...column, name: 'Tried' } }),
          200,
        )
      ).error_proposal,
    ).toMatchObject({
      rule: { path: 'status', values: ['error'] },
    })
    expect((await run(at, { mode: 'all' })).status).toBe('done')
    await must(
      at.call('PATCH', `/api/workbooks/${at.workbook_id}/columns/${id}`, {
        ...column,
        error: { path: 'status', values: ['error'] },
      }),
      200,
    )
    await run(at, { mode: 'all' })
    expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'error', error: { class: 'vendor_error' } })
  })

  it('costs what it says for each request that is answered, and a POST is asked for each row by itself and not repeated', async () => {
    api.says(() => ({ status: 500, body: { error: 'down' } }))
    const at = await bench(['a.com', 'a.com'])
    const id = await addColumn(at, { ...ASK, method: 'POST', body: '{"d": "{{Domain}}"}', price_usd: 0.02 })
    await run(at)
    expect(api.heard).toHaveLength(2)
    expect((await cellsOf(at, id))[0]).toMatchObject({
      status: 'error',
      error: { class: 'vendor_error' },
      cost_usd: 0,
    })
  })

  it('can be tried on five rows: nothing is stored, what it cost is counted, and the answer says what there is', async () => {
    api.says(() => ({ body: { data: { name: 'A', mail: 'x@a.com', tags: ['t'] }, total: 3 } }))
    const at = await bench(['a.com', ...Array.from({ length: 9 }, (_, n) => `n${n}.com`)])
    await put(at, 'KEY', SECRET)
    const column = { type: 'http', url: ASK.url, price_usd: 0.5, auth: { kind: 'bearer', secret: 'KEY' } }
    const tried = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column }), 200)
    expect(tried.rows).toHaveLength(5)
    expect(tried.rows[0]).toMatchObject({ inputs: { Domain: 'a.com' }, status: 'complete', cost_usd: 0.5 })
    expect(JSON.stringify(tried)).not.toContain(SECRET)
    expect(tried.cost_usd).toBe(2.5)
    expect(tried.paths).toEqual([
      { path: 'data.name', type: 'text', example: 'A' },
      { path: 'data.mail', type: 'email', example: 'x@a.com' },
      { path: 'data.tags[0]', type: 'text', example: 't' },
      { path: 'total', type: 'number', example: 3 },
    ])
    const usage = await must(at.call('GET', '/api/settings/usage?group=provider'), 200)
    expect(usage.items).toMatchObject([{ provider: 'http:api.example.com', calls: 5, cost_usd: 2.5 }])
    const ledger = await must(at.call('GET', '/api/billing/ledger'), 200)
    expect(ledger.items.map(({ amount_usd }: { amount_usd: number }) => amount_usd)).toEqual(Array(5).fill(0.5))
    const page = await must(at.call('GET', `/api/workbooks/${at.workbook_id}`), 200)
    expect(page.workbook.columns_config).toHaveLength(1)
    expect(page.rows[0].enrichments).toEqual({})
  })

  it('tells a page that is no JSON for what it is, tried and run alike', async () => {
    api.says(() => ({ body: '<html>Sign in</html>' }))
    const at = await bench(['a.com'])
    const column = { type: 'http', url: ASK.url, fields: [{ name: 'name', path: 'data.name' }] }
    const tried = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column }), 200)
    expect(tried.rows[0]).toMatchObject({ status: 'error', reason: 'unmapped' })
    const id = await addColumn(at, { ...column, name: 'Name' })
    await run(at)
    expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'error', error: { class: 'unmapped' } })
  })

  it('shows the whole answer beside its fields when it is tried, and asks nothing that a budget forbids', async () => {
    api.says(() => ({ body: { data: { name: 'A', size: 'many' } } }))
    const at = await bench(['a.com', 'b.com', 'c.com'])
    const field = { name: 'name', path: 'data.name' }
    const tryIt = async (column: object) =>
      (
        await must(
          at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, {
            column: { type: 'http', url: ASK.url, price_usd: 0.5, ...column },
          }),
          200,
        )
      ).rows
    const [row] = await tryIt({ fields: [field] })
    expect(row).toMatchObject({ status: 'complete', value: 'A', fields: { name: 'A' } })
    expect(row.answer).toEqual({ data: { name: 'A', size: 'many' } })
    const [wrong] = await tryIt({ fields: [{ name: 'size', path: 'data.size', type: 'number' }] })
    expect(wrong).toMatchObject({ status: 'error', reason: 'unmapped', answer: { data: { name: 'A' } } })
    const [missed] = await tryIt({ fields: [field], miss: { empty: 'data.mail' } })
    expect(missed).toMatchObject({ status: 'not_found' })
    // Three rows were asked three times.
    await must(at.call('PUT', `/api/workbooks/${at.workbook_id}/budget`, { max_usd: 5.5 }), 200)
    api.heard.length = 0
    const rows = await tryIt({ fields: [field] })
    expect(api.heard).toHaveLength(2)
    expect(rows.filter(({ reason }: { reason: string }) => reason === 'over_budget')).toHaveLength(1)
  })
})

describe('a secret of the workspace', () => {
  it('is entered and replaced by administrators, and never given out', async () => {
    const at = await bench()
    await put(at, 'KEY', SECRET)
    await put(at, 'KEY', ` ${SECRET}2\n`)
    const list = await at.call('GET', '/api/settings/secrets')
    expect(list.body.items).toMatchObject([{ name: 'KEY', columns: null, used_by: [] }])
    const tables = await service.database.asOwner<{ t: string }>(
      `select t::text from integration_values t union all select t::text from audit_log t union all select t::text from events t`,
    )
    for (const text of [list.text, JSON.stringify(tables)]) expect(text).not.toContain(SECRET)
    const refused = [
      { name: 'KEY', value: `${SECRET}\u0007b` },
      { name: '1x', value: SECRET },
      { value: SECRET },
      { name: 'KEY', value: [SECRET] },
      { name: 'KEY', value: SECRET.repeat(2000) },
    ]
    for (const body of refused) {
      const answer = await at.call('PUT', '/api/settings/secrets', body)
      expect(answer.status).toBe(422)
      expect(answer.text).not.toContain(SECRET)
    }
    for (let times = 0; times < 2; times++)
      expect((await at.call('DELETE', '/api/settings/secrets?name=KEY')).status).toBe(204)
    expect((await at.call('GET', '/api/settings/secrets')).body).toMatchObject({ items: [], missing: [] })
    const auth = { kind: 'bearer', secret: 'KEY' }
    const id = await addColumn(at, { name: 'Firm', type: 'http', url: 'http://api.example.com/', auth })
    const { missing } = (await at.call('GET', '/api/settings/secrets')).body
    expect(missing).toMatchObject([{ name: 'KEY', used_by: [{ column_id: id, column: 'Firm' }] }])
  })
})
