// Promises of writing many rows in one long transaction.
import { beforeEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { deleteColumn } from '../columns/columns.commands.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import { byColumn, identityKey } from '../store/identity.logic.ts'
import { reservePositions } from '../store/rows/positions.writes.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { insertRows, lockRowsByKey, updateRowData } from '../store/rows/rows.writes.ts'
import { createWorkbook } from '../workbooks/workbooks.commands.ts'
import { addBulkColumns, addToBlocks, keyByIdentity, openBulk, settleBulk } from './bulk.commands.ts'
import { createRows } from './new-rows.commands.ts'

let workbookId: string

const { database, workspaceId } = await openTenant()
beforeEach(async () => {
  workbookId = await inWorkspace(async (tx) => {
    const columns = [
      { name: 'Company', type: 'input' as const, input_type: 'text' as const },
      { name: 'Site', type: 'input' as const, input_type: 'url' as const },
    ]
    const made = await createWorkbook(tx, null, {
      name: 'W',
      description: '',
      source_type: 'csv',
      columns_config: columns,
    })
    return made.id
  })
})

const inWorkspace: <T>(work: Parameters<typeof database.inWorkspace<T>>[1]) => Promise<T> = (work) =>
  database.inWorkspace(workspaceId, work)
const bySite = byColumn('c2', 'domain')
const add = (...rows: { c1?: string; c2?: string }[]) =>
  inWorkspace((tx) => createRows(tx, workbookId, { rows: rows.map((data) => ({ data })) }))

async function state() {
  return inWorkspace(async (tx) => {
    const rows = await readRowsForRun(tx, workbookId, { from: 0, to: 1e12 }, null)
    const { rows: books } = await tx.client.query<{ total_rows: number; identity: DuplicateKey | null }>(
      'select total_rows, identity from workbooks where id = $1',
      [workbookId],
    )
    const { rows: blocks } = await tx.client.query<{ n: number }>(
      'select coalesce(sum(rows), 0)::int as n from workbook_row_blocks where workbook_id = $1',
      [workbookId],
    )
    const book = oneRow(books)
    expect(blocks).toEqual([{ n: book.total_rows }])
    return { data: rows.map((row) => row.data), ...book }
  })
}

test('rows are inserted once per identity, the rest can be merged, and other writers go on meanwhile', async () => {
  await add({ c1: 'Acme', c2: 'https://www.acme.com/about' }, { c1: 'Acme again', c2: 'acme.com' }, { c1: 'No site' })
  await inWorkspace(async (tx) => {
    const workbook = await openBulk(tx, workbookId)
    await keyByIdentity(tx, workbook, bySite)
    const [phone] = await addBulkColumns(
      database,
      tx,
      workbook,
      [{ name: 'Phone', type: 'input', input_type: 'phone' }],
      () => [],
    )
    const { next: first } = await reservePositions(database, workspaceId, workbookId, 3)
    const rows = [
      { c1: 'Beta', c2: 'beta.org' },
      { c2: 'ACME.com', [phone?.id ?? '']: '+49 30 1' },
      { c1: 'Beta twice', c2: 'http://beta.org' },
    ].map((data, index) => ({ id: newId(), position: first + index, data, identity_key: identityKey(bySite, data) }))
    const inserted = await insertRows(tx, workbookId, rows, null)
    expect(inserted).toEqual(new Set([rows[0]?.id]))
    const [acme] = await lockRowsByKey(tx, workbookId, ['c2:domain:acme.com'])
    expect(acme?.data).toEqual({ c1: 'Acme', c2: 'https://www.acme.com/about' })
    const recording = { change_id: newId(), line: null }
    if (acme) await updateRowData(tx, workbookId, [{ ...acme, data: { ...acme.data, c3: '+49 30 1' } }], recording)
    await add({ c1: 'Written meanwhile' })
    const blocks = new Map<number, number>()
    addToBlocks(
      blocks,
      rows.filter((row) => inserted.has(row.id)).map((row) => row.position),
    )
    await settleBulk(tx, workbookId, {
      column_ids: ['c1', 'c2', 'c3'],
      blocks,
      changed: new Map(),
      identity: bySite,
      change: null,
    })
  })
  const after = await state()
  expect(after).toMatchObject({ total_rows: 5, identity: bySite })
  expect(after.data).toEqual([
    { c1: 'Acme', c2: 'https://www.acme.com/about', c3: '+49 30 1' },
    { c1: 'Acme again', c2: 'acme.com' },
    { c1: 'No site' },
    { c1: 'Beta', c2: 'beta.org' },
    { c1: 'Written meanwhile' },
  ])
})

test('what fails leaves nothing behind but a gap', async () => {
  const failing = inWorkspace(async (tx) => {
    const { next: first } = await reservePositions(database, workspaceId, workbookId, 10)
    await insertRows(tx, workbookId, [{ id: newId(), position: first, data: { c1: 'x' }, identity_key: null }], null)
    throw new Error('broken off')
  })
  await expect(failing).rejects.toThrow('broken off')
  await add({ c1: 'after' })
  expect(await state()).toMatchObject({ total_rows: 1, data: [{ c1: 'after' }] })
})

test('a column removed meanwhile turns the whole write back', async () => {
  const failing = inWorkspace(async (tx) => {
    await openBulk(tx, workbookId)
    await inWorkspace((other) => deleteColumn(other, workbookId, 'c2', true))
    await settleBulk(tx, workbookId, {
      column_ids: ['c2'],
      blocks: new Map([[0, 1]]),
      changed: new Map(),
      identity: null,
      change: null,
    })
  })
  await expect(failing).rejects.toThrow('A column was removed')
})

test('rows added by hand are never refused: of rows with one identity the first holds it', async () => {
  await inWorkspace(async (tx) => {
    await keyByIdentity(tx, await openBulk(tx, workbookId), bySite)
    await settleBulk(tx, workbookId, {
      column_ids: [],
      blocks: new Map(),
      changed: new Map(),
      identity: bySite,
      change: null,
    })
  })
  await add({ c1: 'A', c2: 'a.com' }, { c1: 'B', c2: 'a.com' }, { c1: 'C', c2: 'c.com' })
  const keys = () =>
    database.asOwner('select identity_key as k from workbook_rows where workbook_id = $1 order by position', [
      workbookId,
    ])
  expect(await keys()).toEqual([{ k: 'c2:domain:a.com' }, { k: null }, { k: 'c2:domain:c.com' }])
})
