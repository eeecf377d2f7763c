// Scanning all leads for signals: the jobs that their boards list now, each lead by a ticket of its own.

import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { startOnce } from '../../platform/queue/work.ts'
import { pollTools } from '../fetching/watch-tools.ts'
import { readJobs } from '../kinds/hiring/board-finder.ts'
import { companyOf, type PollParts, signalOf } from '../polls/poll.commands.ts'
import { recordSignals } from '../signals/signals.commands.ts'
import { targetOfLead } from '../watches/groups.commands.ts'
import { openJobSignals } from './existing.logic.ts'
import { scanLead, scanSignals } from './scan.jobs.ts'

/** What was fetched within this time is taken from the shared documents. */
const MAX_AGE_MS = 3_600_000
const HOST_PATIENCE_MS = 20_000
const BUSY_SECONDS = 10

/** Starts a scan, or answers with the one that is under way. */
export async function startScan(tx: WorkspaceTx): Promise<string> {
  return (await startOnce(tx, scanSignals, {}, { title: 'Scan leads for signals' })).job_id
}

/** Writes the tickets of the next leads; returns the last one, and null after the last of all. */
export async function planLeads(
  tx: WorkspaceTx,
  scan_id: string,
  after: number,
  limit: number,
  policy: EgressPolicy,
): Promise<number | null> {
  const { rows } = await tx.client.query<{ id: number; data: JsonObject }>(
    `select id, data from leads where workspace_id = $1 and id > $2 and merged_into is null and (data ? 'domain' or data ? 'website') order by id limit $3`,
    [tx.workspace_id, after, limit],
  )
  for (const lead of rows) {
    const target = targetOfLead('hiring', lead, policy)
    if (!target) continue
    // Several people of one company are scanned once.
    const { rowCount } = await tx.client.query(
      `insert into signal_scan_leads (workspace_id, scan_id, lead_id, target)
       select $1, $2, $3, $4 where not exists (select from signal_scan_leads where workspace_id = $1 and scan_id = $2 and target = $4)
       on conflict do nothing`,
      [tx.workspace_id, scan_id, lead.id, target],
    )
    if (rowCount) await enqueue(tx, scanLead, { scan_id, lead_id: lead.id }, { key: `${scan_id}:${lead.id}` })
  }
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null)
}

export interface ScanCounts {
  total: number
  done: number
  signals: number
  failed: number
}

export async function readScan(tx: WorkspaceTx, scan_id: string): Promise<ScanCounts> {
  const { rows } = await tx.client.query<ScanCounts>(
    `select count(*)::int as total, count(*) filter (where is_done)::int as done, coalesce(sum(signals), 0)::int as signals,
       count(*) filter (where error is not null)::int as failed
     from signal_scan_leads where workspace_id = $1 and scan_id = $2`,
    [tx.workspace_id, scan_id],
  )
  return oneRow(rows)
}

/** One lead, once: reads its board and stores what is new. What cannot be read is noted, and the scan goes on. */
export async function scanOne(
  parts: PollParts,
  { scan_id, lead_id }: { scan_id: string; lead_id: number },
  run: { workspace_id: WorkspaceId; signal: AbortSignal; attempt: number },
): Promise<void> {
  const { database, now } = parts
  const { workspace_id, signal } = run
  const target = await database.inWorkspace(workspace_id, async (tx) => {
    const { rows } = await tx.client.query<{ target: string }>(
      'select target from signal_scan_leads where workspace_id = $1 and scan_id = $2 and lead_id = $3 and not is_done',
      [workspace_id, scan_id, lead_id],
    )
    return rows[0]?.target
  })
  if (target === undefined) return
  const { tools, documents } = pollTools(parts, { max_age_ms: MAX_AGE_MS, max_wait_ms: HOST_PATIENCE_MS }, signal)
  const read = await readJobs(target, null, tools)
  signal.throwIfAborted()
  await database.inWorkspace(workspace_id, async (tx) => {
    if (!read.ok && read.reason === 'busy') {
      const run_at = new Date(Date.now() + BUSY_SECONDS * 1000)
      await enqueue(tx, scanLead, { scan_id, lead_id }, { key: `${scan_id}:${lead_id}`, run_at })
      return
    }
    const company = companyOf({ kind: 'hiring', target })
    const found = read.ok ? openJobSignals(read.snapshot, company, now()) : []
    const rows = found.map((one) => signalOf(one, { id: null, lead_id }, company, scan_id, now(), documents))
    const stored = await recordSignals(tx, rows, now())
    await tx.client.query(
      `update signal_scan_leads set is_done = true, signals = $4, error = $5 where workspace_id = $1 and scan_id = $2 and lead_id = $3`,
      [workspace_id, scan_id, lead_id, stored.length, read.ok ? null : read.message.slice(0, 300)],
    )
  })
}

export const SCAN_SWEEPS = [`delete from signal_scan_leads where created_at < now() - interval '7 days'`]
