// For tests of imports of leads: a worker that takes them in as soon as they are there.
import type { TestDatabase } from '../../../../test/database.ts'
import { createLog } from '../../../platform/log.ts'
import { startQueueWorker } from '../../../platform/queue/worker.ts'
import { undoLeadsJobs } from '../undo-leads.jobs.ts'
import { leadImportJobs } from './lead-import.jobs.ts'

const WAKE_EVERY_MS = 20

export function startImportWorker(database: TestDatabase, now: () => Date) {
  const worker = startQueueWorker({ database, log: createLog('silent'), now }, [
    ...leadImportJobs({ database, now }),
    ...undoLeadsJobs({ database }),
  ])
  // Nothing emits here when a ticket is written.
  const timer = setInterval(() => worker.wake(), WAKE_EVERY_MS)
  return {
    close() {
      clearInterval(timer)
      return worker.close()
    },
  }
}
