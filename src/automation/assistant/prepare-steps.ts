// Turns the calls that a model wants into steps of a plan: checked, tried without effect where that is possible, and priced.
import { fixedHost } from '../../engine/columns/template-parts.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import { argumentFaults, callTool, findTool, type ToolCaller, type ToolParts } from '../tools/call-tool.commands.ts'
import { maySpend, reachOf } from '../tools/effects.logic.ts'
import type { Tool } from '../tools/tool.ts'
import type { StoredPlanStep } from './plans.reads.ts'
import { settingsOf } from './step-settings.logic.ts'
import { refersBack, type ToolCall } from './turn.logic.ts'

export type PreparedSteps = { steps: StoredPlanStep[] } | { wrong: string }

export async function prepareSteps(
  parts: ToolParts,
  caller: ToolCaller,
  calls: readonly ToolCall[],
): Promise<PreparedSteps> {
  const steps: StoredPlanStep[] = []
  const made = new Set<string>()
  for (const [at, call] of calls.entries()) {
    const tool = findTool(call.tool)
    const wrong = tool ? argumentFaults(parts, tool, tryable(tool, call.arguments)) : 'there is no such tool'
    if (!tool || wrong !== null) return { wrong: `step ${at + 1} (${call.tool}): ${wrong}` }
    const step = await prepare(parts, caller, tool, call.arguments, made)
    if ('wrong' in step) return { wrong: `step ${at + 1} (${call.tool}): ${step.wrong}` }
    steps.push({ ...step, shows: await showStep(parts, caller, tool, step.arguments) })
    if (tool.kind !== 'read') for (const name of namesIn(call.arguments)) made.add(name)
  }
  return { steps }
}

/** All that the step sets, where it sends data, and whom it reaches. */
export async function showStep(
  { database, operations }: ToolParts,
  { scope }: ToolCaller,
  tool: Tool,
  args: JsonObject,
): Promise<NonNullable<StoredPlanStep['shows']>> {
  const own = await database.inWorkspace(scope, readOwnProviders)
  const hosts = own.map(({ id, definition }): [string, string] => [id, fixedHost(definition.url) ?? definition.url])
  return { ...settingsOf(args, new Map(hosts)), reaches: reachOf(tool, operations) }
}

/** What a step gives a name to: columns, workbooks. A later step that names it cannot be tried before. */
function namesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(namesIn)
  const own = typeof value.name === 'string' ? [value.name.trim().toLowerCase()] : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

function isNamed(value: Json, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase()
    return names.has(text) || [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].some(([, name = '']) => names.has(name))
  }
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => isNamed(one, names))
}

const canTry = (tool: Tool) => 'dry_run' in tool.input.properties
/** As it is tried: without a cap, which comes of the estimate. */
const tryable = (tool: Tool, args: JsonObject): JsonObject => (canTry(tool) ? { ...args, dry_run: true } : args)

async function prepare(
  parts: ToolParts,
  caller: ToolCaller,
  tool: Tool,
  given: JsonObject,
  made: ReadonlySet<string>,
): Promise<StoredPlanStep | { wrong: string }> {
  const { dry_run: _, ...args } = given
  const isPaid = maySpend(tool, parts.operations)
  const asked = typeof args.max_usd === 'number' ? args.max_usd : null
  const step = { tool: tool.name, arguments: args, says: tool.says?.(args) ?? tool.title, changes: [] as string[] }
  const plain = { ...step, expected_usd: null, max_usd: asked }
  if (!canTry(tool) || refersBack(args) || isNamed(args, made)) {
    if (isPaid && asked === null)
      return { wrong: 'max_usd: Field required: the step cannot be tried before the steps that it builds on' }
    return plain
  }
  const tried = await callTool(parts, caller, tool, { ...args, dry_run: true })
  if (!tried.ok) return { wrong: tried.message }
  const value = (tried.value ?? {}) as JsonObject
  if (Array.isArray(value.changes)) step.changes = value.changes.map(String)
  if (!isPaid) return { ...plain, changes: step.changes }
  const expected = numberOf(value.expected_usd) ?? numberOf(value.cost_usd)
  const most = asked ?? numberOf(value.high_usd) ?? expected ?? 0
  const unknown = Array.isArray(value.unknown_prices) ? value.unknown_prices.map(String) : []
  if (typeof value.to_run === 'number') step.changes.push(`${value.to_run} cells of ${value.rows} rows would be filled`)
  if (unknown.length > 0)
    step.changes.push(`Not asked under the cap, because the price is unknown: ${unknown.join(', ')}`)
  return { ...step, arguments: { ...args, max_usd: most }, expected_usd: expected ?? null, max_usd: most }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
