// An upload that is sent again under its Idempotency-Key has one effect, whatever boundary its form has this time.
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs } from '../../../test/running-install.ts'

let token: string
let call: Call
const { service, workspaceId: workspace } = await openTenant({ LIMITS: 'off' })
beforeAll(async () => {
  token = (await addPerson(service, workspace, 'editor')).access_token
  call = callAs(service, token)
})

async function send(path: string, content: string, key: string) {
  const form = new FormData()
  form.set('file', new Blob([content]), 'people.csv')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const reply = await fetch(service.url + path, { method: 'POST', body: form, headers })
  return { status: reply.status, text: await reply.text(), replayed: reply.headers.get('idempotent-replay') }
}

const book = async (): Promise<string> => (await call('POST', '/api/workbooks', { name: 'People' })).body.id
const rows = async (id: string): Promise<number> => (await call('GET', `/api/workbooks/${id}`)).body.rows.length
const FILE = 'Name\nAnn\nBob\n'

test('into a workbook', async () => {
  const id = await book()
  const path = `/api/workbooks/${id}/import`
  const first = await send(path, FILE, 'a')
  expect([first.status, first.replayed]).toEqual([201, null])
  expect(await send(path, FILE, 'a')).toEqual({ ...first, replayed: 'true' })
  expect((await send(path, 'Name\nEve\n', 'a')).status).toBe(422)
  expect(await rows(id)).toBe(2)
  expect((await send(path, FILE, 'b')).status).toBe(201)
  expect(await rows(id)).toBe(4)
})

test('of which the first was refused is read again', async () => {
  const id = await book()
  const path = `/api/workbooks/${id}/import`
  expect((await send(path, '', 'c')).status).toBeGreaterThanOrEqual(400)
  expect((await send(path, FILE, 'c')).status).toBe(201)
})

test('at the same moment', async () => {
  const id = await book()
  const path = `/api/workbooks/${id}/import`
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(path, FILE, 'd')))
  expect([201, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)))
  expect(await rows(id)).toBe(2)
})

test('into the lead store', async () => {
  const first = await send('/api/leads/import', 'Email\nann@a.example\n', 'e')
  expect(first.status, first.text).toBe(200)
  expect(await send('/api/leads/import', 'Email\nann@a.example\n', 'e')).toEqual({ ...first, replayed: 'true' })
})

test('answers that hold a token are not readable in the database', async () => {
  const id = await book()
  const keyed = () =>
    fetch(`${service.url}/api/workbooks/${id}/ingest-token`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'f' },
    }).then((reply) => reply.json() as Promise<{ token: string }>)
  const made = await keyed()
  expect(await keyed()).toEqual(made)
  const kept = await service.database.asOwner('select body from idempotency_keys where key = $1', ['f'])
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(made.token)
})
