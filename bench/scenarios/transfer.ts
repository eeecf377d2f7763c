// A file of 20 columns on its way in by plan and commit, and out again: rates, the longest wait of other users, and memory.
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import type { Api } from '../api.ts'
import { inputs } from '../big-workbook.ts'
import { memoryOf } from '../memory.ts'
import { type Finding, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook } from '../workbooks.ts'

const COLUMNS = 20
const GROWN_MB = 96
const PIECE = 1000

export async function transfer(stage: Stage): Promise<Finding[]> {
  const { api, program, options } = stage
  const { rows } = options
  const { id } = await createWorkbook(api, [])
  const small = await createWorkbook(api, inputs)
  const before = memoryOf([program.pid]) ?? 0
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf([program.pid]) ?? 0)
  }, 100)
  // Another user, who works in another workbook meanwhile.
  const others = new AbortController()
  let slowest = 0
  const asking = (async () => {
    while (!others.signal.aborted) {
      const begun = performance.now()
      await call(api, 'GET', `/api/workbooks/${small.id}?page_size=10`)
      slowest = Math.max(slowest, performance.now() - begun)
      await pause(50)
    }
  })()

  const begun = performance.now()
  const preview = await upload(api, id, rows)
  const stored = performance.now()
  const at = `/api/workbooks/${id}/imports/${preview.import_id}`
  await call(api, 'POST', `${at}/plan`, { options: { identity: { index: 1, normaliser: 'domain' } } })
  const planned = await until(api, at, 'planned')
  const hasPlan = performance.now()
  await call(api, 'POST', `${at}/commit`)
  await until(api, at, 'done')
  const done = performance.now()
  others.abort()
  await asking
  const imported = peak
  const size = await download(api, `/api/workbooks/${id}/export.csv`)
  const exported = performance.now()
  const sheet = await download(api, `/api/workbooks/${id}/export.xlsx`)
  const written = performance.now()
  clearInterval(watch)

  const rate = (from: number, to: number) => `${number((rows / (to - from)) * 1000)} rows/s`
  const what = `${number(rows)} rows × ${COLUMNS} columns`
  const isExact = planned.create === rows
  return [
    { what: `${what}: stored and read (${number(preview.size / 1e6)} MB of CSV)`, measured: rate(begun, stored) },
    {
      what: 'the same: planned, recognised by domain',
      measured: rate(stored, hasPlan),
      ...(isExact ? {} : { pass: false }),
    },
    {
      what: 'the same: plan committed',
      measured: rate(hasPlan, done),
      beside: `${number((done - begun) / 1000)} s in all`,
    },
    { what: 'the same: page of another workbook meanwhile, slowest', measured: `${number(slowest)} ms` },
    {
      what: 'the same: memory of the server',
      measured: `${number(imported)} MB at most`,
      beside: `${number(before)} MB before`,
      bar: `flat (+ ${GROWN_MB} MB)`,
      pass: imported - before <= GROWN_MB,
    },
    { what: `the same out again as CSV (${number(size / 1e6)} MB)`, measured: rate(done, exported) },
    {
      what: `the same as XLSX (${number(sheet / 1e6)} MB)`,
      measured: rate(exported, written),
      beside: `${number(peak)} MB of memory at most`,
    },
  ]
}

async function upload(api: Api, id: string, rows: number): Promise<{ import_id: string; size: number }> {
  let size = 0
  async function* file() {
    const names = ['Company', 'Domain', 'E-mail', 'Employees', 'Founded']
    for (let column = names.length; column < COLUMNS; column++) names.push(`Field ${column}`)
    yield Buffer.from(`${names.join(',')}\r\n`)
    for (let from = 0; from < rows; from += PIECE) {
      let text = ''
      for (let n = from; n < Math.min(rows, from + PIECE); n++) {
        const fields = [
          `Company ${n}`,
          `d${n}-bench.com`,
          `info@d${n}-bench.com`,
          String(n % 5000),
          `20${10 + (n % 15)}-01-31`,
        ]
        for (let column = fields.length; column < COLUMNS; column++) fields.push(`value ${n % 97} ${column}`)
        text += `${fields.join(',')}\r\n`
      }
      size += text.length
      yield Buffer.from(text)
    }
  }
  const answer = await request(`${api.url}/api/workbooks/${id}/import/preview`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'text/csv' },
    body: file() as never,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const body = (await answer.body.json()) as { import_id: string; total_rows: number }
  if (answer.statusCode !== 200) throw new Error(`preview: ${answer.statusCode} ${JSON.stringify(body)}`)
  return { ...body, size }
}

async function until(api: Api, at: string, state: string): Promise<{ create: number }> {
  for (;;) {
    const record = await call(api, 'GET', at)
    if (record.state === state) return record.plan
    if (record.error || record.state === 'failed') throw new Error(`import: ${record.state} ${record.error}`)
    await pause(100)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function call(api: Api, method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
  const answer = await request(`${api.url}${path}`, {
    method,
    headers: { ...api.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

async function download(api: Api, path: string): Promise<number> {
  const answer = await request(`${api.url}${path}`, { headers: api.headers, headersTimeout: 0, bodyTimeout: 0 })
  let size = 0
  for await (const part of answer.body) size += part.length
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  return size
}
