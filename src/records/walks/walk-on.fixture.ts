// Works off the walks of a test's database, as a worker would.

import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { WALK } from './walks.commands.ts'
import { type WalkPlans, walkJobs } from './walks.jobs.ts'

/** Runs every walk that is due; returns how many there were. */
export async function walkOn(database: TestDatabase, plans: Partial<WalkPlans>): Promise<number> {
  const [kind] = walkJobs(database, plans as WalkPlans)
  const jobs = await database.asOwner<{ payload: object; workspace_id: WorkspaceId }>(
    'delete from queue where kind = $1 returning payload, workspace_id',
    [WALK.name],
  )
  const signal = new AbortController().signal
  for (const { payload, workspace_id } of jobs)
    await kind?.work(payload as never, testRun({ id: '', workspace_id, signal }))
  return jobs.length
}
