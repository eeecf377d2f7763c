// Promises of functions: made of columns, called for items, used in workbooks, versioned, and always with an end.

import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { until } from '../../../test/until.ts'

const { as } = await openTenant({ LIMITS: 'off' })
const call = (await as('admin')).call

async function must(method: string, path: string, body?: unknown, status?: number) {
  const answer = await call(method, path, body)
  if (status !== undefined || answer.status >= 300) expect(answer.status, answer.text).toBe(status ?? 200)
  return answer.body
}

const DOMAIN = {
  name: 'Domain',
  type: 'enrichment',
  provider: 'domain-normaliser',
  output: 'company_domain',
  inputs: { website: '{{Site}}' },
}
const CHAIN = {
  name: 'Company key',
  inputs: [{ name: 'Site', required: true }, { name: 'Country' }],
  columns: [DOMAIN, { name: 'Key', type: 'formula', expression: 'UPPER({{Domain}}) & "/" & {{Country}}' }],
  outputs: [{ name: 'Company key', column: 'Key' }],
}

test('a call answers each item by its outputs, free of rows in any list of workbooks', async () => {
  const made = await must('POST', '/api/functions', CHAIN, 201)
  expect(made).toMatchObject({ version: 1, cost_per_item: { low_usd: 0, has_unknown: false, measured_items: 0 } })
  const items = [
    { Site: 'https://www.siemens.com/de', Country: 'DE' },
    { Site: 'no site at all', country: 'X' },
  ]
  const answered = await must('POST', `/api/functions/${made.id}/call`, { items }, 200)
  expect(answered).toMatchObject({ status: 'done', cost_usd: 0, items: [{ status: 'done' }, { status: 'done' }] })
  expect(answered.items[0].outputs).toEqual({ 'Company key': 'SIEMENS.COM/DE' })
  expect(answered.items[1].outputs).toEqual({ 'Company key': '/X' })
  const again = await must('GET', `/api/functions/${made.id}/calls/${answered.id}`)
  expect(again).toEqual(answered)
  expect((await must('GET', '/api/workbooks')).items).toEqual([])
  const [listed] = (await must('GET', `/api/functions/${made.id}/calls`)).items
  expect(listed).toMatchObject({ id: answered.id, items: 2, status: 'done' })
})

test('many items go on in the background and end', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'Many' }, 201)
  const items = Array.from({ length: 100 }, (_, at) => ({ Site: `https://www.site${at}.com`, Country: 'DE' }))
  const started = await must('POST', `/api/functions/${id}/call`, { items }, 202)
  const state = await until(
    () => must('GET', `/api/functions/${id}/calls/${started.id}`),
    ({ status }) => status !== 'running',
  )
  expect(state.status).toBe('done')
  expect(state.items[99].outputs).toEqual({ 'Company key': 'SITE99.COM/DE' })
})

test('a column that somebody adds while a function is applied stays', async () => {
  const { id: fn } = await must('POST', '/api/functions', { ...CHAIN, name: 'Beside' }, 201)
  const text = (name: string) => ({ name, type: 'input', input_type: 'text' })
  const { id } = await must('POST', '/api/workbooks', { name: 'Sites', columns_config: [text('Site')] }, 201)
  const added = Array.from({ length: 8 }, (_, n) => `Mine ${n}`)
  const add = (name: string) => must('POST', `/api/workbooks/${id}/columns`, text(name), 201)
  const apply = () => must('POST', `/api/functions/${fn}/apply`, { workbook_id: id, mapping: { Site: 'Site' } }, 201)
  await Promise.all([...added.slice(0, 4).map(add), apply(), ...added.slice(4).map(add)])
  const { workbook } = await must('GET', `/api/workbooks/${id}`)
  const names = workbook.columns_config.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining([...added, 'Company key']))
})

test('a function of formulas alone needs no run', async () => {
  const { id } = await must(
    'POST',
    '/api/functions',
    {
      name: 'Seniority',
      inputs: [{ name: 'Title' }],
      columns: [{ name: 'Level', type: 'formula', expression: 'SENIORITY({{Title}})' }],
      outputs: [{ name: 'Level', column: 'Level' }],
    },
    201,
  )
  const answered = await must('POST', `/api/functions/${id}/call`, { items: [{ Title: 'VP Sales' }] }, 200)
  expect(answered).toMatchObject({ run_id: null, status: 'done', items: [{ outputs: { Level: 'vp' } }] })
})

test('a wrong item, name or chain is refused at its place', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'Strict' }, 201)
  const bad = await call('POST', `/api/functions/${id}/call`, { items: [{ Country: 'DE', Firm: 'x' }] })
  expect(bad.status).toBe(422)
  expect(bad.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type])).toEqual([
    ['body.items.0.Firm', 'extra_forbidden'],
    ['body.items.0.Site', 'missing'],
  ])
  const near = await call('POST', `/api/functions/${id}/call`, { items: [{ Site: 'a.com', Contry: 'DE' }] })
  expect(near.body.detail[0].msg).toContain('did you mean "Country"?')
  expect((await call('POST', `/api/functions/${id}/call`, { items: [] })).status).toBe(422)
  expect((await call('POST', `/api/functions/${id}/call`, { items: Array(101).fill({ Site: 'a.com' }) })).status).toBe(
    422,
  )
  const broken = { ...CHAIN, columns: [{ ...DOMAIN, provider: 'no-such' }, CHAIN.columns[1]] }
  const refused = await call('POST', '/api/functions', broken)
  expect(refused.status).toBe(422)
  expect(refused.body.detail[0].loc.slice(0, 3)).toEqual(['body', 'columns', 0])
  expect((await must('GET', '/api/functions?q=Company key')).items).toHaveLength(1)
})

test('an item that does not fit is rejected with its reason, and the others are answered', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'One by one' }, 201)
  const items = [{ Site: 'siemens.com', Country: 'DE' }, { Country: 'DE' }, { Site: { of: 'x' } }, { Site: 'asml.com' }]
  const answered = await must('POST', `/api/functions/${id}/call`, { items }, 200)
  expect(answered.items).toMatchObject([
    { index: 0, status: 'done', error: null, outputs: { 'Company key': 'SIEMENS.COM/DE' } },
    { index: 1, status: 'rejected', row_id: null, error: 'Site: Field required', cost_usd: 0 },
    { index: 2, status: 'rejected', row_id: null, error: 'Site: A text is one value' },
    { index: 3, status: 'done', outputs: { 'Company key': 'ASML.COM/' } },
  ])
  expect((await must('GET', `/api/functions/${id}/calls`)).items[0]).toMatchObject({ items: 4 })
  const none = await call('POST', `/api/functions/${id}/call`, { items: [{ Site: ['a', 'b'] }] })
  expect(none.body.detail).toMatchObject([{ loc: ['body', 'items', 0, 'Site'], type: 'text_type' }])
})

test('columns of a workbook become a function: what they read is its chain, what people fill its inputs', async () => {
  const workbook = await must('POST', '/api/workbooks', {
    name: 'Source',
    columns_config: [
      { name: 'Site', type: 'input', input_type: 'url' },
      { name: 'Notes', type: 'input' },
      DOMAIN,
      { name: 'Key', type: 'formula', expression: 'UPPER({{Domain}})' },
    ],
  })
  const made = await must(
    'POST',
    '/api/functions',
    { name: 'From columns', from: { workbook_id: workbook.id, column_ids: [workbook.columns_config[3].id] } },
    201,
  )
  expect(made.inputs.map(({ name }: { name: string }) => name)).toEqual(['Site'])
  expect(made.columns.map(({ name }: { name: string }) => name)).toEqual(['Domain', 'Key'])
  const { items } = await must('POST', `/api/functions/${made.id}/call`, { items: [{ Site: 'spotify.com' }] })
  expect(items[0].outputs).toEqual({ Key: 'SPOTIFY.COM' })
})

async function bookWith(names: string[]) {
  const columns_config = names.map((name) => ({ name, type: 'input' }))
  return must('POST', '/api/workbooks', { name: 'Target', columns_config })
}

test('used in a workbook its columns are there under free names, steps hidden, undone as one step', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'Applied' }, 201)
  const book = await bookWith(['Homepage', 'Land', 'Company key'])
  const mapping = { Site: 'Homepage', Country: 'Land' }
  const { use, change_id } = await must('POST', `/api/functions/${id}/apply`, { workbook_id: book.id, mapping }, 201)
  const { workbook } = await must('GET', `/api/workbooks/${book.id}`)
  const added = workbook.columns_config.slice(3)
  expect(added.map(({ name, hidden }: { name: string; hidden: boolean }) => [name, hidden])).toEqual([
    ['Applied: Domain', true],
    ['Company key 2', false],
  ])
  expect(use.columns).toEqual({ Domain: added[0].id, Key: added[1].id })
  await must('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { Homepage: 'asml.com', Land: 'NL' } }] })
  const run = await must('POST', `/api/workbooks/${book.id}/run`, {}, 202)
  await ended(book.id, run.run_id)
  const { rows } = await must('GET', `/api/workbooks/${book.id}`)
  expect(rows[0].enrichments[added[1].id].value).toBe('ASML.COM/NL')
  await must('POST', `/api/workbooks/${book.id}/undo`, { change_id })
  expect((await must('GET', `/api/workbooks/${book.id}`)).workbook.columns_config).toHaveLength(3)
  // An omitted input reads the column that clearly matches it; without such a column the request is refused and names the input.
  const apply = (workbook_id: string) =>
    call('POST', `/api/functions/${id}/apply`, { workbook_id, mapping: { Country: 'Land' } })
  expect((await apply(book.id)).body.use.mapping).toEqual(mapping)
  const missing = await apply((await bookWith(['Land', 'Remarks'])).id)
  expect(missing.body.detail[0]).toMatchObject({ loc: ['body', 'mapping', 'Site'], type: 'missing' })
})

const ended = (workbookId: string, runId: string) =>
  until(
    () => must('GET', `/api/workbooks/${workbookId}/runs/${runId}`),
    ({ ended_at }) => ended_at !== null,
  )

test('a new version reaches the workbooks that follow and leaves the pinned ones, keeping ids and names', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'Versioned' }, 201)
  const [following, pinned] = [await bookWith(['Site']), await bookWith(['Site'])]
  const use = (workbook_id: string, follows: boolean) =>
    must('POST', `/api/functions/${id}/apply`, { workbook_id, mapping: { Site: 'Site' }, follows }, 201)
  const first = await use(following.id, true)
  await use(pinned.id, false)
  const { name: _, ...chain } = CHAIN
  const longer = [...CHAIN.columns.slice(0, 1), { name: 'Key', type: 'formula', expression: '"v2 " & {{Domain}}' }]
  const next = await must('POST', `/api/functions/${id}/versions`, { ...chain, columns: longer, note: 'Shorter' }, 201)
  expect(next).toMatchObject({ version: 2, versions: [{ version: 2, note: 'Shorter' }, { version: 1 }] })
  const { uses } = await until(
    () => must('GET', `/api/functions/${id}`),
    (one) => one.uses.some(({ version }: { version: number }) => version !== 1),
  )
  const byBook = new Map(uses.map((one: { workbook_id: string }) => [one.workbook_id, one]))
  expect(byBook.get(following.id)).toMatchObject({ version: 2, problem: null, columns: { Key: first.use.columns.Key } })
  expect(byBook.get(pinned.id)).toMatchObject({ version: 1 })
  const { workbook } = await must('GET', `/api/workbooks/${following.id}`)
  const key = workbook.columns_config.find((column: { id: string }) => column.id === first.use.columns.Key)
  expect(key).toMatchObject({ name: 'Company key', expression: '"v2 " & {{Versioned: Domain}}' })
})

test('deleting a function leaves the columns that it made', async () => {
  const { id } = await must('POST', '/api/functions', { ...CHAIN, name: 'Gone' }, 201)
  const book = await bookWith(['Site'])
  await must('POST', `/api/functions/${id}/apply`, { workbook_id: book.id, mapping: { Site: 'Site' } }, 201)
  await must('DELETE', `/api/functions/${id}`, undefined, 204)
  expect((await must('GET', `/api/workbooks/${book.id}`)).workbook.columns_config.length).toBeGreaterThan(1)
  expect((await call('GET', `/api/functions/${id}`)).status).toBe(404)
})

test('the workbooks in which functions work are counted nowhere', async () => {
  await must('POST', '/api/functions', { ...CHAIN, name: 'Counted nowhere' }, 201)
  const [workspace] = (await must('GET', '/api/workspaces')).items
  expect(workspace.workbook_count).toBe((await must('GET', '/api/workbooks')).total)
})
