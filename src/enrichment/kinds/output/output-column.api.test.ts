// Columns that deliver their row: last, signed, once, and never again when it is unknown whether it arrived.
import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { callLookup } from '../../../providers/kit/call.ts'
import type { HttpRequest } from '../../../providers/kit/outside.ts'
import { HOSTS } from '../../../providers/kit/secret-hosts.ts'
import {
  addBench,
  addColumn,
  cellsOf,
  must,
  type ReceivedRequest,
  run,
  startKinds,
  startVendor,
  type Vendor,
} from '../kinds.fixture.ts'
import { outputLookup } from './output-lookup.ts'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
let receiver: Vendor
let service: TestService
beforeAll(async () => {
  receiver = await startVendor()
  service = await startKinds({ 'hooks.example.com': receiver.port }, { MASTER_KEY })
})
afterAll(async () => {
  await service?.close()
  await receiver?.close()
})

const MASTER_KEY = randomBytes(32).toString('base64')
const WEBHOOK = { kind: 'webhook', url: 'http://hooks.example.com/rows', secret: 'HOOK' }
async function bench(domains: string[]) {
  const at = await addBench(
    service,
    ['Domain'],
    domains.map((domain) => [domain]),
  )
  await must(
    at.call('PUT', '/api/settings/secrets', { name: 'HOOK', value: SECRET, hosts: ['hooks.example.com'] }),
    200,
  )
  return at
}
const isSigned = ({ headers, body }: ReceivedRequest) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers
  const key = Buffer.from(SECRET.slice(6), 'base64')
  return given === `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

describe('an output column', () => {
  it('shows what it would send when it is tried, sends nothing, and is told of by its secret', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['a.com'])
    const tryIt = async (target: object) => {
      const column = { type: 'output', target }
      return (await must(at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column }), 200)).rows[0]
    }
    const values = { domain: '{{Domain}}' }
    const webhook = await tryIt({ ...WEBHOOK, values })
    expect(webhook).toMatchObject({ status: 'not_sent', cost_usd: 0, inputs: { Domain: 'a.com' } })
    expect(webhook.request).toMatchObject({
      method: 'POST',
      url: WEBHOOK.url,
      body: { type: 'row.delivered', data: { domain: 'a.com' } },
      headers: { 'webhook-signature': 'v1,•••' },
    })
    expect(JSON.stringify(webhook)).not.toContain(SECRET.slice(6))
    const slack = await tryIt({ kind: 'slack', secret: 'HOOK', text: 'New: {{Domain}}' })
    expect(slack.request.body).toEqual({ text: 'New: a.com' })
    const hubspot = await tryIt({ kind: 'hubspot', object: 'companies', key: 'domain', values })
    expect(hubspot).toMatchObject({ status: 'not_sent', detail: expect.stringContaining('HubSpot') })
    const nameless = await tryIt({ kind: 'hubspot', object: 'companies', key: 'email', values })
    expect(nameless).toMatchObject({ status: 'error', reason: 'bad_input' })
    expect(receiver.heard).toHaveLength(0)
    const id = await addColumn(at, { name: 'Sent', type: 'output', target: { ...WEBHOOK, values } })
    const secrets = await must(at.call('GET', '/api/settings/secrets'), 200)
    expect(secrets.items[0].used_by).toEqual([
      { workbook_id: at.workbook_id, workbook: 'Bench', column_id: id, column: 'Sent', hosts: ['hooks.example.com'] },
    ])
  })

  it('delivers each row once, signed, after every other column of the run, and not again in any mode', async () => {
    receiver.says(({ path }) => (path === '/rows' ? { body: {} } : { body: { plan: 'pro' } }))
    const at = await bench(['a.com', 'a.com', 'b.com'])
    const out = await addColumn(at, {
      name: 'Sent',
      type: 'output',
      target: { ...WEBHOOK, values: { domain: '{{Domain}}' } },
    })
    // Added later and read by no column, yet it goes first.
    await addColumn(at, { name: 'Plan', type: 'http', url: 'http://hooks.example.com/plan/{{Domain}}', cache_days: 0 })
    await run(at)
    const sent = receiver.heard.filter(({ path }) => path === '/rows')
    expect(sent.map(({ body }) => JSON.parse(body).data.domain).sort()).toEqual(['a.com', 'a.com', 'b.com'])
    expect(sent.every(isSigned)).toBe(true)
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    const first = receiver.heard.findIndex(({ path }) => path === '/rows')
    expect(receiver.heard.slice(0, first).length).toBeGreaterThan(0)
    expect((await cellsOf(at, out))[0]).toMatchObject({ status: 'complete', value: { status: 'delivered' } })
    for (const mode of ['all', 'failed', 'stale', 'missing']) await run(at, { mode, column_ids: [out] })
    expect(receiver.heard.filter(({ path }) => path === '/rows')).toHaveLength(3)
  })

  it('sends nothing for a row that has nothing to send or is not known by anything, and counts it as skipped', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['a.com', ''])
    const values = { domain: '{{Domain}}', team: 'sales' }
    const hook = await addColumn(at, { name: 'Sent', type: 'output', target: { ...WEBHOOK, values } })
    const always = await addColumn(at, {
      name: 'Always',
      type: 'output',
      required: [],
      target: { ...WEBHOOK, values },
    })
    const crm = await addColumn(at, {
      name: 'CRM',
      type: 'output',
      target: { kind: 'hubspot', object: 'companies', key: 'domain', values },
    })
    const estimate = await must(
      at.call('POST', `/api/workbooks/${at.workbook_id}/run/estimate`, { column_ids: [hook] }),
      200,
    )
    expect(estimate).toMatchObject({ missing_input: 1, to_run: 1 })
    await run(at)
    expect((await cellsOf(at, hook))[1]).toMatchObject({ status: 'skipped', reason: 'missing_input', value: null })
    expect((await cellsOf(at, crm))[1]).toMatchObject({ status: 'skipped', reason: 'missing_input' })
    expect((await cellsOf(at, always))[1]).toMatchObject({ status: 'complete' })
    expect(receiver.heard.map(({ body }) => JSON.parse(body).data)).toHaveLength(3)
  })

  it('sends a line for a sheet in the order in which its values were given, also after it was saved and changed', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['a.com'])
    const target = { kind: 'sheet', url: WEBHOOK.url, format: 'csv' }
    const add = (name: string, values: object) => addColumn(at, { name, type: 'output', target: { ...target, values } })
    await add('Once', { website: '{{Domain}}', by: 'us' })
    const id = await add('Again', { by: 'us', zip: '1' })
    const values = { week: '7', website: '{{Domain}}', by: 'us' }
    await must(
      at.call('PATCH', `/api/workbooks/${at.workbook_id}/columns/${id}`, { target: { ...target, values } }),
      200,
    )
    await run(at)
    const lines = receiver.heard.map(({ body }) => body.split('\r\n')[0])
    expect(lines.sort()).toEqual(['website,by', 'week,website,by'])
  })

  it('sends the values of a sheet in their order also where names are whole numbers', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['a.com'])
    const values = { 2024: 'then', website: '{{Domain}}', 7: 'day' }
    for (const format of ['csv', 'json']) {
      const target = { kind: 'sheet', url: WEBHOOK.url, format, values, order: ['website', '2024', '7'] }
      await addColumn(at, { name: format, type: 'output', target })
    }
    await run(at)
    const bodies = receiver.heard.map(({ body }) => body).sort()
    expect(bodies).toEqual(['website,2024,7\r\na.com,then,day\r\n', '{"website":"a.com","2024":"then","7":"day"}'])
  })

  it('does not forget what it delivered when the run is undone, and so does not deliver it again', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['undone.com'])
    const values = { domain: '{{Domain}}' }
    const out = await addColumn(at, { name: 'Sent', type: 'output', target: { ...WEBHOOK, values } })
    const { run_id } = await run(at)
    const undone = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/runs/${run_id}/undo`), 200)
    expect(undone).toMatchObject({ cells: 0, skipped: [{ column_id: out, reason: 'delivered' }] })
    await run(at)
    expect(receiver.heard).toHaveLength(1)
  })

  it('says of a run who started it', async () => {
    receiver.says(() => ({ body: {} }))
    const at = await bench(['started.com'])
    await addColumn(at, { name: 'Sent', type: 'output', target: { ...WEBHOOK, values: { domain: '{{Domain}}' } } })
    const { run_id } = await run(at)
    const told = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/runs/${run_id}`), 200)
    expect(told).toMatchObject({ actor: expect.stringMatching(/^\w+-\d+$/), by_itself: false })
  })

  it('speaks to HubSpot, Slack and sheets as they want it, with nothing of the row taken for more than text', async () => {
    const row = { Email: 'x@a.com', Note: '=HYPERLINK("http://evil") <!channel>' }
    const ask = async (target: object, account: Record<string, string>, status: number, body: string) => {
      let sent: HttpRequest | undefined
      const http = async (request: HttpRequest) => {
        sent = request
        return { ok: true as const, status, headers: {}, body }
      }
      const settings = { target, refs: ['Email', 'Note'], required: [], any: [], timeout_seconds: 5 }
      const lookup = outputLookup({ kind: 'output', ...settings } as never, 'output:x', {} as never)
      const tools = { http, now: () => 0 } as never
      const { outcome } = await callLookup(lookup, row, tools, new AbortController().signal, { account })
      return { outcome, sent }
    }
    const values = { email: '{{Email}}', note: '{{Note}}' }
    const crm = { kind: 'hubspot', object: 'contacts', key: 'email', values }
    const created = await ask(crm, { access_token: 'pat-1' }, 200, '{"results":[{"id":"7","new":true}]}')
    expect(created.outcome).toMatchObject({ kind: 'found', values: { status: 'created', record_id: '7' } })
    expect(JSON.parse(created.sent?.body ?? '').inputs).toEqual([
      { idProperty: 'email', id: 'x@a.com', properties: { email: 'x@a.com', note: row.Note } },
    ])
    const refused = await ask(crm, { access_token: 'pat-1' }, 207, '{"errors":[{"message":"email is not valid"}]}')
    expect(refused.outcome).toMatchObject({
      class: 'bad_input',
      message: expect.stringContaining('email is not valid'),
    })
    const slack = { kind: 'slack', secret: 'S', text: 'New: {{Note}}' }
    const message = await ask(slack, { S: 'https://hooks.slack.com/services/x', [HOSTS]: 'hooks.slack.com' }, 200, 'ok')
    expect(JSON.parse(message.sent?.body ?? '').text).toContain('&lt;!channel&gt;')
    const astray = await ask(slack, { S: 'https://evil.example.com/', [HOSTS]: 'hooks.slack.com' }, 200, 'ok')
    expect([astray.outcome, astray.sent]).toMatchObject([{ class: 'bad_input' }, undefined])
    const sheet = { kind: 'sheet', url: 'https://sheets.example.com/x', format: 'csv', values }
    const line = (await ask(sheet, {}, 200, '')).sent?.body
    expect(line).toMatch(/^email,note\r?\nx@a\.com,"'=HYPERLINK/)
  })
})
