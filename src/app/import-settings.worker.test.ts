// How a file is read means the same wherever it comes in: with a request, after a look at it, as rows, as a spreadsheet, by command, as leads.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { PASSWORD, type Person } from '../../test/running-install.ts'
import { spreadsheetOf } from '../../test/spreadsheet.ts'
import { until } from '../../test/until.ts'
import { runWords } from './cli/terminal.fixture.ts'

const { service, as } = await openTenant({ LIMITS: 'off' })
let ann: Person
let place: string
beforeAll(async () => {
  ann = await as('owner')
  place = await mkdtemp(join(tmpdir(), 'millrace-imports-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

const HEADER = ['Company', 'City', 'Specialization']
const GIVEN = [
  ['Acme', 'n/a', '  Steel '],
  ['Null', '–', 'Paper'],
  ['Beta', 'none', 'Glass'],
  ['Beta', 'none', 'Glass'],
  ['Beta', '#N/A', 'NULL'],
]
const asCsv = [HEADER, ...GIVEN].map((fields) => fields.join(',')).join('\n')

interface Imported {
  rows: (string | null)[][]
  /** Rows of the file that added nothing. */
  left_out: number
}

async function send(path: string, file: string | Buffer, options: object, status: number) {
  const form = new FormData()
  form.set('options', JSON.stringify(options))
  form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'firms.csv')
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.access_token}` },
    body: form,
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(status)
  return JSON.parse(text)
}

async function newWorkbook(): Promise<string> {
  return `/api/workbooks/${(await ann.call('POST', '/api/workbooks', { name: 'Firms' })).body.id}`
}

async function readRows(workbook: string, left_out: number): Promise<Imported> {
  const { columns_config: columns } = (await ann.call('GET', workbook)).body.workbook
  const ids = HEADER.map((name) => columns.find((one: { name: string }) => one.name === name)?.id)
  const items = (await ann.call('GET', workbook)).body.rows
  return { rows: items.map(({ data }: never) => ids.map((id) => data[id] ?? null)), left_out }
}

const WAYS: Record<string, (options: object) => Promise<Imported>> = {
  async 'in one request'(options) {
    const workbook = await newWorkbook()
    const { skipped } = await send(`${workbook}/import`, asCsv, options, 201)
    return readRows(workbook, skipped)
  },
  async 'as a spreadsheet'(options) {
    const workbook = await newWorkbook()
    const { skipped } = await send(`${workbook}/import`, await spreadsheetOf([HEADER, ...GIVEN]), options, 201)
    return readRows(workbook, skipped)
  },
  async 'after its plan was looked at'(options) {
    const workbook = await newWorkbook()
    const { import_id } = await send(`${workbook}/import/preview`, asCsv, options, 200)
    const at = `${workbook}/imports/${import_id}`
    const is = (state: string) =>
      until(
        async () => (await ann.call('GET', at)).body,
        (record) => record.state === state,
      )
    expect((await ann.call('POST', `${at}/plan`, { options })).status).toBe(202)
    await is('planned')
    expect((await ann.call('POST', `${at}/commit`)).status).toBe(202)
    return readRows(workbook, (await is('done')).result.skipped)
  },
  async 'as rows in JSON, which has a null of its own'(options) {
    const workbook = await newWorkbook()
    const rows = GIVEN.map((fields) => Object.fromEntries(fields.map((value, at) => [HEADER[at], value])))
    const asked = { rows, options: { blank_words: true, ...options } }
    const { body, status } = await ann.call('POST', `${workbook}/import`, asked)
    expect(status).toBe(201)
    return readRows(workbook, body.skipped)
  },
  async 'by command'(options) {
    const file = join(place, 'firms.csv')
    await writeFile(file, asCsv)
    const environment = { MILLRACE_URL: service.url, MILLRACE_USERNAME: ann.username, MILLRACE_PASSWORD: PASSWORD }
    const words = ['import', file, '--options', JSON.stringify(options), '--json']
    const { out, err } = await runWords(words, environment)
    expect(err).toBe('')
    const { workbook_id, skipped } = JSON.parse(out)
    return readRows(`/api/workbooks/${workbook_id}`, skipped)
  },
  async 'as leads'(options) {
    for (const { id } of (await ann.call('GET', '/api/leads?limit=100')).body.items)
      await ann.call('DELETE', `/api/lead/${id}`)
    const { created, unchanged } = await send('/api/leads/import', asCsv, options, 200)
    expect(created + unchanged).toBe(GIVEN.length)
    const { items } = (await ann.call('GET', '/api/leads?limit=100')).body
    const rows = items.map(({ company, city, specialization }: never) => [company, city, specialization])
    return { rows: rows.reverse(), left_out: unchanged }
  },
}

const NOTHING = [null, null, null]

test.each(
  Object.keys(WAYS),
)('words for nothing, blanks at ends and identical rows are read as was asked %s', async (way) => {
  const bring = WAYS[way] as (typeof WAYS)[string]
  const cities = async (options: object) => (await bring(options)).rows.map(([, city]) => city)
  expect(new Set(await cities({}))).toEqual(new Set([null]))
  expect(new Set(await cities({ blank_words: false }))).toEqual(new Set(['n/a', '–', 'none', '#N/A']))
  const read = await bring({ trim: true, identical_rows: 'skip' })
  expect(read.rows.map(([company]) => company)).toContain('Null')
  expect(read.rows.map(([, , field]) => field)).toContain('Steel')
  expect(read.left_out).toBeGreaterThanOrEqual(1)
  expect(read.rows).not.toContainEqual(NOTHING)
})
