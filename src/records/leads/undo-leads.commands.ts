// Takes back what one source did to leads, batch by batch: at once where that is quick, else as a job that can be followed and cancelled.
import { Type } from 'typebox'
import { isUuid } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { defineJob, type JobUndo } from '../../platform/queue/job.ts'
import { markUndone, startWork } from '../../platform/queue/work.ts'
import type { LeadsImportUndone } from '../imports/lead-transfer.schema.ts'
import { markLeadImportUndone } from './imports/lead-imports.writes.ts'
import { type BySource, deleteMadeBy, putBackBy } from './undo-source.commands.ts'

/** Leads of one transaction: the lock of the store is held no longer than these take. With 500 other writes of leads waited 0.7 s, with 200 0.26 s. */
const AT_ONCE = 200
/** Leads that are undone within the request, which takes under a second. */
const MOST_AT_ONCE = 1_000

/** Its handler is in undo-leads.jobs.ts. */
export const UNDO_LEADS = defineJob({
  name: 'leads.undo',
  payload: Type.Object({
    key: Type.Union([Type.Literal('import_id'), Type.Literal('job_id')]),
    value: Type.String({ maxLength: 100 }),
    title: Type.String({ maxLength: 500 }),
  }),
  attempts: 20,
  lane: 'long',
})

/** What a source did, as it was found. */
export interface DoneToLeads {
  /** Leads to delete. */
  made: readonly number[]
  /** Leads whose values go back; of a job also those that it made. */
  changed: readonly number[]
  /** As many leads as an import had made and changed when it was looked for them; null: it is not on record. */
  stored: number | null
}

/** How far it has come, as a job keeps it. */
export type UndoProgress = LeadsImportUndone & { made_after: number; changed_after: number; stored: number | null }

/** After each batch, in its transaction. */
type Tell = (tx: WorkspaceTx, progress: UndoProgress) => Promise<void>

/** What was taken back, or the job that does it: one at a time for a source. */
export async function undoLeads(
  database: Database,
  at: WorkspaceScope,
  by: BySource,
  found: DoneToLeads,
  title: string,
): Promise<JobUndo> {
  const total = found.made.length + found.changed.length
  if (total <= MOST_AT_ONCE) return takeBack(database, at, by, found)
  return database.inWorkspace(at, async (tx) => {
    await hold(tx, `undo of leads ${by.key} ${by.value}`)
    const { rows } = await tx.client.query<{ id: string }>(
      `select id from jobs where workspace_id = $1 and kind = $2 and status in ('pending', 'running')
         and payload ->> 'key' = $3 and payload ->> 'value' = $4 and cancel_requested_at is null limit 1`,
      [tx.workspace_id, UNDO_LEADS.name, by.key, by.value],
    )
    const job_id = rows[0]?.id ?? (await startWork(tx, UNDO_LEADS, { ...by, title }, { title, total }))
    return { job_id, deleted: 0, restored: 0, kept: 0 }
  })
}

/** Goes on from `since`. Safe to repeat, also where it broke off: what is back is passed over. */
export async function takeBack(
  database: Database,
  at: WorkspaceScope,
  by: BySource,
  { made, changed, stored }: DoneToLeads,
  { since, tell, signal }: { since?: UndoProgress | null; tell?: Tell; signal?: AbortSignal } = {},
): Promise<LeadsImportUndone> {
  const so_far: UndoProgress = since ?? { deleted: 0, restored: 0, kept: 0, made_after: 0, changed_after: 0, stored }
  const work = async (ids: readonly number[], after: 'made_after' | 'changed_after') => {
    const left = ids.filter((id) => id > so_far[after])
    for (let from = 0; from < left.length; from += AT_ONCE) {
      signal?.throwIfAborted()
      const batch = left.slice(from, from + AT_ONCE)
      const next = await database.inWorkspace(at, async (tx) => {
        const progress = { ...add(so_far, await takeBackBatch(tx, by, batch, after)), [after]: batch.at(-1) ?? 0 }
        await tell?.(tx, progress)
        return progress
      })
      Object.assign(so_far, next)
    }
  }
  await work(made, 'made_after')
  await work(changed, 'changed_after')
  const { deleted, restored, kept } = so_far
  const undone = { deleted, restored, kept }
  await database.inWorkspace(at, (tx) => finish(tx, at, by, so_far.stored, undone))
  return undone
}

const add = (
  sum: UndoProgress,
  { deleted = 0, restored = 0, kept }: Partial<LeadsImportUndone> & { kept: number },
) => ({
  ...sum,
  deleted: sum.deleted + deleted,
  restored: sum.restored + restored,
  kept: sum.kept + kept,
})

async function takeBackBatch(
  tx: WorkspaceTx,
  by: BySource,
  ids: readonly number[],
  after: 'made_after' | 'changed_after',
): Promise<LeadsImportUndone> {
  if (after === 'made_after') return { restored: 0, ...(await deleteMadeBy(tx, by, ids)) }
  if (by.key === 'import_id') return { deleted: 0, ...(await putBackBy(tx, by, ids)) }
  const made = await deleteMadeBy(tx, by, ids)
  const changed = await putBackBy(tx, by, ids)
  await tx.client.query(
    `delete from lead_claims where workspace_id = $1 and lead_id = any($2::bigint[]) and source ->> 'job_id' = $3`,
    [tx.workspace_id, ids, by.value],
  )
  return { restored: changed.restored, deleted: made.deleted, kept: made.kept + changed.kept }
}

async function finish(
  tx: WorkspaceTx,
  at: WorkspaceScope,
  { key, value }: BySource,
  stored: number | null,
  undone: LeadsImportUndone,
): Promise<void> {
  if (key === 'job_id') {
    await markUndone(tx, value)
    return audit(tx, { act: 'job.undone', object: { type: 'job', id: value }, after: { ...undone } })
  }
  if (stored !== null) await markLeadImportUndone(tx, value, stored)
  await audit(tx, {
    act: 'leads.import_undone',
    object: { type: 'workspace', id: at.workspace_id },
    after: { import_id: value, ...undone },
  })
}

/** Undoes a job that worked on leads, for the kinds of such jobs. */
export async function undoLeadsOfJob(
  database: Database,
  at: WorkspaceScope,
  { id, title }: { id: string; title: string },
): Promise<JobUndo> {
  const found = await database.inWorkspace(at, (tx) => readLeadsOfJob(tx, id))
  return undoLeads(database, at, { key: 'job_id', value: id }, found, `Undo: ${title}`.slice(0, 300))
}

/** The leads that a job worked on. */
export async function readLeadsOfJob(tx: WorkspaceTx, jobId: string): Promise<DoneToLeads> {
  if (!isUuid(jobId)) return { made: [], changed: [], stored: null }
  const { rows } = await tx.client.query<{ lead_id: number }>(
    'select lead_id from job_leads where workspace_id = $1 and job_id = $2 order by lead_id',
    [tx.workspace_id, jobId],
  )
  return { made: [], changed: rows.map(({ lead_id }) => lead_id), stored: null }
}
