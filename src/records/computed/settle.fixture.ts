// Works off the queue in a test, as a worker would, until nothing is due.

import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { computedJobs } from './computed.jobs.ts'

/** Runs every job of computed columns that is due; returns how many there were. */
export async function settle(database: TestDatabase, sharedRows?: number): Promise<number> {
  const kinds = new Map(computedJobs(database, () => new Date(), sharedRows).map((kind) => [kind.kind.name, kind]))
  for (let done = 0; ; done++) {
    const { rows } = await database.inSystem((tx) =>
      tx.client.query<{ kind: string; payload: unknown; workspace_id: WorkspaceId }>(
        `delete from queue where id = (select id from queue where kind = any($1) and run_at <= now() order by id limit 1)
         returning kind, payload, workspace_id`,
        [[...kinds.keys()]],
      ),
    )
    const [job] = rows
    if (!job) return done
    const signal = new AbortController().signal
    await kinds.get(job.kind)?.work(job.payload as never, testRun({ id: '', workspace_id: job.workspace_id, signal }))
  }
}

/** Computes one step of a workbook, as by a process that is stopped then; rejects. */
export async function computeOneStep(database: TestDatabase, at: WorkspaceId, workbookId: string): Promise<void> {
  const stopping = new AbortController()
  const stopped: TestDatabase = {
    ...database,
    async inWorkspace(place, work, limits) {
      const done = await database.inWorkspace(place, work, limits)
      stopping.abort()
      return done
    },
  }
  const [compute] = computedJobs(stopped, () => new Date())
  const { signal } = stopping
  await compute?.work({ workbook_id: workbookId } as never, testRun({ id: '', workspace_id: at, signal }))
}
