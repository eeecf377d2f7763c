// A workbook that is made of a file: nothing is there before its rows are, and nothing stays of a file that was not imported whole.
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { PutOff } from '../../platform/queue/job.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { unfinishedImportJob } from './unfinished-import.jobs.ts'

let service: TestService
let workspaceId: string
let token: string
beforeAll(async () => {
  service = await startTestService({ LIMITS: 'off' })
  workspaceId = await addWorkspace(service.database)
  token = (await addPerson(service, workspaceId as never, 'editor')).access_token
})
afterAll(() => service?.close())

async function send(path: string, content: string, options: object) {
  const form = new FormData()
  form.set('options', JSON.stringify(options))
  form.set('file', new Blob([content]), 'companies.csv')
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
  const answer = await fetch(`${service.url}/api/workbooks/${path}`, { method: 'POST', headers, body: form })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, body: (await answer.json()) as any }
}

const get = async (path: string) => {
  const headers = { 'x-workspace-id': workspaceId }
  return (await callAs(service, token)('GET', `/api/workbooks${path}`, undefined, headers)).body
}

const names = async (): Promise<string[]> => (await get('')).items.map(({ name }: { name: string }) => name)

const stored = async () => {
  const [row] = await service.database.asOwner<{ count: number }>(
    `select (select count(*) from import_files where workspace_id = $1)::int + (select count(*) from workbooks where workspace_id = $1
       and deleted_at is null)::int as count`,
    [workspaceId],
  )
  return row?.count
}

test('a look at a file stores nothing', async () => {
  const { status, body } = await send('import/preview', 'Company,Domain\nAcme,acme.com\n', {})
  expect(status).toBe(200)
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['Company', 'Domain'])
  expect(body).not.toHaveProperty('import_id')
  expect(await stored()).toBe(0)
})

test('a list of objects shows and keeps members that its first rows do not have', async () => {
  const rows = [...Array.from({ length: 2_000 }, (_, n) => ({ name: `Firm ${n}` })), { name: 'Last', city: 'Bonn' }]
  const content = rows.map((row) => JSON.stringify(row)).join('\n')
  const { body } = await send('import/preview', content, {})
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['name', 'city'])
  const mapping = body.columns.map(({ index, target }: { index: number; target: object }) => ({ index, target }))
  const made = await send('import', content, { name: 'Firms', mapping })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ created: 2_001, rejected: 0 })
  const page = await get(`/${made.body.workbook_id}?page=21`)
  expect(Object.values(page.rows[0].data)).toEqual(['Last', 'Bonn'])
})

test('a workbook has its rows as soon as the request is answered', async () => {
  const { status, body } = await send('import', 'Company\nAcme\nGlobex\n', { name: 'Companies' })
  expect(status).toBe(201)
  const { workbook } = await get(`/${body.workbook_id}`)
  expect(workbook).toMatchObject({ name: 'Companies', total_rows: 2, source_type: 'csv' })
})

test('of a file that is refused no workbook stays', async () => {
  const before = await names()
  const { status } = await send('import', 'Company\n', { name: 'Refused' })
  expect(status).toBe(422)
  expect(await names()).toEqual(before)
})

test('of a process that is killed in the middle no workbook stays, and one with rows does', async () => {
  const before = await names()
  const { body } = await send('import', 'Company\nAcme\n', { name: 'Whole' })
  // As a killed process leaves it: made, and without a column or row.
  const [left] = await service.database.asOwner<{ id: string }>(
    `insert into workbooks (workspace_id, id, name, source_type) values ($1, gen_random_uuid(), 'Half', 'csv') returning id`,
    [workspaceId],
  )
  const job = (workbook_id = '') =>
    unfinishedImportJob(service.database).work({ workbook_id }, testRun({ workspace_id: workspaceId as never }))
  const [ticket] = await service.database.asOwner(
    `select from queue where kind = 'workbook.drop_unfinished' and payload ->> 'workbook_id' = $1`,
    [body.workbook_id],
  )
  expect(ticket).toBeDefined()
  const writing = new pg.Client(service.database.connection)
  await writing.connect()
  await writing.query('begin')
  await writing.query('select from workbooks where id = $1 for key share', [left?.id])
  await expect(job(left?.id), 'while its rows are written').rejects.toThrow(PutOff)
  await writing.end()
  await job(left?.id)
  await job(body.workbook_id)
  expect(await names()).toEqual(['Whole', ...before])
})

test('of an upload that breaks off no workbook stays', async () => {
  const before = await names()
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  const part = (head: string, text: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}`
  const rows = Array.from({ length: 20_000 }, (_, n) => `Firm ${n}`).join('\n')
  socket.write(
    `POST /api/workbooks/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Workspace-Id: ${workspaceId}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000000\r\n\r\n' +
      `${part('name="options"', '{"name":"Broken off"}')}\r\n${part('name="file"; filename="a.csv"', `Company\n${rows}`)}`,
  )
  await until(names, (all) => all.includes('Broken off'))
  socket.destroy()
  await until(names, (all) => !all.includes('Broken off'))
  expect(await names()).toEqual(before)
})
