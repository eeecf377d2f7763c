// One message of a person, from the first question to the model to an answer or a plan. Only reading tools are used here.

import { askTurn, type ModelCallParts } from '../../enrichment/kinds/models/ask-turn.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { ModelMessage } from '../../providers/models/model-kit.ts'
import { callTool, findTool, type ToolCaller, type ToolParts, toolsFor } from '../tools/call-tool.commands.ts'
import type { Plan } from './assistant.schema.ts'
import { addMessage } from './conversations.commands.ts'
import type { ConversationRow } from './conversations.reads.ts'
import { proposePlan } from './plans.commands.ts'
import { prepareSteps } from './prepare-steps.ts'
import { describeToolResult, SAID, systemOf } from './prompt.logic.ts'
import { type AssistantTurn, readTurn, type ToolCall, turnSchema } from './turn.logic.ts'

export type ChatParts = ModelCallParts & ToolParts

export type ChatEvent =
  | { type: 'reading'; text: string; tools: ToolUse[] }
  | { type: 'answer'; text: string }
  | { type: 'plan'; text: string; plan: Plan }
  | { type: 'error'; detail: string }

export interface ToolUse {
  tool: string
  title: string
  ok: boolean
}

const MOST_TURNS = 14
/** Turns that fit nothing, one after the other: a model that answers garbage does not get better. */
const MOST_WRONG = 3

export async function* converse(
  parts: ChatParts,
  caller: ToolCaller,
  conversation: ConversationRow,
  model: string,
  history: readonly ModelMessage[],
): AsyncGenerator<ChatEvent> {
  const { database } = parts
  const { scope, signal } = caller
  const tools = toolsFor(parts, caller)
  const rules = { actions: ['read', 'plan', 'answer'] as const, tools: tools.map(({ name }) => name), prose: true }
  const system = systemOf(tools, rules.actions, null)
  const schema = turnSchema(rules)
  const messages = [...history]
  const keep = (kind: Parameters<typeof addMessage>[2], content: JsonObject) =>
    database.inWorkspace(scope, (tx) => addMessage(tx, conversation.id, kind, content))
  const seen = new Set<string>()
  let wrong = 0
  const fail = async (detail: string): Promise<ChatEvent> => {
    await keep('error', { text: detail })
    return { type: 'error', detail }
  }

  for (let turns = 1; turns <= MOST_TURNS; turns++) {
    signal.throwIfAborted()
    const isLast = turns === MOST_TURNS
    const asked = isLast ? withNote(messages, SAID.last) : messages
    const question = { system, messages: asked, schema, workbook_id: conversation.workbook_id }
    const said = await askTurn(parts, scope, model, question, signal)
    if ('failed' in said) return yield await fail(`The model could not be called: ${said.failed}`)
    const turn: AssistantTurn = readTurn(rules, said.text)
    if (turn.action === 'none') {
      if (++wrong >= MOST_WRONG || isLast)
        return yield await fail(`The model did not answer as it should: ${turn.wrong}.`)
      messages.push(
        { role: 'assistant', text: said.text || '(nothing)' },
        { role: 'user', text: SAID.again(turn.wrong) },
      )
      continue
    }
    if (turn.action === 'answer') {
      await keep('assistant', { text: turn.text, said: said.text })
      return yield { type: 'answer', text: turn.text }
    }
    if (turn.action === 'plan') {
      const prepared = await prepareSteps(parts, caller, turn.calls)
      if ('wrong' in prepared) {
        if (++wrong >= MOST_WRONG || isLast)
          return yield await fail(`The model could not make a plan that works: ${prepared.wrong}`)
        messages.push({ role: 'assistant', text: said.text }, { role: 'user', text: SAID.again(prepared.wrong) })
        continue
      }
      const plan = await database.inWorkspace(scope, async (tx) => {
        const made = await proposePlan(tx, scope.principal.user_id, conversation.id, {
          title: turn.title,
          steps: prepared.steps,
        })
        await addMessage(tx, conversation.id, 'plan', { text: turn.text, said: said.text, plan_id: made.id })
        return made
      })
      return yield { type: 'plan', text: turn.text, plan }
    }
    wrong = 0
    const { results, used } = await callTools(parts, caller, turn.calls, seen, (tool) => tool === 'read')
    await keep('tool', { text: turn.text, said: said.text, results, tools: used as never })
    yield { type: 'reading', text: turn.text, tools: used }
    messages.push({ role: 'assistant', text: said.text }, { role: 'user', text: results })
  }
  yield await fail('The model did not come to an answer.')
}

const withNote = (messages: readonly ModelMessage[], note: string): ModelMessage[] => {
  const last = messages.at(-1)
  return last?.role === 'user'
    ? [...messages.slice(0, -1), { role: 'user', text: `${last.text}\n\n${note}` }]
    : [...messages, { role: 'user', text: note }]
}

/** Calls tools of the kinds that are allowed here; the results are text for the model. */
export async function callTools(
  parts: ToolParts,
  caller: ToolCaller,
  calls: readonly ToolCall[],
  seen: Set<string>,
  allows: (kind: string) => boolean,
): Promise<{ results: string; used: ToolUse[] }> {
  const said: string[] = []
  const used: ToolUse[] = []
  for (const { tool: name, arguments: args } of calls) {
    const tool = findTool(name)
    const key = JSON.stringify([name, args])
    if (!tool || !allows(tool.kind)) {
      said.push(`${name} changes something and is not for reading: propose a plan.`)
      continue
    }
    if (seen.has(key)) {
      said.push(`${name}: ${SAID.repeated}`)
      continue
    }
    seen.add(key)
    const outcome = await callTool(parts, caller, tool, args)
    used.push({ tool: name, title: tool.title, ok: outcome.ok })
    said.push(describeToolResult(name, outcome.ok, outcome.ok ? JSON.stringify(outcome.value) : outcome.message))
  }
  return { results: said.join('\n\n'), used }
}
