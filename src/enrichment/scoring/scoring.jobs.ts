// The job that scores all leads again, a batch at a time, and the one that scores leads that changed.
import { Type } from 'typebox'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, NO_PAYLOAD } from '../../platform/queue/job.ts'
import { setSchedule } from '../../platform/queue/schedules.ts'
import { startWork } from '../../platform/queue/work.ts'
import { countLeads } from '../../records/lead-facts/counted.reads.ts'
import { STANDS_FOR_ITSELF } from '../../records/lead-facts/one-lead.reads.ts'
import { AT_ONCE, scoreLeads, scoreNext } from './scoring.commands.ts'
import { readRules } from './scoring.reads.ts'

export const SCORE_ALL = defineJob({
  name: 'leads.score',
  payload: Type.Object({ version: Type.Integer() }),
  attempts: 20,
  lane: 'bulk',
})

export const SCORE_CHANGED = defineJob({ name: 'leads.score_changed', payload: NO_PAYLOAD, attempts: 3, lane: 'bulk' })

const CHANGED_EVERY_SECONDS = 60
/** Intent fades: scores that rest on it are computed again after so long. */
const FADES = `interval '1 day'`

/** Scores all leads in the background; returns the job. */
export async function startScoring(tx: WorkspaceTx): Promise<string> {
  const { version } = await readRules(tx)
  const total = await countLeads(tx)
  return startWork(tx, SCORE_ALL, { version }, { title: 'Score all leads', total })
}

/** From now on leads are scored as they come and change. */
export async function scheduleScoring(tx: WorkspaceTx, now: Date): Promise<void> {
  const timing = { every_seconds: CHANGED_EVERY_SECONDS }
  await setSchedule(tx, SCORE_CHANGED, { subject: 'leads', payload: {}, timing, now })
}

export function scoringJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(SCORE_ALL, async (_payload, run) => {
      const at = (run.checkpoint as { after: number; done: number; changed: number } | null) ?? {
        after: 0,
        done: 0,
        changed: 0,
      }
      for (;;) {
        run.signal.throwIfAborted()
        const next = await database.inWorkspace(run.workspace_id, async (tx) => {
          const scored = await scoreNext(tx, at.after, await readRules(tx))
          if (!scored) return null
          const after = { after: scored.last, done: at.done + scored.leads, changed: at.changed + scored.changed }
          await run.progress(tx, { done: after.done, checkpoint: after, counts: { changed: after.changed } })
          return after
        })
        if (!next) break
        Object.assign(at, next)
      }
      await database.inWorkspace(run.workspace_id, async (tx) => {
        await run.progress(tx, { done: at.done, total: at.done })
        await run.result(tx, { scored: at.done, changed: at.changed })
      })
    }),
    handleWorkspaceJob(SCORE_CHANGED, async (_payload, run) => {
      for (let more = true; more; ) {
        run.signal.throwIfAborted()
        more = await database.inWorkspace(run.workspace_id, async (tx) => {
          const ids = await changedLeads(tx)
          if (ids.length > 0) await scoreLeads(tx, ids)
          return ids.length === AT_ONCE
        })
      }
    }),
  ]
}

/** Leads that have no score yet, changed since, did something since, or whose intent has faded. */
async function changedLeads(tx: WorkspaceTx): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select l.id from leads l left join lead_scores s on s.workspace_id = $1 and s.lead_id = l.id
     where l.workspace_id = $1 and ${STANDS_FOR_ITSELF} and (s.lead_id is null or l.updated_at > s.scored_at
       or s.intent > 0 and s.scored_at < now() - ${FADES}
       or exists (select from lead_intents i where i.workspace_id = $1 and i.lead_id = l.id and i.created_at > s.scored_at)
       or exists (select from (select lead_id from merged_leads where workspace_id = $1 and ${inOrder('head_id', 'l.id')} offset 0) m
         join lead_intents i on i.workspace_id = $1 and i.lead_id = m.lead_id and i.created_at > s.scored_at))
     order by l.id limit $2`,
    [tx.workspace_id, AT_ONCE],
  )
  return rows.map(({ id }) => id)
}
