// Promises of the duplicate key: by several columns, previewed, set while others write, and used by whatever brings rows.
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { rekeying } from './duplicate-key.commands.ts'
import { duplicateKeyRoutes } from './duplicate-key.routes.ts'
import { rowTaskJobs } from './row-tasks.jobs.ts'

const { database, ann } = await openTenant((database) => [...workbookRoutes(database), ...duplicateKeyRoutes(database)])

type Call = (
  verb: 'get' | 'post' | 'patch' | 'put' | 'delete',
  path: string,
  body?: unknown,
) => ReturnType<Caller['get']>

async function makeWorkbook(data: object[]): Promise<{ id: string; call: Call }> {
  const columns_config = [
    { name: 'First', type: 'input' },
    { name: 'Last', type: 'input' },
    { name: 'Mail', type: 'input', input_type: 'email' },
    { name: 'Upper', type: 'formula', expression: 'UPPER({{First}})' },
  ]
  const { body } = await ann.post('/api/workbooks', { name: 'People', columns_config })
  const call: Call = (verb, path, sent) => ann[verb](`/api/workbooks/${body.id}${path}`, sent)
  for (let from = 0; from < data.length; from += 1000) {
    const added = await call('post', '/rows', { rows: data.slice(from, from + 1000).map((one) => ({ data: one })) })
    expect(added.status, added.text).toBe(201)
  }
  return { id: body.id, call }
}

const person = (First: string, Last: string, Mail?: string) => ({ First, Last, ...(Mail && { Mail }) })
const byName = [
  { column_id: 'c1', normaliser: 'text' },
  { column_id: 'c2', normaliser: 'text' },
]
const firstsOf = async (call: Call) =>
  (await call('get', '?page_size=5000')).body.rows.map(({ data }: { data: { c1: string } }) => data.c1)

test('an identity of several columns is previewed, set, shown and taken away', async () => {
  const { call } = await makeWorkbook([
    person('Ann', 'Doe'),
    person('ann ', 'DOE'),
    person('Ann', 'Roe'),
    { First: 'Ann' },
    person('Bob', 'Doe'),
    person('ANN', 'doe'),
  ])
  expect((await call('get', '/identity')).body).toEqual({
    columns: null,
    state: 'none',
    done_rows: null,
    total_rows: 6,
  })
  const preview = (await call('post', '/identity/preview', { columns: byName })).body
  expect(preview).toMatchObject({ checked_rows: 6, complete: true, keyed: 5, blank: 1 })
  expect(preview).toMatchObject({ duplicate_groups: 1, duplicate_rows: 2 })
  expect(preview.samples[0]).toMatchObject({ count: 3 })
  expect(preview.samples[0].rows.map(({ values }: { values: string[] }) => values)).toEqual([
    ['Ann', 'Doe'],
    ['ann ', 'DOE'],
    ['ANN', 'doe'],
  ])
  const set = await call('put', '/identity', { columns: byName })
  expect(set.body).toEqual({ columns: byName, state: 'ready', done_rows: null, total_rows: 6 })
  expect((await call('put', '/identity', { columns: byName })).body.state).toBe('ready')
  expect((await call('put', '/identity', { columns: null })).body.state).toBe('none')
  expect((await call('get', '')).body.workbook.total_rows).toBe(6)
  expect((await call('post', '/undo', {})).body).toMatchObject({ words: 'Changed the duplicate key' })
  expect((await call('get', '/identity')).body).toMatchObject({ columns: byName, state: 'ready' })
  await call('post', '/undo', {})
  expect((await call('get', '/identity')).body.state).toBe('none')
  await call('post', '/redo', {})
  expect((await call('get', '/identity')).body.state).toBe('ready')
})

test('an identity of unknown, computed or repeated columns is refused by name', async () => {
  const { call } = await makeWorkbook([])
  const columns = [
    byName[0],
    byName[0],
    { column_id: 'c4', normaliser: 'text' },
    { column_id: 'c9', normaliser: 'text' },
  ]
  const { status, body } = await call('put', '/identity', { columns })
  expect([status, body.detail.map(({ type }: { type: string }) => type)]).toEqual([
    422,
    ['duplicate_column', 'computed_column', 'unknown_column'],
  ])
})

test('added rows are looked up by the key when asked: skipped, updated or added again, one undo for all of it', async () => {
  const { call } = await makeWorkbook([person('Ann', 'Doe', 'ann@acme.com'), person('Bob', 'Roe')])
  const rows = [person('ANN', 'doe', 'new@acme.com'), person('Cid', 'Poe'), person('cid', 'poe', 'cid@acme.com')]
  const send = (dedupe: string) => call('post', '/rows', { rows: rows.map((data) => ({ data })), dedupe })
  expect((await send('skip')).status).toBe(422)
  await call('put', '/identity', { columns: byName })
  const skipped = (await send('skip')).body
  expect(skipped.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'unchanged',
    'created',
    'unchanged',
  ])
  expect(skipped.items).toHaveLength(2)
  expect(await firstsOf(call)).toEqual(['Ann', 'Bob', 'Cid'])
  const updated = (await send('update')).body
  expect(updated.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'updated',
    'unchanged',
    'updated',
  ])
  const { rows: after } = (await call('get', '')).body
  expect(after.map(({ data }: { data: object }) => data)).toEqual([
    { c1: 'ANN', c2: 'doe', c3: 'new@acme.com' },
    { c1: 'Bob', c2: 'Roe' },
    { c1: 'cid', c2: 'poe', c3: 'cid@acme.com' },
  ])
  await call('post', '/undo', { change_id: updated.change_id })
  await call('post', '/undo', { change_id: skipped.change_id })
  expect(await firstsOf(call)).toEqual(['Ann', 'Bob'])
  expect((await send('create')).body.items).toHaveLength(3)
})

test('many rows get their keys in the background: writes that need the keys wait, all others go on', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => person(`P${index % 2400}`, 'Doe'))
  const { id, call } = await makeWorkbook(many)
  expect((await call('put', '/identity', { columns: byName })).body).toMatchObject({ state: 'building', done_rows: 0 })
  const known = { rows: [{ data: person('p2399', 'doe', 'x@acme.com') }], dedupe: 'update' }
  const early = await call('post', '/rows', known)
  expect([early.status, early.headers['retry-after']]).toEqual([503, '5'])
  expect((await call('post', '/rows', { rows: [{ data: person('New', 'Doe') }] })).status).toBe(201)
  expect(await workOff(database, rowTaskJobs(database, [rekeying]))).toBe(1)
  expect((await call('get', '/identity')).body).toMatchObject({ state: 'ready', total_rows: 2501 })
  const late = (await call('post', '/rows', known)).body
  expect(late.outcomes).toMatchObject([{ outcome: 'updated' }])
  const [keys] = await database.asOwner<{ keyed: number; rows: number }>(
    'select count(identity_key)::int as keyed, count(*)::int as rows from workbook_rows where workbook_id = $1',
    [id],
  )
  expect(keys).toEqual({ keyed: 2401, rows: 2501 })
})

test('setting another identity calls the first off', async () => {
  const { id, call } = await makeWorkbook(
    Array.from({ length: 2100 }, (_, index) => person(`P${index}`, 'Doe', 'a@b.co')),
  )
  await call('put', '/identity', { columns: byName })
  const mail = [{ column_id: 'c3', normaliser: 'email', ignore_plus_tags: true }]
  expect((await call('put', '/identity', { columns: mail })).body).toMatchObject({ columns: mail, state: 'building' })
  await workOff(database, rowTaskJobs(database, [rekeying]))
  expect((await call('get', '/identity')).body.state).toBe('ready')
  const [keys] = await database.asOwner<{ keys: string[] }>(
    'select array_agg(distinct identity_key) filter (where identity_key is not null) as keys from workbook_rows where workbook_id = $1',
    [id],
  )
  expect(keys?.keys).toEqual(['c3:email-plus:a@b.co'])
})

test('rows are put above and below others for as long as one likes, and the order of all stays', async () => {
  const { call } = await makeWorkbook([person('a', 'x'), person('z', 'x')])
  const [a, z] = (await call('get', '')).body.rows
  const model = ['a', 'z']
  let below = a.row_id
  for (let n = 0; n < 40; n++) {
    const two = await call('post', '/rows', {
      rows: [{ data: person(`b${n}`, 'x') }, { data: person(`c${n}`, 'x') }],
      after: below,
    })
    expect(two.status, two.text).toBe(201)
    model.splice(model.indexOf('a') + 1 + n, 0, `b${n}`, `c${n}`)
    below = two.body.items[0].row_id
  }
  for (let n = 0; n < 40; n++) {
    await call('post', '/rows', { rows: [{ data: person(`y${n}`, 'x') }], before: z.row_id })
    model.splice(model.indexOf('z'), 0, `y${n}`)
  }
  const top = await call('post', '/rows', {
    rows: [{ data: person('first', 'x') }, { data: person('second', 'x') }],
    before: a.row_id,
  })
  const end = await call('post', '/rows', { rows: [{ data: person('last', 'x') }], after: z.row_id })
  const all = ['first', 'second', ...model, 'last']
  expect(await firstsOf(call)).toEqual(all)
  expect((await call('get', '?page=2&page_size=100')).body.rows).toHaveLength(all.length - 100)
  await call('post', '/undo', { change_id: top.body.change_id })
  await call('post', '/undo', { change_id: end.body.change_id })
  expect(await firstsOf(call)).toEqual(model)
  const unknown = await call('post', '/rows', { rows: [{ data: {} }], after: '01900000-0000-7000-8000-000000000000' })
  expect(unknown.status).toBe(404)
})
