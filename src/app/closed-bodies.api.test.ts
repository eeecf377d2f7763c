// What spends, deletes or undoes is not done differently because a member was misspelled: the request is refused and names it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../test/running-install.ts'
import { addBench, addColumn, type Bench, cellsOf, must, run, startKinds } from '../enrichment/kinds/kinds.fixture.ts'

let service: TestService
let at: Bench
let column: string
beforeAll(async () => {
  service = await startKinds({})
  at = await addBench(service, ['Phone'], [['+41 44 668 18 00'], ['+41 44 668 18 01']])
  column = await addColumn(at, {
    name: 'Normal',
    type: 'enrichment',
    provider: 'phone-e164',
    inputs: { phone: '{{Phone}}' },
  })
})
afterAll(() => service?.close())

const path = (rest: string) => `/api/workbooks/${at.workbook_id}${rest}`
const refused = async (method: string, rest: string, body: object) =>
  (await must(at.call(method, path(rest), body), 422)).detail

it('a run of one row whose list of rows is misspelled runs nothing, and says what was probably meant', async () => {
  const detail = await refused('POST', '/run', { row_id: [at.rows[0]] })
  expect(detail).toMatchObject([
    {
      type: 'extra_forbidden',
      loc: ['body', 'row_id'],
      msg: "Extra inputs are not permitted; did you mean 'row_ids'?",
      ctx: { nearest: 'row_ids' },
    },
  ])
  expect((await must(at.call('GET', path('/runs')), 200)).items).toEqual([])
  expect(await cellsOf(at, column)).toEqual([undefined, undefined])
})

it('a deletion, an undo and a budget are refused the same way, all misspelled members at once', async () => {
  const gone = await refused('DELETE', '/rows', { serach: 'x', fliter: null, row_ids: at.rows })
  expect(gone.map(({ ctx }: { ctx: unknown }) => ctx)).toEqual([{ nearest: 'search' }, { nearest: 'filter' }])
  expect((await must(at.call('GET', path('')), 200)).total_rows).toBe(2)
  expect(await refused('POST', '/undo', { changeid: 'x' })).toMatchObject([{ ctx: { nearest: 'change_id' } }])
  const budget = { scope: 'workspace', period: 'month', limit_usd: 1, collumn_id: column }
  const { detail } = await must(at.call('PUT', '/api/billing/budgets', { items: [budget] }), 422)
  expect(detail).toMatchObject([{ loc: ['body', 'items', 0, 'collumn_id'], ctx: { nearest: 'column_id' } }])
})

it('a closed body accepts an idempotency_key, which makes an undo safe to repeat', async () => {
  const done = await run(at, { idempotency_key: 'once' })
  expect(done.status).toBe('done')
  const [one, two] = [
    await must(at.call('POST', path('/undo'), { idempotency_key: 'u' }), 200),
    await must(at.call('POST', path('/undo'), { idempotency_key: 'u' }), 200),
  ]
  expect(two).toEqual(one)
})

it('a rule that is broken is told in one form, wherever it stands', async () => {
  for (const [rest, body] of [
    ['/run', { column_ids: ['c99'] }],
    ['/columns/reorder', { column_ids: ['c1', 'c1'] }],
    ['/rows', { rows: [{ data: {} }], before: at.rows[0], after: at.rows[0] }],
  ] as const)
    for (const fault of await refused('POST', rest, body))
      expect(fault).toMatchObject({
        type: 'value_error',
        msg: expect.stringMatching(/^Value error, [^V]/),
        ctx: { error: {} },
      })
})
