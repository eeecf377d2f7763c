// What people do with entities and the queue as a whole: choose values, accept above a probability, scan, set the thresholds.
import { bitsOf } from '../../engine/matching/score.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { startOnce } from '../../platform/queue/work.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { showMerged } from '../leads/one-lead.commands.ts'
import { mergeSurePairs, type SurePair } from './auto-merge.commands.ts'
import { mustReadEntity, readEntity } from './entities.reads.ts'
import { readLeadsOfEntity } from './entities-of.reads.ts'
import { holdEntities } from './records.writes.ts'
import { RESCAN, SCAN } from './scan.job.ts'
import { type EntitySettings, readSettings } from './settings.reads.ts'

/** Starts a scan, or answers with the one under way. */
export async function startScan(tx: WorkspaceTx): Promise<{ job_id: string }> {
  const { job_id, isNew } = await startOnce(tx, SCAN, {}, { title: 'Scan all leads for duplicates' })
  if (isNew) await audit(tx, { act: 'entities.scanned', object: { type: 'job', id: job_id } })
  return { job_id }
}

/** Whose value each field shows. Refuses (404) an unknown entity and (422) a record that is none of it. */
export async function chooseWinners(tx: WorkspaceTx, id: string, winners: Readonly<Record<string, number | null>>) {
  await holdLeads(tx)
  await holdEntities(tx)
  const entity = await mustReadEntity(tx, id)
  const { rows } = await tx.client.query<{ id: number }>(
    'select id from entity_records where workspace_id = $1 and entity_id = $2',
    [tx.workspace_id, id],
  )
  const own = new Set(rows.map((record) => record.id))
  const faults = Object.entries(winners).flatMap(([field, record]): FieldError[] => {
    if (record === null || own.has(record)) return []
    const msg = `Record ${record} is none of this entity`
    return [{ loc: ['body', 'winners', field], type: 'value_error', msg, input: record }]
  })
  if (faults.length > 0) refuse('invalid', faults[0]?.msg ?? '', { fields: faults })
  const kept = Object.entries({ ...entity.winners, ...winners }).filter(([, record]) => record !== null)
  await tx.client.query('update entities set winners = $3, updated_at = now() where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
    JSON.stringify(Object.fromEntries(kept)),
  ])
  await showMerged(tx, await readLeadsOfEntity(tx, id))
  return readEntity(tx, id)
}

/** At most so many in one call: each merge is a handful of statements, and a request is not to last. */
const MOST_AT_ONCE = 500
const MOST_PASSED = 5000

const PENDING = `(select id, left_id, right_id, weight from entity_pairs
  where workspace_id = $1 and ${inOrder('status', "'pending'", 'and probability >= $2')} offset 0)`

/** Merges pending pairs from the surest on, as an automatic merge would, in the name of the caller. */
export async function acceptAbove(tx: WorkspaceTx, probability: number, isDry: boolean) {
  if (!isDry) {
    await holdLeads(tx)
    await holdEntities(tx)
  }
  const next = async (after: number) =>
    (
      await tx.client.query<{ left_id: number; right_id: number; weight: number }>(
        `select left_id, right_id, weight from ${PENDING} p order by weight desc, id offset $4 limit $3`,
        [tx.workspace_id, probability, MOST_AT_ONCE, after],
      )
    ).rows
  const count = async () => {
    const { rows: counted } = await tx.client.query<{ pairs: number }>(
      `select count(*)::int as pairs from ${PENDING} p`,
      [tx.workspace_id, probability],
    )
    return counted[0]?.pairs ?? 0
  }
  const pairs = await count()
  if (isDry) return { pairs, merged: 0, left: pairs }
  const settings = { ...(await readSettings(tx)), auto_merge: true, merge_threshold: Math.min(probability, 0.5) }
  let merged = 0
  // The surest may be people who are left to be decided: those behind them are not kept waiting.
  for (let after = 0; merged === 0 && after < MOST_PASSED; after += MOST_AT_ONCE) {
    const rows = await next(after)
    merged = await mergeSurePairs(tx, settings, rows)
    if (merged > 0) await showMerged(tx, await leadsOfPairs(tx, rows))
    if (rows.length < MOST_AT_ONCE) break
  }
  await audit(tx, {
    act: 'entity_pairs.accepted',
    object: { type: 'workspace', id: tx.workspace_id },
    after: { probability, merged },
  })
  return { pairs, merged, left: await count() }
}

async function leadsOfPairs(tx: WorkspaceTx, pairs: readonly SurePair[]): Promise<number[]> {
  const { rows } = await tx.client.query<{ lead_id: number }>(
    'select lead_id from entity_records where workspace_id = $1 and id = any($2::bigint[]) and lead_id is not null order by lead_id',
    [tx.workspace_id, pairs.flatMap(({ left_id, right_id }) => [left_id, right_id])],
  )
  return rows.map(({ lead_id }) => Number(lead_id))
}

/** A changed threshold shows other pairs: they are looked for anew. Refuses (422) thresholds that leave nothing to review. */
export async function writeSettings(tx: WorkspaceTx, settings: EntitySettings): Promise<EntitySettings> {
  if (settings.review_threshold > settings.merge_threshold) {
    const msg = 'The review threshold must not be above the merge threshold'
    refuse('invalid', msg, { fields: [{ loc: ['body', 'review_threshold'], type: 'value_error', msg }] })
  }
  const before = await readSettings(tx)
  await tx.client.query(
    `insert into entity_settings (workspace_id, auto_merge, merge_threshold, review_threshold) values ($1, $2, $3, $4)
     on conflict (workspace_id) do update set auto_merge = excluded.auto_merge, merge_threshold = excluded.merge_threshold,
       review_threshold = excluded.review_threshold`,
    [tx.workspace_id, settings.auto_merge, settings.merge_threshold, settings.review_threshold],
  )
  await audit(tx, {
    act: 'entities.settings_changed',
    object: { type: 'workspace', id: tx.workspace_id },
    after: { ...settings },
  })
  if (bitsOf(before.review_threshold) !== bitsOf(settings.review_threshold) || settings.auto_merge)
    await enqueue(tx, RESCAN, {}, { key: 'all' })
  return readSettings(tx)
}
