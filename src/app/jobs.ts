// Every kind of job this version can work on, and the house-keeping that keeps machinery tables small.

import { autoRunJobs } from '../enrichment/auto/auto-run.jobs.ts'
import { sweepReservations } from '../enrichment/money/open-lines.commands.ts'
import { planSweeps, retentionJobs } from '../enrichment/retention/retention.jobs.ts'
import type { Runs } from '../enrichment/runs/run.commands.ts'
import { workspaceJobs } from '../identity/workspaces.jobs.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { KEPT_DAYS } from '../platform/limits/idempotency-keys.ts'
import type { Log } from '../platform/log.ts'
import type { JobKind } from '../platform/queue/queue.ts'
import { computedJobs } from '../records/computed/computed.jobs.ts'
import { copyingRows } from '../records/copies/copy.commands.ts'
import { exportJobs } from '../records/exports/export.jobs.ts'
import { historyJobs } from '../records/history/history.jobs.ts'
import { importJobs } from '../records/imports/import.jobs.ts'
import { copyingLeads } from '../records/leads/copy-leads.commands.ts'
import { lookAgainJob } from '../records/leads/look-again.jobs.ts'
import { leadJobs } from '../records/leads/sync.jobs.ts'
import { rekeying } from '../records/recognition/recognition.commands.ts'
import { copyingValues } from '../records/typing/column-copy.commands.ts'
import { converting } from '../records/typing/conversion.commands.ts'
import { viewJobs } from '../records/views/view-index.jobs.ts'
import { walkJobs } from '../records/walks/walks.jobs.ts'
import { workbookJobs } from '../records/workbooks/workbook.jobs.ts'

export function jobKinds(runs: Runs): JobKind<never>[] {
  const { database, now } = runs
  return [
    ...workspaceJobs(database, ['workspace_keys', 'run_chunks', 'runs'], now),
    ...workbookJobs(database),
    ...viewJobs(database),
    ...retentionJobs(database, now),
    ...importJobs({ database, now }),
    ...exportJobs({ database, now }),
    ...computedJobs(database, now),
    ...historyJobs(database),
    ...leadJobs(database, now),
    lookAgainJob(database) as JobKind<never>,
    ...autoRunJobs(runs),
    ...walkJobs(database, {
      rekey: rekeying,
      convert: converting,
      copy_values: copyingValues,
      copy_rows: copyingRows,
      copy_leads: copyingLeads,
    }),
  ]
}

const EVERY_MS = 5 * 60_000
const LOCK = 7_214_550_303

/** What nobody asks for any more. Events can be replayed for at least an hour; two are kept. */
const SWEEPS = [
  `delete from idempotency_keys where created_at < now() - interval '${KEPT_DAYS} days'`,
  `delete from idempotency_keys_of_people where created_at < now() - interval '${KEPT_DAYS} days'`,
  `delete from events where ts < now() - interval '2 hours'`,
  `delete from session_families where ends_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'`,
  `delete from login_throttle where empty_at < now() - interval '1 hour'`,
  `delete from stream_tickets where expires_at < now() - interval '1 hour'`,
  `delete from awaited_answers where state <> 'open' and deadline < now() - interval '7 days'`,
  `delete from run_chunks c using runs r where r.workspace_id = c.workspace_id and r.id = c.run_id and r.ended_at < now() - interval '1 hour'`,
]

/** Sweeps now and then, in one process at a time. */
export function startHousekeeping(
  database: Database,
  log: Log,
  auditRetentionSeconds: number,
): { close(): Promise<void> } {
  let sweeping: Promise<void> | undefined
  const isMine = async (tx: Tx) =>
    (await tx.client.query('select pg_try_advisory_xact_lock($1) as mine', [LOCK])).rows[0].mine as boolean
  const sweep = async () => {
    await database.inSystem(async (tx) => {
      if (!(await isMine(tx))) return
      for (const statement of SWEEPS) await tx.client.query(statement)
      await tx.client.query('select audit_prune(make_interval(secs => $1), 50000)', [auditRetentionSeconds])
    })
    await database.inControl(async (tx) => {
      if (await isMine(tx)) await planSweeps(tx)
    })
    await sweepReservations(database)
  }
  const timer = setInterval(() => {
    sweeping = sweep().catch((error) => log.warn({ err: error }, 'house-keeping did not finish'))
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}
