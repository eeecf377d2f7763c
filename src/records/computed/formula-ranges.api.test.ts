// Promises of the columns of other workbooks that formulas look through: what they may be, and that they stay the same.
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { addColumn } from '../columns/columns.commands.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import {
  add,
  cells,
  customers,
  expressionOf,
  formula,
  input,
  leads,
  makeWorkbook,
  OWNER,
  people,
} from './formula-lookups.fixture.ts'
import { settle } from './settle.fixture.ts'

/** In a workspace of its own, since formulas find workbooks by their names. */
async function newCaller(): Promise<Caller> {
  workspaceId = await addWorkspace(database, `Of ${++made}`)
  return callerOf(app, workspaceId)
}
let workspaceId: WorkspaceId
let made = 0

const { database, app } = await openTenant(workbookRoutes)

test('a formula that is changed is held to the same as a new one: no circle, whatever is sent along', async () => {
  const ann = await newCaller()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, theirs.path, '1', 'Later')
  await add(ann, ours.path, OWNER)
  const expression = 'COUNTIF({{Leads!Site}}, {{Domain}}) + 1'
  for (const ranges of [undefined, [{ ref: 'Leads!Site', workbook_id: theirs.id, column_id: 'c1' }]]) {
    const { status, body } = await ann.patch(`${theirs.path}/columns/${id}`, { expression, ranges })
    expect([status, body.detail[0].type, body.detail[0].msg]).toEqual([
      422,
      'reference_cycle',
      'Workbooks would look each other up in a circle: "Customers" -> "Leads" -> "Customers"',
    ])
  }
  const ranges = [{ ref: 'Leads!Site', workbook_id: 'x', column_id: 'c1' }]
  const { status, text } = await ann.patch(`${theirs.path}/columns/${id}`, { expression: '2', ranges })
  expect(status, text).toBe(200)
})

test("columns and workbooks may take each other's names, and formulas go on to mean what they meant", async () => {
  const ann = await newCaller()
  const theirs = await customers(ann)
  const others = await people(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, `${OWNER} & LOOKUP({{Site}}, {{People!Domain}}, {{People!Owner}})`)
  expect((await cells(database, ann, ours.path, id))[0]).toBe('AnnEve')
  for (const [column, name] of [
    ['c1', 'x'],
    ['c2', 'Domain'],
    ['c1', 'Owner'],
  ]) // of which jobs hear when all is done
    expect((await ann.patch(`${theirs.path}/columns/${column}`, { name })).status).toBe(200)
  const swapped = 'LOOKUP({{Site}}, {{Customers!Owner}}, {{Customers!Domain}})'
  expect(await expressionOf(database, ann, ours.path, id)).toBe(
    `${swapped} & LOOKUP({{Site}}, {{People!Domain}}, {{People!Owner}})`,
  )
  await ann.patch(theirs.path, { name: 'x' })
  await ann.patch(others.path, { name: 'Customers' })
  await ann.patch(theirs.path, { name: 'People' })
  expect(await expressionOf(database, ann, ours.path, id)).toBe(
    `${swapped.replaceAll('Customers', 'People')} & LOOKUP({{Site}}, {{Customers!Domain}}, {{Customers!Owner}})`,
  )
  await ann.patch(`${theirs.path}/rows/${theirs.rows[0]}/cells/c2`, { value: 'Zoe' })
  expect((await cells(database, ann, ours.path, id))[0]).toBe('ZoeEve')
})

test('a name that would mean two columns is not written into a formula, which goes on to mean both', async () => {
  const ann = await newCaller()
  await customers(ann)
  const others = await people(ann)
  const ours = await leads(ann)
  const expression = `${OWNER} & LOOKUP({{Site}}, {{People!Domain}}, {{People!Owner}})`
  const { id } = await add(ann, ours.path, expression)
  await ann.patch(others.path, { name: 'Customers' })
  expect(await expressionOf(database, ann, ours.path, id)).toBe(expression)
  await ann.patch(`${others.path}/rows/${others.rows[0]}/cells/c2`, { value: 'Zoe' })
  expect((await cells(database, ann, ours.path, id))[0]).toBe('AnnZoe')
})

test("an output loses nothing when the columns that it writes to take each other's names", async () => {
  const ann = await newCaller()
  const theirs = await customers(ann)
  await ann.put(`${theirs.path}/identity`, { columns: [{ column_id: 'c1', normaliser: 'domain' }] })
  const ours = await leads(ann)
  const target = {
    kind: 'workbook',
    workbook_id: theirs.id.toUpperCase(),
    values: { Domain: '{{Site}}', Owner: 'Ann' },
  }
  const made = await ann.post(`${ours.path}/columns`, { name: 'Send', type: 'output', target })
  expect(made.status, made.text).toBe(201)
  for (const [column, name] of [
    ['c1', 'x'],
    ['c2', 'Domain'],
    ['c1', 'Owner'],
  ])
    await ann.patch(`${theirs.path}/columns/${column}`, { name })
  await settle(database)
  const { body } = await ann.get(ours.path)
  expect(body.workbook.columns_config[1].target.values).toEqual({ c1: '{{Site}}', Domain: 'Ann' })
})

test('a workbook that was deleted and is made again is found when the formula is saved otherwise', async () => {
  const ann = await newCaller()
  const gone = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  expect((await ann.delete(gone.path)).status).toBeLessThan(300)
  expect((await cells(database, ann, ours.path, id))[0]).toContain('was deleted')
  // While there is no other, the formula may still be changed.
  expect((await ann.patch(`${ours.path}/columns/c1`, { name: 'Website' })).status).toBe(200)
  await customers(ann)
  expect((await cells(database, ann, ours.path, id))[0]).toContain('was deleted')
  const expression = OWNER.replace('Site', 'Website')
  const { status, text } = await ann.patch(`${ours.path}/columns/${id}`, { expression: `UPPER(${expression})` })
  expect(status, text).toBe(200)
  expect(await cells(database, ann, ours.path, id)).toEqual(['ANN', 'BOB', null, null])
  const twin = await add(ann, ours.path, expression, 'Twin')
  expect(await cells(database, ann, ours.path, twin.id)).toEqual(['Ann', 'Bob', null, null])
})

test('yes and no, and lists, are not compared with, and that is said', async () => {
  const ann = await newCaller()
  const flags = [
    input('Done', { input_type: 'checkbox' }),
    input('Tags', { input_type: 'multi_select' }),
    input('Name'),
  ]
  await makeWorkbook(ann, 'Flags', flags, [{ Name: 'a' }])
  const { path } = await makeWorkbook(ann, 'Own', flags, [{ Name: 'a' }])
  for (const expression of [
    'COUNTIF({{Name}}, TRUE)',
    'COUNTIF({{Name}}, {{Tags}})',
    'COUNTIF({{Done}}, "yes")',
    'LOOKUP("a", {{Flags!Tags}}, {{Flags!Name}})',
    'COUNTIF({{Flags!Done}}, {{Name}})',
  ]) {
    const { status, body } = await ann.post(`${path}/columns`, formula('Wrong', expression))
    expect([expression, status, body.detail?.[0].type]).toEqual([expression, 422, 'wrong_arguments'])
    expect(body.detail[0].msg).toContain('compares text and numbers')
  }
  await add(ann, path, 'LOOKUP({{Name}}, {{Flags!Name}}, {{Flags!Done}})')
})

test('undo brings no column back with which workbooks would look each other up in a circle', async () => {
  const ann = await newCaller()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, ours.path, OWNER)
  await ann.delete(`${ours.path}/columns/${id}`)
  const back = await add(ann, theirs.path, 'COUNTIF({{Leads!Site}}, {{Domain}})')
  const refused = await ann.post(`${ours.path}/undo`, {})
  expect(refused.body.skipped, refused.text).toEqual([{ row_id: null, column_id: id, reason: 'not_sound' }])
  await ann.delete(`${theirs.path}/columns/${back.id}`)
  // What was not brought back is kept for when it may.
  await ann.post(`${ours.path}/undo`, { change_id: refused.body.change_id })
  expect((await cells(database, ann, ours.path, id)).slice(0, 2)).toEqual(['Ann', 'Bob'])
})

test('of columns that are saved at once and would close a circle together, the last is refused', async () => {
  const ann = await newCaller()
  const [a, b, c] = [await customers(ann, 'A'), await customers(ann, 'B'), await customers(ann, 'C')]
  await add(ann, b.path, 'COUNTIF({{C!Domain}}, {{Domain}})')
  let last: ReturnType<Caller['post']> | undefined
  await database.inWorkspace(workspaceId, async (tx) => {
    await addColumn(tx, a.id, formula('Found', 'COUNTIF({{B!Domain}}, {{Domain}})') as never)
    last = ann.post(`${c.path}/columns`, formula('Found', 'COUNTIF({{A!Domain}}, {{Domain}})'))
    while (!(await database.saying('')).some(({ is_held_up }) => is_held_up));
  })
  const answer = await last
  expect([answer?.status, answer?.body.detail[0].type], answer?.text).toEqual([422, 'reference_cycle'])
})
