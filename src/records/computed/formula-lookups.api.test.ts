// Promises of LOOKUP and COUNTIF: formulas that look through all rows of a column, and follow when these change.
import { beforeAll, expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { typingRoutes } from '../columns/conversion.routes.ts'
import { copyRoutes } from '../copies/copy.routes.ts'
import { definitionRoutes } from '../definition/definition.routes.ts'
import { duplicateKeyRoutes } from '../rows/duplicate-key.routes.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { computedRoutes } from './computed.routes.ts'
import {
  add,
  cells as cellsOf,
  customers,
  expressionOf,
  formula,
  input,
  leads,
  makeWorkbook,
  OWNER,
} from './formula-lookups.fixture.ts'
import { rowFollower } from './row-follower.ts'
import { settle } from './settle.fixture.ts'

let stranger: Caller
/** In a workspace of its own, since formulas find workbooks by their names. */

const { database, app, newcomer } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...computedRoutes(database, () => new Date()),
  ...copyRoutes(database),
  ...definitionRoutes(database),
  ...duplicateKeyRoutes(database),
  ...typingRoutes(database),
])
beforeAll(async () => {
  stranger = await newcomer()
})

const cells = (by: Caller, path: string, columnId: string) => cellsOf(database, by, path, columnId)

test('find and count rows of another workbook, and follow when either side changes', async () => {
  const ann = await newcomer()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const owner = await add(ann, ours.path, `COALESCE(${OWNER}, "nobody")`)
  const count = await add(ann, ours.path, 'COUNTIF({{customers!domain}}, {{Site}})', 'Times')
  expect([owner.value_type, count.value_type]).toEqual(['any', 'number'])
  expect(await cells(ann, ours.path, owner.id)).toEqual(['Ann', 'Bob', 'nobody', 'nobody'])
  expect(await cells(ann, ours.path, count.id)).toEqual([2, 1, 0, null])

  await ann.patch(`${theirs.path}/rows/${theirs.rows[0]}/cells/c2`, { value: 'Zoe' })
  await ann.post(`${theirs.path}/rows`, { rows: [{ data: { Domain: 'new.example', Owner: 'Eve' } }] })
  expect(await cells(ann, ours.path, owner.id)).toEqual(['Zoe', 'Bob', 'Eve', 'nobody'])
  expect(await cells(ann, ours.path, count.id)).toEqual([2, 1, 1, null])

  await ann.delete(`${theirs.path}/rows`, { row_ids: [theirs.rows[1]] })
  await ann.patch(`${ours.path}/rows/${ours.rows[3]}/cells/c1`, { value: 'ACME.EXAMPLE' })
  expect(await cells(ann, ours.path, owner.id)).toEqual(['Zoe', 'nobody', 'Eve', 'Zoe'])
  expect(await cells(ann, ours.path, count.id)).toEqual([2, 0, 1, 2])
})

test('count doubles in a column of their own workbook, as rows come, change and go', async () => {
  const ann = await newcomer()
  const { path, rows } = await leads(ann)
  const { id } = await add(ann, path, 'IF(COUNTIF({{Site}}, {{Site}}) > 1, "double", "single")')
  expect(await cells(ann, path, id)).toEqual(['single', 'single', 'single', 'single'])
  await ann.post(`${path}/rows`, { rows: [{ data: { Site: 'Beta.example' } }, { data: { Site: 'new.example' } }] })
  expect(await cells(ann, path, id)).toEqual(['single', 'double', 'double', 'single', 'double', 'double'])
  await ann.patch(`${path}/rows/${rows[1]}/cells/c1`, { value: 'acme.example' })
  await ann.delete(`${path}/rows`, { row_ids: [rows[2]] })
  expect(await cells(ann, path, id)).toEqual(['double', 'double', 'single', 'single', 'single'])
  // What a column looks through it reads: a circle is one also here.
  const circle = await ann.patch(`${path}/columns/${id}`, { expression: 'COUNTIF({{Found}}, {{Site}})' })
  expect([circle.status, circle.body.detail[0].type]).toEqual([422, 'reference_cycle'])
})

test('count the rows of one write among each other at once, also by a computed column, and claim no 0 before they looked', async () => {
  const workspaceId = await addWorkspace(database, 'Of doubles')
  const ann = callerOf(app, workspaceId)
  const { path } = await makeWorkbook(
    ann,
    'Doubles',
    [
      input('Site'),
      formula('Key', 'LOWER(TRIM({{Site}}))'),
      formula('Times', 'COUNTIF({{Key}}, {{Key}})'),
      formula('First', 'LOOKUP({{Key}}, {{Key}}, {{Key}})'),
      formula('Verdict', 'IF({{Times}} > 1, "double", "single")'),
    ],
    [{ Site: 'acme.example' }, { Site: 'beta.example' }, { Site: 'ACME.example' }],
  )
  const seen = async () => {
    const { body } = await ann.get(path)
    return body.rows.map(({ enrichments }: { enrichments: { [column: string]: { value: unknown } } }) =>
      ['c3', 'c4', 'c5'].map((id) => enrichments[id]?.value),
    )
  }
  const now = [
    [2, 'acme.example', 'double'],
    [1, 'beta.example', 'single'],
    [2, 'acme.example', 'double'],
  ]
  expect(await seen()).toEqual(now)
  await settle(database)
  expect(await seen()).toEqual(now)
  // A run reads a row with its new cells before they are stored: it is counted as it is then.
  const id = path.split('/').at(-1) ?? ''
  await database.inWorkspace(workspaceId, async (tx) => {
    const [row] = await readRowsForRun(tx, id, { from: 0, to: 1e9, limit: 1 }, null)
    if (!row) throw new Error('there are rows')
    const follow = rowFollower(database, workspaceId, id, await readColumns(tx, id))
    const { c3, c5 } = await follow({ ...row, data: { c1: 'new.example' } }, ['c1'])
    expect([c3?.value, c5?.value]).toEqual([1, 'single'])
  })
  // What another row says now is told to the rows that were there before.
  await ann.post(`${path}/rows`, { rows: [{ data: { Site: 'Beta.example' } }] })
  expect((await seen()).at(-1)).toEqual([2, 'beta.example', 'double'])
  await settle(database)
  expect((await seen())[1]).toEqual([2, 'beta.example', 'double'])
})

test('what is found may be the key of the next', async () => {
  const ann = await newcomer()
  await customers(ann)
  await makeWorkbook(ann, 'People', [input('Name'), input('Phone')], [{ Name: 'ann', Phone: '+49 1' }])
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, `LOOKUP(${OWNER}, {{People!Name}}, {{People!Phone}})`)
  expect(await cells(ann, ours.path, id)).toEqual(['+49 1', null, null, null])
})

test('other names of the workbook and of its columns are written into the formula, which goes on to mean the same', async () => {
  const ann = await newcomer()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  await ann.patch(theirs.path, { name: 'Clients' })
  await ann.patch(`${theirs.path}/columns/c2`, { name: 'Who' })
  // Meanwhile there may be another of the old name.
  await customers(ann)
  expect(await expressionOf(database, ann, ours.path, id)).toBe('LOOKUP({{Site}}, {{Clients!Domain}}, {{Clients!Who}})')
  await ann.patch(`${theirs.path}/rows/${theirs.rows[1]}/cells/c2`, { value: 'Zoe' })
  expect(await cells(ann, ours.path, id)).toEqual(['Ann', 'Zoe', null, null])

  const named = await ann.delete(`${theirs.path}/columns/c2`)
  expect([named.status, named.body.dependants]).toEqual([
    409,
    [expect.objectContaining({ kind: 'lookup', name: 'Leads: Found' })],
  ])
  await ann.delete(`${theirs.path}/columns/c2?force=true`)
  const lost = (await cells(ann, ours.path, id)).slice(0, 2)
  expect(lost).toEqual([
    expect.stringContaining('column whose value this gives was deleted'),
    expect.stringContaining('column whose value this gives was deleted'),
  ])
  await ann.post(`${theirs.path}/undo`, {})
  expect(await cells(ann, ours.path, id)).toEqual(['Ann', 'Zoe', null, null])
})

test('an output goes on to write into a column that is called otherwise, and stands in the way of deleting it', async () => {
  const ann = await newcomer()
  const theirs = await customers(ann)
  await ann.put(`${theirs.path}/identity`, { columns: [{ column_id: 'c1', normaliser: 'domain' }] })
  const ours = await leads(ann)
  const target = {
    kind: 'workbook',
    workbook_id: theirs.path.split('/').at(-1),
    values: { domain: '{{Site}}', c2: 'Ann' },
  }
  const made = await ann.post(`${ours.path}/columns`, { name: 'Send', type: 'output', target })
  expect(made.status, made.text).toBe(201)
  await ann.patch(`${theirs.path}/columns/c1`, { name: 'Website' })
  await settle(database)
  const { body } = await ann.get(ours.path)
  expect(body.workbook.columns_config[1].target.values).toEqual({ Website: '{{Site}}', c2: 'Ann' })
  for (const column of ['c1', 'c2']) {
    const { items } = (await ann.get(`${theirs.path}/columns/${column}/dependants`)).body
    expect(items).toContainEqual(expect.objectContaining({ kind: 'lookup', name: 'Leads: Send', blocks: true }))
  }
})

test('circles between workbooks are refused by their names, also through lookup columns', async () => {
  const ann = await newcomer()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  await add(ann, ours.path, OWNER)
  const back = await ann.post(`${theirs.path}/columns`, formula('Back', 'COUNTIF({{Leads!Site}}, {{Domain}})'))
  expect([back.status, back.body.detail[0].type, back.body.detail[0].msg]).toEqual([
    422,
    'reference_cycle',
    'Workbooks would look each other up in a circle: "Customers" -> "Leads" -> "Customers"',
  ])
  const column = { name: 'Back', type: 'lookup', workbook_id: ours.path.split('/').at(-1), key: '{{Domain}}' }
  const lookup = await ann.post(`${theirs.path}/columns`, { ...column, their_key: 'c1', give: 'count' })
  expect([lookup.status, lookup.body.detail[0].type]).toEqual([422, 'reference_cycle'])
})

test('what cannot be looked through is refused with its place', async () => {
  const ann = await newcomer()
  await customers(stranger)
  await customers(ann, 'Twice')
  await customers(ann, 'Twice')
  const { path } = await leads(ann)
  for (const [expression, message] of [
    ['COUNTIF({{Customers!Domain}}, 1)', 'There is no column "Customers!Domain" to look through'],
    ['COUNTIF({{Twice!Domain}}, 1)', 'There is no column "Twice!Domain" to look through'],
    ['COUNTIF({{Leads!Site}}, 1)', 'There is no column "Leads!Site" to look through'],
    ['COUNTIF({{Site}}, ">100")', 'COUNTIF counts the rows that equal a value'],
    ['COUNTIF("Site", 1)', 'COUNTIF needs a column'],
    ['COUNTIF({{Site}})', 'COUNTIF is written COUNTIF(column, value)'],
    ['UPPER({{Twice!Domain}})', 'There is no column "Twice!Domain"'],
  ]) {
    const { status, body } = await ann.post(`${path}/columns`, formula('Wrong', expression ?? ''))
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'expression']])
    expect(body.detail[0].msg).toContain(message)
  }
  const forged = { ...formula('Forged', 'COUNTIF({{Customers!Domain}}, 1)') }
  const ranges = [{ ref: 'Customers!Domain', workbook_id: path.split('/').at(-1), column_id: 'c1' }]
  expect((await ann.post(`${path}/columns`, { ...forged, ranges })).status).toBe(422)
})

test('can be tried before they are saved, and go along in copies and in definitions', async () => {
  const ann = await newcomer()
  await customers(ann)
  const ours = await leads(ann)
  const tried = await ann.post(`${ours.path}/columns/preview`, { column: { type: 'formula', expression: OWNER } })
  expect(tried.body.rows.map(({ value }: { value: unknown }) => value)).toEqual(['Ann', 'Bob', null, null])
  const { id } = await add(ann, ours.path, OWNER)
  const twin = await ann.post(`${ours.path}/columns/${id}/duplicate`, {})
  expect(await cells(ann, ours.path, twin.body.id)).toEqual(['Ann', 'Bob', null, null])
  const { text } = await ann.get(`${ours.path}/definition`)
  expect(text).not.toContain('ranges')
  const { body: plan } = await ann.put(`${ours.path}/definition?mode=plan`, { definition: text })
  expect([plan.changes, plan.problems]).toEqual([[], []])
  const copy = await ann.post('/api/workbooks', { name: 'Made anew', definition: text })
  await ann.post(`/api/workbooks/${copy.body.id}/rows`, { rows: [{ data: { Site: 'beta.example' } }] })
  expect(await cells(ann, `/api/workbooks/${copy.body.id}`, id)).toEqual(['Bob'])
})
