// What an output column leaves to the queue of webhooks: retries under one id, what the cell tells of it, and no second message.

import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../../test/running-install.ts'
import { until } from '../../../../test/until.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  type ReceivedRequest,
  run,
  startKinds,
  startVendor,
  type Vendor,
} from '../kinds.fixture.ts'

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

async function runCell(at: Bench, columnId: string, row: number) {
  const path = `/api/workbooks/${at.workbook_id}/rows/${at.rows[row]}/cells/${columnId}/run`
  const { run_id } = await must(at.call('POST', path, {}), 202)
  await expect
    .poll(async () => (await must(at.call('GET', `/api/workbooks/${at.workbook_id}/runs/${run_id}`), 200)).ended_at)
    .not.toBeNull()
}

describe('an output column that delivers to a webhook', () => {
  const outs = (domain: string) => receiver.heard.filter(({ path, body }) => path === '/rows' && body.includes(domain))
  const addOut = (at: Bench) =>
    addColumn(at, { name: 'Sent', type: 'output', target: { ...WEBHOOK, values: { domain: '{{Domain}}' } } })
  const deliveries = async (at: Bench) => (await must(at.call('GET', '/api/webhooks/deliveries'), 200)).items
  /** Lets no receiver rest, and no message wait for its time. */
  const hurry = (more = '') =>
    service.database
      .asOwner(`update webhook_endpoints set rest_until = null`)
      .then(() =>
        service.database.asOwner(
          `update webhook_deliveries set next_at = now(), lease_until = null${more} where state = 'pending'`,
        ),
      )

  it('leaves what a receiver does not take yet to the queue of webhooks, under one id, and the cell tells how it ends', async () => {
    let isUp = false
    receiver.says(() => (isUp ? { body: {} } : { status: 503, body: { error: 'busy just now' } }))
    const at = await bench(['busy.com'])
    const out = await addOut(at)
    await run(at)
    const [waiting] = await deliveries(at)
    expect((await cellsOf(at, out))[0]).toMatchObject({
      status: 'complete',
      value: { status: 'queued', record_id: waiting.message_id },
    })
    expect(waiting).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_status: 503,
      type: 'row.delivered',
      source: { kind: 'column', workbook_id: at.workbook_id, column_id: out },
    })
    const detail = await must(at.call('GET', `/api/webhooks/deliveries/${waiting.id}`), 200)
    expect(detail.tries).toMatchObject([{ status: 503, answer: expect.stringContaining('busy just now') }])
    isUp = true
    await hurry()
    const status = async () => (await cellsOf(at, out))[0]?.value?.status
    await expect.poll(status).toBe('delivered')
    const sent = outs('busy.com')
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([waiting.message_id]))
    expect(sent.every(isSigned)).toBe(true)
    for (const mode of ['all', 'failed', 'missing']) await run(at, { mode })
    expect(await deliveries(at)).toHaveLength(1)
  })

  it('tells in the cell what the receiver refused for a day and why, and after a resend that it arrived', async () => {
    let isUp = false
    receiver.says(() => (isUp ? { body: {} } : { status: 422, body: { error: 'no such plan' } }))
    const at = await bench(['bad.com'])
    const out = await addOut(at)
    await run(at)
    await hurry(", give_up_at = now() - interval '1 second'")
    const cell = async () => (await cellsOf(at, out))[0]
    await expect.poll(async () => (await cell())?.status).toBe('error')
    expect(await cell()).toMatchObject({
      value: { status: 'failed' },
      error: { class: 'bad_input', message: expect.stringContaining('no such plan') },
    })
    const [{ id, endpoint_id }] = await deliveries(at)
    isUp = true
    // Nothing reached it for as long as it was tried, so it was disabled.
    await must(at.call('PATCH', `/api/webhooks/endpoints/${endpoint_id}`, { enabled: true }), 200)
    await must(at.call('POST', `/api/webhooks/deliveries/${id}/resend`), 202)
    await expect.poll(async () => (await cell())?.value?.status).toBe('delivered')
    expect(new Set(outs('bad.com').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('that is answered 410 disables the endpoint, and the next rows say so without asking', async () => {
    receiver.says(() => ({ status: 410, body: {} }))
    const at = await bench(['gone.com', 'later.com'])
    const out = await addOut(at)
    const runRow = (row: number) => runCell(at, out, row)
    await runRow(0)
    await runRow(1)
    expect((await cellsOf(at, out)).map((cell: { error: { message: string } }) => cell.error.message)).toEqual([
      expect.stringContaining('410'),
      expect.stringContaining('disabled (gone)'),
    ])
    expect(outs('.com')).toHaveLength(1)
  })

  it('follows no redirect with a row', async () => {
    receiver.says(() => ({ status: 307, headers: { location: 'http://hooks.example.com/elsewhere' }, body: {} }))
    const at = await bench(['moved.com'])
    const out = await addOut(at)
    await run(at)
    expect((await cellsOf(at, out))[0]).toMatchObject({ value: { status: 'queued' } })
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/rows'])
  })

  it('is sent again under its id, never under another, when the service ended between sending and hearing', async () => {
    let heard = () => {}
    const isHeard = new Promise<void>((resolve) => {
      heard = resolve
    })
    let isUp = false
    receiver.says(({ body }) => {
      if (body.includes('killed.com')) heard()
      return isUp ? { body: {} } : new Promise(() => {})
    })
    const map = { EGRESS_ALLOW: '127.0.0.1', EGRESS_HOST_MAP: `hooks.example.com=127.0.0.1:${receiver.port}` }
    const at = await bench(['killed.com'])
    const out = await addOut(at)
    const { run_id } = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/run`, {}), 202)
    await isHeard
    // As after a kill: the attempt is reserved, its worker is gone, and the chunk goes to another one.
    await service.database.asOwner(
      `update run_chunks set worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute' where run_id = $1`,
      [run_id],
    )
    const other = await startTestService(
      { LIMITS: 'off', ROLE: 'worker', MASTER_KEY, ...map },
      { database: service.database },
    )
    await until(
      () => must(at.call('GET', `/api/workbooks/${at.workbook_id}/runs/${run_id}`), 200),
      ({ ended_at }) => ended_at !== null,
    )
    expect((await cellsOf(at, out))[0]).toMatchObject({ status: 'error', error: { class: 'uncertain' } })
    for (const mode of ['failed', 'all', 'missing']) await run(at, { mode })
    expect(await deliveries(at)).toHaveLength(1)
    isUp = true
    // The lease of the lost worker has run out.
    await hurry()
    await expect.poll(async () => (await cellsOf(at, out))[0]?.status).toBe('complete')
    expect((await cellsOf(at, out))[0]).toMatchObject({ value: { status: 'delivered' } })
    expect(new Set(outs('killed.com').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await other.close()
  })
})
