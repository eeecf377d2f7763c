// Promises of formula columns over HTTP: saved when they can be computed, and true after every write.

import { describe, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { COMPUTE_DAILY, computedJobs } from './computed.jobs.ts'
import { computedRoutes } from './computed.routes.ts'
import { computeOneStep, settle } from './settle.fixture.ts'

const { database, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...computedRoutes(database, () => new Date()),
])

const input = (name: string, input_type = 'text') => ({ name, type: 'input', input_type })
const formula = (name: string, expression: string) => ({ name, type: 'formula', expression })

async function makeWorkbook(columns: unknown[], rows: object[] = []): Promise<{ id: string; rows: string[] }> {
  const made = await ann.post('/api/workbooks', { name: 'Leads', columns_config: columns })
  expect(made.status, made.text).toBe(201)
  const added =
    rows.length === 0
      ? { body: { items: [] } }
      : await ann.post(`/api/workbooks/${made.body.id}/rows`, { rows: rows.map((data) => ({ data })) })
  return { id: made.body.id, rows: added.body.items.map((row: { row_id: string }) => row.row_id) }
}

/** The values of a column, row by row; an error as its message. */
async function column(workbookId: string, columnId: string): Promise<unknown[]> {
  const { body } = await ann.get(`/api/workbooks/${workbookId}?page_size=1000`)
  return body.rows.map(
    (row: { enrichments: Record<string, { value: unknown; status: string; error: { message: string } | null }> }) => {
      const cell = row.enrichments[columnId]
      return cell?.status === 'complete' || cell?.status === 'overridden'
        ? cell.value
        : (cell?.error?.message ?? cell?.status)
    },
  )
}

describe('saving', () => {
  test('a formula is saved with its type, which follows the columns that it reads', async () => {
    const { id } = await makeWorkbook(
      [input('Size', 'number'), formula('Twice', '{{Size}} * 2'), formula('Old', 'DATEDIF({{Twice}}, TODAY())')].slice(
        0,
        2,
      ),
    )
    const { body } = await ann.post(
      `/api/workbooks/${id}/columns`,
      formula('Label', 'IF({{Twice}} > 10, "big", "small")'),
    )
    expect(body).toMatchObject({ id: 'c3', type: 'formula', value_type: 'text' })
    expect(body.volatile).toBeUndefined()
    const today = await ann.post(`/api/workbooks/${id}/columns`, formula('Age', 'TODAY() - DATE(2026, 1, 1)'))
    expect(today.body).toMatchObject({ value_type: 'number', volatile: true })
  })

  test('what is wrong is refused with its place and what was probably meant', async () => {
    const { id } = await makeWorkbook([input('Email')])
    const { status, body } = await ann.post(`/api/workbooks/${id}/columns`, formula('X', 'UPER({{Emial}})'))
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      { type: 'unknown_reference', ctx: { start: 5, end: 14, suggestion: '{{Email}}' } },
      {
        loc: ['body', 'expression'],
        type: 'unknown_function',
        msg: 'There is no function UPER. Did you mean UPPER? (at 1)',
        ctx: { start: 0, end: 4, suggestion: 'UPPER' },
      },
    ])
  })

  test('a circle is refused by its name', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('A', '{{N}} + 1'), formula('B', '{{A}} + 1')])
    const { status, body } = await ann.patch(`/api/workbooks/${id}/columns/c2`, { expression: '{{B}} + 1' })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({
      type: 'reference_cycle',
      msg: 'Columns refer to each other in a circle: A -> B -> A',
    })
  })

  test('a formula column stays computed, and an input column an input', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('A', '{{N}} + 1')])
    expect((await ann.patch(`/api/workbooks/${id}/columns/c2`, { type: 'input', expression: null })).status).toBe(422)
    expect(
      (await ann.patch(`/api/workbooks/${id}/columns/c1`, { type: 'formula', expression: '1', input_type: null }))
        .status,
    ).toBe(422)
  })
})

describe('values', () => {
  test('follow every write: rows added, changed one by one and together, cells emptied', async () => {
    const { id, rows } = await makeWorkbook(
      [
        input('N', 'number'),
        input('Name'),
        formula('Twice', '{{N}} * 2'),
        formula('Text', '{{Name}} & ": " & {{Twice}}'),
      ],
      [{ N: 1, Name: 'a' }, { N: 2 }, { Name: 'c' }],
    )
    expect(await column(id, 'c3')).toEqual([2, 4, null])
    expect(await column(id, 'c4')).toEqual(['a: 2', ': 4', 'c: '])
    await ann.patch(`/api/workbooks/${id}/rows/${rows[0]}/cells/c1`, { value: 10 })
    expect(await column(id, 'c4')).toEqual(['a: 20', ': 4', 'c: '])
    await ann.patch(`/api/workbooks/${id}/rows`, {
      rows: [
        { row_id: rows[1], data: { Name: 'b' } },
        { row_id: rows[2], data: { N: 7 } },
      ],
    })
    expect(await column(id, 'c4')).toEqual(['a: 20', 'b: 4', 'c: 14'])
    await ann.patch(`/api/workbooks/${id}/rows`, { rows: [{ row_id: rows[0], data: { N: '' } }] })
    expect(await column(id, 'c3')).toEqual([null, 4, 14])
  })

  test('an error names its place, keeps no value, and goes when the row is mended', async () => {
    const { id, rows } = await makeWorkbook([input('N'), formula('X', '100 / {{N}}')], [{ N: '5' }])
    expect(await column(id, 'c2')).toEqual([20])
    await ann.patch(`/api/workbooks/${id}/rows/${rows[0]}/cells/c1`, { value: 'five' })
    const { body } = await ann.get(`/api/workbooks/${id}`)
    expect(body.rows[0].enrichments.c2).toMatchObject({
      status: 'error',
      value: null,
      error: { class: 'formula', message: '"five" is not a number (at 7)' },
    })
    await ann.patch(`/api/workbooks/${id}/rows/${rows[0]}/cells/c1`, { value: '4' })
    expect(await column(id, 'c2')).toEqual([25])
  })

  test('are computed for the rows that are there when the column comes, and again when the formula changes', async () => {
    const { id } = await makeWorkbook([input('N', 'number')], [{ N: 1 }, { N: 2 }])
    await ann.post(`/api/workbooks/${id}/columns`, formula('X', '{{N}} + 1'))
    expect(await column(id, 'c2')).toEqual([2, 3])
    await ann.patch(`/api/workbooks/${id}/columns/c2`, { expression: '{{N}} + 100' })
    expect(await column(id, 'c2')).toEqual([101, 102])
    await ann.post(`/api/workbooks/${id}/columns`, formula('Y', '{{X}} & "!"'))
    await ann.patch(`/api/workbooks/${id}/columns/c2`, { expression: '{{N}}' })
    expect(await column(id, 'c3')).toEqual(['1!', '2!'])
  })

  test('a person may type over one; without the override it is computed again', async () => {
    const { id, rows } = await makeWorkbook(
      [input('N', 'number'), formula('X', '{{N}} + 1'), formula('Y', '{{X}} * 10')],
      [{ N: 1 }],
    )
    await ann.patch(`/api/workbooks/${id}/rows/${rows[0]}/cells/c2`, { value: 5 })
    expect([await column(id, 'c2'), await column(id, 'c3')]).toEqual([[5], [50]])
    await ann.patch(`/api/workbooks/${id}/rows/${rows[0]}/cells/c1`, { value: 3 })
    expect(await column(id, 'c2')).toEqual([5])
    await ann.delete(`/api/workbooks/${id}/rows/${rows[0]}/cells/c2`)
    expect([await column(id, 'c2'), await column(id, 'c3')]).toEqual([[4], [40]])
  })

  test('a rename is written into formulas and computes nothing again', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('X', '{{N}} + {{n}}  + 1')], [{ N: 1 }])
    const before = await ann.get(`/api/workbooks/${id}`)
    await ann.patch(`/api/workbooks/${id}/columns/c1`, { name: 'Head count' })
    const after = await ann.get(`/api/workbooks/${id}`)
    expect(after.body.workbook.columns_config[1].expression).toBe('{{Head count}} + {{Head count}}  + 1')
    expect(after.body.rows[0].enrichments.c2).toEqual(before.body.rows[0].enrichments.c2)
  })

  test('a column that a formula reads is kept, unless forced: then the cells say what is missing', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('X', '{{N}} + 1')], [{ N: 1 }])
    const kept = await ann.delete(`/api/workbooks/${id}/columns/c1`)
    expect(kept).toMatchObject({ status: 409, body: { dependants: [{ id: 'c2', name: 'X' }] } })
    await ann.delete(`/api/workbooks/${id}/columns/c1?force=true`)
    expect(await column(id, 'c2')).toEqual(['There is no column "N" (at 1)'])
  })

  test('of many rows added or changed at once are computed by the job', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('X', '{{N}} * 2'), formula('Y', '"same"')])
    const added = await ann.post(`/api/workbooks/${id}/rows`, {
      rows: Array.from({ length: 600 }, (_, N) => ({ data: { N } })),
    })
    await settle(database)
    expect(await column(id, 'c2')).toEqual(Array.from({ length: 600 }, (_, n) => n * 2))
    expect(new Set(await column(id, 'c3'))).toEqual(new Set(['same']))
    const ids = added.body.items.map((row: { row_id: string }) => row.row_id)
    await ann.patch(`/api/workbooks/${id}/rows`, { rows: ids.map((row_id: string) => ({ row_id, data: { N: 1 } })) })
    await settle(database)
    expect(new Set(await column(id, 'c2'))).toEqual(new Set([2]))
  })

  test('that age are computed again every night, for as long as there are such', async () => {
    const { id } = await makeWorkbook([input('N', 'number'), formula('Now', 'NOW() & {{N}}')], [{ N: 1 }])
    const nights = () =>
      database.inSystem(async (tx) => {
        const { rows } = await tx.client.query<{ payload: { chain: string } }>(
          `select payload from queue where kind = $1 and payload ->> 'workbook_id' = $2 and run_at > now()`,
          [COMPUTE_DAILY.name, id],
        )
        return rows
      })
    const [night] = await nights()
    const daily = computedJobs(database, () => new Date()).find(({ kind }) => kind.name === COMPUTE_DAILY.name)
    const work = () =>
      daily?.work(
        night?.payload as never,
        testRun({ id: '', workspace_id: workspaceId, signal: new AbortController().signal }),
      )
    const before = await column(id, 'c2')
    await work()
    expect(await nights()).toHaveLength(2)
    await settle(database)
    expect(await column(id, 'c2')).not.toEqual(before)
    await ann.patch(`/api/workbooks/${id}/columns/c2`, { expression: '{{N}}' })
    await work()
    expect(await nights()).toHaveLength(2)
  })

  test('many rows are computed by the job, and what it was stopped in the middle of is finished by another', async () => {
    const { id } = await makeWorkbook([input('N', 'number')])
    await database.inWorkspace(workspaceId, async (tx) => {
      await tx.client.query(
        `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
         select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', n) from generate_series(1, 3500) n`,
        [workspaceId, id],
      )
      await tx.client.query('update workbooks set total_rows = 3500, next_position = 3501 where id = $1', [id])
    })
    await ann.post(`/api/workbooks/${id}/columns`, formula('X', '{{N}} * 2'))
    expect(await countOf(id)).toBe(0)
    await expect(computeOneStep(database, workspaceId, id)).rejects.toThrow()
    const begun = await countOf(id)
    expect(begun > 0 && begun < 3500).toBe(true)
    await settle(database)
    expect(await countOf(id)).toBe(3500)
    const { body } = await ann.get(`/api/workbooks/${id}?cursor_mode=true&page_size=5000`)
    expect(body.rows.at(-1).enrichments.c2.value).toBe(7000)
    expect(body.workbook.completed_rows).toBe(3500)
    expect(body.workbook.columns_config[1].stats).toEqual({ complete: 3500 })
  })
})

describe('trying out', () => {
  test('a formula is tried on ten rows, also on some that lack what it reads, and nothing is stored', async () => {
    const sizes = Array.from({ length: 20 }, (_, n) => (n < 15 ? { Size: n } : {}))
    const { id } = await makeWorkbook([input('Size', 'number')], sizes)
    const column = { type: 'formula', expression: '=100/{{Size}}' }
    const { status, body } = await ann.post(`/api/workbooks/${id}/columns/preview`, { column })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      value_type: 'number',
      volatile: false,
      formatted: '100 / {{Size}}',
      reads: ['c1'],
      problems: [],
    })
    expect(body.rows).toHaveLength(10)
    expect(body.rows[0]).toMatchObject({
      value: null,
      status: 'error',
      inputs: { c1: 0 },
      error: { message: 'Division by zero', start: 1, end: 13 },
    })
    expect(body.rows[4]).toMatchObject({ value: 25, status: 'complete', error: null })
    expect(body.rows.filter((row: { inputs: { c1: unknown } }) => row.inputs.c1 === null)).toHaveLength(3)
    expect((await ann.get(`/api/workbooks/${id}`)).body.workbook.columns_config).toHaveLength(1)
  })

  test('what is wrong is part of the answer while a user types', async () => {
    const { id } = await makeWorkbook([input('Size', 'number'), formula('X', '{{Size}} + 1')], [{ Size: 1 }])
    const preview = (expression: string, more = {}) =>
      ann.post(`/api/workbooks/${id}/columns/preview`, { column: { type: 'formula', expression, ...more } })
    expect((await preview('ROUNT({{Size}}')).body).toMatchObject({
      rows: [],
      formatted: null,
      problems: [{ type: 'formula_syntax', start: 0, end: 5, suggestion: null }],
    })
    expect((await preview('ROUNT({{Size}})')).body.problems).toMatchObject([
      { type: 'unknown_function', suggestion: 'ROUND' },
    ])
    expect((await preview('{{X}} + 1')).body.rows).toMatchObject([{ value: 3 }])
    expect((await preview('{{X}} + 1', { id: 'c2' })).body.problems).toMatchObject([{ type: 'unknown_reference' }])
  })

  test('a lookup is tried before the other workbook has ever been looked up, and after', async () => {
    const theirs = await makeWorkbook(
      [input('Site'), input('Amount', 'number')],
      [
        { Site: 'a.com', Amount: 1 },
        { Site: 'A.com', Amount: 2 },
      ],
    )
    const { id } = await makeWorkbook([input('Domain')], [{ Domain: 'a.com' }, { Domain: 'b.com' }, {}])
    for (const [give, values] of [
      ['sum', [3, null, null]],
      ['count', [2, 0, null]],
      ['last', [2, null, null]],
      ['many', [[1, 2], null, null]],
      ['max', [2, null, null]],
    ] as const) {
      const column = {
        type: 'lookup',
        workbook_id: theirs.id,
        key: '{{Domain}}',
        their_key: 'c1',
        compare: 'domain',
        give,
        their_column: 'c2',
      }
      const tried = async () =>
        (await ann.post(`/api/workbooks/${id}/columns/preview`, { column })).body.rows.map(
          (row: { value: unknown }) => row.value,
        )
      const before = await tried()
      const saved = await ann.post(`/api/workbooks/${id}/columns`, { ...column, name: 'L' })
      expect([give, before, await tried()]).toEqual([give, values, values])
      await ann.delete(`/api/workbooks/${id}/columns/${saved.body.id}`)
    }
  })
})

async function countOf(workbookId: string): Promise<number> {
  return database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from cells where workbook_id = $1',
      [workbookId],
    )
    return oneRow(rows).n
  })
}
