// Promises of computing over all rows: stopped and gone on with, written into meanwhile, and counted.

import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { workRoutes } from '../work/work.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { computedRoutes } from './computed.routes.ts'
import { countersHold } from './counters.fixture.ts'
import { computeOneStep, settle } from './settle.fixture.ts'

const { database, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...computedRoutes(database, () => new Date()),
  ...workRoutes(database),
])

const ROWS = 2500

/** Numbered rows, twice their number computed in c2 and that plus one in c3; nothing of it done yet. */
async function makeWorkbook(): Promise<{ id: string; rows: string[] }> {
  const columns_config = [{ name: 'N', type: 'input', input_type: 'number' }]
  const { id } = (await ann.post('/api/workbooks', { name: 'Numbers', columns_config })).body
  const rows: string[] = []
  for (let at = 0; at < ROWS; at += 500) {
    const some = Array.from({ length: 500 }, (_, n) => ({ data: { N: at + n } }))
    rows.push(...(await ann.post(`/api/workbooks/${id}/rows`, { rows: some })).body.items.map(idOf))
  }
  await ann.post(`/api/workbooks/${id}/columns`, { name: 'Twice', type: 'formula', expression: '{{N}} * 2' })
  await ann.post(`/api/workbooks/${id}/columns`, { name: 'More', type: 'formula', expression: '{{Twice}} + 1' })
  return { id, rows }
}
const idOf = ({ row_id }: { row_id: string }) => row_id

async function behind(id: string): Promise<string[]> {
  const { columns_config } = (await ann.get(`/api/workbooks/${id}`)).body.workbook
  return columns_config.flatMap((column: { id: string; stale?: boolean }) => (column.stale ? [column.id] : []))
}

async function values(id: string): Promise<[unknown, unknown, unknown][]> {
  const { body } = await ann.get(`/api/workbooks/${id}?page_size=5000`)
  return body.rows.map((row: { data: { c1: number }; enrichments: Record<string, { value: unknown }> }) => [
    row.data.c1,
    row.enrichments.c2?.value,
    row.enrichments.c3?.value,
  ])
}

const stop = (id: string) => ann.post(`/api/workbooks/${id}/work/${id}/cancel`)
const isRight = ([n, twice, more]: [unknown, unknown, unknown]) => twice === Number(n) * 2 && more === Number(n) * 2 + 1

test('computing that is stopped stays as it is, its columns say that they are behind, and it goes on where it was', async () => {
  const { id, rows } = await makeWorkbook()
  await expect(computeOneStep(database, workspaceId, id)).rejects.toThrow()
  expect(await behind(id)).toEqual([])
  expect((await stop(id)).status).toBe(204)
  expect((await stop(id)).status).toBe(404)
  expect(await behind(id)).toEqual(['c2', 'c3'])

  await settle(database)
  const stopped = await values(id)
  expect(stopped.filter(([, twice]) => twice !== undefined).length).toBeLessThan(ROWS)
  expect(stopped.filter(([, twice]) => twice !== undefined).length).toBeGreaterThan(0)

  // A write of a row finds it computed all the same.
  await ann.patch(`/api/workbooks/${id}/rows/${rows.at(-1)}/cells/c1`, { value: 7 })
  expect((await values(id)).at(-1)).toEqual([7, 14, 15])

  expect((await ann.post(`/api/workbooks/${id}/compute`)).status).toBe(204)
  expect(await behind(id)).toEqual([])
  await settle(database)
  expect((await values(id)).every(isRight)).toBe(true)
  await countersHold(database, id)
  expect((await ann.post(`/api/workbooks/${id}/compute`)).status).toBe(204)
})

test('a column that is computed again is not behind any more', async () => {
  const { id } = await makeWorkbook()
  expect((await stop(id)).status).toBe(204)
  await ann.patch(`/api/workbooks/${id}/columns/c2`, { expression: '{{N}} + {{N}}' })
  expect(await behind(id)).toEqual([])
  await settle(database)
  expect((await values(id)).every(isRight)).toBe(true)
})

test('what people write while all rows are computed stays, before and behind the place where it is', async () => {
  const { id, rows } = await makeWorkbook()
  await expect(computeOneStep(database, workspaceId, id)).rejects.toThrow()
  const [first, last] = [rows[0], rows.at(-1)]
  for (const row of [first, last]) {
    await ann.patch(`/api/workbooks/${id}/rows/${row}/cells/c1`, { value: 100 })
    await ann.patch(`/api/workbooks/${id}/rows/${row}/cells/c2`, { value: 'by hand' })
  }
  await settle(database)
  const done = await values(id)
  const error = null
  expect([done[0], done.at(-1)]).toEqual([
    [100, 'by hand', error],
    [100, 'by hand', error],
  ])
  expect(done.slice(1, -1).every(isRight)).toBe(true)
  await countersHold(database, id)
})

test('rows are counted as complete exactly, whether the columns beside are filled on all rows, on some or on none', async () => {
  for (const filled of [ROWS, 1300, 0]) {
    const { id, rows } = await makeWorkbook()
    const column = { name: 'Site', type: 'enrichment', provider: 'domain-normaliser', inputs: { website: '{{N}}' } }
    expect((await ann.post(`/api/workbooks/${id}/columns`, column)).status).toBe(201)
    const cells = rows.slice(0, filled).map((row_id) => ({ row_id, column_id: 'c4', status: 'not_found' as const }))
    await database.inWorkspace(workspaceId, (tx) => applyCells(tx, id, cells))
    await ann.patch(`/api/workbooks/${id}/rows/${rows[7]}/cells/c3`, { value: 'by hand' })
    await ann.patch(`/api/workbooks/${id}/columns/c3`, { expression: 'IF({{N}} > 2000, 1 / 0, {{Twice}})' })
    await settle(database)
    await countersHold(database, id)
    const { body } = await ann.get(`/api/workbooks/${id}`)
    expect(body.workbook.completed_rows).toBe(Math.min(filled, 2001))
    await ann.patch(`/api/workbooks/${id}/columns/c3`, { expression: '{{N}}' })
    await settle(database)
    await countersHold(database, id)
  }
})

test('many rows are computed from two places at once: each once, and counted while it goes on', async () => {
  const MANY = 10_000
  const columns_config = [{ name: 'N', type: 'input', input_type: 'number' }]
  const { id } = (await ann.post('/api/workbooks', { name: 'Many', columns_config })).body
  for (let at = 0; at < MANY; at += 1000)
    await ann.post(`/api/workbooks/${id}/rows`, {
      rows: Array.from({ length: 1000 }, (_, n) => ({ data: { N: at + n } })),
    })
  await ann.post(`/api/workbooks/${id}/columns`, { name: 'Twice', type: 'formula', expression: '{{N}} * 2' })
  const told: { lines: number; done: number }[] = []
  const watched: typeof database = {
    ...database,
    async inWorkspace(place, work, limits) {
      const done = await database.inWorkspace(place, work, limits)
      const { rows } = await database.inWorkspace(workspaceId, (tx) =>
        tx.client.query<{ lines: number }>('select count(*)::int as lines from dirty_rows where scope_id = $1', [id]),
      )
      const { body } = await ann.get('/api/work')
      told.push({ lines: rows[0]?.lines ?? 0, done: body.items[0]?.done ?? MANY })
      return done
    },
  }
  await settle(watched, 1000)
  expect(Math.max(...told.map(({ lines }) => lines))).toBe(2)
  expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b))
  expect(told.at(-1)).toEqual({ lines: 0, done: MANY })
  const { rows } = await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query<{ right: number }>(
      `select count(*)::int as right from workbook_rows r join cells c on c.workspace_id = r.workspace_id and c.workbook_id = r.workbook_id
         and c.row_id = r.id where r.workbook_id = $1 and c.value = to_jsonb((r.data ->> 'c1')::int * 2)`,
      [id],
    ),
  )
  expect(rows).toEqual([{ right: MANY }])
  await countersHold(database, id)
})

test('a formula that passes on a field of an answer has the source, page, quote, confidence and license of that', async () => {
  const columns_config = [
    { name: 'Website', type: 'input', input_type: 'url' },
    { name: 'Site', type: 'enrichment', provider: 'website-reader', inputs: { website: '{{Website}}' } },
    { name: 'Company', type: 'formula', expression: '{{Site.company_name}}' },
    { name: 'Phone', type: 'formula', expression: '{{Site.phone}}' },
    { name: 'Loud', type: 'formula', expression: 'UPPER({{Site.company_name}})' },
    { name: 'Country', type: 'formula', expression: '{{Site.country}}' },
    { name: 'Boss', type: 'formula', expression: '{{Site.people.0.full_name}}' },
    { name: 'Call', type: 'formula', expression: 'COALESCE({{Site.mobile_phone}}, {{Site.phone}})' },
    { name: 'Again', type: 'formula', expression: '{{Company}}' },
    { name: 'Reach', type: 'formula', expression: 'IF({{Site.fax}}, {{Site.fax}}, "none")' },
    { name: 'Second', type: 'formula', expression: '{{Site.people.1.full_name}}' },
  ]
  const { id } = (await ann.post('/api/workbooks', { name: 'Companies', columns_config })).body
  const added = await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { Website: 'acme.example' } }] })
  const source = { source: 'acme.example', provider: 'website-reader', method: 'crawl', license: 'scraped' }
  const page = { source_url: 'https://acme.example/contact', quote: 'Acme Ltd' }
  const provenance = {
    ...source,
    source_url: 'https://acme.example/',
    confidence: 0.6,
    fields: { company_name: { provider: 'website-reader', step_id: 's', confidence: 0.9, verified: false, ...page } },
  }
  const cell = {
    row_id: idOf(added.body.items[0]),
    column_id: 'c2',
    status: 'complete' as const,
    value: {
      company_name: 'Acme',
      phone: '+493012345',
      people: [
        { full_name: 'Ada Lovelace', source_url: 'https://acme.example/team', quote: 'Ada, CEO', confidence: 0.7 },
        { full_name: 'Bo Doe', source_url: 'https://acme.example/team', quote: { words: ['Bo'] }, confidence: 0.7 },
      ],
    },
    provider: 'website-reader',
    confidence: 0.6,
    license: 'scraped',
    provenance,
  }
  await database.inWorkspace(workspaceId, (tx) => applyCells(tx, id, [cell]))
  await settle(database)
  const read = async () => (await ann.get(`/api/workbooks/${id}?page_size=5`)).body.rows[0].enrichments
  const { c3, c4, c5, c6, c7, c8, c9, c10, c11 } = await read()
  expect(c3).toMatchObject({ value: 'Acme', confidence: 0.9, provenance: { ...source, ...page, confidence: 0.9 } })
  expect(c3.provenance).not.toHaveProperty('fields')
  expect(c4).toMatchObject({ confidence: 0.6, provenance: { ...source, source_url: 'https://acme.example/' } })
  expect(c5).toMatchObject({ value: 'ACME', confidence: null, provenance: { source: 'formula', license: 'inferred' } })
  expect(c6).toMatchObject({ status: 'not_found', value: null, confidence: null })
  expect(c7).toMatchObject({
    value: 'Ada Lovelace',
    confidence: 0.7,
    provenance: { ...source, source_url: 'https://acme.example/team', quote: 'Ada, CEO', confidence: 0.7 },
  })
  expect(c11).toMatchObject({ value: 'Bo Doe', provenance: { source_url: 'https://acme.example/team' } })
  expect(c11.provenance).not.toHaveProperty('quote')
  expect(c8).toMatchObject({ value: '+493012345', confidence: 0.6, provenance: source })
  expect(c9).toMatchObject({ value: 'Acme', confidence: 0.9, provenance: { ...source, ...page } })
  expect(c10).toMatchObject({ value: 'none', confidence: null, provenance: { source: 'formula' } })

  // The same words from another page, less sure.
  const moved = { source_url: 'https://acme.example/imprint', quote: 'Acme', confidence: 0.5 }
  const again = { ...provenance, fields: { company_name: { ...provenance.fields.company_name, ...moved } } }
  const unsure = { ...cell, status: 'unverified' as const, provenance: again }
  await database.inWorkspace(workspaceId, (tx) => applyCells(tx, id, [unsure]))
  await settle(database)
  const later = await read()
  for (const column of ['c3', 'c9'])
    expect(later[column], column).toMatchObject({
      value: 'Acme',
      status: 'unverified',
      confidence: 0.5,
      provenance: { ...source, ...moved },
    })
})
