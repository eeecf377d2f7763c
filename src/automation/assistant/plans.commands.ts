// Plans: proposed by the assistant, approved once by the person, run in order, and undone from the last step to the first.
import { Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import type { Grant, Plan, PlanStatus } from './assistant.schema.ts'
import { assistantAutopilot, assistantPlan, planChanged } from './plan.jobs.ts'
import { mustFindPlan, type StoredPlanStep, type StoredResult, shownPlan } from './plans.reads.ts'

export async function proposePlan(
  tx: WorkspaceTx,
  userId: number,
  conversationId: string,
  { title, steps }: { title: string; steps: readonly StoredPlanStep[] },
): Promise<Plan> {
  const id = newId()
  await tx.client.query(
    `insert into assistant_plans (workspace_id, id, conversation_id, user_id, title, steps) values ($1, $2, $3, $4, $5, $6)`,
    [tx.workspace_id, id, conversationId, userId, title, JSON.stringify(steps)],
  )
  return shownPlan(await mustFindPlan(tx, userId, id))
}

/** @throws Refusal `invalid` for a grant that names workbooks that there are not */
export async function mustCoverWorkbooks(tx: WorkspaceTx, grant: Grant): Promise<void> {
  for (const [at, workbook] of grant.workbook_ids.entries())
    await mustFindWorkbook(tx, workbook).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      refuseField(['autopilot', 'workbook_ids', at], 'value_error', 'Value error, there is no such workbook', workbook)
    })
}

/** Begins the work of an autopilot: what it does is recorded as it goes. */
export async function startAutopilot(
  tx: WorkspaceTx,
  userId: number,
  conversationId: string,
  { title, grant }: { title: string; grant: Grant },
): Promise<Plan> {
  const id = newId()
  await tx.client.query(
    `insert into assistant_plans (workspace_id, id, conversation_id, user_id, title, status, autopilot, grant_terms, steps, approved_by, approved_at)
      values ($1, $2, $3, $4, $5, 'running', true, $6, '[]', $4, now())`,
    [tx.workspace_id, id, conversationId, userId, title, JSON.stringify(grant)],
  )
  await audit(tx, {
    act: 'assistant.autopilot_started',
    object: { type: 'plan', id, name: title },
    after: { ...grant },
  })
  await enqueue(tx, assistantAutopilot, { plan_id: id }, { key: id })
  return shownPlan(await mustFindPlan(tx, userId, id))
}

/** Runs the plan in the background. Of two concurrent requests, one starts it; the other gets an error that it runs already. */
export async function approvePlan(
  tx: WorkspaceTx,
  userId: number,
  planId: string,
  mayUse: (tool: string) => boolean,
): Promise<Plan> {
  const plan = await mustFindPlan(tx, userId, planId)
  // The role may have changed since the plan was proposed.
  const at = plan.steps.findIndex(({ tool }) => !mayUse(tool))
  if (at >= 0 && plan.status === 'proposed')
    refuse('forbidden', `Your role does not cover step ${at + 1} of this plan: ${plan.steps[at]?.says}`)
  const { rowCount } = await tx.client.query(
    `update assistant_plans set status = 'running', approved_by = $3, approved_at = now()
      where workspace_id = $1 and id = $2 and status = 'proposed'`,
    [tx.workspace_id, plan.id, userId],
  )
  if (rowCount === 0) refuse('conflict', `This plan is ${plan.status}: a plan is approved once`)
  await audit(tx, {
    act: 'assistant.plan_approved',
    object: { type: 'plan', id: plan.id, name: plan.title },
    after: { tools: plan.steps.map(({ tool }) => tool), max_usd: shownPlan(plan).max_usd },
  })
  await enqueue(tx, assistantPlan, { plan_id: plan.id }, { key: plan.id })
  return tell(tx, userId, plan.id)
}

export async function rejectPlan(tx: WorkspaceTx, userId: number, planId: string): Promise<Plan> {
  const plan = await mustFindPlan(tx, userId, planId)
  if (plan.status !== 'proposed') refuse('conflict', `This plan is ${plan.status} and can no longer be rejected`)
  await setStatus(tx, plan.id, 'rejected', null)
  return tell(tx, userId, plan.id)
}

/** Ends a plan or an autopilot before its next step. What is done stays, and can be undone. */
export async function stopPlan(tx: WorkspaceTx, userId: number, planId: string): Promise<Plan> {
  const plan = await mustFindPlan(tx, userId, planId)
  if (plan.status !== 'running') refuse('conflict', `This plan is ${plan.status} and cannot be stopped`)
  await tx.client.query(
    'update assistant_plans set stop_requested_at = coalesce(stop_requested_at, now()) where workspace_id = $1 and id = $2',
    [tx.workspace_id, plan.id],
  )
  await audit(tx, { act: 'assistant.plan_stopped', object: { type: 'plan', id: plan.id, name: plan.title } })
  return shownPlan(await mustFindPlan(tx, userId, plan.id))
}

async function tell(tx: WorkspaceTx, userId: number | null, planId: string): Promise<Plan> {
  const plan = await mustFindPlan(tx, userId, planId)
  const { conversation_id, status } = plan
  await emit(tx, planChanged, { plan_id: plan.id, conversation_id, status })
  return shownPlan(plan)
}

async function setStatus(tx: WorkspaceTx, planId: string, status: PlanStatus, error: string | null): Promise<void> {
  await tx.client.query(
    `update assistant_plans set status = $3, error = $4, ended_at = coalesce(ended_at, now()) where workspace_id = $1 and id = $2`,
    [tx.workspace_id, planId, status, error],
  )
}

/** Ends a running plan; one that has ended stays as it is. */
export async function endPlan(
  tx: WorkspaceTx,
  planId: string,
  status: 'done' | 'failed' | 'stopped',
  error: string | null = null,
): Promise<void> {
  const { rowCount } = await tx.client.query(
    `update assistant_plans set status = $3, error = $4, ended_at = now() where workspace_id = $1 and id = $2 and status = 'running'`,
    [tx.workspace_id, planId, status, error],
  )
  if (rowCount) await tell(tx, null, planId)
}

/** Keeps the result of the next step; an autopilot adds the step itself with it. */
export async function addResult(
  tx: WorkspaceTx,
  planId: string,
  result: StoredResult,
  step: StoredPlanStep | null,
): Promise<void> {
  await tx.client.query(
    `update assistant_plans set results = results || $3::jsonb, steps = steps || $4::jsonb where workspace_id = $1 and id = $2`,
    [tx.workspace_id, planId, JSON.stringify([result]), JSON.stringify(step ? [step] : [])],
  )
  await tell(tx, null, planId)
}

export async function addModelCost(tx: WorkspaceTx, planId: string, usd: number): Promise<void> {
  if (usd <= 0) return
  await tx.client.query('update assistant_plans set spent_usd = spent_usd + $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    planId,
    usd,
  ])
}

export async function saveUndo(
  tx: WorkspaceTx,
  userId: number,
  planId: string,
  results: StoredResult[],
): Promise<Plan> {
  await tx.client.query(
    `update assistant_plans set results = $3, status = 'undone', undone_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, planId, JSON.stringify(results)],
  )
  const plan = await tell(tx, userId, planId)
  await audit(tx, { act: 'assistant.plan_undone', object: { type: 'plan', id: planId, name: plan.title } })
  return plan
}
