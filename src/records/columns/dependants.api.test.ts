// Promises of deleting a column: who would miss it is listed first, and what stands in the way has to be forced.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { duplicateKeyRoutes } from '../rows/duplicate-key.routes.ts'
import { newChange, recordChange } from '../store/recorder.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { database, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...duplicateKeyRoutes(database),
])

async function makeWorkbook(name: string, columns_config: object[]): Promise<string> {
  const { status, body, text } = await ann.post('/api/workbooks', { name, columns_config })
  expect(status, text).toBe(201)
  return body.id
}

const dependants = async (id: string, column: string) =>
  (await ann.get(`/api/workbooks/${id}/columns/${column}/dependants`)).body.items

test('everything that needs a column is listed before it is deleted', async () => {
  const id = await makeWorkbook('Companies', [
    { name: 'Site', type: 'input' },
    { name: 'Upper', type: 'formula', expression: 'UPPER({{Site}})' },
    { name: 'Alone', type: 'input' },
  ])
  await makeWorkbook('People', [
    { name: 'Mail', type: 'input' },
    {
      name: 'Firm',
      type: 'lookup',
      workbook_id: id,
      key: '{{Mail}}',
      their_key: 'c1',
      compare: 'domain',
      give: 'exists',
    },
  ])
  await ann.put(`/api/workbooks/${id}/identity`, { columns: [{ column_id: 'c1', normaliser: 'domain' }] })
  const view = { name: 'With a site', scope: 'shared', filter: { not: { field: 'c1', op: 'is_empty' } } }
  const { body: kept } = await ann.post(`/api/workbooks/${id}/views`, view)
  await ann.post(`/api/workbooks/${id}/views`, { name: 'Wide', scope: 'shared', widths: { c1: 300 } })
  const run_id = newId()
  const run = { column_ids: ['c1'], row_ids: null, to: 1000, ended: false }
  await database.inWorkspace(workspaceId, (tx) =>
    recordChange(tx, id, { ...newChange('run', { rows: 1200 }, null, run_id), detail: { run } }),
  )
  expect(await dependants(id, 'c1')).toEqual([
    { kind: 'column', id: 'c2', name: 'Upper', blocks: true },
    { kind: 'identity', id, name: 'Duplicate key', blocks: true },
    { kind: 'lookup', id: expect.any(String), name: 'People: Firm', blocks: true },
    { kind: 'view', id: kept.id, name: 'With a site', blocks: false },
    { kind: 'run', id: run_id, name: 'Run over 1,200 rows', blocks: false },
  ])
  expect(await dependants(id, 'c3')).toEqual([])
  expect((await ann.get(`/api/workbooks/${id}/columns/c9/dependants`)).status).toBe(404)
})

test('a column of the duplicate key is deleted only when forced, and undo brings both back', async () => {
  const id = await makeWorkbook('People', [{ name: 'Mail', type: 'input' }])
  const columns = [{ column_id: 'c1', normaliser: 'email' }]
  await ann.put(`/api/workbooks/${id}/identity`, { columns })
  await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { Mail: 'a@b.co' } }] })
  const refused = await ann.delete(`/api/workbooks/${id}/columns/c1`)
  expect(refused.status).toBe(409)
  expect(refused.body.dependants).toMatchObject([{ kind: 'identity' }])
  expect((await ann.delete(`/api/workbooks/${id}/columns/c1?force=true`)).status).toBe(204)
  expect((await ann.get(`/api/workbooks/${id}/identity`)).body).toMatchObject({ columns: null, state: 'none' })
  await ann.post(`/api/workbooks/${id}/undo`, {})
  expect((await ann.get(`/api/workbooks/${id}/identity`)).body).toMatchObject({ columns, state: 'ready' })
  const again = await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { Mail: 'A@B.co' } }], dedupe: 'skip' })
  expect(again.body.outcomes).toMatchObject([{ outcome: 'unchanged' }])
})
