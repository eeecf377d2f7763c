// What keeps a workspace's own providers whole: faults told at their place, changes that break nothing, tests, and the file they are shared as.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type TestService } from '../../../test/running-install.ts'
import { addBench, addColumn, type Bench, must, startKinds, startVendor, type Vendor } from '../kinds/kinds.fixture.ts'
import { change, define, emailBy, FINDER } from './own-provider.fixture.ts'

const SECRET = 'sk-PLAINTEXT-0123456789'
const PATH = '/api/settings/own-providers'
let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const bench = () => addBench(service, ['Name', 'Site'], [['Ada Lovelace', 'example.com']])
const get = (at: Bench, path: string) => must(at.call('GET', path), 200)
const put = (at: Bench, name: string, hosts: string[]) =>
  must(at.call('PUT', '/api/settings/secrets', { name, value: SECRET, hosts }), 200)

describe('a definition', () => {
  it('tells all of its faults at their places', async () => {
    const at = await bench()
    const faults = async (definition: object, name = 'Acme') => {
      const answer = await at.call('POST', PATH, { name, definition: { ...FINDER, ...definition } })
      expect(answer.status, answer.text).toBe(422)
      return answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()
    }
    const input = (name: string) => ({ name })
    expect(await faults({ url: 'http://api.example.com/{{domain}}/{{nmae}}' })).toEqual([
      'body.definition.inputs.0.name',
      'body.definition.url',
    ])
    expect(await faults({ inputs: [input('domain'), input('domain'), input('full_name')] })).toEqual([
      'body.definition.inputs.1.name',
    ])
    expect(await faults({ url: 'http://{{domain}}/?q={{full_name}}' })).toEqual(['body.definition.url'])
    expect(await faults({ headers: { authorization: 'Bearer 123' } })).toEqual([
      'body.definition.headers.authorization',
    ])
    expect(
      await faults({
        fields: [
          { name: 'work_email', path: 'a..b' },
          { name: 'employee_count', path: 'n', type: 'text' },
        ],
      }),
    ).toEqual(['body.definition.fields.0.path', 'body.definition.fields.1.type'])
    expect(await faults({ fields: [] })).toEqual(['body.definition.fields'])
    expect(await faults({ inputs: [] })).toEqual(['body.definition.inputs'])
    expect(await faults({ method: 'DELETE', per_second: 0, concurrency: 0, timeout_seconds: 0 })).toEqual([
      'body.definition.concurrency',
      'body.definition.method',
      'body.definition.per_second',
      'body.definition.timeout_seconds',
    ])
    expect(await faults({ secret_key: 'x' })).toEqual(['body.definition.secret_key'])
    expect(await faults({ one_of: [['domain', 'size']], sample: { size: '1' } })).toEqual([
      'body.definition.one_of.0',
      'body.definition.sample.size',
    ])
    expect(await faults({}, '')).toEqual(['body.name'])
    await define(at, 'Acme')
    expect((await at.call('POST', PATH, { name: ' ACME ', definition: FINDER })).status).toBe(409)
  })

  it('is defined by editors, and read by all of the workspace', async () => {
    const at = await bench()
    const { id } = await define(at, 'Acme')
    const as = async (role: 'member' | 'editor') => (await addPerson(service, at.workspace_id, role)).call
    const [member, editor] = [await as('member'), await as('editor')]
    expect((await member('GET', `${PATH}/${id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', PATH, { name: 'B', definition: FINDER }],
      ['PATCH', `${PATH}/${id}`, { name: 'B' }],
      ['POST', `${PATH}/${id}/test`, {}],
      ['DELETE', `${PATH}/${id}`, undefined],
    ] as const)
      expect((await member(method, path, body)).status, `${method} ${path}`).toBe(403)
    expect((await editor('POST', PATH, { name: 'B', definition: FINDER })).status).toBe(201)
  })

  it('is drafted from a column: its references become inputs under the names they are known by', async () => {
    const at = await bench()
    const column = await addColumn(at, {
      name: 'Ask',
      type: 'http',
      method: 'POST',
      url: 'http://api.example.com/{{Site}}',
      price_usd: 0.5,
      body: '{"who": "{{Name}}", "again": "{{Name}}"}',
      auth: { kind: 'bearer', secret: 'KEY' },
      fields: [
        { name: 'work_email', path: 'mail' },
        { name: 'note', path: 'note', type: 'text' },
      ],
    })
    const { definition, inputs } = await must(
      at.call('POST', `${PATH}/draft`, { workbook_id: at.workbook_id, column_id: column }),
      200,
    )
    expect(definition).toMatchObject({
      method: 'POST',
      price_usd: 0.5,
      auth: { kind: 'bearer', secret: 'KEY' },
      fields: [
        { name: 'work_email', path: 'mail' },
        { name: 'note', path: 'note', type: 'text' },
      ],
    })
    const [site, name] = definition.inputs
    expect([site.required, name.required]).toEqual([true, false])
    expect(definition.url).toBe(`http://api.example.com/{{${site.name}}}`)
    expect(definition.body).toBe(`{"who": "{{${name.name}}}", "again": "{{${name.name}}}"}`)
    expect(inputs).toEqual({ [site.name]: '{{Site}}', [name.name]: '{{Name}}' })
    await must(at.call('POST', PATH, { name: 'Drafted', definition }), 201)
    const unsaved = { ...FINDER, type: 'http', url: 'http://api.example.com/{{Company website}}/{{ Größe }}' }
    const drafted = await must(at.call('POST', `${PATH}/draft`, { column: { ...unsaved, inputs: undefined } }), 200)
    for (const input of drafted.definition.inputs) expect(input.name).toMatch(/^[a-z][a-z0-9_]*$/)
    const plain = { ...FINDER, type: 'http', inputs: undefined, url: 'http://api.example.com/{{Domain}}/{{Full name}}' }
    const named = await must(at.call('POST', `${PATH}/draft`, { column: plain }), 200)
    expect(named.inputs).toEqual({ domain: '{{Domain}}', full_name: '{{Full name}}' })
    const wrong = { workbook_id: at.workbook_id, column_id: 'c1' }
    expect((await at.call('POST', `${PATH}/draft`, wrong)).status).toBe(409)
    expect((await at.call('POST', `${PATH}/draft`, {})).status).toBe(422)
  })
})

describe('a change', () => {
  it('that steps would not fit any more is refused with their names, and so is deleting', async () => {
    const at = await bench()
    const { id, definition } = await define(at, 'Acme')
    await addColumn(at, emailBy([id]))
    const [email, seats] = definition.fields
    const refused = async (more: object) =>
      (await change(at, id, { definition: { ...definition, ...more } }, 409)).detail as string
    expect(await refused({ fields: [seats] })).toContain('Email in Bench: Acme does not give "work_email"')
    const url = `${definition.url}&size={{size}}`
    expect(await refused({ url, inputs: [...definition.inputs, { name: 'size' }] })).toContain('Email in Bench')
    await change(at, id, {
      definition: { ...definition, url, inputs: [...definition.inputs, { name: 'size', required: false }] },
    })
    await change(at, id, { definition: { ...definition, fields: [email] } })
    const answer = await at.call('DELETE', `${PATH}/${id}`)
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      '"Acme" is used by Email in Bench. Remove it there first.',
    ])
    expect((await get(at, `${PATH}/${id}`)).used_by).toMatchObject([{ kind: 'column', workbook_id: at.workbook_id }])
    await must(at.call('DELETE', `/api/workbooks/${at.workbook_id}`), 204)
    expect((await at.call('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await at.call('DELETE', `${PATH}/${id}`)).status).toBe(404)
  })

  it('is in the audit log', async () => {
    const at = await bench()
    const { id } = await define(at, 'Acme')
    await change(at, id, { name: 'Acme 2' })
    const { items } = await get(at, '/api/settings/audit?limit=5')
    expect(items.map(({ act }: { act: string }) => act)).toEqual(
      expect.arrayContaining(['own_provider.created', 'own_provider.changed']),
    )
  })
})

describe('a test', () => {
  it('asks once, shows what was sent without the secret, reads the fields, and is in the ledger', async () => {
    const at = await bench()
    api.says(() => ({ body: { data: { mail: 'ada@example.com', seats: '12' }, more: [1] } }))
    await put(at, 'ACME', ['api.example.com'])
    const definition = { ...FINDER, auth: { kind: 'bearer', secret: 'ACME' }, price_usd: 0.25 }
    const body = { definition, inputs: { full_name: 'Ada Lovelace', domain: 'https://example.com/' } }
    const tried = await must(at.call('POST', `${PATH}/test`, body), 200)
    expect(tried).toMatchObject({
      status: 'found',
      values: { work_email: 'ada@example.com', seats: 12 },
      cost_usd: 0.25,
      answer: { data: { mail: 'ada@example.com', seats: '12' }, more: [1] },
    })
    expect(api.heard[0]).toMatchObject({ path: '/find?name=Ada%20Lovelace&domain=example.com' })
    expect(api.heard[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(JSON.stringify(tried)).not.toContain(SECRET)
    expect((await get(at, '/api/billing/ledger')).items).toMatchObject([{ amount_usd: 0.25, state: 'settled' }])
    const { id } = await define(at, 'Acme', { ...definition, sample: { full_name: 'Ada', domain: 'a.com' } })
    api.says(() => ({ status: 404 }))
    expect(await must(at.call('POST', `${PATH}/${id}/test`, {}), 200)).toMatchObject({ status: 'not_found' })
    expect(api.heard[0]?.path).toBe('/find?name=Ada&domain=a.com')
    const skipped = await must(at.call('POST', `${PATH}/${id}/test`, { inputs: { domain: 'a.com' } }), 200)
    expect(skipped).toMatchObject({ status: 'skipped', reason: 'missing_input', detail: 'Give a value for full_name' })
    api.says(() => ({ body: { data: { mail: 'no address' } } }))
    expect(await must(at.call('POST', `${PATH}/${id}/test`, {}), 200)).toMatchObject({
      status: 'error',
      reason: 'unmapped',
    })
  })

  it('offers the rule for an answer that looks like an error, and no more once there is one', async () => {
    const at = await bench()
    api.says(() => ({ body: { success: false, message: 'Monthly quota exceeded' } }))
    const offered = async (definition: object) => {
      const body = {
        definition: { ...FINDER, auth: undefined, ...definition },
        inputs: { domain: 'a.com', full_name: 'Ada' },
      }
      return must(at.call('POST', `${PATH}/test`, body), 200)
    }
    const { status, reason, error_proposal } = await offered({})
    expect({ status, reason }).toEqual({ status: 'error', reason: 'quota' })
    expect(error_proposal).toEqual({
      says: expect.stringContaining('Monthly quota exceeded'),
      rule: { path: 'success', values: ['false'] },
    })
    expect(await offered({ error: error_proposal.rule })).toMatchObject({
      status: 'error',
      reason: 'quota',
      error_proposal: null,
    })
  })

  it('is asked by no budget that is used up, and reaches no private address', async () => {
    const at = await bench()
    api.says(() => ({ body: {} }))
    await must(
      at.call('PUT', '/api/billing/budgets', { items: [{ scope: 'workspace', period: 'month', limit_usd: 0.1 }] }),
      200,
    )
    const body = { definition: { ...FINDER, price_usd: 0.2 }, inputs: { full_name: 'Ada', domain: 'a.com' } }
    expect(await must(at.call('POST', `${PATH}/test`, body), 200)).toMatchObject({
      status: 'skipped',
      reason: 'over_budget',
    })
    const inside = { ...FINDER, url: 'http://10.0.0.1/{{domain}}/{{full_name}}' }
    const tried = await must(at.call('POST', `${PATH}/test`, { ...body, definition: inside }), 200)
    expect(tried).toMatchObject({ status: 'error' })
    expect(api.heard).toEqual([])
  })
})

describe('a file', () => {
  it('brings a provider to another workspace under the same id, without a secret or a user name', async () => {
    const at = await bench()
    await put(at, 'ACME', ['api.example.com'])
    const auth = { kind: 'basic', username: 'account-key-0815', secret: 'ACME' }
    const { id } = await define(at, 'Acme', { auth })
    const file = await get(at, `${PATH}/${id}/file`)
    expect(file).toMatchObject({ millrace_provider: 1, id, name: 'Acme' })
    expect(file.secrets).toEqual([{ name: 'ACME', hosts: ['api.example.com'] }])
    for (const secret of [SECRET, 'account-key-0815']) expect(JSON.stringify(file)).not.toContain(secret)

    const others = await bench()
    await put(others, 'OUR_KEY', ['api.example.com'])
    const brought = await must(
      others.call('POST', `${PATH}/import`, { file, secret: 'OUR_KEY', username: 'ours' }),
      201,
    )
    expect(brought).toMatchObject({ id, name: 'Acme', ready: true })
    expect(brought.secrets).toEqual([{ name: 'OUR_KEY', hosts: ['api.example.com'], state: 'ready' }])
    await addColumn(others, emailBy([id]))
    // What it needs is told, not guessed.
    const third = await bench()
    const bare = await must(third.call('POST', `${PATH}/import`, { file }), 201)
    expect(bare).toMatchObject({ ready: false, secrets: [{ name: 'ACME', state: 'missing' }] })
  })

  it('sends no stored secret to a host that the secret does not allow', async () => {
    const at = await bench()
    api.says(() => ({ body: { data: { mail: 'x@example.com' } } }))
    await put(at, 'STRIPE', ['api.stripe.com'])
    const file = {
      millrace_provider: 1,
      id: 'own-free-emails',
      name: 'Free emails',
      secrets: [],
      definition: { ...FINDER, auth: { kind: 'bearer', secret: 'STRIPE' } },
    }
    const { id, secrets } = await must(at.call('POST', `${PATH}/import`, { file }), 201)
    expect(secrets[0]).toMatchObject({ state: 'host_not_allowed' })
    const inputs = { full_name: 'Ada', domain: 'a.com' }
    const tried = await must(at.call('POST', `${PATH}/${id}/test`, { inputs }), 200)
    expect(tried).toMatchObject({ status: 'error', reason: 'auth' })
    expect(api.heard).toEqual([])
  })

  it('is added beside one of its name, or replaces it when that is wanted', async () => {
    const at = await bench()
    const { id } = await define(at, 'Acme')
    const file = await get(at, `${PATH}/${id}/file`)
    const second = await must(at.call('POST', `${PATH}/import`, { file }), 201)
    expect(second).toMatchObject({ id: 'own-acme-2', name: 'Acme 2' })
    const changed = { ...file, definition: { ...file.definition, cache_days: 3, url: `${file.definition.url}&v=2` } }
    const replaced = await must(at.call('POST', `${PATH}/import`, { file: changed, existing: 'replace' }), 201)
    expect(replaced).toMatchObject({ id, version: 2 })
    for (const bad of [
      { ...file, id: 'hunter-email-finder' },
      { ...file, millrace_provider: 9 },
      { ...file, extra: 1 },
      {},
    ])
      expect((await at.call('POST', `${PATH}/import`, { file: bad })).status).toBe(422)
  })
})
