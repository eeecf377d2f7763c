// Runs approved plans in the background, also after the page is closed.
import type { ActFor } from '../../identity/users/acting.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Log } from '../../platform/log.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import type { ToolCaller } from '../tools/call-tool.commands.ts'
import { runAutopilot } from './autopilot.ts'
import type { ChatParts } from './chat.ts'
import { assistantAutopilot, assistantPlan } from './plan.jobs.ts'
import { endPlan } from './plans.commands.ts'
import { mustFindPlan } from './plans.reads.ts'
import { runPlan } from './run-plan.ts'

export type AssistantJobParts = Omit<ChatParts, 'manners'> & { actFor: ActFor; log: Log }

export function assistantJobs(parts: AssistantJobParts): JobHandler[] {
  const chat: ChatParts = { ...parts, manners: new Map() }
  const { database, actFor, log } = parts
  const callerFor = async (
    workspaceId: WorkspaceId,
    planId: string,
    via: string,
    signal: AbortSignal,
  ): Promise<ToolCaller | undefined> => {
    const { user_id } = await database.inWorkspace(workspaceId, (tx) => mustFindPlan(tx, null, planId))
    const actor = { kind: 'user', user_id, name: '', token_id: null, ip: null, request_id: null } as const
    const scope = await actFor(workspaceId, user_id, actor)
    if (scope)
      return {
        scope: { ...scope, actor: { ...actor, name: scope.principal.username } },
        log,
        signal,
        capabilities: null,
        via,
      }
    await database.inWorkspace(workspaceId, (tx) =>
      endPlan(tx, planId, 'failed', 'Who approved it is no member of the workspace any more'),
    )
    return undefined
  }
  return [
    handleWorkspaceJob(assistantPlan, async ({ plan_id }, { workspace_id, signal }) => {
      const caller = await callerFor(workspace_id, plan_id, 'assistant', signal)
      if (caller) await runPlan(chat, caller, plan_id)
    }) as JobHandler,
    handleWorkspaceJob(assistantAutopilot, async ({ plan_id }, { workspace_id, signal }) => {
      const caller = await callerFor(workspace_id, plan_id, 'autopilot', signal)
      if (caller) await runAutopilot(chat, caller, plan_id)
    }) as JobHandler,
  ]
}
