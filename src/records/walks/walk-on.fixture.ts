// Works off the walks of a test's database, as a worker would.
import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JobKind } from '../../platform/queue/queue.ts'
import { WALK } from './walks.writes.ts'

/** Runs every walk that is due; returns how many there were. */
export async function walkOn(database: TestDatabase, kinds: readonly JobKind<never>[]): Promise<number> {
  const kind = kinds.find(({ name }) => name === WALK)
  const jobs = await database.asOwner<{ payload: object; workspace_id: WorkspaceId }>(
    'delete from jobs where kind = $1 returning payload, workspace_id',
    [WALK],
  )
  const signal = new AbortController().signal
  for (const { payload, workspace_id } of jobs) await kind?.work(payload as never, { id: '', workspace_id, signal })
  return jobs.length
}
