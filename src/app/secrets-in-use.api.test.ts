// What is sealed stays so while it is used: peers that say back whatever they are sent, in what they answer and in what they complain of, make no
// secret appear in an answer, a tool, an export, a line of the log or a column.
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { operationsOf, specsOf } from '../../test/operations.ts'
import { addPerson, callAs } from '../../test/running-install.ts'
import { addTenant, type Ids } from '../../test/tenant.ts'
import { until } from '../../test/until.ts'
import { MODEL } from '../automation/assistant/assistant.fixture.ts'
import { connectTo, sampleFor } from '../automation/mcp/mcp.fixture.ts'
import { TOOLS } from '../automation/tools/registry.ts'
import { must, startVendor } from '../enrichment/kinds/kinds.fixture.ts'
import { TOKEN_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'
import { createLog } from '../platform/log.ts'
import { tracesOf } from './erasure.fixture.ts'

const secretOf = (what: string) => `Sealed-${what}-0123456789abcdef`
const SECRETS = ['key', 'model', 'webhook', 'incoming', 'mail'].map(secretOf)
/** As it is, and as Basic authentication and SMTP send it. */
const SAID = new RegExp(
  [
    'Sealed-[a-z]',
    ...SECRETS.flatMap((one) => [`u:${one}`, `\0ann@ours.test\0${one}`]).map((one) =>
      Buffer.from(one).toString('base64').slice(0, -4),
    ),
  ].join('|'),
)

const peer = await startVendor()
peer.says((heard) => {
  const said = { path: heard.path, headers: heard.headers, body: heard.body }
  if (heard.path.startsWith('/token')) return { body: { access_token: 'minted-for-the-test', expires_in: 3600, said } }
  const isWrong = /bad/.test(`${heard.path}${heard.body}`)
  return isWrong
    ? { status: 401, body: { error: { message: `Wrong: ${JSON.stringify(said)}` } } }
    : { body: { name: 'A', items: [{ id: '1', name: 'A' }], said } }
})
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  onAuth: ({ username, password }, _session, done) => done(new Error(`${username} may not enter with ${password}`)),
})
await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
const mailPort = (smtp.server.address() as AddressInfo).port

const logged: string[] = []
const log = createLog('debug', { to: { write: (line: string) => void logged.push(line) } })
const { service } = await openTenant(
  {
    LIMITS: 'off',
    EGRESS_ALLOW: '127.0.0.1',
    EGRESS_HOST_MAP: `api.example.com=127.0.0.1:${peer.port},mail.example.com=127.0.0.1:${mailPort}`,
  },
  { log },
)
afterAll(async () => {
  await peer.close()
  await new Promise<void>((done) => smtp.close(() => done()))
})

const AUTHS = [
  { kind: 'bearer' },
  { kind: 'header', name: 'X-Key', prefix: 'Key ' },
  { kind: 'query', name: 'k' },
  { kind: 'basic', username: 'u' },
  { kind: 'oauth_client', token_url: 'http://api.example.com/token', client_id: 'c' },
].map((auth) => ({ ...auth, secret: 'KEY' }))
const FIELDS = [{ name: 'name', path: 'name' }]

test('a secret that is in use is said by nothing, whatever the other side says back', async () => {
  const ours = await addTenant(service, 'Ours')
  const { access_token } = ours.owner
  const call = callAs(service, access_token)
  const ok = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: got } = await call(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return got
  }
  /** Whatever it answers, it may not hold a secret. */
  const asked = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: got } = await call(method, path, body)
    expect(SAID.test(text), `${method} ${path}: ${text.slice(0, 3000)}`).toBe(false)
    expect(status, text).toBeLessThan(500)
    return got
  }
  await ok('PUT', '/api/settings/secrets', { name: 'KEY', value: secretOf('key'), hosts: ['api.example.com'] })
  const values = { base_url: 'http://api.example.com/v1', api_key: secretOf('model') }
  await ok('PUT', '/api/settings/workspace-integrations/openai-compatible', { values })
  await asked('POST', '/api/settings/workspace-integrations/openai-compatible/test', {})

  const definition = {
    inputs: [{ name: 'domain' }],
    url: 'http://api.example.com/own/{{domain}}',
    auth: AUTHS[1],
    fields: FIELDS,
  }
  const own = await ok('POST', '/api/settings/own-providers', { name: 'Own', definition })
  for (const domain of ['good.example', 'bad.example'])
    await asked('POST', `/api/settings/own-providers/${own.id}/test`, { inputs: { domain } })

  const http = AUTHS.map((auth, at) => ({
    name: `Http ${at}`,
    type: 'http',
    url: 'http://api.example.com/{{Domain}}',
    auth,
    fields: FIELDS,
  }))
  const target = {
    kind: 'webhook',
    url: 'http://api.example.com/hook',
    secret: 'KEY',
    values: { domain: '{{Domain}}' },
  }
  const columns_config = [
    { name: 'Domain', type: 'input', input_type: 'text' },
    ...http,
    { name: 'Own', type: 'enrichment', provider: own.id, inputs: { domain: '{{Domain}}' }, output: 'name' },
    { name: 'Size', type: 'ai', model: MODEL, prompt: 'How big is {{Domain}}?', fields: [{ name: 'size' }] },
    { name: 'Sent', type: 'output', target },
  ]
  const book = await ok('POST', '/api/workbooks', { name: 'In use', columns_config })
  const workbook = `/api/workbooks/${book.id}`
  const rule = { name: 'Tell', trigger: { kind: 'row.added', workbook_id: book.id } }
  const endpoint = await ok('POST', '/api/webhooks/endpoints', {
    url: 'http://api.example.com/bad-hook',
    secret: secretOf('webhook'),
  })
  const automation = await ok('POST', '/api/automations', {
    ...rule,
    actions: [{ kind: 'webhook', endpoint_id: endpoint.id }],
  })
  const rows = ['good.example', 'bad.example'].map((c1) => ({ data: { c1 } }))
  const { items } = await ok('POST', `${workbook}/rows`, { rows })
  for (const column of http) await asked('POST', `${workbook}/columns/try`, { column: { ...column, name: 'Tried' } })
  const { run_id } = await ok('POST', `${workbook}/run`, {})

  const settings = { url: 'http://api.example.com/list', items_path: 'items', auth: 'bearer', secret: 'KEY' }
  for (const url of [settings.url, `${settings.url}-bad`]) {
    const source = { adapter: 'http-api', settings: { ...settings, url } }
    await asked('POST', `${workbook}/sources/preview`, source)
    const made = await asked('POST', `${workbook}/sources`, {
      ...source,
      mapping: [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }],
    })
    if (made?.id) await asked('POST', `${workbook}/sources/${made.id}/run`, {})
    await asked('POST', '/api/jobs', { source: 'http-api', query: source.settings })
  }

  const config = {
    smtp_email: 'ann@ours.test',
    smtp_host: 'mail.example.com',
    smtp_port: mailPort,
    smtp_use_tls: false,
    smtp_password: secretOf('mail'),
  }
  await ok('PUT', '/api/outreach/smtp/config', config)
  await asked('POST', '/api/outreach/smtp/test', { to: 'bob@ours.test' })
  const watch = {
    kind: 'feed',
    target: 'http://api.example.com/feed',
    create_webhook_rule: true,
    webhook_url: 'http://api.example.com/bad-watch',
    webhook_secret_ref: 'KEY',
  }
  const watched = await asked('POST', '/api/watches', watch)
  await asked('POST', `/api/watches/${watched.id}/poll`, {})

  await until(
    () =>
      service.database.asOwner<{ what: string }>(
        `select kind as what from queue where workspace_id = $1 and state in ('ready', 'leased') and run_at <= now()
         union all select 'run' from runs where workspace_id = $1 and ended_at is null`,
        [ours.ids.ws_id],
      ),
    (open) => open.length === 0,
  )
  // All of them were sent, so that there was something to say back.
  const heard = JSON.stringify(peer.heard)
  expect(heard).toContain(secretOf('key'))
  expect(heard).toContain(Buffer.from(`u:${secretOf('key')}`).toString('base64'))
  expect(heard).toContain(secretOf('model'))
  for (const path of ['/hook', '/bad-hook', '/token', '/own/', '/list', '/v1/'])
    expect(heard).toContain(`"path":"${path}`)

  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const specs = specsOf(document)
  const reading = operationsOf(document).filter(({ isPublic }, at) => specs[at]?.method === 'GET' && !isPublic)
  const admin = await addPerson(service, undefined, undefined, { role: 'admin' })
  const shown: Partial<Ids> = {
    workbook_id: book.id,
    run_id,
    own_provider_id: own.id,
    endpoint_id: endpoint.id,
    automation_id: automation.id,
    watch_id: watched.id,
  }
  const found = async (ids: Ids, only: (ids: string[]) => boolean) => {
    for (const operation of reading.filter((one) => only(one.ids))) {
      const token =
        (operation.tokenKind && ours.tokens[operation.tokenKind]) ||
        (operation.isAdmin ? admin.access_token : access_token)
      const { text } = await operation.knock(service.url, { token, ids })
      expect(SAID.test(text), `${operation.name}: ${text.slice(0, 3000)}`).toBe(false)
    }
  }
  await found({ ...ours.ids, ...shown }, () => true)
  for (const { row_id } of items)
    for (const { id: column_id } of book.columns_config)
      await found(
        { ...ours.ids, ...shown, row_id, column_id },
        (names) => names.includes('row_id') && names.includes('column_id'),
      )
  for (const { id: job_id } of (await must(call('GET', '/api/jobs'), 200)).items)
    await found({ ...ours.ids, job_id }, (names) => names.includes('job_id'))

  const token = await ok('POST', '/api/mcp/tokens', { name: 'Reader', capabilities: TOKEN_CAPABILITIES })
  const { client } = await connectTo(service, token.token)
  const named: Record<string, string> = {
    ...ours.ids,
    ...(shown as Record<string, string>),
    row_id: items[1].row_id,
    column: 'Http 0',
  }
  for (const tool of TOOLS.filter(({ kind }) => kind === 'read')) {
    const args = sampleFor(tool)
    for (const name of Object.keys(args)) if (name in named) args[name] = named[name]
    const answer = await client.callTool({ name: tool.name, arguments: args }).catch((error: Error) => error.message)
    expect(SAID.test(JSON.stringify(answer)), tool.name).toBe(false)
  }
  await client.close()
  const traces = await tracesOf(service.database, ours.ids.ws_id, SAID)
  expect(traces.map(({ table, row }) => `${table}: ${JSON.stringify(row).slice(0, 2000)}`)).toEqual([])
  expect(logged.filter((line) => SAID.test(line))).toEqual([])
})
