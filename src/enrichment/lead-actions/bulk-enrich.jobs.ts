// The job that works an action through for many leads, a few at once. A worker that takes it over goes on where it was left.
import { type Static, Type } from 'typebox'
import type { Payer } from '../../engine/money/budget.ts'
import { newId } from '../../kernel/ids.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, type JobRun, PutOff } from '../../platform/queue/job.ts'
import { readJobPlace } from '../../platform/queue/work.ts'
import { readLeads } from '../../records/lead-facts/lead.reads.ts'
import { readTrackRecords, type TrackRecords } from '../../records/lead-facts/source-evidence.commands.ts'
import { openLead } from '../../records/leads/lead-values.commands.ts'
import { undoLeadsOfJob } from '../../records/leads/undo-leads.commands.ts'
import { readJobAttempts } from '../attempts/attempts.reads.ts'
import type { CallbackTokens } from '../attempts/callback-token.ts'
import type { Asker } from '../lookups/asker.ts'
import { sleep } from '../lookups/sleep.ts'
import { recordCalls } from '../money/call-record.writes.ts'
import { type Askable, type Lookups, readLookups } from '../money/facts.ts'
import { openCallBooks } from '../money/paid-call.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { createCellCaller } from '../runs/cells/cell-caller.ts'
import { scoreLeads } from '../scoring/scoring.commands.ts'
import { readRules } from '../scoring/scoring.reads.ts'
import { applyClaims } from './apply-values.commands.ts'
import { fillLead, type LeadFilled } from './fill-lead.ts'
import { countOutcomes } from './job-leads.reads.ts'
import { deferLead, endLead, LeadGone, mustHoldLead, openLeads, takeLead } from './job-leads.writes.ts'
import { LEAD_ACTIONS, type LeadActionName } from './lead-action.logic.ts'
import { readWaterfalls } from './lead-actions.commands.ts'
import { FILL_MODES, type FillMode, type PlannedWaterfall, planWaterfalls, sourcesThatMeet } from './lead-plan.logic.ts'
import { rowIdOf } from './lead-row.logic.ts'
import { readFellows } from './merged-leads.reads.ts'
import { endOf } from './outcome.logic.ts'

export const BULK_ENRICH = defineJob({
  name: 'leads.bulk_enrich',
  payload: Type.Object({
    action: Type.Unsafe<LeadActionName>({ type: 'string', enum: [...LEAD_ACTIONS] }),
    mode: Type.Unsafe<FillMode>({ type: 'string', enum: [...FILL_MODES] }),
    max_age_days: Type.Optional(Type.Number()),
  }),
  attempts: 20,
  lane: 'network',
  undo: undoLeadsOfJob,
})

export interface LeadWorkParts extends Askable {
  database: Database
  ask: Asker
  /** Where vendors bring what they promised. */
  callbackUrl?: CallbackTokens['urlFor']
  now: () => Date
}

/** How often, and for how long, a lead is retried whose provider asks to wait; after that it gets the reason as its outcome. */
const MOST_RESTS = 5
const MOST_REST_MS = 60_000
/** The longest wait for calls of other work; after it the step is skipped with that reason. */
const PATIENCE_MS = 60_000
/** A job whose leads wait is called when an answer is there; it looks by itself only in case the call is missed. */
const LOOK_AGAIN_MS = 30_000

type Run = JobRun & { workspace_id: WorkspaceScope['workspace_id'] }

interface Opened {
  at: WorkspaceScope
  payer: Payer
  planned: PlannedWaterfall[]
  performance: Performance
  lookups: Lookups
  mode: FillMode
  action: LeadActionName
  /** Leads are scored as they change once the workspace has rules of its own. */
  scores: boolean
}

export function bulkEnrichJobs(parts: LeadWorkParts): JobHandler[] {
  const { database } = parts
  return [
    handleWorkspaceJob(BULK_ENRICH, async (payload, run) => {
      const opened = await database.inWorkspace(run.workspace_id, (tx) => open(parts, tx, run, payload))
      const worker = newId()
      const look = () => database.inWorkspace(run.workspace_id, (tx) => openLeads(tx, run.id))
      let { ready: left, waiting } = await look()
      for (let rests = 0; left.length > 0; rests++) {
        const isLast = rests >= MOST_RESTS
        const waits = await mapConcurrent(left, opened.performance.row_concurrency, (leadId) =>
          workOn(parts, opened, run, leadId, worker, isLast),
        )
        left = left.filter((_, index) => waits[index] !== null)
        const wait = Math.min(...waits.flatMap((ms) => ms ?? []), MOST_REST_MS)
        if (left.length > 0) await sleep(Math.max(wait, 200), run.signal)
        // What waited may have its answer by now.
        else ({ ready: left, waiting } = await look())
      }
      if (waiting > 0) {
        await tellProgress(database, opened.at, run, payload.action, waiting)
        throw new PutOff(LOOK_AGAIN_MS)
      }
      await database.inWorkspace(run.workspace_id, async (tx) => {
        const { total, done, counts } = await countOutcomes(tx, run.id)
        await run.progress(tx, { done, total, counts })
        await run.result(tx, counts)
      })
    }),
  ]
}

async function open(
  { now: _, ...parts }: LeadWorkParts,
  tx: WorkspaceTx,
  run: Run,
  { action, mode, max_age_days }: Static<typeof BULK_ENRICH.payload>,
): Promise<Opened> {
  const at = await readJobPlace(tx, run.id)
  const performance = await readPerformance(tx)
  const lookups = await readLookups(tx, parts)
  const own = await readWaterfalls(tx, action)
  const waterfalls = max_age_days === undefined ? own : own.map((one) => ({ ...one, max_age_days }))
  return {
    at,
    payer: { workbook_id: null, run_id: run.id, user_id: at.actor.user_id, token_id: at.actor.token_id },
    planned: planWaterfalls(action, waterfalls, performance),
    performance,
    lookups,
    mode,
    action,
    scores: (await readRules(tx)).version > 0,
  }
}

/** Milliseconds until the lead is to be come back to; null when it is done with. */
async function workOn(
  parts: LeadWorkParts,
  opened: Opened,
  run: Run,
  leadId: number,
  worker: string,
  isLast: boolean,
): Promise<number | null> {
  const { database, now } = parts
  const { at, planned, payer, performance, lookups, mode, action } = opened
  run.signal.throwIfAborted()
  const begun = await database.inWorkspace(at, async (tx) => {
    if (!(await takeLead(tx, run.id, leadId, worker))) return null
    const [lead] = await readLeads(tx, [leadId])
    if (!lead) return null
    const fellows = (await readFellows(tx, [lead])).get(leadId) ?? []
    const records = await readTrackRecords(tx, sourcesThatMeet(planned, lead))
    return { lead, fellows, records, earlier: await readJobAttempts(tx, run.id, rowIdOf(leadId)) }
  })
  if (!begun) return null
  const mustHold = (tx: WorkspaceTx) => mustHoldLead(tx, run.id, leadId, worker)
  const books = openCallBooks({
    database,
    workspace_id: at.workspace_id,
    payer,
    signal: run.signal,
    patience_ms: PATIENCE_MS,
    mustHold,
  })
  const caller = createCellCaller({
    run_id: run.id,
    workspace_id: at.workspace_id,
    workbook_id: null,
    lookups,
    performance,
    asker: parts.ask,
    books,
    signal: run.signal,
    callbackUrl: parts.callbackUrl,
    now,
  })
  let filled: LeadFilled
  try {
    const most_rest_ms = isLast ? 0 : Number.MAX_SAFE_INTEGER
    filled = await fillLead({ ...begun, planned, mode, most_rest_ms, caller, signal: run.signal })
  } catch (error) {
    if (error instanceof LeadGone) return null
    throw error
  } finally {
    // The calls that were made are recorded, whatever stopped the rest.
    await books.settled()
  }
  try {
    const { rest } = filled
    if (rest) {
      await database.inWorkspace(at, async (tx) => {
        await mustHold(tx)
        await recordCalls(tx, payer, { outcomes: filled.cells })
        if (rest.resume_at === null) await deferLead(tx, run.id, leadId)
      })
      return rest.resume_at === null ? null : Math.max(rest.resume_at - now().getTime(), 0)
    }
    await database.inWorkspace(at, (tx) =>
      settle(tx, opened, run, leadId, filled, mustHold, { now: now(), records: begun.records }),
    )
  } catch (error) {
    if (!(error instanceof LeadGone)) throw error
    // What was asked for it was paid for all the same.
    await database.inWorkspace(at, (tx) => recordCalls(tx, payer, { outcomes: filled.cells }))
  }
  await tellProgress(database, at, run, action)
  return null
}

/** The store of leads, the lead, its place in the job, then money: every writer of leads locks in this order. */
async function settle(
  tx: WorkspaceTx,
  { payer, action, scores }: Opened,
  run: Run,
  leadId: number,
  filled: LeadFilled,
  mustHold: (tx: WorkspaceTx) => Promise<void>,
  by: { now: Date; records: TrackRecords },
): Promise<void> {
  const { outcomes, claims } = filled
  const lead = await openLead(tx, leadId)
  if (!lead) throw new LeadGone()
  await mustHold(tx)
  const applied = await applyClaims(tx, lead, claims, { kind: 'enrichment', job_id: run.id, action }, by)
  await recordCalls(tx, payer, { outcomes: filled.cells })
  const end = endOf(outcomes, applied)
  await endLead(tx, run.id, leadId, end)
  if (applied.fields.length > 0 && scores) await scoreLeads(tx, [leadId])
  if (end.outcome === 'error')
    await run.log(tx, 'warning', `Lead ${leadId}: ${end.detail ?? 'a provider failed'}`, { lead_id: leadId })
}

async function tellProgress(
  database: Database,
  at: WorkspaceScope,
  run: Run,
  action: string,
  waiting = 0,
): Promise<void> {
  await database.inWorkspace(at, async (tx) => {
    const { total, done, counts } = await countOutcomes(tx, run.id)
    const waits = waiting === 0 ? '' : `, ${waiting} wait for an answer that a provider promised`
    await run.progress(tx, { done, total, counts, message: `${action}: ${done} of ${total}${waits}` })
  })
}
