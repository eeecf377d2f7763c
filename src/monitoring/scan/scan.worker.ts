// The handlers of scans: the plan with its progress, and the single leads.
import { setTimeout as pause } from 'node:timers/promises'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import type { PollParts } from '../polls/poll.commands.ts'
import { planLeads, readScan, scanOne } from './scan.commands.ts'
import { scanLead, scanSignals } from './scan.jobs.ts'

const BATCH = 200
const LOOK_MS = 500

export function scanJobs(parts: PollParts): JobHandler[] {
  const { database, policy } = parts
  return [
    handleWorkspaceJob(scanSignals, async (_payload, run) => {
      const { workspace_id, id, signal } = run
      let after = typeof run.checkpoint === 'number' ? run.checkpoint : 0
      // Below zero: all leads have their tickets.
      const steps = openSteps({ database, at: workspace_id, signal, what: 'Planning the scan of leads', most: BATCH })
      while (after >= 0) {
        const from = after
        after = await steps.take(async (tx, { size }) => {
          const last = await planLeads(tx, id, from, size, policy)
          const { total, done } = await readScan(tx, id)
          await run.progress(tx, { total, done, checkpoint: last ?? -1, message: `${total} leads to scan` })
          return last ?? -1
        })
      }
      for (;;) {
        signal.throwIfAborted()
        const isOver = await database.inWorkspace(workspace_id, async (tx) => {
          const { total, done, signals, failed } = await readScan(tx, id)
          await run.progress(tx, {
            total,
            done,
            counts: { signals, failed },
            message: `${done} of ${total} leads scanned`,
          })
          if (done < total) return false
          await run.result(tx, { leads: total, signals, failed })
          return true
        })
        if (isOver) return
        await pause(LOOK_MS, undefined, { signal })
      }
    }) as JobHandler,
    handleWorkspaceJob(scanLead, async (payload, run) => {
      await scanOne(parts, payload, run)
    }) as JobHandler,
  ]
}
