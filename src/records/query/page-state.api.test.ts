// Promises of pages that were read before: never another answer than one read for the first time, and nothing written twice for them.
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { type PageShape, pageFrom, shapeOf } from '../store/rows/rows.page.ts'
import { askWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { app, ann, database, workspaceId } = await openTenant(workbookRoutes)
const run = newId()
let id: string
let path: string
let rows: string[]

beforeAll(async () => {
  const columns_config = [
    { name: 'Company', type: 'input' },
    { name: 'Staff', type: 'input', input_type: 'number' },
    { name: 'Twice', type: 'formula', expression: '{{Staff}} * 2' },
  ]
  const made = await ann.post('/api/workbooks', { name: 'Companies', columns_config })
  id = made.body.id
  path = `/api/workbooks/${id}`
  const data = Array.from({ length: 8 }, (_, n) => ({ data: { Company: `Firm ${n}`, Staff: n } }))
  rows = (await ann.post(`${path}/rows`, { rows: data })).body.items.map(({ row_id }: { row_id: string }) => row_id)
})

/** By `$1` the workspace, `$2` the workbook, `$3` the second row, `$4` a run. */
const write = (sql: string) => {
  const texts: Record<string, string> = { 1: workspaceId, 2: id, 3: rows[1] as string, 4: run }
  return database.asOwner(sql.replace(/\$([1-4])/g, (_, n: string) => `'${texts[n]}'`))
}
const evidence = (steps_used: number) =>
  JSON.stringify({ answer: null, citations: [], steps_used, cost_usd: null, stopped_reason: 'found' })
const HERE = 'workspace_id = $1 and workbook_id = $2'
const ROW = `${HERE} and id = $3`
const CELL = `${HERE} and row_id = $3 and column_id = 'c3'`

const WRITES: [what: string, sql: string][] = [
  ['a value', `update workbook_rows set data = data || '{"c1": "Changed"}' where ${ROW}`],
  ['a place', `update workbook_rows set position = 6.5 where ${ROW}`],
  [
    'another row in the place of a row',
    `update workbook_rows set id = uuidv7(), data = '{}' where ${HERE} and position = 3`,
  ],
  [
    'a row less',
    `with gone as (delete from workbook_rows where ${HERE} and position = 4) update workbook_row_blocks set rows = rows - 1 where ${HERE}`,
  ],
  [
    'a row more',
    `with made as (insert into workbook_rows (workspace_id, workbook_id, id, position, data) values ($1, $2, uuidv7(), 2.5, '{"c2": "many"}'))
      update workbook_row_blocks set rows = rows + 1 where ${HERE}`,
  ],
  [
    'a cell more',
    `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value) values ($1, $2, $3, 'c3', 'complete', '2')
      on conflict (workspace_id, workbook_id, row_id, column_id) do update set value = '22'`,
  ],
  ['a cell', `update cells set provider = 'ai:research:x', run_id = $4 where ${CELL}`],
  [
    'evidence of a cell',
    `insert into cell_evidence (workspace_id, workbook_id, row_id, column_id, run_id, evidence) values ($1, $2, $3, 'c3', $4, '${evidence(1)}')`,
  ],
  ['another evidence', `update cell_evidence set evidence = '${evidence(2)}' where ${CELL}`],
  ['a cell less', `delete from cells where ${CELL}`],
  [
    'a lead',
    `with made as (insert into leads (workspace_id, data) values ($1, '{"company": "Acme"}') returning id)
      update workbook_rows set lead_id = (select id from made) where ${ROW}`,
  ],
  ['a value of the lead', `update leads set data = '{"company": "Acme Ltd"}' where workspace_id = $1`],
  [
    'the entity of the lead',
    `with made as (insert into entities (workspace_id, id, kind) values ($1, uuidv7(), 'company') returning id)
      insert into entity_records (workspace_id, kind, lead_id, entity_id, form, version) select $1, 'company', l.id, made.id, '{}', 1
      from leads l, made where l.workspace_id = $1`,
  ],
  ['a column that was taken out', `update workbooks set removed_columns = '{c2}' where workspace_id = $1 and id = $2`],
  ['a name', `update workbook_columns set name = 'Firm' where ${HERE} and id = 'c1'`],
  ['a count', `insert into workbook_column_counts values ($1, $2, 'c3', 'error', 5)`],
  [
    'a column that is not up to date',
    `insert into dirty_rows (workspace_id, scope_id, consumer, id, stopped) values ($1, $2, 'compute', uuidv7(), '{c3}')`,
  ],
]

interface Seen {
  status: number
  tag: string
  text: string
}

async function look(query: string, known?: string): Promise<Seen> {
  const headers = { authorization: `Bearer editor@${workspaceId}`, ...(known && { 'if-none-match': known }) }
  const { statusCode, headers: answered, payload } = await app.inject({ url: `${path}?${query}`, headers })
  return { status: statusCode, tag: String(answered.etag), text: payload }
}

test('what was written is in the next answer, whatever it was, and the answer before is not taken for it', async () => {
  const PAGES = ['page_size=50', 'page_size=5&page=2', 'page_size=3&cursor_mode=true']
  for (const query of PAGES) await look(query)
  for (const [n, [what, sql]] of WRITES.entries()) {
    const before = await Promise.all(PAGES.map((query) => look(query)))
    const kept = await look(PAGES[0] as string, before[0]?.tag)
    expect([kept.status, kept.text, kept.tag], what).toEqual([304, '', before[0]?.tag])
    await write(sql)
    const after = await look(PAGES[0] as string, before[0]?.tag)
    expect(after.status, what).toBe(200)
    expect(after.text, what).not.toBe(before[0]?.text)
    // A page of a size that nobody asked for is read as it is.
    const afresh = JSON.parse((await look(`page_size=${100 + n}`)).text)
    const { rows, workbook } = JSON.parse(after.text)
    expect(rows, what).toEqual(afresh.rows)
    const { items } = (await ann.get('/api/workbooks')).body
    expect(workbook.columns_config, what).toEqual(items[0].columns_config)
    const second = JSON.parse((await look(PAGES[1] as string)).text)
    expect(second.rows, what).toEqual(afresh.rows.slice(5, 10))
    const first = JSON.parse((await look(PAGES[2] as string)).text)
    expect(first.rows, what).toEqual(afresh.rows.slice(0, 3))
  }
})

test('the database writes neither rows nor columns again that are as they were', async () => {
  await database.inWorkspace(workspaceId, async (tx) => {
    const shape: PageShape = shapeOf(await readColumns(tx, id))
    const read = async (from: { offset: number } | { position: number }) => {
      const page = pageFrom(tx, id, shape, from, 4)
      const answer = await tx.client.query<{ text: string | null; print: string | null }>(page.statement)
      return { page: page.read(answer), text: answer.rows[0]?.text }
    }
    for (const from of [{ position: 1 }, { offset: 2 }]) {
      const first = await read(from)
      const again = await read(from)
      expect([typeof first.text, again.text]).toEqual(['string', null])
      expect(again.page).toEqual(first.page)
    }
    const asked = askWorkbook(tx, id)
    const known = asked.mustRead(await tx.client.query(asked.statement))
    const again = askWorkbook(tx, id, known)
    const answer = await tx.client.query<typeof known>(again.statement)
    expect(answer.rows[0]?.columns).toBeNull()
    expect(again.mustRead(answer)).toEqual(known)
  })
})

test('a page that was asked for with another question has no tag', async () => {
  const { body } = await ann.get(`${path}?search=Firm`)
  expect(body.rows.length).toBeGreaterThan(0)
  expect((await look('search=Firm')).tag).toBe('undefined')
})
