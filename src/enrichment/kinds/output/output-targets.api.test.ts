// Rows delivered to Salesforce and to other workbooks: once, by what they are known by, and never round in a circle.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { until } from '../../../../test/until.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  type ReceivedRequest,
  run,
  type StubReply,
  startKinds,
  startVendor,
  traceOf,
  type Vendor,
} from '../kinds.fixture.ts'

const SECRET = 'consumer-secret-PLAINTEXT'
let crm: Vendor
let service: TestService
beforeAll(async () => {
  crm = await startVendor()
  service = await startKinds({ 'acme.my.salesforce.com': crm.port }, { MASTER_KEY: randomBytes(32).toString('base64') })
})
afterAll(async () => {
  await service?.close()
  await crm?.close()
})

const DATA = '/services/data/v60.0'
/** Salesforce with one kind of token at a time. */
function salesforceSays(answer: (heard: ReceivedRequest) => StubReply) {
  let minted = 0
  crm.says((heard) => {
    if (heard.path === '/services/oauth2/token')
      return heard.body.includes(SECRET)
        ? { body: { access_token: `token-number-${++minted}`, token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_client' } }
    if (heard.headers.authorization !== `Bearer token-number-${minted}`)
      return { status: 401, body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired' }] }
    return answer(heard)
  })
  return { revoke: () => minted++ }
}
const calls = () => crm.heard.filter(({ path }) => path.startsWith(DATA))

let benches = 0
async function salesBench(emails: string[]): Promise<Bench> {
  const at = await addBench(
    service,
    ['Email', 'Name'],
    emails.map((email) => [email, "O'Neil"]),
  )
  const values = {
    base_url: 'http://acme.my.salesforce.com',
    client_id: `consumer-key-PLAINTEXT-${++benches}`,
    client_secret: SECRET,
  }
  await must(at.call('PUT', '/api/settings/workspace-integrations/salesforce', { values }), 200)
  return at
}
const TARGET = {
  kind: 'salesforce',
  object: 'Contact',
  key: 'Outer_Id__c',
  values: { Outer_Id__c: '{{Email}}', LastName: '{{Name}}' },
}

describe('delivery to Salesforce', () => {
  it('makes or changes the record of an external id with one token for all, and tells faults field by field', async () => {
    salesforceSays(({ path }) => {
      if (path.includes('bad'))
        return { status: 400, body: [{ message: 'too long', errorCode: 'STRING_TOO_LONG', fields: ['LastName'] }] }
      return { status: 201, body: { id: '003A', success: true, errors: [], created: true } }
    })
    const at = await salesBench(['a/b@x.com', 'bad@x.com'])
    const id = await addColumn(at, { name: 'Sent', type: 'output', target: TARGET })
    await run(at)
    const [done, refused] = await cellsOf(at, id)
    expect(done).toMatchObject({ status: 'complete', value: { status: 'created', record_id: '003A' } })
    expect(refused).toMatchObject({
      status: 'error',
      error: { class: 'bad_input', message: 'Salesforce refused the row: LastName: too long' },
    })
    const [first] = calls().filter(({ path }) => !path.includes('bad'))
    expect(first).toMatchObject({ method: 'PATCH', path: `${DATA}/sobjects/Contact/Outer_Id__c/a%2Fb%40x.com` })
    expect(JSON.parse(first?.body ?? '')).toEqual({ LastName: "O'Neil" })
    expect(crm.heard.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1)
    const trace = JSON.stringify([await traceOf(at, id, 0), await traceOf(at, id, 1)])
    for (const secret of [SECRET, 'consumer-key-PLAINTEXT', 'token-number']) expect(trace).not.toContain(secret)
    // Complete: not again in any mode, except for this very cell when a user insists.
    for (const mode of ['all', 'missing', 'stale']) await run(at, { mode, column_ids: [id], row_ids: [at.rows[0]] })
    expect(calls()).toHaveLength(2)
    await runCell(at, id, {})
    expect(calls()).toHaveLength(2)
    await runCell(at, id, { force: true })
    expect(calls()).toHaveLength(3)
  })

  it('looks an e-mail up first, changes the one it finds, and none when there are two', async () => {
    salesforceSays(({ method, path }) => {
      const asked = new URL(path, 'http://x').searchParams.get('q') ?? ''
      if (asked.includes('new@')) return { body: { totalSize: 0, records: [] } }
      if (asked.includes('two@')) return { body: { totalSize: 2, records: [{ Id: '1' }, { Id: '2' }] } }
      if (asked) return { body: { totalSize: 1, records: [{ Id: '003B' }] } }
      return method === 'POST' ? { status: 201, body: { id: '003C', success: true } } : { status: 204 }
    })
    const at = await salesBench(['new@x.com', 'two@x.com', "o'old@x.com"])
    const target = { ...TARGET, key: 'Email', match: 'value', values: { Email: '{{Email}}', LastName: '{{Name}}' } }
    const id = await addColumn(at, { name: 'Sent', type: 'output', target })
    await run(at)
    const [made, two, old] = await cellsOf(at, id)
    expect(made.value).toEqual({ status: 'created', record_id: '003C' })
    expect(two).toMatchObject({ status: 'error', error: { message: expect.stringContaining('more than one Contact') } })
    expect(old.value).toEqual({ status: 'updated', record_id: '003B' })
    const asked = calls().map(({ path }) => new URL(path, 'http://x').searchParams.get('q'))
    expect(asked).toContain("SELECT Id FROM Contact WHERE Email = 'o\\'old@x.com' LIMIT 2")
    expect(calls().filter(({ method }) => method !== 'GET')).toHaveLength(2)
  })

  it('gets a new token when the old one is refused', async () => {
    const vendor = salesforceSays(() => ({ status: 204 }))
    const at = await salesBench(['a@x.com'])
    const id = await addColumn(at, { name: 'Sent', type: 'output', target: TARGET })
    await run(at)
    vendor.revoke()
    await runCell(at, id, { force: true })
    expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'complete' })
    expect(calls()).toHaveLength(3)
  })
})

describe('delivery to another workbook', () => {
  const columns = ['Mail', 'Name'].map((name) => ({ name, type: 'input', input_type: 'text' }))
  async function two() {
    const at = await addBench(
      service,
      ['Email', 'Who'],
      [
        ['a@x.com', 'Ann'],
        ['A@X.com', 'Anna'],
        ['b@x.com', 'Ben'],
      ],
    )
    const other = await must(at.call('POST', '/api/workbooks', { name: 'People', columns_config: columns }), 201)
    const target = { kind: 'workbook', workbook_id: other.id, values: { Mail: '{{Email}}', Name: '{{Who}}' } }
    const rowsOf = async () =>
      (await must(at.call('GET', `/api/workbooks/${other.id}`), 200)).rows.map(({ data }: { data: object }) => data)
    return { at, other, target, rowsOf }
  }
  const knowBy = (at: Bench, id: string) =>
    must(at.call('PUT', `/api/workbooks/${id}/identity`, { columns: [{ column_id: 'c1', normaliser: 'email' }] }), 200)

  it('makes and changes rows by identity, so that what is delivered again is the same row', async () => {
    const { at, other, target, rowsOf } = await two()
    await knowBy(at, other.id)
    const id = await addColumn(at, { name: 'Copied', type: 'output', target })
    await run(at)
    const cells = await cellsOf(at, id)
    expect(cells.map(({ status }: { status: string }) => status)).toEqual(['complete', 'complete', 'complete'])
    const rows = await rowsOf()
    expect(rows).toHaveLength(2)
    await runCell(at, id, { force: true })
    expect(await rowsOf()).toHaveLength(2)
  })

  it('writes nothing where a row could be written twice, and refuses columns that are not there', async () => {
    const { at, target, rowsOf } = await two()
    const id = await addColumn(at, { name: 'Copied', type: 'output', target })
    await run(at)
    expect((await cellsOf(at, id))[0]).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('could be written twice') },
    })
    expect(await rowsOf()).toEqual([])
    const wrong = { name: 'Wrong', type: 'output', target: { ...target, values: { Nobody: '{{Email}}' } } }
    const answer = await at.call('POST', `/api/workbooks/${at.workbook_id}/columns`, wrong)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('There is no column')
  })

  it('lets no workbooks write to each other in a circle, nor one to itself, nor to those of others', async () => {
    const { at, other, target } = await two()
    await addColumn(at, { name: 'Copied', type: 'output', target })
    const back = (workbook_id: string) => ({
      name: 'Back',
      type: 'output',
      target: { kind: 'workbook', workbook_id, values: { Email: '{{Mail}}' } },
    })
    const circle = await at.call('POST', `/api/workbooks/${other.id}/columns`, back(at.workbook_id))
    expect([circle.status, circle.text]).toEqual([422, expect.stringContaining('in a circle')])
    const self = await at.call('POST', `/api/workbooks/${other.id}/columns`, back(other.id))
    expect([self.status, self.text]).toEqual([422, expect.stringContaining('to itself')])
    const stranger = await two()
    const foreign = await at.call('POST', `/api/workbooks/${other.id}/columns`, back(stranger.other.id))
    expect([foreign.status, foreign.text]).toEqual([422, expect.stringContaining('no such workbook')])
  })
})

async function runCell(at: Bench, columnId: string, body: object) {
  const path = `/api/workbooks/${at.workbook_id}/rows/${at.rows[0]}/cells/${columnId}/run`
  const { run_id } = await must(at.call('POST', path, body), 202)
  await until(
    () => must(at.call('GET', `/api/workbooks/${at.workbook_id}/runs/${run_id}`), 200),
    ({ ended_at }) => ended_at !== null,
  )
}
