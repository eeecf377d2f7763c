// One turn of the assistant: what the model may say, as a schema, and what it said. Nothing else of its words leads to anything.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { jsonIn } from '../../providers/models/model-answer.ts'

export interface ToolCall {
  tool: string
  arguments: JsonObject
}

export type AssistantTurn =
  | { action: 'answer'; text: string }
  | { action: 'read' | 'act'; text: string; calls: ToolCall[] }
  | { action: 'plan'; text: string; title: string; calls: ToolCall[] }
  | { action: 'none'; wrong: string }

export type TurnAction = Exclude<AssistantTurn['action'], 'none'>

const MOST_CALLS = 12
const LONGEST_TEXT = 8_000

export interface AssistantTurnRules {
  actions: readonly TurnAction[]
  tools: readonly string[]
  /** Plain words are a message to the person. Not where an answer ends what was begun. */
  prose?: boolean
}

/** The shape in words, for models whose vendor does not pass a schema on. */
export function turnShape(actions: readonly TurnAction[]): string {
  const choice = actions.map((one) => `"${one}"`).join(' | ')
  const calls = '[{"tool": "name of a tool", "arguments": "{…}"}] | null'
  return `{"action": ${choice}, "text": "for the person", "title": "of a plan" | null, "calls": ${calls}}`
}

/** In the words that every vendor's strict mode takes: all members required, what does not apply null. */
export function turnSchema({ actions, tools }: AssistantTurnRules): JsonObject {
  return {
    type: 'object',
    properties: {
      action: { type: 'string', enum: [...actions], description: 'What happens next.' },
      text: { type: 'string', description: 'For the person, in plain words and without markup.' },
      title: { type: ['string', 'null'], description: 'Of a plan: what it is for, in a few words.' },
      calls: {
        type: ['array', 'null'],
        description: 'The tools to use, in this order.',
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string', enum: [...tools] },
            arguments: { type: 'string', description: 'A JSON object as text.' },
          },
          required: ['tool', 'arguments'],
          additionalProperties: false,
        },
      },
    },
    required: ['action', 'text', 'title', 'calls'],
    additionalProperties: false,
  }
}

export function readTurn({ actions, tools, prose = false }: AssistantTurnRules, said: string): AssistantTurn {
  const none = (wrong: string): AssistantTurn => ({ action: 'none', wrong })
  const json = jsonIn(said)
  if (json === undefined || json === null || typeof json !== 'object' || Array.isArray(json)) {
    const plain = said.trim().slice(0, LONGEST_TEXT)
    if (prose && plain !== '' && json === undefined && !/[{}]|```/.test(plain)) return { action: 'answer', text: plain }
    return none(`it is not a JSON object such as ${turnShape(actions)}`)
  }
  const action = actions.find((one) => one === json.action)
  if (!action) return none(`"action" has to be one of ${actions.join(', ')}`)
  const text = typeof json.text === 'string' ? json.text.trim().slice(0, LONGEST_TEXT) : ''
  if (action === 'answer') return text ? { action, text } : none('an answer needs "text"')
  const calls = callsIn(json.calls ?? null, tools)
  if (typeof calls === 'string') return none(calls)
  if (action !== 'plan') return { action, text, calls }
  const title = typeof json.title === 'string' && json.title.trim() ? json.title.trim().slice(0, 200) : 'Plan'
  return { action, text, title, calls }
}

function callsIn(given: Json, tools: readonly string[]): ToolCall[] | string {
  if (!Array.isArray(given) || given.length === 0) return '"calls" has to name at least one tool'
  if (given.length > MOST_CALLS) return `at most ${MOST_CALLS} calls at once`
  const calls: ToolCall[] = []
  for (const [at, one] of given.entries()) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return `call ${at + 1} is not an object`
    const tool = tools.find((name) => name === one.tool)
    if (!tool) return `call ${at + 1} names no tool that there is`
    const args = argumentsIn(one.arguments ?? null)
    if (!args) return `the arguments of call ${at + 1} are not a JSON object`
    calls.push({ tool, arguments: args })
  }
  return calls
}

function argumentsIn(given: Json): JsonObject | undefined {
  const value = typeof given === 'string' ? (given.trim() === '' ? {} : jsonIn(given)) : given
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

const REFERENCE = /^\$(\d{1,2})\.([a-z_]+)$/

/** Whether an argument waits for the result of an earlier step. */
export function refersBack(value: Json): boolean {
  if (typeof value === 'string') return REFERENCE.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(refersBack)
}

/** Arguments with `$1.workbook_id` replaced by that member of the result of step 1. Undefined when there is no such result. */
export function withResults(args: JsonObject, results: readonly (JsonObject | null)[]): JsonObject | undefined {
  let isWhole = true
  const fill = (value: Json): Json => {
    if (typeof value === 'string') {
      const [, step, member = ''] = REFERENCE.exec(value) ?? []
      if (step === undefined) return value
      const found = results[Number(step) - 1]?.[member]
      if (found === undefined) isWhole = false
      return found ?? null
    }
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]))
  }
  const filled = fill(args) as JsonObject
  return isWhole ? filled : undefined
}
