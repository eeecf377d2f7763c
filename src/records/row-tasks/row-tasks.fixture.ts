// Works off the row tasks of a test's database, as a worker would.

import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { type RowTaskPlans, rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { ROW_TASK } from './row-tasks.commands.ts'

/** Runs every row task that is due; returns how many there were. */
export async function runRowTasks(database: TestDatabase, plans: Partial<RowTaskPlans>): Promise<number> {
  const [kind] = rowTaskJobs(database, plans as RowTaskPlans)
  const jobs = await database.asOwner<{ payload: object; workspace_id: WorkspaceId }>(
    'delete from queue where kind = $1 returning payload, workspace_id',
    [ROW_TASK.name],
  )
  const signal = new AbortController().signal
  for (const { payload, workspace_id } of jobs)
    await kind?.work(payload as never, testRun({ id: '', workspace_id, signal }))
  return jobs.length
}
