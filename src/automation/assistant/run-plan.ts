// Runs an approved plan step by step, and undoes one from the last step to the first.
import { Refusal, refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { callTool, findTool, type ToolCaller, type ToolParts } from '../tools/call-tool.commands.ts'
import type { Plan } from './assistant.schema.ts'
import { addResult, endPlan, saveUndo } from './plans.commands.ts'
import { mustFindPlan, type StoredResult } from './plans.reads.ts'
import { withResults } from './turn.logic.ts'

/** Continues after the last result. The idempotency key of a step prevents that it is done twice after a crash. */
export async function runPlan(parts: ToolParts, caller: ToolCaller, planId: string): Promise<void> {
  const { database } = parts
  const { scope, signal } = caller
  for (;;) {
    signal.throwIfAborted()
    const plan = await database.inWorkspace(scope, (tx) => mustFindPlan(tx, null, planId))
    if (plan.status !== 'running') return
    const at = plan.results.length
    const step = plan.steps[at]
    const end = (status: 'done' | 'failed' | 'stopped', error?: string) =>
      database.inWorkspace(scope, (tx) => endPlan(tx, planId, status, error))
    if (plan.stop_requested_at) return end('stopped', 'Stopped before the next step')
    if (!step) return end('done')
    const result = await runStep(parts, caller, step, plan.results, `plan-${planId}-${at + 1}`)
    await database.inWorkspace(scope, (tx) => addResult(tx, planId, result, null))
    if (!result.ok) return end('failed', `Step ${at + 1} was refused: ${result.error}`)
  }
}

export async function runStep(
  parts: ToolParts,
  caller: ToolCaller,
  step: { tool: string; arguments: JsonObject },
  results: readonly StoredResult[],
  key: string,
): Promise<StoredResult> {
  const tool = findTool(step.tool)
  const args = withResults(
    step.arguments,
    results.map(({ value }) => value),
  )
  const failed = (error: string): StoredResult => ({ ok: false, arguments: args ?? step.arguments, value: null, error })
  if (!tool) return failed('There is no such tool any more')
  if (!args) return failed('It needs the result of a step that has none')
  const outcome = await callTool(parts, caller, tool, {
    ...args,
    ...(tool.kind !== 'read' && { idempotency_key: key }),
  })
  if (!outcome.ok) return failed(outcome.message)
  return { ok: true, arguments: args, value: brief(outcome.value as JsonObject), error: null }
}

/** Lists of what was read stay out of the plan: its steps are about what was done. */
function brief(value: JsonObject): JsonObject {
  const text = JSON.stringify(value)
  if (text.length <= 8_000) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => typeof member !== 'object' || member === null))
}

/** Takes back what the steps did, the last first. What cannot be undone says why and stays. */
export async function undoPlan(parts: ToolParts, caller: ToolCaller, planId: string): Promise<Plan> {
  const { database } = parts
  const { scope } = caller
  const { user_id } = scope.principal
  const plan = await database.inWorkspace(scope, (tx) => mustFindPlan(tx, user_id, planId))
  if (!['done', 'failed', 'stopped'].includes(plan.status))
    refuse('conflict', `This plan is ${plan.status}: only one that has ended can be undone`)
  const results = [...plan.results]
  for (let at = results.length - 1; at >= 0; at--) {
    const result = results[at] as StoredResult
    if (!result.ok) continue
    const problem = await undoStep(parts, caller, plan.steps[at]?.tool ?? '', result)
    results[at] = problem === null ? { ...result, undone: true } : { ...result, undo_problem: problem }
  }
  return database.inWorkspace(scope, (tx) => saveUndo(tx, user_id, planId, results))
}

/** Null when it is undone or there was nothing to undo. */
async function undoStep(
  { operations }: ToolParts,
  caller: ToolCaller,
  tool: string,
  { arguments: args, value }: StoredResult,
): Promise<string | null> {
  const workbook_id = String(args.workbook_id ?? value?.workbook_id ?? '')
  const run = (id: string, params: JsonObject, body: JsonObject = {}) => operations.call(id, caller, { params, body })
  try {
    if (findTool(tool)?.kind === 'read') return null
    if (tool === 'create_workbook' || tool === 'use_recipe') {
      await run('delete_workbook', { workbook_id: String(value?.workbook_id) })
      return null
    }
    if (tool === 'start_run') {
      const params = { workbook_id, run_id: String(value?.run_id) }
      // One that is still going is stopped first; one that has ended says so.
      await run('cancel_run', params).catch((error) => {
        if (!(error instanceof Refusal)) throw error
      })
      await run('undo_run', params)
      return null
    }
    if (tool === 'rename_workbook') {
      await run('update_workbook', { workbook_id }, {
        name: value?.name_before,
        description: value?.description_before,
      } as JsonObject)
      return null
    }
    const change_id = value?.change_id
    if (typeof change_id === 'string') await run('undo_change', { workbook_id }, { change_id })
    else if (change_id === undefined) return 'This step cannot be undone by itself'
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
