// Refreshing what is due: a run over stale rows of a workbook, or a job over stale leads, within the budget of the policy.
import { roleCovers } from '../../identity/capabilities.logic.ts'
import { readMember } from '../../identity/workspaces/members.reads.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceRole, WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobKind } from '../../platform/queue/job.ts'
import { removeSchedule } from '../../platform/queue/schedules.ts'
import { readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { startFilling } from '../lead-actions/enrich-leads.commands.ts'
import { readWaterfalls } from '../lead-actions/lead-actions.commands.ts'
import type { Runs } from '../runs/run.commands.ts'
import { startRefreshRun } from '../runs/start-run.commands.ts'
import { findPolicy, keepResult, OF_LEADS, REFRESH, type StoredPolicy } from './refresh.commands.ts'
import { staleLeads, staleRows } from './refresh.reads.ts'
import type { LeadsRefreshWrite, WorkbookRefreshWrite } from './refresh.schema.ts'

export function refreshJobs(runs: Runs): JobHandler[] {
  const { database, now } = runs
  return [
    handleWorkspaceJob(REFRESH, async ({ subject }, { workspace_id }) => {
      const stored = await database.inWorkspace(workspace_id, (tx) => findPolicy(tx, subject))
      if (!stored) return
      const policy = stored.policy as unknown as StoredPolicy<WorkbookRefreshWrite & LeadsRefreshWrite>
      const at = placeOf(workspace_id, policy)
      await database.inWorkspace(at, async (tx) => {
        const why = await whyNot(tx, policy)
        const result = why
          ? { skipped: why }
          : subject === OF_LEADS
            ? await refreshLeads(tx, policy, now())
            : await refreshWorkbook(runs, tx, subject, policy)
        await keepResult(tx, subject, result, now())
      })
    }),
  ]
}

function placeOf(workspace_id: WorkspaceId, { user_id, user_name: name }: StoredPolicy<object>): WorkspaceScope {
  const kind = user_id === null ? 'machine' : 'user'
  return { workspace_id, actor: { kind, user_id, name, token_id: null, ip: null, request_id: null } }
}

/** The user who set the policy must still be allowed to spend. */
async function whyNot(tx: WorkspaceTx, { user_id, user_name }: StoredPolicy<object>): Promise<string | null> {
  if (user_id === null) return null
  const member = await readMember(tx, tx.workspace_id, user_id)
  return member && roleCovers(member.role as WorkspaceRole, 'runs.execute')
    ? null
    : `${user_name || 'The user'} may not start runs any more`
}

async function refreshWorkbook(
  runs: Runs,
  tx: WorkspaceTx,
  workbookId: string,
  { columns, max_rows, max_usd }: WorkbookRefreshWrite,
): Promise<JsonObject> {
  const isThere = await mustFindWorkbook(tx, workbookId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  if (isThere === null) {
    await removeSchedule(tx, REFRESH as JobKind, workbookId)
    return { skipped: 'The workbook was deleted' }
  }
  const started: JsonObject[] = []
  let left = max_rows
  for (const { column_id, max_age_days } of columns) {
    if (left <= 0) break
    const row_ids = await staleRows(tx, workbookId, column_id, { max_age_days, limit: left, now: runs.now() })
    if (row_ids.length === 0) continue
    const request = { column_ids: [column_id], row_ids, mode: 'all' as const, ...share(max_usd, columns.length) }
    const { run_id } = await startRefreshRun(runs, tx, workbookId, max_age_days, request)
    started.push({ run_id, column_id, rows: row_ids.length })
    left -= row_ids.length
  }
  return { runs: started, rows: max_rows - left }
}

async function refreshLeads(
  tx: WorkspaceTx,
  { actions, max_leads, max_usd, filter_id = null }: LeadsRefreshWrite,
  now: Date,
): Promise<JsonObject> {
  const among = filter_id === null ? null : await readSavedQuestion(tx, filter_id).catch(isGone)
  if (among === 'gone') return { skipped: 'The saved filter was deleted or is not shared any more' }
  const started: JsonObject[] = []
  let left = max_leads
  for (const { action, max_age_days } of actions) {
    if (left <= 0) break
    const fields = [...new Set((await readWaterfalls(tx, action)).flatMap(({ into }) => Object.keys(into)))]
    const lead_ids = await staleLeads(tx, fields, { max_age_days, limit: left, now, among })
    if (lead_ids.length === 0) continue
    const { job_id } = await startFilling(tx, {
      lead_ids,
      action,
      mode: 'stale',
      max_age_days,
      ...share(max_usd, actions.length),
    })
    started.push({ job_id, action, leads: lead_ids.length })
    left -= lead_ids.length
  }
  return { jobs: started, leads: max_leads - left }
}

function isGone(error: unknown): 'gone' {
  if (error instanceof Refusal && error.code === 'invalid') return 'gone'
  throw error
}

/** Each of several gets its part of what one refresh may cost. */
const share = (max_usd: number | null, among: number) => (max_usd === null ? {} : { max_usd: max_usd / among })
