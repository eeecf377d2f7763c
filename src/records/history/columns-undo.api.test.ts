// Undoing what was done to columns leaves what others built on it.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { addColumn, updateColumn } from '../columns/columns.commands.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { updateRows } from '../rows/rows.commands.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { addHistoryWorkbook } from './history.fixture.ts'
import { revertChange } from './revert.commands.ts'

const { database } = await openTenant(workbookRoutes)

async function stage() {
  const { id, ann, ben } = await addHistoryWorkbook(database)
  type Work<T> = Parameters<typeof database.inWorkspace<T>>[1]
  const as = {
    ann: <T>(work: Work<T>) => database.inWorkspace<T>(ann, work),
    ben: <T>(work: Work<T>) => database.inWorkspace<T>(ben, work),
  }
  const columns = async () =>
    new Map((await as.ann((tx) => readColumns(tx, id))).map((column) => [column.name, column]))
  const undo = () => as.ann((tx) => revertChange(tx, id, 'undo', undefined))
  const redo = () => as.ann((tx) => revertChange(tx, id, 'redo', undefined))
  const added = (name: string) =>
    as.ann((tx) => addColumn(tx, id, { name, type: 'input', input_type: 'text' } as never))
  const formula = (name: string, expression: string) =>
    as.ben((tx) => addColumn(tx, id, { name, type: 'formula', expression } as never))
  const idOf = async (name: string) => (await columns()).get(name)?.id ?? ''
  return { id, as, columns, undo, redo, added, formula, idOf }
}

test('a formula that a colleague wrote with the new name of a column follows the name back, and forth again', async () => {
  const { id, as, columns, undo, redo, formula } = await stage()
  await as.ann((tx) => updateColumn(tx, id, 'c2', { name: 'Web' } as never))
  await formula('Upper', 'UPPER({{Web}})')
  expect(await undo()).toMatchObject({ state: 'undone', skipped: [] })
  expect((await columns()).get('Upper')).toMatchObject({ expression: 'UPPER({{Site}})' })
  expect((await columns()).get('Domain')).toMatchObject({ inputs: { website: '{{Site}}' } })
  await redo()
  expect((await columns()).get('Upper')).toMatchObject({ expression: 'UPPER({{Web}})' })
})

test('a column that a colleague has filled stays, with what it holds, and the undo that did nothing is none', async () => {
  const { id, as, columns, undo, added, idOf } = await stage()
  await added('Phone')
  const phone = await idOf('Phone')
  await as.ben((tx) => createRows(tx, id, { rows: [{ data: { [phone]: '+49 30 1' } }] }))
  const answer = await undo()
  expect(answer).toMatchObject({ state: 'done', columns: 0, skipped: [{ column_id: phone, reason: 'changed_since' }] })
  expect((await columns()).has('Phone')).toBe(true)
})

test('one whose cells a colleague has edited stays too, one that only its maker has filled goes', async () => {
  const { id, as, columns, undo, added, idOf } = await stage()
  const { row_ids } = await as.ann((tx) => createRows(tx, id, { rows: [{ data: { c1: 'A' } }] }))
  const fill = async (who: 'ann' | 'ben', name: string) => {
    const column = await idOf(name)
    await as[who]((tx) => updateRows(tx, id, { rows: [{ row_id: row_ids[0] as string, data: { [column]: 'x' } }] }))
  }
  await added('Mine')
  await fill('ann', 'Mine')
  await undo()
  expect(await undo()).toMatchObject({ state: 'undone', columns: 1, skipped: [] })
  expect((await columns()).has('Mine')).toBe(false)
  await added('Ours')
  await fill('ben', 'Ours')
  expect(await undo()).toMatchObject({ state: 'done', skipped: [{ reason: 'changed_since' }] })
  expect((await columns()).has('Ours')).toBe(true)
})

test('a column that another one reads stays and says so; the next undo takes the step before it', async () => {
  const { columns, undo, added, formula } = await stage()
  await added('First')
  await added('Second')
  await formula('Reads', 'UPPER({{Second}})')
  expect(await undo()).toMatchObject({ state: 'done', skipped: [{ reason: 'in_use' }] })
  expect(await undo()).toMatchObject({ state: 'undone', columns: 1 })
  expect([...(await columns()).keys()]).toEqual(['Name', 'Site', 'Domain', 'Second', 'Reads'])
})
