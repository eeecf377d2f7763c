// Promises of files that go out and come back in: what was written is what is read, in every format.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import type { Database } from '../../platform/db/database.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { keptFileJobs } from '../files/kept-file.jobs.ts'
import { importRoutes } from '../imports/import.routes.ts'
import { openXlsxFile } from '../reading/formats/xlsx-file.reads.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { exportJobs } from './export.jobs.ts'
import { exportRoutes } from './export.routes.ts'
import { writeSpreadsheet } from './xlsx-file.writes.ts'

const now = () => new Date('2026-06-01T00:00:00Z')

const { database, app, workspaceId, ann, newcomer } = await openTenant((database) => {
  const parts = { database, now }
  return [...workbookRoutes(database), ...importRoutes(parts), ...exportRoutes(parts)]
})

const input = (name: string, input_type: string) => ({ name, type: 'input', input_type })
const makeWorkbook = async (columns_config: object[]): Promise<string> =>
  (await ann.post('/api/workbooks', { name: 'Leads', columns_config })).body.id
const bytesOf = async (path: string) =>
  (await app.inject({ url: path, headers: { authorization: `Bearer editor@${workspaceId}` } })).rawPayload
const load = async (id: string, file: Buffer) => {
  const headers = { authorization: `Bearer editor@${workspaceId}`, 'content-type': 'application/octet-stream' }
  const answer = await app.inject({ method: 'POST', url: `/api/workbooks/${id}/import`, headers, payload: file })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const dataOf = async (id: string) =>
  (await ann.get(`/api/workbooks/${id}?page_size=5000`)).body.rows.map((row: { data: object }) => row.data)

const columns = [
  input('Name', 'text'),
  input('Size', 'number'),
  input('Since', 'date'),
  input('Client', 'checkbox'),
  input('Note', 'long_text'),
]
// What a cell may hold: not blank, since blanks are no values, and no half characters, which the database refuses.
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        '"',
        ',',
        ';',
        '\n',
        '\r\n',
        '\r',
        '\t',
        "'",
        '=',
        '_x0041_',
        '&',
        '<',
        ']]>',
        '😀',
        '\u202e',
        '\ufeff',
        '\u0001',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    maxLength: 12,
  })
  .map((made) => `x${made.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '')}y`)
const row = fc.record(
  {
    c1: text,
    // Text is read as a number when it has no more digits than a number keeps.
    c2: fc.integer({ min: -(10 ** 14), max: 10 ** 14 }).map((n) => n / 1000),
    c3: fc
      .date({ min: new Date('1900-03-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    c4: fc.boolean(),
    c5: text,
  },
  { requiredKeys: ['c1'] },
)

test.each(['csv', 'xlsx', 'jsonl'])('what is written as %s comes back the same', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const from = await makeWorkbook(columns)
      const added = await ann.post(`/api/workbooks/${from}/rows`, { rows: rows.map((data) => ({ data })) })
      expect(added.status, added.text).toBe(201)
      const stored = await dataOf(from)
      const to = await makeWorkbook(columns)
      const result = await load(to, await bytesOf(`/api/workbooks/${from}/export.${format}`))
      expect(result).toMatchObject({ created: rows.length, rejected: 0, columns_created: [] })
      expect(await dataOf(to)).toEqual(stored)
    }),
    { numRuns: scaleRuns(8) },
  )
})

test('a sheet that is full goes on in another, and the file has a sheet of credits where a licence asks for them', async () => {
  async function* rows() {
    yield [
      ['a', 1],
      ['b', 2],
    ] as (string | number)[][]
    yield [['c', 3]] as (string | number)[][]
  }
  const parts: Buffer[] = []
  const made = writeSpreadsheet({
    name: 'My [very] long name of a workbook: 2026?',
    columns: [
      { name: 'Name', input_type: null },
      { name: 'N', input_type: null },
    ],
    rows: rows(),
    credits: () => ['Contains data from example.com, used under ODbL-1.0'],
    now: now(),
    most: 3,
  })
  for await (const part of made) parts.push(Buffer.from(part))
  const file = Buffer.concat(parts)
  const bytes = {
    size: file.length,
    async *range(from: number, to: number) {
      yield file.subarray(from, to)
    },
  }
  const first = await openXlsxFile(bytes, {})
  expect(first.sheets.map(({ name }) => name)).toEqual([
    'My  very  long name of a',
    'My  very  long name of a (2)',
    'Sources',
  ])
  expect(first.sample.map(({ fields }) => fields)).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
  const second = await openXlsxFile(bytes, { sheet: 'My  very  long name of a (2)', header: true })
  expect([second.names, second.sample.map(({ fields }) => fields)]).toEqual([['Name', 'N'], [['c', '3']]])
  const sources = await openXlsxFile(bytes, { sheet: 'Sources', header: false })
  expect(sources.sample[1]?.fields[0]).toContain('ODbL')
})

async function enriched() {
  const id = await makeWorkbook([
    input('Company', 'text'),
    {
      name: 'Domain',
      type: 'enrichment',
      provider: 'domain-normaliser',
      output: 'company_domain',
      inputs: { website: '{{Company}}' },
    },
  ])
  const names = ['Acme', 'Beta', 'Cesar', 'Delta']
  const { items } = (
    await ann.post(`/api/workbooks/${id}/rows`, { rows: names.map((Company) => ({ data: { Company } })) })
  ).body
  const licenses = ['ODbL-1.0', 'proprietary-api', 'ODbL-1.0']
  await database.inWorkspace(workspaceId, (tx) =>
    applyCells(
      tx,
      id,
      licenses.map((license, index) => ({
        row_id: items[index].row_id,
        column_id: 'c2',
        status: 'complete',
        value: `${names[index]}.com`,
        license,
        provenance: {
          source: 'register.example',
          license,
          fetched_at: index === 2 ? '2020-01-01T00:00:00Z' : '2026-05-30T00:00:00Z',
        },
      })) as never,
    ),
  )
  return { id, ids: items.map((one: { row_id: string }) => one.row_id) as string[] }
}

test('facts of other licences, or that are too old, are left blank; credits are given where they are due', async () => {
  const { id } = await enriched()
  const get = async (query: string) => (await ann.get(`/api/workbooks/${id}/export.csv?${query}`)).text
  expect(await get('licenses=ODbL-1.0&include=license&attribution=true')).toBe(
    'Company,Domain,Domain (license)\r\nAcme,Acme.com,ODbL-1.0\r\nBeta,,\r\nCesar,Cesar.com,ODbL-1.0\r\nDelta,,\r\n' +
      '"Contains data from register.example, used under ODbL-1.0 (https://opendatacommons.org/licenses/odbl/1-0/)"\r\n',
  )
  expect(await get('without_licenses=ODbL-1.0&attribution=true')).toBe(
    'Company,Domain\r\nAcme,\r\nBeta,Beta.com\r\nCesar,\r\nDelta,\r\n',
  )
  expect(await get('max_age_days=30&columns=c2')).toBe('Domain\r\nAcme.com\r\nBeta.com\r\n""\r\n""\r\n')
  expect((await ann.get(`/api/workbooks/${id}/export.csv?licenses=Mine`)).body.detail[0].loc).toEqual([
    'query',
    'licenses',
  ])
})

test('values that nothing verified are left blank when that is asked for, with all that stands beside them', async () => {
  const { id, ids } = await enriched()
  const guess = { row_id: ids[1], column_id: 'c2', status: 'unverified', value: 'guess.com' }
  await database.inWorkspace(workspaceId, (tx) => applyCells(tx, id, [guess] as never))
  const get = async (query: string) => (await ann.get(`/api/workbooks/${id}/export.csv?${query}`)).text
  expect(await get('')).toContain('Beta,guess.com')
  expect(await get('without_unverified=true&include=status')).toBe(
    'Company,Domain,Domain (status)\r\nAcme,Acme.com,complete\r\nBeta,,\r\nCesar,Cesar.com,complete\r\nDelta,,\r\n',
  )
  const made = await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv', without_unverified: true })
  await write()
  expect(await record(id, made.body.id)).toMatchObject({ state: 'done', withheld: 1 })
})

test('an export has the rows that answer the question, in its order, or the rows that were chosen', async () => {
  const { id, ids } = await enriched()
  const get = async (query: Record<string, string>) =>
    (await ann.get(`/api/workbooks/${id}/export.csv?${new URLSearchParams({ columns: 'c1', ...query })}`)).text
  const sort = JSON.stringify([{ field: 'c1', dir: 'desc' }])
  expect(await get({ sort })).toBe('Company\r\nDelta\r\nCesar\r\nBeta\r\nAcme\r\n')
  const filter = JSON.stringify({ field: 'c2', op: 'not_empty' })
  expect(await get({ filter, search: 'e', sort })).toBe('Company\r\nCesar\r\nBeta\r\nAcme\r\n')
  expect((await ann.get(`/api/workbooks/${id}/export.csv?filter=[`)).status).toBe(422)
  const answer = await ann.post(`/api/workbooks/${id}/exports`, { format: 'jsonl', row_ids: [ids[3], ids[0]] })
  await write()
  expect((await ann.get((await record(id, answer.body.id)).url)).text).toBe(
    '{"Company":"Acme","Domain":"Acme.com"}\n{"Company":"Delta"}\n',
  )
})

const record = async (id: string, exportId: string) => (await ann.get(`/api/workbooks/${id}/exports/${exportId}`)).body
/** Writes what is queued. */
const write = (on: Database = database) => workOff(database, exportJobs({ database: on, now }))

test('a view is exported as it looks: its rows, its order, its columns', async () => {
  const { id } = await enriched()
  const view = await ann.post(`/api/workbooks/${id}/views`, {
    name: 'Found',
    scope: 'shared',
    column_order: ['c2', 'c1'],
    filter: { field: 'c2', op: 'not_empty' },
    sort: [{ field: 'c1', dir: 'desc' }],
  })
  expect(view.status, view.text).toBe(201)
  const get = (query: string) => ann.get(`/api/workbooks/${id}/export.csv?view_id=${view.body.id}${query}`)
  expect((await get('')).text).toBe('Domain,Company\r\nCesar.com,Cesar\r\nBeta.com,Beta\r\nAcme.com,Acme\r\n')
  expect((await get('&search=acme&columns=c1')).text).toBe('Company\r\nAcme\r\n')
  const queued = await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv', view_id: view.body.id })
  await write()
  expect((await ann.get((await record(id, queued.body.id)).url)).text).toContain('Cesar.com,Cesar\r\nBeta.com,Beta')
  const stranger = '01900000-0000-7000-8000-000000000000'
  expect((await ann.get(`/api/workbooks/${id}/export.csv?view_id=${stranger}`)).status).toBe(404)
})

test.each([
  'csv',
  'xlsx',
  'jsonl',
])('an export in the background tells how many rows its %s file has', async (format) => {
  const { id } = await enriched()
  const queued = await ann.post(`/api/workbooks/${id}/exports`, { format })
  await write()
  expect(await record(id, queued.body.id)).toMatchObject({ state: 'done', done: 4, total: 4 })
})

test('a big export is written in the background, told, fetched by members who may, and swept; it can be stopped', async () => {
  const { id } = await enriched()
  const body = { format: 'csv', licenses: ['ODbL-1.0'] }
  const queued = await ann.post(`/api/workbooks/${id}/exports`, body)
  expect([queued.status, queued.body.state, queued.body.url, queued.body.total]).toEqual([202, 'queued', null, 4])
  expect((await ann.get(`/api/workbooks/${id}/exports/${queued.body.id}/file`)).status).toBe(409)
  expect(await write()).toBe(1)
  const done = await record(id, queued.body.id)
  expect(done).toMatchObject({ state: 'done', done: 4, withheld: 1, file_name: 'Leads.csv' })
  const file = await ann.get(done.url)
  expect(file.text).toBe('Company,Domain\r\nAcme,Acme.com\r\nBeta,\r\nCesar,Cesar.com\r\nDelta,\r\n')
  expect(file.headers).toMatchObject({
    'content-length': String(done.file_size),
    'content-disposition': expect.stringContaining('filename="Leads.csv"'),
  })
  const stranger = await newcomer()
  expect((await stranger.get(done.url)).status).toBe(404)
  expect((await ann.post(`/api/workbooks/${id}/exports/${done.id}/cancel`)).status).toBe(409)
  await database.asOwner(`update queue set run_at = now() where kind = 'file.drop' and payload ->> 'file_id' = $1`, [
    done.id,
  ])
  const sweep = () => workOff(database, keptFileJobs(database))
  await expect(sweep()).rejects.toThrow('still to come')
  expect((await ann.get(done.url)).status).toBe(200)
  await database.asOwner(`update jobs set finished_at = now() - interval '25 hours' where id = $1`, [done.id])
  await database.asOwner(
    `update queue set state = 'ready', run_at = now() where kind = 'file.drop' and payload ->> 'file_id' = $1`,
    [done.id],
  )
  expect(await sweep()).toBe(1)
  expect(await record(id, done.id)).toMatchObject({ state: 'done', url: null })
  expect((await ann.get(done.url)).status).toBe(409)
  expect(await database.asOwner('select 1 from stored_chunks where file_id = $1', [done.id])).toEqual([])
})

test('an export that is stopped leaves nothing, whether it waits or is being written', async () => {
  const { id } = await enriched()
  const waiting = (await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv' })).body
  expect((await ann.post(`/api/workbooks/${id}/exports/${waiting.id}/cancel`)).body.state).toBe('cancelled')
  expect(await write()).toBe(0)
  expect((await record(id, waiting.id)).state).toBe('cancelled')

  const written = (await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv' })).body
  // By another person, when all rows are read and the file is about to be done.
  const stopped: Database = {
    ...database,
    async inWorkspace(place, work) {
      const isStored = await database.asOwner('select 1 from stored_chunks where file_id = $1', [written.id])
      if (isStored.length > 0 && (await record(id, written.id)).state === 'running')
        expect((await ann.post(`/api/workbooks/${id}/exports/${written.id}/cancel`)).body.state).toBe('cancelled')
      return database.inWorkspace(place, work)
    },
  }
  expect(await write(stopped)).toBe(1)
  expect(await record(id, written.id)).toMatchObject({ state: 'cancelled', url: null })
  expect(await database.asOwner('select 1 from stored_chunks where file_id = $1', [written.id])).toEqual([])
  expect((await ann.post(`/api/workbooks/${id}/exports/${written.id}/cancel`)).status).toBe(409)
  const ends = await database.asOwner(
    `select payload ->> 'state' as state from outbox where type = 'export.progress' and payload ->> 'export_id' = $1 order by seq`,
    [written.id],
  )
  expect(ends.at(-1)).toEqual({ state: 'cancelled' })
})

test('an export ends with the workbook, when that is deleted', async () => {
  const { id } = await enriched()
  const { id: export_id } = (await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv' })).body
  await ann.delete(`/api/workbooks/${id}`)
  expect(await write()).toBe(0)
  const [job] = await database.asOwner('select status, error from jobs where id = $1', [export_id])
  expect(job).toEqual({ status: 'cancelled', error: null })
})
