// The promises of a workspace's own providers: steps like any other, under the same budgets, cache, trace and secrets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
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
} from '../kinds/kinds.fixture.ts'
import { change, define, emailBy } from './own-provider.fixture.ts'

const SECRET = 'sk-PLAINTEXT-0123456789'
const PATH = '/api/settings/own-providers'
let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port, 'other.example.com': api.port })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const bench = (rows = [['Ada Lovelace', 'https://www.Example.com/about']]) => addBench(service, ['Name', 'Site'], rows)
const says = (mail: string | null = 'ada@example.com') => api.says(() => ({ body: { data: { mail, seats: 12 } } }))
const get = (at: Bench, path: string) => must(at.call('GET', path), 200)

describe('an own provider', () => {
  it('is a step of a waterfall, asked with normalised inputs, cached, traced and with provenance', async () => {
    says()
    const at = await bench([
      ['Ada Lovelace', 'https://www.Example.com/about'],
      ['Ada  Lovelace', 'example.com'],
    ])
    const { id } = await define(at, 'Acme: Emails', { license: 'proprietary-api', confidence: 0.7 })
    expect(id).toBe('own-acme-emails')
    const column = await addColumn(at, emailBy([id]))
    expect((await run(at)).status).toBe('done')
    expect(api.heard.map(({ path }) => path)).toEqual(['/find?name=Ada%20Lovelace&domain=example.com'])
    const [first, second] = await cellsOf(at, column)
    expect(first).toMatchObject({ status: 'complete', value: 'ada@example.com', provider: id, confidence: 0.7 })
    expect(second).toMatchObject({ status: 'complete', value: 'ada@example.com' })
    expect(first.provenance).toMatchObject({ method: 'api', license: 'proprietary-api' })
    const trace = await traceOf(at, column)
    expect(trace.attempts[0]).toMatchObject({ label: 'Acme: Emails', outcome: 'found', accepted: true })
    expect(JSON.stringify(trace.attempts)).toContain('"provider_version":1')
  })

  it('stands in the catalogue of its workspace, and no other workspace sees, names or imports over it', async () => {
    says()
    const at = await bench()
    const others = await bench()
    const { id } = await define(at, 'Acme')
    const found = async (who: Bench) => (await get(who, '/api/settings/providers?q=work+email')).items
    expect((await found(at)).find((one: { id: string }) => one.id === id)).toMatchObject({
      own: true,
      state: 'own',
      ready: true,
      keyless: true,
      billing_rule: 'free',
      price_usd: 0,
      outputs: [
        { field: 'work_email', label: 'Work email', type: 'email' },
        { field: 'seats', label: 'Seats', type: 'number' },
      ],
    })
    expect((await found(others)).some((one: { own: boolean }) => one.own)).toBe(false)
    expect((await get(others, PATH)).items).toEqual([])
    for (const [method, path, body] of [
      ['GET', `${PATH}/${id}`, undefined],
      ['GET', `${PATH}/${id}/file`, undefined],
      ['PATCH', `${PATH}/${id}`, { name: 'Mine' }],
      ['POST', `${PATH}/${id}/test`, {}],
      ['DELETE', `${PATH}/${id}`, undefined],
    ] as const)
      expect((await others.call(method, path, body)).status, `${method} ${path}`).toBe(404)
    const answer = await others.call('POST', `/api/workbooks/${others.workbook_id}/columns`, emailBy([id]))
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('import it first')
    // The same name elsewhere is another provider.
    await define(others, 'Acme', { url: 'http://other.example.com/find?name={{full_name}}&domain={{domain}}' })
    await addColumn(others, emailBy([id]))
    await run(others)
    expect(api.heard.map(({ headers }) => headers.host)).toEqual(['other.example.com'])
  })

  it('falls through to the next step on a miss, and takes words of the API for what they mean here', async () => {
    api.says(({ path }) =>
      path.startsWith('/find')
        ? { body: { data: { mail: null } } }
        : { body: { email: 'x@example.com', state: 'Deliverable' } },
    )
    const at = await bench()
    const { id: finder } = await define(at, 'Finder')
    const { id: other } = await define(at, 'Other', {
      url: 'http://api.example.com/other/{{domain}}',
      inputs: [{ name: 'domain' }, { name: 'full_name', required: false }],
      query: { n: '{{full_name}}' },
      fields: [{ name: 'work_email', path: 'email' }],
      verified: { path: 'state', values: ['deliverable'] },
    })
    const { id: verifier } = await define(at, 'Verifier', {
      url: 'http://api.example.com/check/{{email}}',
      inputs: [{ name: 'email', type: 'email' }],
      fields: [{ name: 'email_status', path: 'state', values: { Deliverable: 'valid' } }],
    })
    const column = await addColumn(at, emailBy([finder, other], { accept: { kind: 'verified' } }))
    const checked = await addColumn(at, {
      ...emailBy([other], { name: 'Checked', accept: { kind: 'verified' } }),
      verify: { provider: verifier, input: 'email' },
    })
    const status = await addColumn(at, {
      name: 'Status',
      type: 'enrichment',
      provider: verifier,
      output: 'email_status',
      inputs: { email: '{{Email}}' },
    })
    await run(at)
    expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'complete', provider: other })
    expect((await cellsOf(at, checked))[0]).toMatchObject({ status: 'complete' })
    expect((await cellsOf(at, status))[0]).toMatchObject({ status: 'complete', value: 'valid' })
  })

  it('is never asked past a cap, is booked under its name, and counts in its own hit rate', async () => {
    says()
    const rows = Array.from({ length: 12 }, (_, n) => [`Ada ${n}`, `a${n}.example.com`])
    const at = await bench(rows)
    const { id } = await define(at, 'Priced', { price_usd: 0.1, billing: 'on_hit' })
    const column = await addColumn(at, emailBy([id]))
    const estimate = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/run/estimate`, {}), 200)
    expect(estimate.by_provider).toMatchObject([{ provider: id }])
    expect(estimate.high_usd).toBeCloseTo(1.2)
    const ended = await run(at, { max_usd: 0.35 })
    expect(ended).toMatchObject({ status: 'budget_stopped', cost_usd: 0.3 })
    expect(api.heard).toHaveLength(3)
    await run(at)
    expect((await cellsOf(at, column)).every(({ status }: { status: string }) => status === 'complete')).toBe(true)
    const spending = await get(at, '/api/billing/usage?group_by=provider')
    expect(spending.items).toMatchObject([{ key: id, name: 'Priced', spent_usd: 1.2 }])
    // 12 hits of 12: no longer the half that is assumed of what was never asked.
    await must(
      at.call('POST', `/api/workbooks/${at.workbook_id}/rows`, { rows: [{ data: { c1: 'Bob', c2: 'b.com' } }] }),
      201,
    )
    const again = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/run/estimate`, {}), 200)
    expect(again.expected_usd).toBeGreaterThan(0.08)
    const health = await get(at, '/api/settings/providers/health')
    expect(health.items).toMatchObject([{ account: id, label: 'Priced', hits: 12, calls: 12 }])
  })

  it('that changes what it asks is a new version, for which no earlier answer is used; a new price keeps them', async () => {
    says()
    const at = await bench()
    const made = await define(at, 'Acme')
    const column = await addColumn(at, emailBy([made.id]))
    const again = () => run(at, { mode: 'all' })
    await again()
    await again()
    expect(api.heard).toHaveLength(1)
    const { definition } = made
    expect(await change(at, made.id, { definition: { ...definition, price_usd: 1, per_second: 50 } })).toMatchObject({
      version: 1,
    })
    await again()
    expect(api.heard).toHaveLength(1)
    const fields = [{ name: 'work_email', path: 'data.other' }, definition.fields[1]]
    api.says(() => ({ body: { data: { other: 'new@example.com' } } }))
    expect(await change(at, made.id, { definition: { ...definition, fields } })).toMatchObject({ version: 2 })
    await again()
    expect(api.heard).toHaveLength(1)
    expect((await cellsOf(at, column))[0]).toMatchObject({ value: 'new@example.com' })
    await change(at, made.id, { name: 'Late', version: 1 }, 409)
  })

  it('keeps its pace and its places over all rows that ask it', async () => {
    let under = 0
    let most = 0
    api.says(async () => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setTimeout(resolve, 20))
      under--
      return { body: { data: { mail: 'a@example.com' } } }
    })
    const at = await bench(Array.from({ length: 12 }, (_, n) => [`Ada ${n}`, `a${n}.example.com`]))
    const { id } = await define(at, 'Slow', { concurrency: 2 })
    await addColumn(at, emailBy([id]))
    await run(at)
    expect(api.heard).toHaveLength(12)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('sends its secret only to hosts that an admin allowed, and shows it nowhere', async () => {
    says()
    const at = await bench()
    const { id, secrets } = await define(at, 'Keyed', { auth: { kind: 'bearer', secret: 'ACME' } })
    expect(secrets).toEqual([{ name: 'ACME', hosts: ['api.example.com'], state: 'missing' }])
    const column = await addColumn(at, emailBy([id]))
    await run(at)
    expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'skipped', reason: 'no_key' })
    const put = (hosts: string[]) =>
      must(at.call('PUT', '/api/settings/secrets', { name: 'ACME', value: SECRET, hosts }), 200)
    expect((await put(['other.example.com'])).providers).toEqual([{ id, name: 'Keyed', hosts: ['api.example.com'] }])
    expect((await get(at, `${PATH}/${id}`)).secrets[0].state).toBe('host_not_allowed')
    await run(at)
    expect((await cellsOf(at, column))[0].error?.message).toContain('may not be sent to api.example.com')
    expect(api.heard).toEqual([])
    await put(['api.example.com'])
    await run(at, { mode: 'failed' })
    expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'complete' })
    expect(api.heard[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    for (const shown of [await traceOf(at, column), await get(at, PATH), await get(at, `${PATH}/${id}/file`)])
      expect(JSON.stringify(shown)).not.toContain(SECRET)
  })

  it('whose key is refused is left alone until the secret is entered again', async () => {
    api.says(() => ({ status: 401 }))
    const at = await bench([
      ['Ada', 'a.example.com'],
      ['Bob', 'b.example.com'],
    ])
    const { id } = await define(at, 'Keyed', { auth: { kind: 'bearer', secret: 'ACME' } })
    const column = await addColumn(at, emailBy([id]))
    const put = (value: string) =>
      must(at.call('PUT', '/api/settings/secrets', { name: 'ACME', value, hosts: ['api.example.com'] }), 200)
    await put('old')
    await must(at.call('PUT', '/api/settings/enrichment-perf', { row_concurrency: 1 }), 200)
    await run(at)
    expect(api.heard).toHaveLength(1)
    expect((await get(at, '/api/settings/providers/health')).items).toMatchObject([
      { account: id, state: 'circuit_open' },
    ])
    says()
    await put('new')
    expect((await get(at, '/api/settings/providers/health')).items).toMatchObject([{ account: id, state: 'well' }])
    await must(at.call('POST', `/api/settings/providers/health/${id}/open`, {}), 404)
    expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'error' })
  })

  it('answers from samples in a test run, and calls no provider', async () => {
    says()
    const at = await bench()
    const { id } = await define(at, 'Priced', { price_usd: 5 })
    const column = await addColumn(at, emailBy([id]))
    expect(await run(at, { test: true })).toMatchObject({ cost_usd: 0 })
    expect(api.heard).toEqual([])
    expect((await cellsOf(at, column))[0].provider ?? `test:${id}`).toBe(`test:${id}`)
  })

  it('fills leads as a step of a lead action', async () => {
    says()
    const at = await bench()
    const { id } = await define(at, 'Acme')
    const waterfalls = [
      {
        id: 'mail',
        name: 'Mail',
        output: 'work_email',
        into: { email: 'work_email' },
        accept: { kind: 'any' },
        steps: [{ provider: id, inputs: { full_name: '{{Contact}}', domain: '{{Domain}}' } }],
      },
    ]
    await must(at.call('PUT', '/api/settings/lead-actions/find_emails', { waterfalls }), 200)
    const { lead } = await must(
      at.call('POST', '/api/lead', { contact_person: 'Ada Lovelace', domain: 'example.com' }),
      200,
    )
    const filled = await must(at.call('POST', `/api/lead/${lead.id}/enrich`, { action: 'find_emails' }), 200)
    expect(filled.lead).toMatchObject({ email: 'ada@example.com' })
    expect(filled.lead.provenance.email).toMatchObject({ provider: id })
    const { job_id } = await must(at.call('POST', '/api/leads/bulk-enrich', { lead_ids: [lead.id], mode: 'all' }), 202)
    expect(job_id).toEqual(expect.any(String))
    const refused = await at.call('DELETE', `${PATH}/${id}`)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Find emails')])
  })

  it('brings records into a workbook as a source, paid and in the ledger', async () => {
    api.says(() => ({
      body: {
        items: [
          { id: 1, name: 'A', place: { city: 'Bonn' } },
          { id: 2, name: 'B' },
        ],
      },
    }))
    const at = await bench([])
    const { id } = await define(at, 'Firms', {
      inputs: [{ name: 'city' }],
      url: 'http://api.example.com/firms?in={{city}}',
      price_usd: 0.2,
      fields: [{ name: 'names', path: 'items[].name', type: 'json' }],
    })
    const sources = `/api/workbooks/${at.workbook_id}/sources`
    const source = {
      adapter: 'own-provider',
      settings: { provider: id, inputs: 'city: Bonn', items_path: 'items', id_path: 'id' },
      mapping: [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }],
    }
    const wrong = { ...source, settings: { ...source.settings, provider: 'own-nothing' } }
    expect((await at.call('POST', sources, wrong)).status).toBe(422)
    const added = await must(at.call('POST', sources, source), 201)
    await must(at.call('POST', `${sources}/${added.id}/run`, {}), 202)
    const rows = async () => (await get(at, `/api/workbooks/${at.workbook_id}`)).rows
    await expect
      .poll(async () => (await rows()).map((row: { data: object }) => row.data))
      .toEqual([{ c1: 'A' }, { c1: 'B' }])
    expect(api.heard.map(({ path }) => path)).toEqual(['/firms?in=Bonn'])
    expect((await get(at, '/api/billing/ledger')).items).toMatchObject([{ amount_usd: 0.2, lookup: id }])
    const { used_by } = await get(at, `${PATH}/${id}`)
    expect(used_by).toMatchObject([{ kind: 'source', workbook_id: at.workbook_id }])
    expect((await at.call('DELETE', `${PATH}/${id}`)).status).toBe(409)
  })

  it('is drafted from a request that has neither references nor fields yet', async () => {
    const at = await bench([])
    const column = { type: 'http', url: 'http://api.example.com/all', fields: [] }
    const draft = await must(at.call('POST', `${PATH}/draft`, { column }), 200)
    expect(draft.definition).toMatchObject({ url: column.url, inputs: [], fields: [] })
  })

  it('works within a function, by call and as a column', async () => {
    says()
    const at = await bench()
    const { id } = await define(at, 'Acme')
    const column = await addColumn(at, emailBy([id]))
    const from = { workbook_id: at.workbook_id, column_ids: [column] }
    const fn = await must(at.call('POST', '/api/functions', { name: 'Mail of', from }), 201)
    const call = { items: [{ Name: 'Ada Lovelace', Site: 'example.com' }], wait_seconds: 20 }
    const called = await must(at.call('POST', `/api/functions/${fn.id}/call`, call), 200)
    expect(called.items[0].outputs).toMatchObject({ Email: 'ada@example.com' })
    await must(at.call('DELETE', `/api/workbooks/${at.workbook_id}`), 204)
    const { used_by } = await get(at, `${PATH}/${id}`)
    expect(used_by).toMatchObject([{ kind: 'function', name: expect.stringContaining('Mail of') }])
  })
})

describe('an address that no call may go to', () => {
  const BAD = [
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.7/x',
    'http://[fd00::1]/x',
    'https://[::ffff:10.0.0.1]/{{domain}}',
    'https://user:pw@api.example.com/x',
    'http://100.64.0.1/x?d={{domain}}',
  ]
  const HTTP = { type: 'http', name: 'Ask', fields: [{ name: 'value', path: 'a' }] }
  const OPEN = 'https://api.example.com/x'
  const plain = (url: string) => url.replace('{{domain}}', 'a')
  const columns = (at: Bench) => `/api/workbooks/${at.workbook_id}/columns`
  const definition = (at: Bench) => `/api/workbooks/${at.workbook_id}/definition?mode=plan`
  const sources = (at: Bench) => `/api/workbooks/${at.workbook_id}/sources`
  const provider = (url: string) => ({
    inputs: [{ name: 'domain' }],
    url: url.includes('{{') ? url : `${url}#{{domain}}`,
    fields: [{ name: 'a', path: 'a' }],
  })
  const file = (url: string) => ({
    millrace_provider: 1,
    id: 'own-x',
    name: 'X',
    definition: provider(url),
    secrets: [],
  })
  const oauth = (token_url: string) => ({ kind: 'oauth_client', token_url, client_id: 'a', secret: 'acme' })
  const output = (url: string) => ({
    type: 'output',
    name: 'Send',
    target: { kind: 'webhook', url, secret: 'acme', values: { a: '{{Name}}' } },
  })
  const book = (url: string) => ({ millrace: 1, columns: [{ ...HTTP, url }] })
  const chain = (url: string) => ({
    name: 'F',
    inputs: [{ name: 'Site' }],
    columns: [{ ...HTTP, url }],
    outputs: [{ name: 'A', column: 'Ask' }],
  })
  const watch = (webhook_url: string) => ({
    kind: 'feed',
    target: 'https://feeds.example.com/rss',
    create_webhook_rule: true,
    webhook_url,
  })

  const PLACES: [
    name: string,
    method: string,
    path: (at: Bench) => string,
    body: (url: string) => object,
    loc: string,
  ][] = [
    ['own provider', 'POST', () => PATH, (url) => ({ name: 'X', definition: provider(url) }), 'definition.url'],
    ['file of a provider', 'POST', () => `${PATH}/import`, (url) => ({ file: file(url) }), 'file.definition.url'],
    ['HTTP column', 'POST', columns, (url) => ({ ...HTTP, url: plain(url) }), 'url'],
    ['token address', 'POST', columns, (url) => ({ ...HTTP, url: OPEN, auth: oauth(plain(url)) }), 'auth.token_url'],
    ['output column', 'POST', columns, (url) => output(plain(url)), 'target.url'],
    ['function', 'POST', () => '/api/functions', (url) => chain(plain(url)), 'columns.0.url'],
    ['source', 'POST', sources, (url) => ({ adapter: 'feed', settings: { url: plain(url) } }), 'settings.url'],
    [
      'collection',
      'POST',
      () => '/api/jobs',
      (url) => ({ source: 'feed', query: { url: plain(url) }, target: {} }),
      'query.url',
    ],
    ['webhook', 'POST', () => '/api/webhooks/endpoints', (url) => ({ url: plain(url) }), 'url'],
    ['chat notices', 'PUT', () => '/api/notices/preferences', (url) => ({ chat_url: plain(url) }), 'chat_url'],
    ['watch', 'POST', () => '/api/watches', (url) => ({ kind: 'feed', target: plain(url) }), 'target'],
    ['rule of a watch', 'POST', () => '/api/watches', (url) => watch(plain(url)), 'webhook_url'],
  ]

  it.each(PLACES)('is refused at its place when it is saved: %s', async (_name, method, path, body, loc) => {
    const at = await bench()
    for (const url of BAD) {
      const answer = await at.call(method, path(at), body(url))
      expect([url, answer.status, answer.text.slice(0, 400)]).toEqual([url, 422, expect.anything()])
      const places = answer.body.detail.map((one: { loc: unknown[] }) => one.loc.slice(1).join('.'))
      expect([url, places]).toEqual([url, expect.arrayContaining([expect.stringContaining(loc)])])
      expect(answer.text).not.toContain('user:pw')
    }
  })

  it('is named in the plan of a definition', async () => {
    const at = await bench()
    for (const url of BAD) {
      const plan = await must(at.call('PUT', definition(at), { definition: book(plain(url)) }), 200)
      const places = plan.problems.map((one: { loc: unknown[] }) => one.loc.join('.'))
      expect([url, places]).toEqual([
        url,
        expect.arrayContaining([expect.stringContaining('definition.columns.0.url')]),
      ])
    }
  })

  it('is refused for servers of mail, by the ports of mail', async () => {
    const at = await bench()
    const save = (path: string, method: string, body: object) => at.call(method, `/api/outreach/${path}`, body)
    for (const host of ['10.0.0.7', '169.254.169.254', '::ffff:10.0.0.1']) {
      expect((await save('smtp/config', 'PUT', { smtp_host: host })).status).toBe(422)
      expect((await save('mailboxes', 'POST', { host })).status).toBe(422)
      expect((await save('mailboxes', 'POST', { imap_host: host })).status).toBe(422)
    }
    expect((await save('smtp/config', 'PUT', { smtp_host: 'smtp.example.com', smtp_port: 587 })).status).toBe(200)
  })

  it('is taken where the operator opened it, and where the row decides the host', async () => {
    const at = await bench()
    await must(at.call('POST', columns(at), { ...HTTP, name: 'Local', url: 'http://127.0.0.1:9/x' }), 201)
    await must(
      at.call('POST', columns(at), { ...HTTP, name: 'By row', url: 'https://{{Site}}/x', any_host: true }),
      201,
    )
  })
})
