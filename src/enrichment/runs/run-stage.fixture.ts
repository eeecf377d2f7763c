// For tests of runs: a person in a workspace, a worker that asks the given lookups, and runs followed to their end.
import type { TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { createLog } from '../../platform/log.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { offlineTools } from './offline-tools.fixture.ts'
import type { RunRequest, RunResponse } from './planning/run.schema.ts'
import type { Runs } from './run.commands.ts'
import { readRun } from './runs.reads.ts'
import { type StartedRun, startRun } from './start-run.commands.ts'
import { until } from './workbook.fixture.ts'
import { type RunWorker, startRunWorker } from './worker/run.worker.ts'
import { RUN_PLACES, type RunPlaces } from './worker/run-places.logic.ts'

export interface Book {
  workspace_id: WorkspaceId
  id: string
}

const now = () => new Date()

/** The wish of a worker that holds nothing and served no workspace yet. */
export const ANY_CHUNK = { after: 'ffffffff-ffff-ffff-ffff-ffffffffffff', full: [], busy: [] }

/** A worker of runs that needs no network and has every key; `tools` are its way out, if it has one. */
export function workerFor(
  database: TestDatabase,
  catalog: Lookup[],
  tools: Partial<Tools> = {},
  places = RUN_PLACES,
): RunWorker {
  const accounts = { find: async () => ({}) }
  const toolsFor = () => ({ ...offlineTools, ...tools })
  const cache = answerCache(database)
  const ask = createAsker({ cache, toolsFor, accounts, now })
  return startRunWorker({ database, log: createLog('silent'), catalog, ask, prefetch: cache.prefetch, now }, places)
}

export function setStage(
  database: TestDatabase,
  catalog: Lookup[],
  tools: Partial<Tools> = {},
  places: RunPlaces = RUN_PLACES,
) {
  const worker = workerFor(database, catalog, tools, places)
  const runs: Runs = { database, catalog, now }
  const placeOf = (book: Book): WorkspaceScope => ({
    workspace_id: book.workspace_id,
    actor: { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null },
  })
  const look = (book: Book, runId: string) =>
    database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, runId))
  /** Follows a run that was started until it has ended. */
  async function end(book: Book, { run_id }: StartedRun): Promise<RunResponse> {
    worker.wake()
    return until(
      () => look(book, run_id),
      (run) => run.ended_at !== null,
    )
  }
  return {
    runs,
    placeOf,
    look,
    end,
    start: (book: Book, request: Partial<RunRequest> = {}) =>
      startRun(runs, placeOf(book), book.id, { mode: 'missing', ...request }),
    wake: () => worker.wake(),
    close: () => worker.close(),
  }
}
