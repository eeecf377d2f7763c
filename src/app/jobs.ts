// The background work of a worker process: every kind of job of the rooms, and the sweeps that keep machinery tables small.

import { planSweeps } from '../enrichment/retention/retention.jobs.ts'
import { sweepReservations } from '../enrichment/runs/worker/open-lines.commands.ts'
import type { Database } from '../platform/db/database.ts'
import { tryInstallation } from '../platform/db/hold.ts'
import type { Log } from '../platform/log.ts'
import type { StateGauge } from '../platform/meters.ts'
import type { JobHandler } from '../platform/queue/job.ts'
import type { BackgroundWorker } from '../platform/room.ts'
import { sweepIngestTokens } from '../records/ingest/ingest-holders.commands.ts'
import type { JobParts } from './parts.ts'
import { ROOMS } from './rooms.ts'

export const allJobs = (parts: JobParts): JobHandler[] => ROOMS.flatMap(({ jobs }) => jobs?.(parts) ?? [])

export const allWorkers = (parts: JobParts): BackgroundWorker[] =>
  ROOMS.flatMap(({ workers }) => workers?.(parts) ?? [])

/** Types of events that workers of the rooms wait for. */
export const HEARD_TYPES: readonly string[] = ROOMS.flatMap(({ hears }) => hears ?? [])

export const STATE_GAUGES: readonly StateGauge[] = ROOMS.flatMap(({ gauges }) => gauges ?? [])

/** What is deleted by age within each workspace. */
export const WORKSPACE_SWEEPS: readonly string[] = ROOMS.flatMap(({ workspace_sweeps }) => workspace_sweeps ?? [])

const EVERY_MS = 5 * 60_000

/** Sweeps now and then, in one process at a time. */
export function startMaintenance(database: Database, log: Log, auditRetentionSeconds: number): BackgroundWorker {
  let sweeping: Promise<void> | undefined
  const sweep = async () => {
    await database.inSystem(async (tx) => {
      if (!(await tryInstallation(tx, 'sweeps'))) return
      for (const statement of ROOMS.flatMap(({ sweeps }) => sweeps ?? [])) await tx.client.query(statement)
      await tx.client.query('select audit_prune(make_interval(secs => $1), 50000)', [auditRetentionSeconds])
    })
    await database.inControl(async (tx) => {
      if (await tryInstallation(tx, 'sweeps')) await planSweeps(tx)
    })
    await sweepReservations(database)
    await sweepIngestTokens(database)
  }
  const timer = setInterval(() => {
    sweeping = sweep().catch((error) => log.warn({ err: error }, 'maintenance did not finish'))
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}
