// Promises of definitions: what is exported is read by people, applying it changes nothing, and a changed file does what its plan said.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { scaleRuns } from '../../../test/properties.ts'
import { duplicateKeyRoutes } from '../rows/duplicate-key.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { definitionRoutes } from './definition.routes.ts'
import { readText, writeText } from './definition-text.logic.ts'

const { ann, newcomer } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...duplicateKeyRoutes(database),
  ...definitionRoutes(database),
])
const bob = await newcomer()

const DOMAIN = { type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
const COLUMNS = [
  { id: 'site', name: 'Site', type: 'input', input_type: 'url', width: 240, pinned: true },
  { id: 'staff', name: 'Staff', type: 'input', input_type: 'number' },
  { ...DOMAIN, name: 'Domain', inputs: { website: '{{Site}}' }, run_if: { field: 'site', op: 'not_empty' } },
  { name: 'Big', type: 'formula', expression: 'IF({{Staff}} > 50, "big", "small")' },
]

async function makeWorkbook(who: Caller = ann, columns_config: object[] = COLUMNS): Promise<string> {
  const { status, body, text } = await who.post('/api/workbooks', { name: 'Companies', columns_config })
  expect(status, text).toBe(201)
  return body.id
}

const at = (id: string, rest = '') => `/api/workbooks/${id}/definition${rest}`
const exported = async (id: string, who = ann) => (await who.get(at(id))).text
const plan = async (id: string, definition: unknown, who = ann) =>
  (await who.put(at(id, '?mode=plan'), { definition })).body
const apply = async (id: string, definition: unknown, who = ann) => {
  const { hash } = await plan(id, definition, who)
  return who.put(at(id, '?mode=apply'), { definition, hash })
}

test('a workbook reads as a file with names, and applying it changes nothing', async () => {
  const id = await makeWorkbook()
  const filter = {
    and: [
      { field: 'c2', op: 'gt', value: 50 },
      { field: '$position', op: 'lt', value: 9 },
    ],
  }
  const view = {
    name: 'Big ones',
    scope: 'shared',
    filter,
    sort: [{ field: 'c2', dir: 'desc' }],
    group: { field: 'c4', dir: 'asc' },
    subgroups: [{ field: 'c1', dir: 'desc' }],
    widths: { c1: 300 },
    totals: { c2: 'sum' },
    hidden: ['c4'],
  }
  expect((await ann.post(`/api/workbooks/${id}/views`, view)).status).toBe(201)
  await ann.put(`/api/workbooks/${id}/identity`, { columns: [{ column_id: 'c1', normaliser: 'domain' }] })
  const text = await exported(id)
  expect(parse(text)).toMatchObject({
    millrace: 1,
    columns: [
      { name: 'Site', type: 'input', input_type: 'url', width: 240, pinned: true },
      { name: 'Staff' },
      { name: 'Domain', inputs: { website: '{{Site}}' }, run_if: { field: '{{Site}}', op: 'not_empty' } },
      { name: 'Big', expression: 'IF({{Staff}} > 50, "big", "small")' },
    ],
    identity: [{ column: 'Site', normaliser: 'domain' }],
    views: [
      {
        name: 'Big ones',
        sort: [{ field: '{{Staff}}', dir: 'desc' }],
        group: { field: '{{Big}}', dir: 'asc' },
        subgroups: [{ field: '{{Site}}', dir: 'desc' }],
        widths: [{ column: 'Site', width: 300 }],
        totals: [{ column: 'Staff', total: 'sum' }],
      },
    ],
  })
  expect(await plan(id, text)).toMatchObject({ changes: [], problems: [] })
  expect((await apply(id, text)).body).toMatchObject({ changes: [], change_id: null })
  const elsewhere = await makeWorkbook(bob, [])
  expect((await apply(elsewhere, text, bob)).status).toBe(200)
  expect(await exported(elsewhere, bob)).toBe(text)
  expect(JSON.parse((await ann.get(at(id, '?format=json'))).text)).toEqual(parse(text))
})

test('a workbook is made from a definition under a name of its own, or not at all', async () => {
  const text = await exported(await makeWorkbook())
  const made = await ann.post('/api/workbooks', { name: 'Mine', definition: text })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ name: 'Mine' })
  expect((await plan(made.body.id, text)).changes).toMatchObject([{ kind: 'rename', of: 'workbook' }])
  const before = (await ann.get('/api/workbooks')).body.total
  const bad = { millrace: 1, columns: [{ name: 'X', type: 'enrichment', provider: 'nobody', inputs: {} }] }
  expect((await ann.post('/api/workbooks', { name: 'Bad', definition: bad })).status).toBe(422)
  expect((await ann.get('/api/workbooks')).body.total).toBe(before)
})

test('a changed file does exactly what its plan told, and undo takes the columns back', async () => {
  const id = await makeWorkbook()
  await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { Site: 'a.com', Staff: '70' } }] })
  const before = await exported(id)
  const file = parse(before)
  const [site, staff, domain] = file.columns
  const wanted = {
    ...file,
    columns: [
      { ...staff, was: 'Staff', name: 'People', input_type: 'text' },
      site,
      { name: 'Note', type: 'input', input_type: 'text' },
      { ...domain, run_if: { field: '{{Note}}', op: 'is_empty' } },
    ],
  }
  const told = await plan(id, wanted)
  expect(told.problems).toEqual([])
  expect(told.changes.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
    'remove Big',
    'rename People',
    'change People',
    'add Note',
    'change Domain',
    'reorder Companies',
  ])
  expect(told.changes[0].warnings[0]).toMatch(/undo brings them back/)
  expect(await exported(id)).toBe(before)
  const done = await ann.put(at(id, '?mode=apply'), { definition: wanted, hash: told.hash })
  expect(done.status, done.text).toBe(200)
  const { workbook, rows } = (await ann.get(`/api/workbooks/${id}`)).body
  expect(workbook.columns_config.map(({ name }: { name: string }) => name)).toEqual([
    'People',
    'Site',
    'Note',
    'Domain',
  ])
  expect(rows[0].data).toEqual({ c1: 'a.com', c2: '70' })
  expect((await plan(id, wanted)).changes).toEqual([])
  const undone = await ann.post(`/api/workbooks/${id}/undo`, { change_id: done.body.change_id })
  expect(undone.body).toMatchObject({ kind: 'apply_definition', skipped_count: 0 })
  expect(await exported(id)).toBe(before)
  await ann.post(`/api/workbooks/${id}/redo`, { change_id: done.body.change_id })
  expect((await plan(id, wanted)).changes).toEqual([])
})

test('what differs is told as the file says it, and undo takes back names, identity and views as well', async () => {
  const id = await makeWorkbook()
  const view = (name: string, more: object) =>
    ann.post(`/api/workbooks/${id}/views`, { name, scope: 'shared', ...more })
  const kept = (await view('Big ones', { filter: { field: 'c2', op: 'gt', value: 50 } })).body
  await view('To go', { sort: [{ field: 'c1', dir: 'asc' }] })
  await ann.put(`/api/workbooks/${id}/identity`, { columns: [{ column_id: 'c1', normaliser: 'domain' }] })
  const before = await exported(id)
  const file = parse(before)
  const wanted = {
    ...file,
    name: 'Firms',
    description: 'All of them',
    columns: file.columns.map((column: { name: string }) =>
      column.name === 'Big' ? { ...column, expression: 'IF({{Staff}} > 90, "big", "small")' } : column,
    ),
    identity: null,
    views: [
      { ...file.views[0], filter: { field: '{{Staff}}', op: 'gt', value: 90 } },
      { name: 'New one', scope: 'locked', hidden: ['Staff'] },
    ],
  }
  const told = await plan(id, wanted)
  const fieldsOf = (name: string) => told.changes.find((change: { name: string }) => change.name === name).fields
  expect(fieldsOf('Big')).toEqual([
    { name: 'expression', from: 'IF({{Staff}} > 50, "big", "small")', to: 'IF({{Staff}} > 90, "big", "small")' },
  ])
  expect(fieldsOf('Big ones')).toEqual([
    {
      name: 'filter',
      from: { field: '{{Staff}}', op: 'gt', value: 50 },
      to: { field: '{{Staff}}', op: 'gt', value: 90 },
    },
  ])
  expect(fieldsOf('New one')).toContainEqual({ name: 'hidden', from: null, to: ['Staff'] })
  expect(fieldsOf('To go')).toContainEqual({ name: 'sort', from: [{ field: '{{Site}}', dir: 'asc' }], to: null })
  expect(told.changes.flatMap(({ warnings }: { warnings: string[] }) => warnings)).toEqual([])
  const { change_id } = (await apply(id, wanted)).body
  expect((await plan(id, wanted)).changes).toEqual([])
  expect((await ann.post(`/api/workbooks/${id}/undo`, { change_id })).body).toMatchObject({ skipped_count: 0 })
  expect(await exported(id)).toBe(before)
  expect((await ann.get(`/api/workbooks/${id}/identity`)).body.columns).toHaveLength(1)
  await ann.post(`/api/workbooks/${id}/redo`, { change_id })
  expect((await plan(id, wanted)).changes).toEqual([])
  // What a user has changed since stays, and is named.
  await ann.patch(`/api/workbooks/${id}`, { name: 'Renamed since' })
  await ann.put(`/api/workbooks/${id}/views/${kept.id}`, { row_height: 'tall' })
  const undone = (await ann.post(`/api/workbooks/${id}/undo`, { change_id })).body
  expect(undone.skipped).toMatchObject([
    { name: 'The name of the workbook', reason: 'changed_since' },
    { name: 'The view “Big ones”', reason: 'changed_since' },
  ])
  const now = parse(await exported(id))
  expect(now).toMatchObject({ name: 'Renamed since', identity: [{ column: 'Site' }] })
  expect(now.views.map(({ name }: { name: string }) => name).sort()).toEqual(['Big ones', 'To go'])
})

test('a computed column cannot be part of the duplicate key, whatever the file says', async () => {
  const id = await makeWorkbook()
  const file = { ...parse(await exported(id)), identity: [{ column: 'Big', normaliser: 'text' }] }
  expect((await plan(id, file)).problems).toMatchObject([
    { type: 'computed_column', loc: ['body', 'definition', 'identity', 0, 'column'] },
  ])
  expect((await apply(id, file)).status).toBe(422)
})

test('names may change places; a plan that is out of date and problems of the file stand in the way', async () => {
  const id = await makeWorkbook(ann, [
    { name: 'A', type: 'input' },
    { name: 'B', type: 'input', input_type: 'number' },
  ])
  const swapped = {
    millrace: 1,
    columns: [
      { was: 'A', name: 'C', type: 'input' },
      { name: 'B', type: 'input', input_type: 'number' },
    ],
  }
  const stale = await plan(id, swapped)
  await ann.patch(`/api/workbooks/${id}/columns/c2`, { width: 99 })
  expect((await ann.put(at(id, '?mode=apply'), { definition: swapped, hash: stale.hash })).status).toBe(409)
  expect((await apply(id, swapped)).status).toBe(200)
  const wrong = {
    millrace: 1,
    columns: [
      { name: 'C', type: 'formula', expression: '1' },
      {
        name: 'X',
        type: 'enrichment',
        provider: 'nobody',
        inputs: {},
        run_if: { field: '{{Nowhere}}', op: 'is_empty' },
      },
      { name: 'Y', type: 'input', colour: 'red' },
      { name: 'Z', type: 'lookup', workbook: 'None such', key: '{{C}}', their_key: 'K' },
    ],
  }
  const { problems } = await plan(id, wrong)
  expect(problems.map(({ type }: { type: string }) => type)).toEqual([
    'unknown_column',
    'extra_forbidden',
    'value_error',
  ])
  const answer = await ann.put(at(id, '?mode=apply'), { definition: wrong, hash: (await plan(id, wrong)).hash })
  expect(answer.status).toBe(422)
  const unknown = { millrace: 1, columns: [{ name: 'X', type: 'enrichment', provider: 'nobody', inputs: {} }] }
  expect((await plan(id, unknown)).problems).toMatchObject([{ type: 'unknown_provider' }])
})

test('hostile files are refused, and nothing of them is taken', () => {
  const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const nested = JSON.stringify(Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner }), 1))
  const odd = [
    '__proto__: {x: 1}',
    '{"__proto__": {"x": 1}}',
    'name: "a\\0b"',
    'name: .inf',
    '- list',
    'plain',
    'a: 1\na: 2',
    'a: [',
  ]
  for (const text of [bomb, deep, nested, 'x'.repeat(600_000), '!!js/function "x"\n', ...odd])
    expect(() => readText(text), text.slice(0, 40)).toThrow()
  expect(readText('a: yes\nb: 2020-01-01\nc: !!str 5\n')).toEqual({ a: 'yes', b: '2020-01-01', c: '5' })
})

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom('yes', '1', 'a: b', '# x', '~', "it's", '{x', '- a'),
)
const column = fc.record({
  name: name.filter((text) => text.trim() !== '' && !/[{}\0\\]/.test(text) && !/\p{Surrogate}/u.test(text)),
  input_type: fc.constantFrom('text', 'number', 'date', 'email', 'json'),
  hidden: fc.boolean(),
  condition: fc.boolean(),
})

test('whatever the workbook, its file applied to an empty one gives the same file again', async () => {
  const books = fc.uniqueArray(column, {
    minLength: 1,
    maxLength: 6,
    selector: (one) => one.name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase(),
  })
  await fc.assert(
    fc.asyncProperty(books, async (made) => {
      const inputs = made.map(({ name, input_type, hidden }, index) => ({
        id: `i${index}`,
        name,
        type: 'input',
        input_type,
        hidden,
      }))
      const asking = made.flatMap(({ condition }, index) =>
        condition
          ? [
              {
                ...DOMAIN,
                name: `Asked ${index}!`,
                inputs: { website: 'x.com' },
                run_if: { field: `i${index}`, op: 'not_empty' },
              },
            ]
          : [],
      )
      const created = await ann.post('/api/workbooks', { name: 'Any', columns_config: [...inputs, ...asking] })
      fc.pre(created.status === 201)
      const { id } = created.body
      const columns = created.body.columns_config.map((one: { id: string }) => one.id)
      await ann.post(`/api/workbooks/${id}/views`, {
        name: 'V',
        scope: 'shared',
        column_order: columns.toReversed(),
        hidden: columns.slice(0, 1),
      })
      const text = await exported(id)
      expect(writeText(readText(text), 'yaml')).toBe(text)
      expect(await plan(id, text)).toMatchObject({ changes: [], problems: [] })
      const other = await makeWorkbook(bob, [])
      const applied = await apply(other, text, bob)
      expect(applied.status, applied.text).toBe(200)
      expect(await exported(other, bob)).toBe(text)
      expect((await plan(other, text, bob)).changes).toEqual([])
    }),
    { numRuns: scaleRuns(6) },
  )
})
