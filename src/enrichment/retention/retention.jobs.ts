// Deletes data past its retention, in batches of their own transactions, once a day and on request.

import { firstIdOf, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database, Tx, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobHandler, NO_PAYLOAD } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { sweepHistory } from '../../records/history/retention.ts'
import { deleteExpiredIcons } from '../company-icons/company-icons.commands.ts'
import { readRetention } from './retention.reads.ts'
import type { Retention } from './retention.schema.ts'

export const RETENTION_SWEEP = defineJob({ name: 'retention.sweep', payload: NO_PAYLOAD, attempts: 20, lane: 'long' })

/** One sweep of a workspace waits at a time. */
const DAILY = 'daily'
const DAY_MS = 86_400_000
const BATCH = 2000
/** Of what rooms declare: payloads and pages may be megabytes. */
const DECLARED_BATCH = 100
const PROGRESS = 'retention_progress'

/** Deletes one batch after the place it got; returns the place it came to, null at the end. */
type Sweep = (tx: WorkspaceTx, most: number, after: string | undefined) => Promise<string | null>

interface RetentionPass {
  readonly database: Database
  readonly workspace_id: WorkspaceId
  readonly signal: AbortSignal
  readonly keep: Retention
  readonly now: Date
  /** Batch after batch, each in a transaction of its own. */
  inBatches(sweep: Sweep): Promise<void>
}

/** What is deleted of a workspace when it is too old, by its table; inside the workspace, for the machinery does not see such rows. */
export const RETENTIONS: Record<string, (pass: RetentionPass) => Promise<void>> = {
  attempts: ({ inBatches, keep, now }) =>
    inBatches((tx, most) => clearAttempts(tx, daysBefore(now, keep.attempt_days), most)),
  lookup_cache: ({ inBatches, keep, now }) =>
    inBatches((tx, ...at) => sweepCache(tx, LOOKUPS, [daysBefore(now, keep.lookup_cache_days), now], ...at)),
  changes: ({ database, workspace_id, now, signal }) => sweepHistory(database, workspace_id, now, signal),
  page_cache: ({ inBatches, keep, now }) =>
    inBatches((tx, ...at) => sweepCache(tx, PAGES, [daysBefore(now, keep.page_cache_days), now], ...at)),
  company_icons: ({ database, workspace_id, now }) =>
    database.inWorkspace(workspace_id, (tx) => deleteExpiredIcons(tx, now)),
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** `declared` are the `workspace_sweeps` of all rooms. */
export function retentionJobs(database: Database, now: () => Date, declared: readonly string[] = []): JobHandler[] {
  const sweep: JobHandler<typeof RETENTION_SWEEP.payload> = {
    kind: RETENTION_SWEEP,
    async work(_payload, { workspace_id, signal }) {
      if (workspace_id === null) throw new Error('a retention sweep belongs to a workspace')
      const steps = openSteps({ database, at: workspace_id, signal, what: 'Removing what is too old', most: BATCH })
      const inBatches = async (sweep: Sweep) => {
        let after: string | null | undefined
        while (after !== null) {
          const from = after
          after = await steps.take((tx, { size }) => sweep(tx, size, from))
        }
      }
      const keep = await database.inWorkspace(workspace_id, readRetention)
      for (const retain of Object.values(RETENTIONS))
        await retain({ database, workspace_id, signal, keep, now: now(), inBatches })
      for (const statement of declared) await inBatches((tx, most) => runDeclared(tx, statement, most))
      await database.inWorkspace(workspace_id, async (tx) => {
        await enqueue(tx, RETENTION_SWEEP, {}, { key: DAILY, run_at: new Date(now().getTime() + DAY_MS) })
      })
    },
  }
  return [sweep]
}

async function runDeclared(tx: WorkspaceTx, statement: string, most: number): Promise<string | null> {
  const { rowCount } = await tx.client.query(statement, [tx.workspace_id, Math.min(most, DECLARED_BATCH)])
  return rowCount ? 'more' : null
}

/** Has the workspace swept now instead of tomorrow. */
export async function sweepSoon(tx: WorkspaceTx): Promise<void> {
  await enqueue(tx, RETENTION_SWEEP, {}, { key: DAILY })
}

/** Gives every workspace that has none its daily sweep; house-keeping calls it, on the control plane, in one process at a time. */
export async function planSweeps(tx: Tx): Promise<void> {
  const { rows } = await tx.client.query<{ id: WorkspaceId }>(
    `select w.id from workspaces w where w.deleted_at is null
       and not exists (select 1 from queue j where j.workspace_id = w.id and j.kind = $1 and j.state <> 'dead')`,
    [RETENTION_SWEEP.name],
  )
  for (const { id } of rows) await enqueue(tx, RETENTION_SWEEP, {}, { workspace_id: id, key: DAILY })
}

/**
 * Ids of attempts are in the order of time, so the old ones are a range of the primary key; how far it is cleared is on
 * record, and a sweep never looks at the same attempt twice. Where a run is not over, the answer stays: it goes on from that.
 */
async function clearAttempts(tx: WorkspaceTx, before: Date, most: number): Promise<string | null> {
  const { rows } = await tx.client.query<{ last: string | null }>(
    `/* along: runs (workspace_id, id, ended_at) where workspace_id = $1 and ended_at is null */
     with place as (
       select coalesce((select (value->>'attempts')::uuid from workspace_settings where workspace_id = $1 and key = $3),
         '00000000-0000-0000-0000-000000000000') as id
     ), batch as materialized (
       select a.id, a.request is not null or a.response is not null or a.answer is not null as holds, exists (
           select 1 from runs r where r.workspace_id = $1 and r.id = a.run_id and r.ended_at is null) as needed
       from attempts a where a.workspace_id = $1 and a.id > (select id from place) and a.id < $2::uuid order by a.id limit $4
     ), cleared as (
       update attempts a set request = null, response = null, answer = case when s.needed then a.answer end
       from batch s where s.holds and a.workspace_id = $1 and a.id = s.id
     ), reached as (
       select id from batch order by id desc limit 1
     ), noted as (
       insert into workspace_settings (workspace_id, key, value) select $1, $3, jsonb_build_object('attempts', id) from reached
       on conflict (workspace_id, key) do update set value = excluded.value, updated_at = now()
     ) select (select id::text from reached) as last`,
    [tx.workspace_id, firstIdOf(before), PROGRESS, most],
  )
  return rows[0]?.last ?? null
}

const LOOKUPS = { table: 'lookup_cache', key: 'key' } as const
const PAGES = { table: 'page_cache', key: 'url_hash' } as const

// Along the primary key: an index by age would be a newer one that finds keys as cheaply, see the first migration.
async function sweepCache(
  tx: WorkspaceTx,
  { table, key }: typeof LOOKUPS | typeof PAGES,
  [before, now]: [Date, Date],
  most: number,
  after: string | undefined,
): Promise<string | null> {
  const { rows } = await tx.client.query<{ last: string | null }>(
    `with batch as materialized (
       select ${key} as key, (isfinite(fetched_at) and fetched_at < $3) or expires_at < $4 as old from ${table}
       where workspace_id = $1 and ${key} > decode($2, 'hex') order by ${key} limit $5
     ), gone as (
       delete from ${table} where workspace_id = $1 and ${key} = any(array(select key from batch where old))
     ) select encode((select key from batch order by key desc limit 1), 'hex') as last`,
    [tx.workspace_id, after ?? '', before, now, most],
  )
  return rows[0]?.last ?? null
}
