// Promises of imports that meet trouble: all of it or nothing, and no other request waits.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { importRoutes } from './import.routes.ts'

let workbookId: string
let port: number

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...importRoutes({ database, now: () => new Date() }),
])
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  const columns_config = [{ name: 'Name', type: 'input', input_type: 'text' }]
  workbookId = (await ann.post('/api/workbooks', { name: 'Leads', columns_config })).body.id
})

interface Upload {
  write(text: string): void
  end(text: string): void
  cut(): void
  answer: Promise<[IncomingMessage]>
}

/** An upload that is under way: write to it, end it, or cut it. */
function begin(options: object = {}, who = `editor@${workspaceId}`): Upload {
  const upload: ClientRequest = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/workbooks/${workbookId}/import`,
    headers: {
      authorization: `Bearer ${who}`,
      'content-type': 'multipart/form-data; boundary=b0undary',
    },
  })
  // An answer may come before the upload ends.
  const answer = once(upload, 'response') as Promise<[IncomingMessage]>
  answer.catch(() => {})
  upload.write(
    `--b0undary\r\ncontent-disposition: form-data; name="options"\r\n\r\n${JSON.stringify(options)}\r\n` +
      '--b0undary\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\nName,Mail\r\n',
  )
  return { write: (text) => upload.write(text), end: (text) => upload.end(text), cut: () => upload.destroy(), answer }
}
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `Company number ${from + index},m${from + index}@example.org\r\n`).join(
    '',
  )

async function endOf(upload: Upload): Promise<{ status: number | undefined; body: Record<string, unknown> }> {
  upload.end('\r\n--b0undary--\r\n')
  const [answer] = await upload.answer
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode, body: JSON.parse(text) }
}

/** The transactions that are in the middle of writing rows, as the database sees them. */
const importing = () => database.saying('workbook_rows')

async function state() {
  const { body } = await ann.get(`/api/workbooks/${workbookId}?page_size=1`)
  const [counted] = await database.asOwner<{ rows: number; blocks: number }>(
    `select (select count(*)::int from workbook_rows where workbook_id = $1) as rows,
       (select coalesce(sum(rows), 0)::int from workbook_row_blocks where workbook_id = $1) as blocks`,
    [workbookId],
  )
  expect(counted).toEqual({ rows: body.total_rows, blocks: body.total_rows })
  return { rows: body.total_rows, columns: body.workbook.columns_config.length }
}

test('while a long import is under way others add and change rows of the workbook, and every count is right', async () => {
  const upload = begin()
  upload.write(some(0, 30_000))
  await expect.poll(async () => (await importing()).length).toBeGreaterThan(0)
  const added = await ann.post(`/api/workbooks/${workbookId}/rows`, { rows: [{ data: { Name: 'Meanwhile' } }] })
  expect(added.status, added.text).toBe(201)
  expect((await ann.patch(`/api/workbooks/${workbookId}`, { name: 'Renamed' })).status).toBe(200)
  expect(await state()).toEqual({ rows: 1, columns: 1 })
  upload.write(some(30_000, 10))
  const { status, body } = await endOf(upload)
  expect([status, body.created]).toEqual([201, 30_010])
  expect(await state()).toEqual({ rows: 30_011, columns: 2 })
  const told = await database.asOwner<{ done: number }>(
    `select (payload ->> 'done')::int as done from outbox where type = 'rows.import_progress' and payload ->> 'workbook_id' = $1 order by seq`,
    [workbookId],
  )
  expect(told.length).toBeGreaterThan(0)
})

test('a browser that goes away in the middle leaves no row and no column behind', async () => {
  const upload = begin()
  upload.write(some(0, 20_000))
  await expect.poll(async () => (await importing()).length).toBeGreaterThan(0)
  upload.cut()
  await expect.poll(async () => (await importing()).length).toBe(0)
  expect(await state()).toEqual({ rows: 0, columns: 1 })
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0)
})

test('a database that is lost in the middle is told in words, and nothing is imported', async () => {
  const upload = begin()
  upload.write(some(0, 20_000))
  await expect.poll(async () => (await importing()).length).toBeGreaterThan(0)
  await database.asOwner(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  upload.write(some(20_000, 20_000))
  const { status, body } = await endOf(upload)
  expect(status).toBe(503)
  expect(body).toEqual({ detail: 'Service Unavailable' })
  expect(await state()).toEqual({ rows: 0, columns: 1 })
})

test('two imports of the same rows at once leave each row once, whichever wins', async () => {
  const mapping = [{ index: 0, target: { kind: 'column', column_id: 'c1' } }]
  const options = { mapping, identity: { index: 0, normaliser: 'text' } }
  const uploads = [begin(options), begin(options)]
  uploads[0]?.write(some(0, 5000))
  uploads[1]?.write(some(2500, 5000))
  const answers = await Promise.all(uploads.map(endOf))
  const won = answers.filter(({ status }) => status === 201)
  expect(won.length, JSON.stringify(answers)).toBeGreaterThan(0)
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.detail]).toEqual([409, expect.any(String)])
  expect((await state()).rows).toBe(won.length === 2 ? 7500 : 5000)
})

test('slow uploads of one person leave room for those of others', async () => {
  await database.asOwner(`insert into users (username, password_hash) values ('second', 'none')`)
  const slow = [begin(), begin(), begin()]
  for (const upload of slow) upload.write(some(0, 10))
  await expect.poll(async () => (await endOf(begin())).status).toBe(503)
  const other = begin({}, `editor@${workspaceId}@2`)
  other.write(some(0, 10))
  expect((await endOf(other)).status).toBe(201)
  for (const upload of slow) upload.cut()
  await expect.poll(async () => (await endOf(begin())).status).not.toBe(503)
})
