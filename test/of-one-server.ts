// Tests that are left out on a cluster (`npm run test:citus`), with the reason; all others are to pass there.

const BEHIND = 'the test renames a table of tenants, whose shards the service knows by name'

/** By file; the name is a part of that of the test, and '' stands for all of them. */
export const ONE_SERVER: Record<string, [name: string, reason: string][]> = {
  'src/platform/db/conversation.api.test.ts': [
    ['is two messages', 'it counts messages, of which a statement on a node takes more'],
  ],
  'src/platform/db/statistics.api.test.ts': [['', 'statistics of shards are not pinned (decision 0011)']],
  'src/platform/db/table-classes.api.test.ts': [['', 'it reads the catalog of one server']],
  'src/app/plans.api.test.ts': [['', 'it reads plans of one server']],
  'src/app/sweeps.worker.test.ts': [['', 'it plants rows without what they refer to, which shards check']],
  'src/records/rows/plans.worker.test.ts': [['', 'it reads plans of one server']],
  'src/app/intake-kill.worker.test.ts': [['', 'the test puts triggers on tables of tenants, which Citus refuses']],
  'src/enrichment/runs/runs.worker.test.ts': [
    ['lets a chunk be taken again', 'the test puts a trigger on a table of tenants, which Citus refuses'],
    ['whose rows could not be read', BEHIND],
  ],
}
