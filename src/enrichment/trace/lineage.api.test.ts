// The promises of a trace: one answer tells what a value was made of down to what was brought, and what can be done about it.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { failed, found } from '../../providers/kit/kit.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { driftRoutes } from '../drift/drift.routes.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { type Book, setStage } from '../runs/run-stage.fixture.ts'
import type { Started } from '../runs/start-run.commands.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { traceRoutes } from './trace.routes.ts'

let asked = 0
const one = lookup('one', ({ key }) =>
  found({ description: `1 ${key} ${++asked}` }, 0.9, { evidence: { quote: 'so it says' } } as never),
)
const two = lookup('two', ({ key }) => found({ description: `2 ${key}` }, 0.9))
const odd = lookup('odd', () => failed('unmapped', 'The answer has no `data`', false))

let database: TestDatabase
let app: FastifyInstance
let stage: ReturnType<typeof setStage>
beforeAll(async () => {
  database = await openTestDatabase()
  const catalog = [one, two, odd]
  stage = setStage(database, catalog)
  app = await buildTestApp([...traceRoutes({ database, catalog, now: () => new Date() }), ...driftRoutes(database)])
})
afterAll(async () => {
  await stage.close()
  await app.close()
  await database.close()
})

const column = (name: string, provider: string, key: string, more: object = {}) => ({
  type: 'enrichment',
  name,
  output: 'description',
  provider,
  inputs: { key },
  ...more,
})

async function book(...columns: object[]) {
  const made: Book = await addWorkbook(database, [], columns as never)
  await database.inWorkspace(stage.placeOf(made), (tx) =>
    createRows(tx, made.id, { rows: [{ data: { c1: 'ada' } }] } as never),
  )
  // Names are seen of members only.
  const join = `insert into memberships (workspace_id, user_id, role) values ($1, 1, 'editor')`
  await database.asOwner(join, [made.workspace_id])
  const rows = 'select id from workbook_rows where workbook_id = $1'
  const [row] = await database.asOwner<{ id: string }>(rows, [made.id])
  const as = callerOf(app, made.workspace_id)
  const cell = (id: string) => `/api/workbooks/${made.id}/rows/${row?.id}/cells/${id}`
  const run = async (id: string, body: object = {}) => {
    const started = await as.post(`${cell(id)}/run`, body)
    expect(started.status).toBe(202)
    await stage.end(made, started.body as Started)
  }
  return { made, as, cell, run }
}

describe('a trace', () => {
  it('tells the answer that was good enough from those before it that were not', async () => {
    const steps = ['one', 'two'].map((provider) => ({ provider, inputs: { key: '{{Name}}' } }))
    const about = { type: 'waterfall', name: 'About', output: 'description', steps }
    const accept = { kind: 'formula', expression: '{{description}} = "2 ada"' }
    const { as, cell, run } = await book({ ...about, accept }, { ...about, name: 'Sure', accept: { kind: 'verified' } })
    await run('c2')
    await run('c3')
    const accepted = async (id: string) => {
      const { body } = await as.get(`${cell(id)}/trace`)
      return body.attempts.map((one: { step_id: string; accepted: boolean }) => [one.step_id, one.accepted])
    }
    expect(await accepted('c2')).toEqual([
      ['one', false],
      ['two', true],
    ])
    // The best of them is the value, and no rule accepted it.
    expect(await accepted('c3')).toEqual([
      ['one', false],
      ['two', false],
    ])
  })

  it('explains a value that was entered by its history, and knows columns from those that are not there', async () => {
    const { as, cell } = await book(column('One', 'one', '{{Name}}'))
    const { status, body } = await as.get(`${cell('c1')}/trace`)
    expect([status, body.detail]).toEqual([
      200,
      'Entered by a user, an import, a source or a program; the history has each change',
    ])
    expect(body).toMatchObject({
      column_name: 'Name',
      status: 'complete',
      value: 'ada',
      attempts: [],
      steps: [],
      lineage: [],
      cost_usd: 0,
      history: [{ is_current: true, value: 'ada', actor: { name: 'Ann' } }],
    })
    expect(await as.get(`${cell('c99')}/trace`)).toMatchObject({ status: 404, body: { detail: 'Column not found' } })
  })

  it('tells what a value was made of, step by step, down to the act that brought the first value', async () => {
    const { as, cell, made } = await book(
      column('One', 'one', '{{Name}}'),
      column('Two', 'two', '{{One}}', { run_if: { field: 'c1', op: 'eq', value: 'ada' } }),
    )
    await stage.end(made, await stage.start(made))
    const { status, body } = await as.get(`${cell('c3')}/trace`)
    expect(status).toBe(200)
    expect(body.lineage).toMatchObject([
      {
        column_id: 'c1',
        name: 'Name',
        type: 'input',
        value: 'ada',
        status: null,
        reads: [],
        origin: { actor: 'Ann', at: expect.any(String), words: expect.any(String) },
      },
      {
        column_id: 'c2',
        name: 'One',
        value: expect.stringContaining('1 ada'),
        status: 'complete',
        reads: ['c1'],
        provider: 'one',
        label: 'one',
        provenance: { license: 'proprietary-api' },
        origin: null,
      },
    ])
    expect(body.condition).toMatchObject({ holds: true, reads: [{ column_id: 'c1', name: 'Name', value: 'ada' }] })
    expect(body.history).toMatchObject([{ is_current: true, status: 'complete' }])
    expect(body.attempts).toMatchObject([{ provider: 'two', outcome: 'found', reported: false }])
    const first = await as.get(`${cell('c2')}/trace`)
    expect(first.body.lineage).toMatchObject([{ column_id: 'c1' }])
  })
})

describe('force', () => {
  it('passes the cache, where running again does not', async () => {
    const { as, cell, run } = await book(column('One', 'one', '{{Name}}'))
    const asks = () => one.asked.length
    await run('c2', { force: true })
    const first = asks()
    await run('c2')
    expect(asks()).toBe(first)
    await run('c2', { force: true })
    expect(asks()).toBe(first + 1)
    // What came anew is what the cache holds from now on.
    await run('c2')
    expect(asks()).toBe(first + 1)
    const { body } = await as.get(`${cell('c2')}/trace`)
    expect(body.value).toBe(`1 ada ${asked}`)
    expect(body.attempts.map(({ cached }: { cached: boolean }) => cached)).toEqual([true, false, true, false])
  })
})

describe('an odd answer', () => {
  it('is kept as a sample when a user reports it, once, and outlives its attempt', async () => {
    const { as, cell, run, made } = await book(column('Odd', 'odd', '{{Name}}'))
    await run('c2')
    const [attempt] = (await as.get(`${cell('c2')}/trace`)).body.attempts
    expect(attempt).toMatchObject({ outcome: 'failed', reason: 'unmapped', reported: false })
    const report = { attempt_id: attempt.id, note: 'They renamed it' }
    const first = await as.post(`${cell('c2')}/drift-reports`, report)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      provider: 'odd',
      reason: 'unmapped',
      note: 'They renamed it',
      reported_by: 'tester',
    })
    const again = await as.post(`${cell('c2')}/drift-reports`, { ...report, note: 'again' })
    expect(again.body).toEqual(first.body)
    expect((await as.get(`${cell('c2')}/trace`)).body.attempts[0].reported).toBe(true)
    await database.asOwner('delete from attempts where workbook_id = $1', [made.id])
    const { items } = (await as.get('/api/settings/drift-reports?provider=odd')).body
    expect(items).toEqual([first.body])
    expect((await as.get('/api/settings/drift-reports?provider=one')).body.items).toEqual([])
    const sample = `/api/settings/drift-reports/${first.body.id}/sample`
    expect((await as.get(sample)).body).toMatchObject({
      lookup: 'odd',
      note: 'They renamed it',
      detail: 'The answer has no `data`',
      request: expect.anything(),
    })
    const stranger = callerOf(app, await addWorkspace(database), 'admin')
    expect((await stranger.get(sample)).status).toBe(404)
    expect((await stranger.get('/api/settings/drift-reports')).body.items).toEqual([])
    expect((await stranger.delete(sample.replace('/sample', ''))).status).toBe(404)
    expect((await callerOf(app, made.workspace_id, 'admin').delete(sample.replace('/sample', ''))).status).toBe(204)
    expect((await as.get('/api/settings/drift-reports')).body.items).toEqual([])
  })

  it('is refused for another cell, or a cell for which no provider was asked', async () => {
    const { as, cell, run, made } = await book(column('One', 'one', '{{Name}}'), column('Two', 'two', '{{Name}}'))
    await run('c2')
    const [attempt] = (await as.get(`${cell('c2')}/trace`)).body.attempts
    const elsewhere = await as.post(`${cell('c3')}/drift-reports`, { attempt_id: attempt.id })
    expect(elsewhere.status).toBe(422)
    expect(elsewhere.body.detail[0].loc).toEqual(['body', 'attempt_id'])
    await database.asOwner(`update attempts set outcome = 'skipped' where workbook_id = $1`, [made.id])
    expect((await as.post(`${cell('c2')}/drift-reports`, { attempt_id: attempt.id })).status).toBe(409)
  })
})
