// Formulas between the columns of one run: computed as soon as what they read is there, and read by what comes after them.
import { expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { found, notFound } from '../../providers/kit/kit.ts'
import { addColumn } from '../../records/columns/columns.commands.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { readTrace } from '../trace/trace.reads.ts'
import { lookup } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

const { database } = await openTenant()

it('a column that reads a formula over another column of the run waits for both, and asks by the new value', async () => {
  const first = lookup('first', ({ key }) => (key === 'gone' ? notFound() : found({ description: `${key}.com` }, 1)))
  const second = lookup('second', ({ key }) => found({ description: `about ${key}` }, 1))
  const catalog = [first, second]
  const ask = (name: string, provider: string, key: string, more = {}) => ({
    type: 'waterfall',
    name,
    output: 'description',
    steps: [{ provider, inputs: { key } }],
    ...more,
  })
  const book = await addWorkbook(database, ['acme', 'gone', 'beta'], [
    // In this order, so that nothing but the references says what comes first.
    ask('About', 'second', '{{Shout}}', { run_if: { field: 'c3', op: 'ne', value: 'BETA.COM!' } }),
    { type: 'formula', name: 'Shout', expression: '{{Loud}} & "!"' },
    { type: 'formula', name: 'Loud', expression: 'UPPER({{Domain}})' },
    ask('Domain', 'first', '{{Name}}'),
  ] as never)
  const stage = setStage(database, catalog)
  const started = await stage.start(book)
  expect(started).toMatchObject({ rows: 3, cells: 6 })
  await stage.end(book, started)
  await stage.close()
  const told = (await readCells(database, book.id)).map(({ name, column_id, status, value, reason }) => [
    name,
    column_id,
    reason ?? status,
    value,
  ])
  expect(told).toEqual([
    ['acme', 'c2', 'complete', 'about ACME.COM!'],
    ['acme', 'c3', 'complete', 'ACME.COM!'],
    ['acme', 'c4', 'complete', 'ACME.COM'],
    ['acme', 'c5', 'complete', 'acme.com'],
    ['gone', 'c2', 'complete', 'about !'],
    ['gone', 'c3', 'complete', '!'],
    ['gone', 'c4', 'complete', null],
    ['gone', 'c5', 'not_found', null],
    ['beta', 'c2', 'condition_false', null],
    ['beta', 'c3', 'complete', 'BETA.COM!'],
    ['beta', 'c4', 'complete', 'BETA.COM'],
    ['beta', 'c5', 'complete', 'beta.com'],
  ])
  expect(second.asked.sort()).toEqual(['!', 'ACME.COM!'])
  const explained = await database.inWorkspace(book.workspace_id, async (tx) => {
    const [row] = await readRowsForRun(tx, book.id, { from: 1, to: 1 }, [])
    return readTrace(tx, { catalog }, 0, book.id, row?.row_id ?? '', 'c3')
  })
  expect(explained).toMatchObject({
    column_name: 'Shout',
    status: 'complete',
    value: 'ACME.COM!',
    steps: [],
    attempts: [],
  })
})

it('a formula between them may look up, and what it finds is asked with', async () => {
  const first = lookup('first', ({ key }) => (key === 'gone' ? notFound() : found({ description: `${key}.com` }, 1)))
  const second = lookup('second', ({ key }) => found({ description: `about ${key}` }, 1))
  const ask = (name: string, provider: string, key: string) => ({
    type: 'waterfall',
    name,
    output: 'description',
    steps: [{ provider, inputs: { key } }],
  })
  const book = await addWorkbook(database, ['acme', 'gone', 'acme', 'beta'], [
    ask('Domain', 'first', '{{Name}}'),
    ask('About', 'second', '{{Times}}'),
  ] as never)
  await database.inWorkspace(book.workspace_id, async (tx) => {
    await tx.client.query('update workbooks set next_column = 9 where id = $1', [book.id])
    const expression = '"×" & COUNTIF({{Name}}, SPLIT({{Domain}}, ".").0)'
    await addColumn(tx, book.id, { type: 'formula', name: 'Times', expression })
  })
  const stage = setStage(database, [first, second])
  await stage.end(book, await stage.start(book))
  await stage.close()
  const cells = (await readCells(database, book.id)).filter(({ column_id }) => column_id === 'c3')
  expect(cells.map(({ name, value }) => [name, value])).toEqual([
    ['acme', 'about ×2'],
    ['gone', 'about ×'],
    ['acme', 'about ×2'],
    ['beta', 'about ×1'],
  ])
  expect([...new Set(second.asked)].sort()).toEqual(['×', '×1', '×2'])
})
