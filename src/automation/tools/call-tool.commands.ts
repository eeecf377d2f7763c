// Calls a tool for a user: arguments checked, offered only within role and capabilities, once per idempotency key, on record.
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { canonicalJson, type Json, type JsonObject, plainJson } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { compileAnswer } from '../../platform/http/answer.ts'
import { fingerprintOf, type KeyStore, once } from '../../platform/http/idempotency.ts'
import type { OperationCaller, Operations } from '../../platform/http/operations.ts'
import { type Checker, compileChecker } from '../../platform/http/validate.ts'
import { TOOLS } from './registry.ts'
import type { Tool, ToolCapability, ToolContext } from './tool.ts'

export interface ToolParts {
  database: Database
  operations: Operations
  keys: KeyStore
}

/** The caller. `capabilities` is null for a user, who has all rights of the role. */
export interface ToolCaller extends OperationCaller {
  capabilities: ReadonlySet<ToolCapability> | null
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
  capabilities: ReadonlySet<ToolCapability> | null,
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

/** What is wrong with arguments, in words; null when they fit. */
export function argumentFaults(tool: Tool, args: JsonObject): string | null {
  const { errors } = compile(tool).input.read(args, 'arguments', { odd: true, flat: false })
  return errors.length > 0 ? errors.map((field) => `${placeOf(field)}: ${field.msg}`).join('\n') : null
}

/** Calls the tool. What the API refuses is an outcome; only a fault of ours throws. */
export async function callTool(parts: ToolParts, caller: ToolCaller, tool: Tool, args: Json): Promise<ToolOutcome> {
  const { database } = parts
  const started = performance.now()
  const outcome = await attempt(parts, caller, tool, args)
  await database.inWorkspace(caller.scope, (tx) =>
    audit(tx, {
      act: `${caller.via}.called`,
      object: { type: 'tool', id: tool.name, name: tool.title },
      after: {
        outcome: outcome.ok ? (outcome.replayed ? 'replayed' : 'done') : outcome.code,
        milliseconds: Math.round(performance.now() - started),
        ...aboutOf(args),
      },
    }),
  )
  return outcome
}

/** The ids of an argument object: what the call was about, and nothing of its content. */
function aboutOf(args: Json): JsonObject {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return {}
  const kept = Object.entries(args).filter(
    ([name, value]) =>
      /^(max_usd|dry_run|limit)$|_id$/.test(name) && (typeof value !== 'string' || value.length <= 100),
  )
  return Object.fromEntries(kept)
}

async function attempt(parts: ToolParts, caller: ToolCaller, tool: Tool, args: Json): Promise<ToolOutcome> {
  const { operations } = parts
  try {
    if (!isOffered(tool, operations, caller.scope, caller.capabilities))
      refuse('forbidden', `You may not use ${tool.name}: it needs ${tool.capability} and a role that covers it`)
    const { key, rest } = keyIn(args)
    const { value, errors } = compile(tool).input.read(rest, 'arguments', { odd: true, flat: false })
    if (errors.length > 0) throw new Refusal('invalid', 'The arguments do not fit', { fields: errors })
    const context: ToolContext = {
      scope: caller.scope,
      signal: caller.signal,
      operate: async (id, given) => (await operations.call(id, caller, given)).body as never,
      read: (work) => parts.database.inWorkspace(caller.scope, work),
    }
    const work = async () => {
      const done = await tool.run(context, value as JsonObject)
      return { status: 200, body: compile(tool).toText(done) }
    }
    if (key === undefined || tool.kind === 'read')
      return { ok: true, value: JSON.parse((await work()).body) as Json, replayed: false }
    const kept = await once(
      parts.keys,
      {
        owner: { workspace_id: caller.scope.workspace_id },
        ...{ route: `TOOL ${tool.name}`, key },
        fingerprint: fingerprintOf('TOOL', tool.name, {
          params: null,
          query: null,
          headers: null,
          body: plainJson(rest),
        }),
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
    refuse('invalid', 'idempotency_key must be 1 to 255 visible ASCII characters')
  return { key, rest }
}

/** What was refused, with the place of every fault, so that the next call can be right. */
function wordsOf({ message, fields, extra }: Refusal): string {
  const faults = (fields ?? []).slice(0, 20).map((field) => `${placeOf(field)}: ${field.msg}`)
  const more = extra ? ` ${canonicalJson(plainJson(extra))}` : ''
  return faults.length > 0 ? `${faults.join('\n')}${more}` : `${message}${more}`
}

const placeOf = ({ loc }: FieldError) => loc.join('.') || 'arguments'
