// The promises of a trace: one answer tells what a value was made of down to what was brought, and what can be done about it.
import { afterAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { found } from '../../providers/kit/kit.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { type Book, setStage } from '../runs/run-stage.fixture.ts'
import type { StartedRun } from '../runs/start-run.commands.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { traceRoutes } from './trace.routes.ts'

let asked = 0
const one = lookup('one', ({ key }) =>
  found({ description: `1 ${key} ${++asked}` }, 0.9, { evidence: { quote: 'so it says' } } as never),
)
const two = lookup('two', ({ key }) => found({ description: `2 ${key}` }, 0.9))

const catalog = [one, two]
const { database, app } = await openTenant((database) => traceRoutes({ database, catalog, now: () => new Date() }))
const stage = setStage(database, catalog)
afterAll(() => stage.close())

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
    await stage.end(made, started.body as StartedRun)
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
    expect(body.attempts).toMatchObject([{ provider: 'two', outcome: 'found' }])
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
    // What came again is what the cache holds from now on.
    await run('c2')
    expect(asks()).toBe(first + 1)
    const { body } = await as.get(`${cell('c2')}/trace`)
    expect(body.value).toBe(`1 ada ${asked}`)
    expect(body.attempts.map(({ cached }: { cached: boolean }) => cached)).toEqual([true, false, true, false])
  })
})
