// What a workbook is called once its runs are over: complete as long as every row of it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { found } from '../../providers/kit/kit.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { deleteRows } from '../../records/rows/rows.commands.ts'
import { mustReadWorkbook } from '../../records/store/workbooks.reads.ts'
import { lookup } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook } from './workbook.fixture.ts'

let stage: ReturnType<typeof setStage>
const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [lookup('one', ({ key }) => found({ description: `about ${key}` }, 0.9))])
})
afterAll(async () => {
  await stage.close()
})

test('rows that come later make a complete workbook a draft, and it is complete again when they go', async () => {
  const column = {
    type: 'enrichment',
    name: 'About',
    output: 'description',
    provider: 'one',
    inputs: { key: '{{Name}}' },
  }
  const book = await addWorkbook(database, ['a', 'b', 'c'], [column])
  const within = <T>(act: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(book.workspace_id, act)
  const status = () => within(async (tx) => (await mustReadWorkbook(tx, book.id)).status)
  await stage.end(book, await stage.start(book))
  expect(await status()).toBe('complete')
  const { row_ids } = await within((tx) => createRows(tx, book.id, { rows: [{ data: { c1: 'late' } }] }))
  expect(await status()).toBe('draft')
  await within((tx) => deleteRows(tx, book.id, row_ids))
  expect(await status()).toBe('complete')
})
