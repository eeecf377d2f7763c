// Turns the calls that a model wants into steps of a plan: checked, tried without effect where that is possible, and priced.
import type { JsonObject } from '../../kernel/json.ts'
import { argumentFaults, callTool, findTool, type ToolCaller, type ToolParts } from '../tools/call-tool.commands.ts'
import type { Tool } from '../tools/tool.ts'
import type { StoredStep } from './plans.reads.ts'
import { refersBack, type WantedCall } from './turn.logic.ts'

export type Prepared = { steps: StoredStep[] } | { wrong: string }

export async function prepareSteps(
  parts: ToolParts,
  caller: ToolCaller,
  calls: readonly WantedCall[],
): Promise<Prepared> {
  const steps: StoredStep[] = []
  for (const [at, call] of calls.entries()) {
    const tool = findTool(call.tool)
    const wrong = tool ? argumentFaults(tool, call.arguments) : 'there is no such tool'
    if (!tool || wrong !== null) return { wrong: `step ${at + 1} (${call.tool}): ${wrong}` }
    const step = await prepare(parts, caller, tool, call.arguments)
    if ('wrong' in step) return { wrong: `step ${at + 1} (${call.tool}): ${step.wrong}` }
    steps.push(step)
  }
  return { steps }
}

async function prepare(
  parts: ToolParts,
  caller: ToolCaller,
  tool: Tool,
  given: JsonObject,
): Promise<StoredStep | { wrong: string }> {
  const { dry_run: _, ...args } = given
  const known = tool.input.properties as Record<string, unknown>
  const asked = typeof args.max_usd === 'number' ? args.max_usd : null
  const step = { tool: tool.name, arguments: args, says: tool.says?.(args) ?? tool.title, changes: [] as string[] }
  const plain = { ...step, expected_usd: null, max_usd: asked }
  if (!('dry_run' in known) || refersBack(args)) {
    if (tool.kind === 'spend' && asked === null) return { wrong: 'a step that spends needs max_usd' }
    return plain
  }
  const tried = await callTool(parts, caller, tool, { ...args, dry_run: true })
  if (!tried.ok) return { wrong: tried.message }
  const value = (tried.value ?? {}) as JsonObject
  if (Array.isArray(value.changes)) step.changes = value.changes.map(String)
  if (tool.kind !== 'spend') return { ...plain, changes: step.changes }
  const expected = numberOf(value.expected_usd) ?? numberOf(value.cost_usd)
  const most = asked ?? numberOf(value.high_usd) ?? expected ?? 0
  const unknown = Array.isArray(value.unknown_prices) ? value.unknown_prices.map(String) : []
  if (typeof value.to_run === 'number') step.changes.push(`${value.to_run} cells of ${value.rows} rows would be filled`)
  if (unknown.length > 0)
    step.changes.push(`Not asked under the cap, because the price is unknown: ${unknown.join(', ')}`)
  return { ...step, arguments: { ...args, max_usd: most }, expected_usd: expected ?? null, max_usd: most }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
