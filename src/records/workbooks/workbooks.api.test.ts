// Promises of workbooks and their columns over HTTP.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { database, ann, newcomer, as } = await openTenant(workbookRoutes)
const stranger = await newcomer()

const domainColumn = (name: string, from: string) => ({
  name,
  type: 'enrichment',
  provider: 'domain-normaliser',
  output: 'company_domain',
  inputs: { website: from },
})

async function makeWorkbook(columns: unknown[] = []): Promise<string> {
  const made = await ann.post('/api/workbooks', { name: 'Leads', columns_config: columns })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

test('a new workbook has its columns with short ids and nothing in it', async () => {
  const made = await ann.post('/api/workbooks', {
    name: ' Leads ',
    columns_config: [
      { name: 'Site', type: 'input', input_type: 'url', width: 120 },
      { name: 'Note', type: 'input' },
    ],
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    name: 'Leads',
    description: '',
    status: 'draft',
    total_rows: 0,
    completed_rows: 0,
    source_type: 'empty',
    sync_to_leads: false,
  })
  expect(made.body.columns_config).toEqual([
    { id: 'c1', name: 'Site', type: 'input', input_type: 'url', width: 120, hidden: false, pinned: false },
    { id: 'c2', name: 'Note', type: 'input', input_type: 'text', hidden: false, pinned: false },
  ])
})

test('all that is wrong with a new workbook is told at once', async () => {
  const wrong = await ann.post('/api/workbooks', { name: '', source_type: 'moon', columns_config: [{ name: 'A' }] })
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail.map((one: { loc: string[] }) => one.loc.join('.'))).toEqual([
    'body.name',
    'body.source_type',
    'body.columns_config.0',
  ])
  expect((await ann.post('/api/workbooks', { name: '   ' })).status).toBe(422)
})

test('both addresses answer', async () => {
  const id = await makeWorkbook()
  expect((await ann.patch(`/api/v2/workbooks/${id}`, { name: 'New' })).body.name).toBe('New')
})

test('a workbook of another workspace, an unknown and a malformed id are answered alike', async () => {
  const id = await makeWorkbook([{ name: 'A', type: 'input' }])
  const answers = [
    await stranger.patch(`/api/workbooks/${id}`, { name: 'Mine' }),
    await stranger.delete(`/api/workbooks/${id}`),
    await stranger.post(`/api/workbooks/${id}/columns`, { name: 'B', type: 'input' }),
    await ann.patch('/api/workbooks/00000000-0000-7000-8000-000000000000', { name: 'x' }),
    await ann.patch('/api/workbooks/9007199254740993', { name: 'x' }),
    await ann.patch("/api/workbooks/'%3B--", { name: 'x' }),
  ]
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['404 {"detail":"Workbook not found"}']),
  )
})

test('a viewer reads but does not change, and is not told of what is not theirs', async () => {
  const id = await makeWorkbook()
  const viewer = as('viewer')
  expect((await viewer.get('/api/workbooks')).status).toBe(200)
  expect((await viewer.post('/api/workbooks', { name: 'x' })).status).toBe(403)
  expect((await viewer.patch(`/api/workbooks/${id}`, { name: 'x' })).status).toBe(403)
  expect((await viewer.patch('/api/workbooks/nope', { name: 'x' })).status).toBe(404)
})

test('the list pages through everything once, searches by name and counts', async () => {
  const mine = await newcomer()
  for (let index = 0; index < 7; index++)
    await mine.post('/api/workbooks', { name: index % 2 ? `Odd 100%_${index}` : `Even ${index}` })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await mine.get(`/api/workbooks?limit=3${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    expect(page.body.total).toBe(7)
    seen.push(...page.body.items.map((one: { name: string }) => one.name))
    cursor = page.body.next_cursor
  }
  expect(seen).toEqual(['Even 6', 'Odd 100%_5', 'Even 4', 'Odd 100%_3', 'Even 2', 'Odd 100%_1', 'Even 0'])
  const found = await mine.get('/api/workbooks?q=oDD%20100%25_')
  expect([found.body.total, found.body.items.length]).toEqual([3, 3])
  expect((await mine.get('/api/workbooks?cursor=garbage')).status).toBe(422)
})

test('a deleted workbook is gone at once, and a ticket to clear it away is written', async () => {
  const id = await makeWorkbook()
  expect((await ann.delete(`/api/workbooks/${id}`)).status).toBe(204)
  expect((await ann.delete(`/api/workbooks/${id}`)).status).toBe(404)
  const jobs = await database.asOwner("select kind from queue where payload->>'workbook_id' = $1", [id])
  expect(jobs).toEqual([{ kind: 'workbook.purge' }])
})

test('renaming a column rewrites the references of the others, and only those', async () => {
  const id = await makeWorkbook([
    { name: 'Site', type: 'input' },
    { name: 'Site two', type: 'input' },
    domainColumn('Domain', '{{ site }}'),
    domainColumn('Other', '{{Site two}}'),
  ])
  const renamed = await ann.patch(`/api/workbooks/${id}/columns/c1`, { name: 'Web page' })
  expect(renamed.body).toMatchObject({ id: 'c1', name: 'Web page', input_type: 'text' })
  const { columns_config } = (await ann.patch(`/api/workbooks/${id}`, {})).body
  expect(columns_config[2].inputs).toEqual({ website: '{{Web page}}' })
  expect(columns_config[3].inputs).toEqual({ website: '{{Site two}}' })
})

test('a name that is taken, in any case, is refused', async () => {
  const id = await makeWorkbook([
    { name: 'Site', type: 'input' },
    { name: 'Note', type: 'input' },
  ])
  const added = await ann.post(`/api/workbooks/${id}/columns`, { name: 'sITE', type: 'input' })
  expect([added.status, added.body.detail[0].loc]).toEqual([422, ['body', 'name']])
  expect((await ann.patch(`/api/workbooks/${id}/columns/c2`, { name: 'SITE' })).status).toBe(422)
})

test('a reference that leads nowhere, a lookup or an output that does not exist: refused with the place', async () => {
  const id = await makeWorkbook([{ name: 'Site', type: 'input' }])
  const missing = await ann.post(`/api/workbooks/${id}/columns`, domainColumn('D', '{{Sight}}'))
  expect(missing.body.detail).toMatchObject([{ loc: ['body', 'inputs', 'website'], type: 'unknown_reference' }])
  const unknown = await ann.post(`/api/workbooks/${id}/columns`, {
    name: 'D',
    type: 'waterfall',
    output: 'company_domain',
    steps: [
      { provider: 'domain-normaliser', inputs: { website: '{{Site}}' } },
      { provider: 'nobody', inputs: {} },
    ],
  })
  expect(unknown.body.detail).toMatchObject([{ loc: ['body', 'steps', 1, 'provider'], type: 'unknown_provider' }])
  const noOutput = await ann.post(`/api/workbooks/${id}/columns`, {
    ...domainColumn('D', '{{Site}}'),
    output: 'work_email',
  })
  expect(noOutput.body.detail).toMatchObject([{ loc: ['body', 'provider'], type: 'unknown_output' }])
  const noInput = await ann.post(`/api/workbooks/${id}/columns`, { ...domainColumn('D', ''), inputs: {} })
  expect(noInput.body.detail[0].type).toBe('missing')
})

test('columns that would read each other in a circle are refused with the circle named', async () => {
  const id = await makeWorkbook([
    { name: 'Site', type: 'input' },
    domainColumn('A', '{{Site}}'),
    domainColumn('B', '{{A}}'),
  ])
  const circle = await ann.patch(`/api/workbooks/${id}/columns/c2`, { inputs: { website: '{{B}}' } })
  expect(circle.status).toBe(422)
  expect(circle.body.detail[0].msg).toContain('A -> B -> A')
})

test('a column that others read is not deleted unless forced, and they are named', async () => {
  const id = await makeWorkbook([
    { name: 'Site', type: 'input' },
    domainColumn('A', '{{Site}}'),
    domainColumn('B', '{{A}}'),
  ])
  const refused = await ann.delete(`/api/workbooks/${id}/columns/c1`)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toContain('"A", "B"')
  expect(refused.body.dependants).toEqual([
    { kind: 'column', id: 'c2', name: 'A', blocks: true },
    { kind: 'column', id: 'c3', name: 'B', blocks: true },
  ])
  expect((await ann.delete(`/api/workbooks/${id}/columns/c1?force=true`)).status).toBe(204)
  expect((await ann.delete(`/api/workbooks/${id}/columns/c1`)).status).toBe(404)
  const renamed = await ann.patch(`/api/workbooks/${id}/columns/c3`, { name: 'Still works' })
  expect(renamed.status).toBe(200)
})

test('a changed column keeps what was not named; null takes a member away; nonsense is refused', async () => {
  const id = await makeWorkbook([{ name: 'Site', type: 'input', input_type: 'url' }, domainColumn('A', '{{Site}}')])
  await ann.patch(`/api/workbooks/${id}/columns/c2`, {
    width: 300,
    max_age_days: 30,
    run_if: { field: 'c1', op: 'not_empty' },
  })
  const changed = await ann.patch(`/api/workbooks/${id}/columns/c2`, { max_age_days: null, hidden: true })
  expect(changed.body).toMatchObject({
    width: 300,
    hidden: true,
    provider: 'domain-normaliser',
    run_if: { field: 'c1' },
  })
  expect(changed.body).not.toHaveProperty('max_age_days')
  expect((await ann.patch(`/api/workbooks/${id}/columns/c2`, { width: 'wide' })).body.detail[0].loc).toEqual([
    'body',
    'width',
  ])
  expect((await ann.patch(`/api/workbooks/${id}/columns/c2`, { type: 'input' })).status).toBe(422)
  expect((await ann.patch(`/api/workbooks/${id}/columns/c1`, { input_type: 'poem' })).status).toBe(422)
  expect((await ann.patch(`/api/workbooks/${id}/columns/c7`, { width: 100 })).status).toBe(404)
})

test('columns are put in another order only when each is named once', async () => {
  const id = await makeWorkbook([
    { name: 'A', type: 'input' },
    { name: 'B', type: 'input' },
    { name: 'C', type: 'input' },
  ])
  const ordered = await ann.post(`/api/workbooks/${id}/columns/reorder`, { column_ids: ['c3', 'c1', 'c2'] })
  expect(ordered.body.columns_config.map((one: { id: string }) => one.id)).toEqual(['c3', 'c1', 'c2'])
  for (const column_ids of [
    ['c1', 'c2'],
    ['c1', 'c1', 'c2'],
    ['c1', 'c2', 'c3', 'c4'],
  ])
    expect((await ann.post(`/api/workbooks/${id}/columns/reorder`, { column_ids })).status).toBe(422)
})

test('conditions in a new workbook may name columns by ids of their own', async () => {
  const id = await makeWorkbook([
    { id: 'site', name: 'Site', type: 'input' },
    { ...domainColumn('A', '{{Site}}'), run_if: { and: [{ field: 'site', op: 'not_empty' }] } },
  ])
  const { columns_config } = (await ann.patch(`/api/workbooks/${id}`, {})).body
  expect(columns_config[1].run_if).toEqual({ and: [{ field: 'c1', op: 'not_empty' }] })
})
