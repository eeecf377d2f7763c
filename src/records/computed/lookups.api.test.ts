// Promises of lookup columns: they find rows of another workbook by key, and follow when either side changes.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { settle } from './settle.fixture.ts'

const { database, workspaceId, ann, newcomer } = await openTenant(workbookRoutes)
const stranger = await newcomer()

const input = (name: string, input_type = 'text') => ({ name, type: 'input', input_type })

async function makeWorkbook(
  name: string,
  columns: unknown[],
  rows: object[],
  by = ann,
): Promise<{ id: string; rows: string[] }> {
  const made = await by.post('/api/workbooks', { name, columns_config: columns })
  expect(made.status, made.text).toBe(201)
  const added = await by.post(`/api/workbooks/${made.body.id}/rows`, { rows: rows.map((data) => ({ data })) })
  return { id: made.body.id, rows: added.body.items.map((row: { row_id: string }) => row.row_id) }
}

const deals = () =>
  makeWorkbook(
    'Deals',
    [input('Site', 'url'), input('Stage'), input('Amount', 'number')],
    [
      { Site: 'https://www.acme.com/x', Stage: 'won', Amount: 100 },
      { Site: 'acme.com', Stage: 'lost', Amount: 50 },
      { Site: 'beta.io', Stage: 'open' },
    ],
  )
const companies = () =>
  makeWorkbook(
    'Companies',
    [input('Name'), input('Domain')],
    [
      { Name: 'Acme', Domain: 'ACME.com' },
      { Name: 'Beta', Domain: 'beta.io' },
      { Name: 'None' },
      { Name: 'New', Domain: 'new.dev' },
    ],
  )

const lookup = (workbook_id: string, give: string, their_column?: string) => ({
  name: give,
  type: 'lookup',
  workbook_id,
  key: '{{Domain}}',
  their_key: 'c1',
  compare: 'domain',
  give,
  ...(their_column ? { their_column } : {}),
})

async function column(workbookId: string, columnId: string): Promise<unknown[]> {
  const { body } = await ann.get(`/api/workbooks/${workbookId}?page_size=1000`)
  return body.rows.map(
    (row: { enrichments: Record<string, { value: unknown; status: string; error: { message: string } | null }> }) => {
      const cell = row.enrichments[columnId]
      return cell?.status === 'complete' ? cell.value : (cell?.error?.message ?? cell?.status)
    },
  )
}

test('one, many, exists, count and sums over the rows with the key', async () => {
  const [theirs, ours] = [await deals(), await companies()]
  const gives: [string, string | undefined, unknown[]][] = [
    ['one', 'c2', ['won', 'open', null, null]],
    ['last', 'c2', ['lost', 'open', null, null]],
    ['many', 'c2', [['won', 'lost'], ['open'], null, null]],
    ['exists', undefined, [true, true, null, false]],
    ['count', undefined, [2, 1, null, 0]],
    ['sum', 'c3', [150, null, null, null]],
    ['avg', 'c3', [75, null, null, null]],
    ['min', 'c3', [50, null, null, null]],
    ['max', 'c3', [100, null, null, null]],
  ]
  for (const [give, wanted, expected] of gives) {
    const added = await ann.post(`/api/workbooks/${ours.id}/columns`, lookup(theirs.id, give, wanted))
    expect(added.status, added.text).toBe(201)
    expect([give, await column(ours.id, added.body.id)]).toEqual([give, expected])
  }
})

test('changes of either side are followed, and only where they matter', async () => {
  const [theirs, ours] = [await deals(), await companies()]
  await ann.post(`/api/workbooks/${ours.id}/columns`, lookup(theirs.id, 'one', 'c2'))
  await ann.post(`/api/workbooks/${ours.id}/columns`, { name: 'Loud', type: 'formula', expression: 'UPPER({{one}})' })
  expect(await column(ours.id, 'c4')).toEqual(['WON', 'OPEN', null, null])
  const before = await ann.get(`/api/workbooks/${ours.id}`)

  await ann.patch(`/api/workbooks/${theirs.id}/rows/${theirs.rows[0]}/cells/c2`, { value: 'paid' })
  await settle(database)
  expect(await column(ours.id, 'c4')).toEqual(['PAID', 'OPEN', null, null])
  const after = await ann.get(`/api/workbooks/${ours.id}`)
  expect(after.body.rows[1]).toEqual(before.body.rows[1])

  await ann.patch(`/api/workbooks/${theirs.id}/rows/${theirs.rows[0]}/cells/c1`, { value: 'new.dev' })
  await settle(database)
  expect(await column(ours.id, 'c3')).toEqual(['lost', 'open', null, 'paid'])

  await ann.delete(`/api/workbooks/${theirs.id}/rows`, { row_ids: [theirs.rows[2]] })
  await ann.post(`/api/workbooks/${theirs.id}/rows`, { rows: [{ data: { Site: 'http://none.org', Stage: 'x' } }] })
  await settle(database)
  expect(await column(ours.id, 'c3')).toEqual(['lost', null, null, 'paid'])

  await ann.patch(`/api/workbooks/${ours.id}/rows/${ours.rows[2]}/cells/c2`, { value: 'www.none.org' })
  expect(await column(ours.id, 'c4')).toEqual(['LOST', null, 'X', 'PAID'])
})

test('what a lookup stands on may go: its cells say so, and recover with another', async () => {
  const [theirs, ours] = [await deals(), await companies()]
  await ann.post(`/api/workbooks/${ours.id}/columns`, lookup(theirs.id, 'one', 'c2'))
  await ann.delete(`/api/workbooks/${theirs.id}/columns/c2?force=true`)
  await settle(database)
  expect((await column(ours.id, 'c3'))[0]).toBe('The column whose value this gives was deleted. Choose another.')
  await ann.patch(`/api/workbooks/${ours.id}/columns/c3`, { their_column: 'c3' })
  expect(await column(ours.id, 'c3')).toEqual([100, null, null, null])
  await ann.delete(`/api/workbooks/${theirs.id}`)
  await settle(database)
  const { body } = await ann.get(`/api/workbooks/${ours.id}`)
  expect(body.rows[0].enrichments.c3).toMatchObject({ status: 'error', value: null, error: { class: 'dependency' } })
  expect(await ann.patch(`/api/workbooks/${ours.id}/columns/c3`, { name: 'Stage' })).toMatchObject({ status: 200 })
})

test('a lookup column is deleted with all that was kept for it, on both sides', async () => {
  const [theirs, ours] = [await deals(), await companies()]
  await ann.post(`/api/workbooks/${ours.id}/columns`, lookup(theirs.id, 'one', 'c2'))
  await ann.delete(`/api/workbooks/${ours.id}/columns/c3`)
  await settle(database)
  const { rows } = await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query('select 1 from match_keys where workbook_id = any($1)', [[theirs.id, ours.id]]),
  )
  expect(rows).toEqual([])
  await ann.patch(`/api/workbooks/${theirs.id}/rows/${theirs.rows[0]}/cells/c1`, { value: 'new.dev' })
  expect(await settle(database)).toBe(0)
})

test('circles, itself, and what is not there are refused with their place', async () => {
  const [a, b] = [await deals(), await companies()]
  await ann.post(`/api/workbooks/${b.id}/columns`, lookup(a.id, 'one', 'c2'))
  const back = await ann.post(`/api/workbooks/${a.id}/columns`, {
    ...lookup(b.id, 'one', 'c1'),
    key: '{{Site}}',
    their_key: 'c2',
  })
  expect(back).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ['body', 'workbook_id'],
          type: 'reference_cycle',
          msg: 'Workbooks would look each other up in a circle: "Deals" -> "Companies" -> "Deals"',
        },
      ],
    },
  })
  const refused = async (change: object) =>
    (await ann.post(`/api/workbooks/${b.id}/columns`, { ...lookup(a.id, 'one', 'c2'), name: 'X', ...change })).body
      .detail[0].loc
  expect(await refused({ workbook_id: b.id })).toEqual(['body', 'workbook_id'])
  expect(await refused({ their_key: 'c9' })).toEqual(['body', 'their_key'])
  expect(await refused({ their_column: 'c9' })).toEqual(['body', 'their_column'])
  expect(await refused({ their_column: null })).toEqual(['body', 'their_column'])
  expect(await refused({ key: '{{Nope}}' })).toEqual(['body', 'key'])
  const foreign = await makeWorkbook('Foreign', [input('Site')], [{ Site: 'x' }], stranger)
  expect(await refused({ workbook_id: foreign.id })).toEqual(['body', 'workbook_id'])
})

test('many rows on both sides are joined in the background', async () => {
  const theirs = await makeWorkbook(
    'Prices',
    [input('Sku'), input('Price', 'number')],
    Array.from({ length: 900 }, (_, n) => ({ Sku: `s${n}`, Price: n })),
  )
  const ours = await makeWorkbook(
    'Orders',
    [input('Domain')],
    Array.from({ length: 1000 }, (_, n) => ({ Domain: `S${n % 10}` })),
  )
  await ann.post(`/api/workbooks/${ours.id}/columns`, { ...lookup(theirs.id, 'one', 'c2'), compare: 'text' })
  await settle(database)
  expect(await column(ours.id, 'c2')).toEqual(Array.from({ length: 1000 }, (_, n) => n % 10))
  await ann.patch(`/api/workbooks/${theirs.id}/rows/${theirs.rows[3]}/cells/c2`, { value: 333 })
  await settle(database)
  expect((await column(ours.id, 'c2')).filter((value) => value === 333)).toHaveLength(100)
})
