// Promises of find and replace in a workbook over leads: those that are still being made rows are replaced in as well.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { PutOff } from '../../platform/queue/job.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { copyingLeads } from '../leads/copy-leads.commands.ts'
import { leadRoutes } from '../leads/leads.routes.ts'
import { materializeLeads } from '../opening/materialize-leads.commands.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { replacing } from './replace.commands.ts'
import { replaceRoutes } from './replace.routes.ts'

const { database, workspaceId, ann } = await openTenant((database) => [
  ...leadRoutes({ database, now: () => new Date('2026-11-22T05:00:00Z') }),
  ...workbookRoutes(database),
  ...replaceRoutes(database),
])

test('leads that become rows in the background are waited for, before a row that was added behind them', async () => {
  const names = ['Anvil', 'Bolt', 'Crate', 'Drill', 'Easel']
  for (const company of names) await ann.post('/api/lead', { company: `${company} Inc`, domain: `${company}.com` })
  const { body } = await ann.post('/api/workbooks', { name: 'Leads', source_type: 'leads' })
  const { id } = body
  await database.inWorkspace(workspaceId, async (tx) => materializeLeads(tx, id, await readColumns(tx, id), 2))
  const path = `/api/workbooks/${id}`
  await ann.post(`${path}/rows`, { rows: [{ data: { Company: 'Fork Inc' } }] })
  const begun = (await ann.post(`${path}/rows/replace`, { find: ' Inc', replace_with: '' })).body
  expect(begun).toMatchObject({ cells: 0, job_id: expect.any(String) })
  await expect(workOff(database, rowTaskJobs(database, [replacing]))).rejects.toThrow(PutOff)
  await database.asOwner(`update queue set state = 'ready' where kind = $1`, [replacing.kind.name])
  await workOff(database, rowTaskJobs(database, [copyingLeads]))
  await workOff(database, rowTaskJobs(database, [replacing]))
  const { rows } = (await ann.get(path)).body
  const [company] = body.columns_config.filter(({ name }: { name: string }) => name === 'Company')
  expect(rows.map(({ data }: { data: Record<string, string> }) => data[company.id])).toEqual([...names, 'Fork'])
})
