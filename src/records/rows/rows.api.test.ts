// Promises of rows, pages and single cells over HTTP.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { lockRowData, updateRowData } from '../store/rows/rows.writes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { applyCells } from './cells.commands.ts'

const { database, workspaceId, ann, newcomer } = await openTenant(workbookRoutes)
const stranger = await newcomer()

const COLUMNS = [
  { name: 'Company', type: 'input' },
  { name: 'Web site', type: 'input', input_type: 'url' },
  { name: 'Revenue', type: 'input', input_type: 'currency' },
  {
    name: 'Domain',
    type: 'enrichment',
    provider: 'domain-normaliser',
    output: 'company_domain',
    inputs: { website: '{{Web site}}' },
  },
]

async function makeWorkbook(rows: object[] = []): Promise<{ id: string; rowIds: string[] }> {
  const { body } = await ann.post('/api/workbooks', { name: 'Leads', columns_config: COLUMNS })
  if (rows.length === 0) return { id: body.id, rowIds: [] }
  const added = await ann.post(`/api/workbooks/${body.id}/rows`, { rows: rows.map((data) => ({ data })) })
  expect(added.status, added.text).toBe(201)
  return { id: body.id, rowIds: added.body.items.map((row: { row_id: string }) => row.row_id) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ Company: `Company ${index + 1}` }))
const events = (workbookId: string) =>
  database.asOwner<{ type: string; payload: Record<string, unknown> }>(
    "select type, payload from outbox where payload->>'workbook_id' = $1 order by seq",
    [workbookId],
  )

test('rows are written by column name or id, typed values are read, and the lead shows them by field', async () => {
  const { id } = await makeWorkbook([
    { company: 'Acme "Söhne"', c2: ' https://acme.example ', Revenue: '1.234,50 €' },
    { Company: 'Odd', Revenue: 'a lot' },
    { Company: '  ' },
  ])
  const page = (await ann.get(`/api/workbooks/${id}`)).body
  expect(page.workbook).toMatchObject({ total_rows: 3, completed_rows: 0 })
  expect(page).toMatchObject({
    page: 1,
    page_size: 100,
    total_rows: 3,
    has_more: false,
    next_cursor: null,
    query_total_rows: 3,
  })
  expect(page.rows.map((row: { data: object }) => row.data)).toEqual([
    { c1: 'Acme "Söhne"', c2: 'https://acme.example', c3: 1234.5 },
    { c1: 'Odd', c3: 'a lot' },
    {},
  ])
  expect(page.rows[0]).toMatchObject({
    enrichments: {},
    lead: { company: 'Acme "Söhne"', website: 'https://acme.example' },
    lead_id: null,
    entity_id: null,
    source: null,
  })
})

test('unknown and computed columns are refused by name, and nothing is added', async () => {
  const { id } = await makeWorkbook()
  const refused = await ann.post(`/api/workbooks/${id}/rows`, {
    rows: [{ data: { Company: 'fine' } }, { data: { Compny: 'x', Domain: 'y', company: 'a', c1: 'b' } }],
  })
  expect(refused.status).toBe(422)
  expect(refused.body.detail.map((one: { loc: string[]; type: string }) => [one.loc.join('.'), one.type])).toEqual([
    ['body.rows.1.data.Compny', 'unknown_column'],
    ['body.rows.1.data.Domain', 'computed_column'],
    ['body.rows.1.data.c1', 'duplicate_column'],
  ])
  expect((await ann.get(`/api/workbooks/${id}`)).body.total_rows).toBe(0)
  expect((await ann.post(`/api/workbooks/${id}/rows`, { rows: [] })).status).toBe(422)
  const many = Array.from({ length: 1001 }, () => ({ data: {} }))
  expect((await ann.post(`/api/workbooks/${id}/rows`, { rows: many })).status).toBe(413)
})

test('pages by number and by cursor show every row once, in order, also over gaps and many blocks', async () => {
  const { id } = await makeWorkbook(numbered(10))
  // Batches of positions far apart, as reserved and unused ones leave them.
  await database.inWorkspace(workspaceId, async (tx) => {
    await tx.client.query(
      `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
       select $1, $2, gen_random_uuid(), p, jsonb_build_object('c1', 'Company ' || (n + 10))
       from (select row_number() over (order by p) as n, p from
         (select generate_series(4000, 4200) as p union select generate_series(12288, 20000, 7)) ps) x`,
      [workspaceId, id],
    )
    await tx.client.query('delete from workbook_row_blocks where workbook_id = $1', [id])
    await tx.client.query(
      `insert into workbook_row_blocks select workspace_id, workbook_id, floor(position / 4096)::int, count(*)
       from workbook_rows where workbook_id = $1 group by 1, 2, 3`,
      [id],
    )
    await tx.client.query(
      'update workbooks set total_rows = (select count(*) from workbook_rows where workbook_id = $1) where id = $1',
      [id],
    )
  })
  const name = (row: { data: { c1: string } }) => row.data.c1
  const expected = numbered(10 + 201 + 1102).map((row) => row.Company)
  for (const size of [97, 500]) {
    const byNumber: string[] = []
    for (let page = 1, more = true; more; page++) {
      const { body } = await ann.get(`/api/workbooks/${id}?page=${page}&page_size=${size}`)
      byNumber.push(...body.rows.map(name))
      more = body.has_more
    }
    expect(byNumber).toEqual(expected)
  }
  const byCursor: string[] = []
  let query = 'cursor_mode=true&page_size=250'
  for (;;) {
    const { body } = await ann.get(`/api/workbooks/${id}?${query}`)
    byCursor.push(...body.rows.map(name))
    if (body.next_cursor === null) break
    query = `page_size=250&cursor=${body.next_cursor}`
  }
  expect(byCursor).toEqual(expected)
  const beyond = (await ann.get(`/api/workbooks/${id}?page=9007199254740991&page_size=5000`)).body
  expect(beyond).toMatchObject({ rows: [], has_more: false, total_rows: expected.length })
})

test('a page that cannot be is refused', async () => {
  const { id } = await makeWorkbook()
  for (const query of ['page=0', 'page_size=0', 'page_size=5001', 'page=x', 'cursor=zzz', 'page=9007199254740993'])
    expect((await ann.get(`/api/workbooks/${id}?${query}`)).status, query).toBe(422)
})

test('changing rows changes all or none, keeps what is not named, and empties with null', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A', 'Web site': 'a.example' }, { Company: 'B' }])
  const missing = { row_id: '00000000-0000-7000-8000-000000000000', data: { Company: 'X' } }
  expect(
    (await ann.patch(`/api/workbooks/${id}/rows`, { rows: [{ row_id: rowIds[0], data: { Company: 'Z' } }, missing] }))
      .status,
  ).toBe(404)
  const changed = await ann.patch(`/api/workbooks/${id}/rows`, {
    rows: [
      { row_id: rowIds[1], data: { Revenue: '12' } },
      { row_id: rowIds[0], data: { 'Web site': null } },
    ],
  })
  expect(changed.body.items.map((row: { data: object }) => row.data)).toEqual([{ c1: 'A' }, { c1: 'B', c3: 12 }])
  expect((await ann.get(`/api/workbooks/${id}/rows/${rowIds[0]}`)).body.data).toEqual({ c1: 'A' })
})

test('who changes rows may do without having them sent back', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  const rows = [{ row_id: rowIds[0], data: { Company: 'B' } }]
  const changed = await ann.patch(`/api/workbooks/${id}/rows?return=minimal`, { rows })
  expect(changed.body).toEqual({ items: [], change_id: expect.any(String) })
  expect((await ann.get(`/api/workbooks/${id}/rows/${rowIds[0]}`)).body.data).toEqual({ c1: 'B' })
  expect((await ann.patch(`/api/workbooks/${id}/rows?return=nothing`, { rows })).status).toBe(422)
})

test('deleting rows takes their cells along and keeps every counter exact', async () => {
  const { id, rowIds } = await makeWorkbook(numbered(5))
  await database.inWorkspace(workspaceId, (tx) =>
    applyCells(
      tx,
      id,
      rowIds.map((row_id) => ({ row_id, column_id: 'c4', status: 'complete', value: 'x' })),
    ),
  )
  expect((await ann.get(`/api/workbooks/${id}`)).body.workbook).toMatchObject({ total_rows: 5, completed_rows: 5 })
  const gone = await ann.delete(`/api/workbooks/${id}/rows`, {
    row_ids: [...rowIds.slice(0, 2), rowIds[0], 'nonsense'],
  })
  expect(gone.body).toEqual({ deleted: 2, change_id: expect.any(String), state: 'done' })
  const { body } = await ann.get(`/api/workbooks/${id}?page=2&page_size=2`)
  expect(body.workbook).toMatchObject({ total_rows: 3, completed_rows: 3 })
  expect(body.workbook.columns_config[3].stats).toEqual({ complete: 3 })
  expect(body.rows.map((row: { data: { c1: string } }) => row.data.c1)).toEqual(['Company 5'])
  expect((await ann.get(`/api/workbooks/${id}/rows/${rowIds[0]}`)).status).toBe(404)
})

test('an input cell is written and emptied in place', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  const cell = `/api/workbooks/${id}/rows/${rowIds[0]}/cells/c3`
  expect((await ann.patch(cell, { value: '$1,000' })).body).toMatchObject({ value: 1000, enrichment: null })
  expect((await ann.get(`/api/workbooks/${id}/rows/${rowIds[0]}`)).body.data).toEqual({ c1: 'A', c3: 1000 })
  expect((await ann.delete(cell)).body.value).toBe(null)
  expect((await ann.get(`/api/workbooks/${id}/rows/${rowIds[0]}`)).body.data).toEqual({ c1: 'A' })
})

test('a computed cell is overridden with provenance, and pending again when the override is taken back', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  const cell = `/api/workbooks/${id}/rows/${rowIds[0]}/cells/c4`
  const overridden = (await ann.patch(cell, { value: { by: 'hand "quoted"' } })).body
  expect(overridden).toMatchObject({
    value: { by: 'hand "quoted"' },
    enrichment: {
      status: 'overridden',
      value: { by: 'hand "quoted"' },
      provenance: { method: 'manual', license: 'user-provided' },
      research: null,
    },
  })
  const page = (await ann.get(`/api/workbooks/${id}`)).body
  expect(page.rows[0].enrichments.c4).toEqual(overridden.enrichment)
  expect(page.workbook.completed_rows).toBe(1)
  expect((await ann.delete(cell)).body.enrichment).toBe(null)
  const after = (await ann.get(`/api/workbooks/${id}`)).body
  expect([after.rows[0].enrichments, after.workbook.completed_rows]).toEqual([{}, 0])
})

test('a cell that failed shows its error, and names, reasons and costs as they are', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  await database.inWorkspace(workspaceId, (tx) =>
    applyCells(tx, id, [
      {
        row_id: rowIds[0] ?? '',
        column_id: 'c4',
        status: 'throttled',
        reason: 'cooldown',
        error_class: 'vendor_error',
        error_message: 'said "no"\nand hung up',
        cost_micro: 1500,
        resume_at: '2026-01-02T03:04:05Z',
      },
    ]),
  )
  const [row] = (await ann.get(`/api/workbooks/${id}`)).body.rows
  expect(row.enrichments.c4).toMatchObject({
    value: null,
    status: 'throttled',
    reason: 'cooldown',
    error: { class: 'vendor_error', message: 'said "no"\nand hung up' },
    cost_usd: 0.0015,
    resumes_at: '2026-01-02T03:04:05.000Z',
  })
})

test('rows and cells of another workspace are not found', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  const other = (await stranger.post('/api/workbooks', { name: 'Theirs', columns_config: COLUMNS })).body.id
  for (const answer of [
    await stranger.get(`/api/workbooks/${id}`),
    await stranger.get(`/api/workbooks/${id}/rows/${rowIds[0]}`),
    await stranger.post(`/api/workbooks/${id}/rows`, { rows: [{ data: {} }] }),
    await stranger.delete(`/api/workbooks/${id}/rows`, { row_ids: rowIds }),
    await stranger.patch(`/api/workbooks/${id}/rows/${rowIds[0]}/cells/c1`, { value: 1 }),
    await stranger.patch(`/api/workbooks/${other}/rows/${rowIds[0]}/cells/c1`, { value: 1 }),
    await stranger.patch(`/api/workbooks/${other}/rows/${rowIds[0]}/cells/c4`, { value: 1 }),
  ])
    expect(answer.status).toBe(404)
  expect((await ann.get(`/api/workbooks/${id}`)).body.rows[0].data).toEqual({ c1: 'A' })
})

test('every change is emitted in the transaction that made it', async () => {
  const { id, rowIds } = await makeWorkbook([{ Company: 'A' }])
  await ann.patch(`/api/workbooks/${id}/rows`, { rows: [{ row_id: rowIds[0], data: { Company: 'B' } }] })
  await ann.patch(`/api/workbooks/${id}/rows/${rowIds[0]}/cells/c4`, { value: 'mine' })
  await ann.delete(`/api/workbooks/${id}/rows`, { row_ids: rowIds })
  await ann.delete(`/api/workbooks/${id}`)
  const emitted = await events(id)
  expect(emitted.map((event) => event.type)).toEqual([
    'workbook.created',
    'rows.created',
    'rows.updated',
    'cells.updated',
    'rows.deleted',
    'workbook.deleted',
  ])
  expect(emitted[1]?.payload).toEqual({
    workbook_id: id,
    count: 1,
    row_ids: rowIds,
    actor: { user_id: 1, name: `editor@${workspaceId}` },
  })
  expect(emitted[3]?.payload.cells).toMatchObject([
    { row_id: rowIds[0], column_id: 'c4', status: 'overridden', value: 'mine' },
  ])
})

test('many writers of one workbook leave exact counters behind', async () => {
  const { id, rowIds } = await makeWorkbook(numbered(8))
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) =>
      ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { Company: `New ${n}` } }] }),
    ),
    ...rowIds.slice(0, 4).map((row) => ann.patch(`/api/workbooks/${id}/rows/${row}/cells/c4`, { value: 'x' })),
    ...rowIds.slice(4).map((row) => ann.delete(`/api/workbooks/${id}/rows`, { row_ids: [row] })),
    ...rowIds
      .slice(0, 4)
      .map((row) => ann.patch(`/api/workbooks/${id}/rows`, { rows: [{ row_id: row, data: { Revenue: 1 } }] })),
  ])
  const { body } = await ann.get(`/api/workbooks/${id}?page=1&page_size=5000`)
  expect([body.rows.length, body.total_rows, body.workbook.completed_rows]).toEqual([16, 16, 4])
  const blocks = await database.asOwner(
    'select sum(rows)::int as rows from workbook_row_blocks where workbook_id = $1',
    [id],
  )
  expect(blocks).toEqual([{ rows: 16 }])
})

test('changes of the same rows that wait for each other lose nothing of one another', async () => {
  const { id, rowIds } = await makeWorkbook(numbered(5))
  const changes = [{ Company: 'Acme' }, { 'Web site': 'https://acme.example' }, { Revenue: 7 }]
  const answers = await Promise.all(
    changes.map((data) => ann.patch(`/api/workbooks/${id}/rows`, { rows: rowIds.map((row_id) => ({ row_id, data })) })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { rows } = (await ann.get(`/api/workbooks/${id}`)).body
  for (const { data } of rows) expect(data).toEqual({ c1: 'Acme', c2: 'https://acme.example', c3: 7 })
})

test('a row that its transaction has written since it locked it is written again', async () => {
  const { id, rowIds } = await makeWorkbook(numbered(2))
  await database.inWorkspace(workspaceId, async (tx) => {
    const [first, second] = await lockRowData(tx, id, rowIds)
    if (!first || !second) throw new Error('they are there')
    await updateRowData(tx, id, [{ ...first, data: { c1: 'Once' } }], null)
    await updateRowData(
      tx,
      id,
      [first, second].map((row) => ({ ...row, data: { c1: 'Twice' } })),
      null,
    )
  })
  const { rows } = (await ann.get(`/api/workbooks/${id}`)).body
  expect(rows.map(({ data }: { data: object }) => data)).toEqual([{ c1: 'Twice' }, { c1: 'Twice' }])
})
