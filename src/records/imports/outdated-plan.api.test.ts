// Promises of plans that came to be out of date in ways that depend on the timing of other writers.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { createRows } from '../rows/new-rows.commands.ts'
import { reservePositions } from '../store/rows/positions.writes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { importsInto } from './import.fixture.ts'
import { importRoutes } from './import.routes.ts'

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...importRoutes({ database, now: () => new Date() }),
])

test('rows whose positions were taken before the plan and that were written after it make it out of date', async () => {
  const columns_config = [{ name: 'Mail', type: 'input', input_type: 'email' }]
  const { id } = (await ann.post('/api/workbooks', { name: 'Leads', columns_config })).body
  const { at, plan } = importsInto(id, { app, database, workspaceId, caller: ann })
  const reserved = await reservePositions(database, workspaceId, id, 20)
  // The workbook has no duplicate key so far, so the plan looks for the keys of the rows that are there.
  const planned = await plan('Mail\nann@x.io\n', { identity: { index: 0, normaliser: 'email' } })
  expect(planned.plan).toMatchObject({ create: 1 })
  await database.inWorkspace(workspaceId, (tx) =>
    createRows(tx, id, { rows: [{ data: { Mail: 'ann@x.io' } }] }, reserved),
  )
  const answer = await ann.post(at(planned.id, '/commit'))
  expect([answer.status, answer.body.import?.state], answer.text).toEqual([409, 'planning'])
})
