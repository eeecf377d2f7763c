// Calls a tool for a user: arguments checked, offered only within role and capabilities, once per idempotency key, on record.
import type { TokenCapability } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { type FieldError, Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { canonicalJson, type Json, type JsonObject, plainJson } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { CallOnRecord, Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { compileAnswer } from '../../platform/http/answer.ts'
import { type Checker, compileChecker } from '../../platform/http/checks/validate.ts'
import { fingerprintOf, type KeyStore, runOnce } from '../../platform/http/idempotency.ts'
import type { OperationCaller, Operations } from '../../platform/http/operations.ts'
import { maySpend } from './effects.logic.ts'
import { TOOLS } from './registry.ts'
import type { Tool, ToolContext } from './tool.ts'

export interface ToolParts {
  database: Database
  operations: Operations
  keys: KeyStore
}

/** The caller. `capabilities` is null for a user, who has all rights of the role. */
export interface ToolCaller extends OperationCaller {
  capabilities: ReadonlySet<TokenCapability> | null
  /** What called, for the audit log: `mcp`, `assistant` or `autopilot`. */
  via: string
}

/** The tools that this caller can use, in a fixed order. */
export function toolsFor(
  { operations }: Pick<ToolParts, 'operations'>,
  caller: Pick<ToolCaller, 'scope' | 'capabilities'>,
): Tool[] {
  return TOOLS.filter((tool) => isOffered(tool, operations, caller.scope, caller.capabilities))
}

function isOffered(
  { capability, operations: needed }: Tool,
  operations: Operations,
  scope: Scope,
  capabilities: ReadonlySet<TokenCapability> | null,
): boolean {
  return (capabilities === null || capabilities.has(capability)) && needed.every((id) => operations.permits(scope, id))
}

export type ToolOutcome =
  | { ok: true; value: Json; replayed: boolean }
  /** In words that a model can act on. */
  | { ok: false; code: Refusal['code'] | 'failed'; message: string }

const compiled = new Map<Tool, { input: Checker; toText: (value: unknown) => string }>()

function compile(tool: Tool) {
  const known = compiled.get(tool)
  if (known) return known
  const made = { input: compileChecker(tool.input), toText: compileAnswer(tool.output) }
  compiled.set(tool, made)
  return made
}

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name)
}

/** Arguments that a call may be made with, and the key under which it is made once. */
interface ReadArguments {
  args: JsonObject
  key: string | undefined
}

/**
 * Arguments as the tool takes them: each declared, of its type and storable, with a cap where money may be spent.
 * @throws Refusal `invalid` that names every fault
 */
function readArguments({ operations }: Pick<ToolParts, 'operations'>, tool: Tool, given: Json): ReadArguments {
  const { key, rest } = keyIn(given)
  const { value, errors } = compile(tool).input.read(rest, 'arguments', { odd: true, flat: false })
  const args = value as JsonObject
  const isCapped = errors.length > 0 || args.max_usd !== undefined || args.dry_run === true
  if (!isCapped && maySpend(tool, operations)) errors.push(NO_CAP)
  if (errors.length > 0) throw new Refusal('invalid', 'The arguments do not fit', { fields: errors })
  return { args, key }
}

const NO_CAP: FieldError = {
  type: 'missing',
  loc: ['arguments', 'max_usd'],
  msg: 'Field required: the most it may cost, in US dollars (0: only what is free)',
}

/** What is wrong with arguments, in words; null when they fit. */
export function argumentFaults(parts: Pick<ToolParts, 'operations'>, tool: Tool, args: JsonObject): string | null {
  try {
    readArguments(parts, tool, args)
    return null
  } catch (error) {
    if (error instanceof Refusal) return wordsOf(error)
    throw error
  }
}

/**
 * Calls the tool. What the API refuses is an outcome; only a fault of ours throws. The line of the audit log is written with the first
 * thing that the call changes; of a call that changes nothing, afterwards.
 */
export async function callTool(parts: ToolParts, caller: ToolCaller, tool: Tool, args: Json): Promise<ToolOutcome> {
  const { database } = parts
  const started = performance.now()
  const call: CallOnRecord = {
    act: `${caller.via}.called`,
    object: { type: 'tool', id: tool.name, name: tool.title },
    after: { outcome: 'done' },
    is_written: false,
  }
  const scope = { ...caller.scope, actor: { ...caller.scope.actor, call } }
  const outcome = await attempt(parts, { ...caller, scope }, tool, args, call)
  const told = outcome.ok ? (outcome.replayed ? 'replayed' : 'done') : outcome.code
  if (call.is_written && told === 'done') return outcome
  const milliseconds = Math.round(performance.now() - started)
  await database.inWorkspace(caller.scope, (tx) =>
    audit(tx, { ...call, after: { ...call.after, outcome: told, milliseconds } }),
  )
  return outcome
}

/** The ids of checked arguments: what the call was about, and nothing of its content. */
function aboutOf(args: JsonObject): JsonObject {
  const kept = Object.entries(args).filter(
    ([name, value]) =>
      /^(max_usd|dry_run|limit)$|_id$/.test(name) && (typeof value !== 'string' || value.length <= 100),
  )
  return Object.fromEntries(kept)
}

async function attempt(
  parts: ToolParts,
  caller: ToolCaller,
  tool: Tool,
  given: Json,
  call: CallOnRecord,
): Promise<ToolOutcome> {
  const { operations } = parts
  try {
    if (!isOffered(tool, operations, caller.scope, caller.capabilities))
      refuse('forbidden', `You may not use ${tool.name}: it needs ${tool.capability} and a role that covers it`)
    const { args, key } = readArguments(parts, tool, given)
    call.after = { ...call.after, ...aboutOf(args) }
    const context: ToolContext = {
      scope: caller.scope,
      signal: caller.signal,
      operate: async (id, sent) => (await operations.call(id, caller, sent)).body as never,
      read: (work) => parts.database.inWorkspace(caller.scope, work),
    }
    const work = async () => {
      const done = await tool.run(context, args)
      return { status: 200, body: compile(tool).toText(done) }
    }
    if (key === undefined || tool.kind === 'read')
      return { ok: true, value: JSON.parse((await work()).body) as Json, replayed: false }
    const kept = await runOnce(
      parts.keys,
      {
        owner: { workspace_id: caller.scope.workspace_id },
        route: `TOOL ${tool.name}`,
        key,
        fingerprint: fingerprintOf('TOOL', tool.name, { params: null, query: null, headers: null, body: args }),
      },
      work,
    )
    if (kept.status >= 300) return { ok: false, code: 'failed', message: kept.body }
    return { ok: true, value: JSON.parse(kept.body) as Json, replayed: kept.replayed }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, code: error.code, message: wordsOf(error) }
    throw error
  }
}

function keyIn(args: Json): { key: string | undefined; rest: Json } {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { key: undefined, rest: args ?? {} }
  const { idempotency_key: key, ...rest } = args
  if (key === undefined || key === null) return { key: undefined, rest }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    refuseField(['idempotency_key'], 'value_error', 'Value error, 1 to 255 visible ASCII characters are a key')
  return { key, rest }
}

/** What was refused, with the place of every fault, so that the next call can be right. */
function wordsOf({ message, fields, extra }: Refusal): string {
  const faults = (fields ?? []).slice(0, 20).map((field) => `${placeOf(field)}: ${field.msg}`)
  const more = extra ? ` ${canonicalJson(plainJson(extra))}` : ''
  return faults.length > 0 ? `${faults.join('\n')}${more}` : `${message}${more}`
}

const placeOf = ({ loc }: FieldError) => loc.slice(loc[0] === 'arguments' ? 1 : 0).join('.') || 'arguments'
