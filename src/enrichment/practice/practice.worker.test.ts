// The promises of practice mode: nobody is asked, nothing is spent or remembered, and made-up values never pass for real ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { found, type Integration } from '../../providers/kit.ts'
import { exportedRows } from '../../records/exports/exported-rows.reads.ts'
import { readColumns } from '../../records/workbooks/workbooks.reads.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { type Book, setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'
import { setPractice } from './practice.commands.ts'

let database: TestDatabase
const integration = { id: 'vendor', name: 'Vendor', fields: [] } as unknown as Integration
const keyed = lookup('keyed', ({ key }) => found({ description: `real ${key}` }, 0.9), {
  keyless: false,
  integration,
} as never)
const reads = lookup('reads', ({ key }) => found({ description: `reads ${key}` }, 0.9), {
  price: { usd: 0, rule: 'free' },
})
let stage: ReturnType<typeof setStage>

beforeAll(async () => {
  database = await openTestDatabase()
  stage = setStage(database, [keyed, reads])
})
afterAll(async () => {
  await stage.close()
  await database.close()
})

const columns = [
  { type: 'enrichment', name: 'About', output: 'description', provider: 'keyed', inputs: { key: '{{Name}}' } },
  { type: 'enrichment', name: 'Reads', output: 'description', provider: 'reads', inputs: { key: '{{About}}' } },
]
const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
const practise = (book: Book, on: boolean) => database.inWorkspace(stage.placeOf(book), (tx) => setPractice(tx, { on }))

test('keyed providers answer for nothing, are named practice, and are neither cached nor asked', async () => {
  const book = await addWorkbook(database, names, columns)
  await practise(book, true)
  const started = await stage.start(book)
  expect(started.estimate).toMatchObject({ high_usd: 0, not_ready: 0 })
  const run = await stage.end(book, started)
  expect(run).toMatchObject({ status: 'done', cost_usd: 0 })
  expect(keyed.asked).toEqual([])
  const filled = (await readCells(database, book.id)).filter(
    ({ column_id, status }) => column_id === 'c2' && status !== 'not_found',
  )
  expect(filled.length).toBeGreaterThan(15)
  expect(new Set(filled.map(({ provider }) => provider))).toEqual(new Set(['practice:keyed']))
  // What needs no account works on the made-up value, as it is meant to while practising.
  expect(reads.asked.length).toBeGreaterThan(0)
  const kept = 'select provider from lookup_cache where workspace_id = $1 and provider like $2'
  expect(await database.asOwner(kept, [book.workspace_id, '%keyed%'])).toEqual([])
  const used = `select provider from lookup_usage where workspace_id = $1 and provider = 'keyed'`
  expect(await database.asOwner(used, [book.workspace_id])).toEqual([])
})

test('in earnest, made-up values count as blanks: they are asked anew, and nothing is asked by them', async () => {
  const book = await addWorkbook(database, names, columns)
  await practise(book, true)
  await stage.end(book, await stage.start(book, { column_ids: ['c2'] }))
  await practise(book, false)
  const readBefore = reads.asked.length
  const alone = await stage.end(book, await stage.start(book, { column_ids: ['c3'] }))
  expect(alone.counts).toEqual({ skipped: 40 })
  expect(reads.asked.length).toBe(readBefore)
  // Without its key the real provider is skipped, and what was made up gives way.
  const earnest = await stage.end(book, await stage.start(book))
  expect(keyed.asked).toEqual([])
  expect(earnest.counts.complete ?? 0).toBe(0)
})

test('a run goes on as it was started when the switch is turned meanwhile', async () => {
  const book = await addWorkbook(database, names, columns.slice(0, 1))
  await practise(book, true)
  const started = await stage.start(book)
  await practise(book, false)
  const run = await stage.end(book, started)
  expect(run.counts.skipped ?? 0).toBe(0)
  expect(keyed.asked).toEqual([])
})

test('nothing of practice is in the ledger, and no file has a made-up value that does not say so', async () => {
  const whole = { type: 'enrichment', name: 'All', provider: 'keyed', inputs: { key: '{{Name}}' } }
  const book = await addWorkbook(database, names, [columns[0] as (typeof columns)[number], whole])
  await practise(book, true)
  await stage.end(book, await stage.start(book))
  expect(await database.asOwner('select 1 from ledger_lines where workspace_id = $1', [book.workspace_id])).toEqual([])
  const all = await database.inWorkspace(stage.placeOf(book), (tx) => readColumns(tx, book.id))
  const rowsOf = async (facets: ('provider' | 'status')[]) => {
    const rows: unknown[][] = []
    const asked = { workspace_id: book.workspace_id, workbook_id: book.id, all, columns: all, facets, row_ids: null }
    const rules = { licenses: null, without_licenses: [], since: null }
    const question = { filter: null, search: null, sorts: [] }
    for await (const group of exportedRows(database, { ...asked, ...rules, question })) rows.push(...group)
    return rows
  }
  const plain = (await rowsOf([])).filter(([, about]) => about !== null)
  expect(plain.length).toBeGreaterThan(15)
  for (const [name, about, object] of plain) {
    expect(name).not.toContain('practice')
    expect(about).toMatch(/^practice: ./)
    expect(object).toEqual({ practice: expect.any(Object) })
  }
  // Beside the name of the provider it needs no other mark.
  const named = (await rowsOf(['provider'])).find(([, about]) => about !== null) ?? []
  expect(named[2]).toBe('practice:keyed')
  expect(named[1]).not.toMatch(/^practice:/)
})
