// The promises of a test run: no provider is called, nothing is spent or remembered, and made-up values never pass for real ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { lookupById } from '../../providers/catalog.ts'
import { found, type Integration } from '../../providers/kit/kit.ts'
import { exportedRows } from '../../records/exports/exported-rows.reads.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'

const integration = { id: 'vendor', name: 'Vendor', fields: [] } as unknown as Integration
const keyed = lookup('keyed', ({ key }) => found({ description: `real ${key}` }, 0.9), {
  keyless: false,
  integration,
} as never)
const reads = lookup('reads', ({ key }) => found({ description: `reads ${key}` }, 0.9), {
  price: { usd: 0, rule: 'free' },
})
const paid = lookup('paid', ({ key }) => found({ description: `paid ${key}` }, 0.9))
let stage: ReturnType<typeof setStage>

const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [
    keyed,
    reads,
    paid,
    lookupById('email-pattern') as never,
    lookupById('email-verifier') as never,
  ])
})
afterAll(async () => {
  await stage.close()
})

const columns = [
  { type: 'enrichment', name: 'About', output: 'description', provider: 'keyed', inputs: { key: '{{Name}}' } },
  { type: 'enrichment', name: 'Reads', output: 'description', provider: 'reads', inputs: { key: '{{About}}' } },
]
const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
const TEST = { test: true }

test('providers with a key and without one answer for nothing, are named so, and are neither cached nor asked', async () => {
  const book = await addWorkbook(database, names, columns)
  const started = await stage.start(book, TEST)
  expect(started.estimate).toMatchObject({ high_usd: 0, not_ready: 0 })
  const run = await stage.end(book, started)
  expect(run).toMatchObject({ status: 'done', cost_usd: 0 })
  expect(keyed.asked).toEqual([])
  const filled = (await readCells(database, book.id)).filter(
    ({ column_id, status }) => column_id === 'c2' && status !== 'not_found',
  )
  expect(filled.length).toBeGreaterThan(15)
  expect(new Set(filled.map(({ provider }) => provider))).toEqual(new Set(['test:keyed']))
  // A provider that takes no key is outside of this machine too.
  expect(reads.asked).toEqual([])
  const kept = 'select provider from lookup_cache where workspace_id = $1 and provider like $2'
  expect(await database.asOwner(kept, [book.workspace_id, '%keyed%'])).toEqual([])
  const used = `select provider from lookup_usage where workspace_id = $1 and provider = 'keyed'`
  expect(await database.asOwner(used, [book.workspace_id])).toEqual([])
})

test('in earnest, made-up values count as blanks: they are asked again, and nothing is asked by them', async () => {
  const book = await addWorkbook(database, names, columns)
  await stage.end(book, await stage.start(book, { column_ids: ['c2'], ...TEST }))
  const readBefore = reads.asked.length
  const alone = await stage.end(book, await stage.start(book, { column_ids: ['c3'] }))
  expect(alone.counts).toEqual({ skipped: 40 })
  expect(reads.asked.length).toBe(readBefore)
  // Without its key the real provider is skipped, and what was made up gives way.
  const earnest = await stage.end(book, await stage.start(book))
  expect(keyed.asked).toEqual([])
  expect(earnest.counts.complete ?? 0).toBe(0)
})

test('writes over nothing that is real, whatever its mode, and lets real runs write over it', async () => {
  const book = await addWorkbook(
    database,
    names.slice(0, 5),
    columns.slice(1).map((one) => ({ ...one, inputs: { key: '{{Name}}' } })),
  )
  await stage.end(book, await stage.start(book))
  const real = await readCells(database, book.id)
  expect(new Set(real.map(({ provider }) => provider))).toEqual(new Set(['reads']))
  await stage.end(book, await stage.start(book, { mode: 'all', ...TEST }))
  expect(await readCells(database, book.id)).toEqual(real)
})

test('what has a price and needs no key is not asked either', async () => {
  const book = await addWorkbook(database, names, [
    { type: 'enrichment', name: 'Paid', output: 'description', provider: 'paid', inputs: { key: '{{Name}}' } },
  ])
  const run = await stage.end(book, await stage.start(book, TEST))
  expect(run).toMatchObject({ status: 'done', cost_usd: 0, test: true })
  expect(paid.asked).toEqual([])
})

test('what is computed from it is marked as well, and is a blank to real runs', async () => {
  const book = await addWorkbook(database, names, [
    columns[0] as (typeof columns)[number],
    { type: 'formula', name: 'Loud', expression: 'UPPER({{About}})' },
    { type: 'enrichment', name: 'Reads', output: 'description', provider: 'reads', inputs: { key: '{{Loud}}' } },
  ])
  await stage.end(book, await stage.start(book, { column_ids: ['c2'], ...TEST }))
  const filled = await database.asOwner<{
    provider: string | null
    license: string | null
    test: boolean | null
    from: string | null
  }>(
    `select f.provider, f.license, (f.provenance->>'test')::boolean as test, c.license as from from cells c
      join cells f on f.row_id = c.row_id and f.column_id = 'c3'
      where c.workbook_id = $1 and c.column_id = 'c2' and c.status <> 'not_found'`,
    [book.id],
  )
  expect(filled.length).toBeGreaterThan(15)
  for (const one of filled)
    expect(one).toEqual({ provider: 'test:formula', license: 'unknown', test: true, from: 'unknown' })
  const asked = reads.asked.length
  await stage.end(book, await stage.start(book, { column_ids: ['c4'] }))
  expect(reads.asked.length).toBe(asked)
})

test('what is computed here is marked as well where a made-up verdict confirmed it', async () => {
  const people = ['Ann', 'Bob', 'Cleo', 'Dora', 'Emil', 'Fay'].flatMap((first) => [`${first} Lee`, `${first} Moss`])
  const book = await addWorkbook(database, people, [
    {
      type: 'waterfall',
      name: 'Email',
      output: 'work_email',
      steps: [{ provider: 'email-pattern', inputs: { full_name: '{{Name}}', company_domain: 'acme.example' } }],
      verify: { provider: 'email-verifier', input: 'email' },
    },
  ])
  await stage.end(book, await stage.start(book, TEST))
  const sure = (await readCells(database, book.id)).filter(({ status }) => status === 'complete')
  expect(sure.length).toBeGreaterThan(0)
  expect(new Set(sure.map(({ provider }) => provider))).toEqual(new Set(['test:email-pattern']))
})

test('nothing of a test run is in the ledger, and no file has a made-up value that does not say so', async () => {
  const whole = { type: 'enrichment', name: 'All', provider: 'keyed', inputs: { key: '{{Name}}' } }
  const book = await addWorkbook(database, names, [columns[0] as (typeof columns)[number], whole])
  await stage.end(book, await stage.start(book, TEST))
  expect(await database.asOwner('select 1 from ledger_lines where workspace_id = $1', [book.workspace_id])).toEqual([])
  const all = await database.inWorkspace(stage.placeOf(book), (tx) => readColumns(tx, book.id))
  const rowsOf = async (facets: ('provider' | 'status')[]) => {
    const rows: unknown[][] = []
    const asked = { workspace_id: book.workspace_id, workbook_id: book.id, all, columns: all, facets, row_ids: null }
    const rules = { licenses: null, without_licenses: [], without_unverified: false, since: null }
    const question = { filter: null, search: null, sorts: [] }
    for await (const group of exportedRows(database, { ...asked, ...rules, question })) rows.push(...group)
    return rows
  }
  const plain = (await rowsOf([])).filter(([, about]) => about !== null)
  expect(plain.length).toBeGreaterThan(15)
  for (const [name, about, object] of plain) {
    expect(name).not.toContain('test:')
    expect(about).toMatch(/^test: ./)
    expect(object).toEqual({ test: expect.any(Object) })
  }
  // Beside the name of the provider it needs no other mark.
  const named = (await rowsOf(['provider'])).find(([, about]) => about !== null) ?? []
  expect(named[2]).toBe('test:keyed')
  expect(named[1]).not.toMatch(/^test:/)
})
