// What people do with entities as a whole: choose values, scan, set the thresholds.
import { bitsOf } from '../../engine/matching/score.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { startOnce } from '../../platform/queue/work.ts'
import { canChoose } from '../lead-facts/one-lead.logic.ts'
import { holdLeads } from '../leads/hold-leads.commands.ts'
import { showMerged } from '../leads/one-lead.commands.ts'
import { mustReadEntity, readEntity } from './entities.reads.ts'
import { readLeadsOfEntity } from './entities-of.reads.ts'
import { readMembers, recordsOf } from './members.reads.ts'
import { holdEntities } from './records.writes.ts'
import { RESCAN, SCAN } from './scan.job.ts'
import { type EntitySettings, readSettings } from './settings.reads.ts'

/** Starts a scan, or answers with the one under way. */
export async function startScan(tx: WorkspaceTx): Promise<{ job_id: string }> {
  const { job_id, isNew } = await startOnce(tx, SCAN, {}, { title: 'Scan all leads for duplicates' })
  if (isNew) await audit(tx, { act: 'entities.scanned', object: { type: 'job', id: job_id } })
  return { job_id }
}

/** Whose value each field shows. Refuses (404) an unknown entity and (422) a record that is none of it or has no such value. */
export async function chooseWinners(tx: WorkspaceTx, id: string, winners: Readonly<Record<string, number | null>>) {
  await holdLeads(tx)
  await holdEntities(tx)
  const entity = await mustReadEntity(tx, id)
  const own = new Map(recordsOf(await readMembers(tx, { entity_id: id })).map((one) => [one.record, one]))
  const faults = Object.entries(winners).flatMap(([field, record]): FieldError[] => {
    const one = record === null ? undefined : own.get(record)
    if (record === null || (one && canChoose(one, field))) return []
    const msg = one
      ? `Record ${record} has no value of ${field} that could be shown in place of others`
      : `Record ${record} is none of this entity`
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

/** A changed threshold shows other pairs: they are looked for again. Refuses (422) thresholds that leave nothing to review. */
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
