// The assistant acting by itself within a grant: kinds of acts, workbooks, money and time, stopped at any moment, every act on record.
import { askTurn } from '../../enrichment/kinds/models/ask-turn.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { ModelMessage } from '../../providers/models/model-kit.ts'
import { findTool, type ToolCaller, toolsFor } from '../tools/call-tool.commands.ts'
import { maySpend } from '../tools/effects.logic.ts'
import type { Tool } from '../tools/tool.ts'
import type { Grant } from './assistant.schema.ts'
import type { ChatParts, ToolUse } from './chat.ts'
import { addMessage } from './conversations.commands.ts'
import { readMessages } from './conversations.reads.ts'
import { historyOf } from './history.logic.ts'
import { modelFor } from './model.ts'
import { addModelCost, addResult, endPlan } from './plans.commands.ts'
import { mustFindPlan, type PlanRow, type StoredResult } from './plans.reads.ts'
import { showStep } from './prepare-steps.ts'
import { describeToolResult, NO_MODEL, SAID, systemOf } from './prompt.logic.ts'
import { runStep } from './run-plan.ts'
import { readTurn, type ToolCall, turnSchema } from './turn.logic.ts'

/** Actions that write to people always need a user's approval, regardless of the grant. */
const REACHES_PEOPLE: ReadonlySet<string> = new Set(['sequences:enroll', 'outreach:send'])
const MOST_TURNS = 80
const MOST_WRONG = 3
const SPENT = 'The money of the grant is spent.'
/** How long the answer about a run's state is delayed, so that a model does not ask for it a hundred times. */
const RUN_PAUSE_MS = 2_000

export async function runAutopilot(parts: ChatParts, caller: ToolCaller, planId: string): Promise<void> {
  const { database, now } = parts
  const { scope, signal } = caller
  const read = () => database.inWorkspace(scope, (tx) => mustFindPlan(tx, null, planId))
  const first = await read()
  const grant = first.grant_terms
  if (first.status !== 'running' || !grant) return
  const end = (status: 'done' | 'failed' | 'stopped', error?: string) =>
    database.inWorkspace(scope, async (tx) => {
      if (error) await addMessage(tx, first.conversation_id, 'error', { text: error })
      await endPlan(tx, planId, status, error)
    })
  const model = await modelFor(parts, scope, undefined, signal)
  if (!model) return end('failed', NO_MODEL)
  const tools = toolsFor(parts, caller).filter(
    ({ kind, capability }) =>
      kind === 'read' || (grant.acts.some((act) => act === kind) && !REACHES_PEOPLE.has(capability)),
  )
  const rules = { actions: ['act', 'answer'] as const, tools: tools.map(({ name }) => name) }
  const system = systemOf(tools, rules.actions, wordsOf(grant))
  const messages = await historyFor(parts, caller, first)
  let wrong = 0
  for (let turns = 1; turns <= MOST_TURNS; turns++) {
    signal.throwIfAborted()
    const plan = await read()
    if (plan.status !== 'running') return
    if (plan.stop_requested_at) return end('stopped', 'Stopped by a person.')
    const until = (plan.approved_at?.getTime() ?? 0) + grant.max_minutes * 60_000
    if (now().getTime() > until) return end('stopped', `The ${grant.max_minutes} minutes of the grant are over.`)
    if (leftOf(plan, grant) < 0) return end('stopped', SPENT)
    const question = { system, messages, schema: turnSchema(rules), workbook_id: null }
    const said = await askTurn(parts, scope, model, question, signal)
    if ('failed' in said) return end('failed', `The model could not be called: ${said.failed}`)
    await database.inWorkspace(scope, (tx) => addModelCost(tx, planId, said.cost_usd))
    const turn = readTurn(rules, said.text)
    if (turn.action === 'none') {
      if (++wrong >= MOST_WRONG) return end('failed', `The model did not answer as it should: ${turn.wrong}.`)
      messages.push(
        { role: 'assistant', text: said.text || '(nothing)' },
        { role: 'user', text: SAID.again(turn.wrong) },
      )
      continue
    }
    wrong = 0
    if (turn.action === 'answer') {
      await database.inWorkspace(scope, (tx) =>
        addMessage(tx, plan.conversation_id, 'assistant', { text: turn.text, said: said.text }),
      )
      return end('done')
    }
    if (turn.action !== 'act') continue
    if (isBroke(plan, grant) && turn.calls.some(({ tool }) => costs(parts, findTool(tool))))
      return end('stopped', SPENT)
    const { results, used } = await act(parts, caller, planId, grant, turn.calls)
    const content = { text: turn.text, said: said.text, results, tools: used as never }
    await database.inWorkspace(scope, (tx) => addMessage(tx, plan.conversation_id, 'tool', content))
    messages.push({ role: 'assistant', text: said.text }, { role: 'user', text: results })
  }
  return end('stopped', `It took more than ${MOST_TURNS} turns.`)
}

async function historyFor(
  { database }: ChatParts,
  { scope }: ToolCaller,
  { conversation_id }: PlanRow,
): Promise<ModelMessage[]> {
  return database.inWorkspace(scope, async (tx) => historyOf(await readMessages(tx, conversation_id), []))
}

async function act(
  parts: ChatParts,
  caller: ToolCaller,
  planId: string,
  grant: Grant,
  calls: readonly ToolCall[],
): Promise<{ results: string; used: ToolUse[] }> {
  const { database } = parts
  const { scope } = caller
  const said: string[] = []
  const used: ToolUse[] = []
  for (const call of calls) {
    const tool = findTool(call.tool) as Tool
    const plan = await database.inWorkspace(scope, (tx) => mustFindPlan(tx, null, planId))
    if (plan.status !== 'running' || plan.stop_requested_at) break
    const outside = tool.kind === 'read' ? null : whyOutside(tool, call.arguments, grant, plan)
    const isPaid = costs(parts, tool)
    const args = isPaid ? capped(call.arguments, leftOf(plan, grant)) : call.arguments
    const result: StoredResult =
      outside === null
        ? await runStep(
            parts,
            caller,
            { tool: tool.name, arguments: args },
            [],
            `pilot-${planId}-${plan.results.length + 1}`,
          )
        : { ok: false, arguments: args, value: null, error: outside }
    if (tool.kind !== 'read') {
      const max_usd = isPaid ? Number(args.max_usd) : null
      const step = {
        tool: tool.name,
        arguments: args,
        says: tool.says?.(args) ?? tool.title,
        changes: [],
        expected_usd: null,
        max_usd,
        shows: await showStep(parts, caller, tool, args),
      }
      await database.inWorkspace(scope, (tx) => addResult(tx, planId, result, step))
    }
    used.push({ tool: tool.name, title: tool.title, ok: result.ok })
    said.push(describeToolResult(tool.name, result.ok, result.ok ? JSON.stringify(result.value) : (result.error ?? '')))
    if (tool.name === 'get_run' && result.value?.ended === false)
      await new Promise((resolve) => setTimeout(resolve, RUN_PAUSE_MS))
  }
  return { results: said.join('\n\n') || 'Nothing was done.', used }
}

/** The money that is left of the grant: every step that spends counts with its cap, regardless of its actual cost. */
function leftOf({ steps, results, spent_usd }: PlanRow, { max_usd }: Grant): number {
  const committed = steps.reduce((sum, step, at) => sum + (results[at]?.ok ? (step.max_usd ?? 0) : 0), 0)
  return Math.round((max_usd - committed - Number(spent_usd)) * 1e6) / 1e6
}

/** Whether the money of the grant is used up. A grant without money allows free steps. */
const isBroke = (plan: PlanRow, grant: Grant) => grant.max_usd > 0 && leftOf(plan, grant) <= 0

const costs = ({ operations }: ChatParts, tool: Tool | undefined) => tool !== undefined && maySpend(tool, operations)

function capped(args: JsonObject, left: number): JsonObject {
  const wanted = typeof args.max_usd === 'number' ? args.max_usd : left
  return { ...args, max_usd: Math.max(0, Math.min(wanted, left)) }
}

const MAKES = new Set(['create_workbook', 'use_recipe'])

function whyOutside(tool: Tool, args: JsonObject, grant: Grant, { steps, results }: PlanRow): string | null {
  if (!grant.acts.some((kind) => kind === tool.kind)) return `The grant does not cover ${tool.kind}`
  if (grant.workbook_ids.length === 0 || MAKES.has(tool.name)) return null
  const made = steps.flatMap(({ tool: name }, at) => (MAKES.has(name) ? [results[at]?.value?.workbook_id] : []))
  const id = args.workbook_id
  const isInside = typeof id === 'string' && (grant.workbook_ids.includes(id) || made.includes(id))
  return isInside ? null : 'The grant is for other workbooks'
}

function wordsOf({ max_usd, max_minutes, acts, workbook_ids }: Grant): string {
  const where =
    workbook_ids.length > 0 ? `in the workbooks ${workbook_ids.join(', ')} and those you make` : 'in all workbooks'
  return `Grant: ${['read', ...acts].join(', ')} ${where}, for at most $${max_usd} and ${max_minutes} minutes.`
}
