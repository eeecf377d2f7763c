// What a rule does, as a declaration: its settings, what it would do, and doing it.
import type { Static, TObject } from 'typebox'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { CallParts } from '../../enrichment/kinds/try/ask-once.ts'
import type { ColumnFactory } from '../../enrichment/money/facts.ts'
import type { Runs } from '../../enrichment/runs/run.commands.ts'
import type { TokenCapability } from '../../identity/api-tokens/token-capabilities.logic.ts'
import type { Capability } from '../../identity/capabilities.logic.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { OutreachKeys } from '../../outreach/keys/workspace-key.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Limits } from './limits.schema.ts'

/** What actions need from `app`. */
export interface ActionParts extends Runs, CallParts {
  columnFactory: ColumnFactory
  vault: Vault
  policy: EgressPolicy
  outreachKeys: OutreachKeys
}

/** The run that an action is part of. */
export interface ActionContext {
  parts: ActionParts
  rule: { id: string; name: string }
  run_id: string
  depth: number
  /** What the event is about, as `row:…` or `lead:…`. */
  object: string
  /** What templates read, by id. */
  facts: JsonObject
  /** The places of settings whose templates read a guess: what is made of one stays one. */
  guesses: readonly (readonly (string | number)[])[]
  /** Fills a template in. */
  fill(template: string): Json
  /** Whether the facts meet a condition, and the values that it reads, by field. */
  meets(condition: Filter): boolean
  valuesOf(condition: Filter): JsonObject
  /** What this action answered when it began to wait; null for one that did not. */
  earlier: JsonObject | null
  /** The record of another action of the run; null where it was not done. */
  stepOf(id: number): Promise<StepRecord | null>
  limits: Limits
  /** What the rule may still spend today, in micro-USD. */
  left_micro: number
  now: Date
}

/** The record of one action of a run. */
export interface StepRecord {
  status: 'pending' | 'running' | 'waiting' | 'done' | 'failed' | 'skipped' | 'cancelled'
  output: JsonObject | null
  error: string | null
}

/** What an action would do, without doing it. */
export interface ActionPreview {
  /** One sentence. */
  text: string
  estimate_usd?: number
  /** Why it would fail as things are now. */
  problem?: string
}

export interface ActionResult {
  output: Json
  cost_micro?: number
  /** A run of columns whose end is waited for, with the most it may cost. */
  awaits?: { run_id: string; reserved_micro: number }
  /** When the action is tried again: at this time, or earlier when the run of columns or the delivery that it awaits has ended. */
  waits?: { until: Date; awaits?: string; reason: string }
}

/** A member of settings that holds actions. */
export interface ActionWay {
  name: string
  /** Above the actions inside. */
  label: string
}

/** A member of what an action answers, for later actions to refer to. */
export interface ActionAnswer {
  member: string
  label: string
  /** The possible values. */
  values?: readonly string[]
}

/** What an action can use to write its part of the rule's sentence. */
export interface SentenceParts {
  /** The name of what a setting refers to; null where none is known. */
  name(setting: string): string | null
  /** The actions inside of a way; null without any. */
  inside(way: string): string | null
  conditionWords(condition: Filter): string
  /** The action right before. */
  before: { id?: number } | undefined
}

export interface ActionKind<S extends TObject = TObject> {
  readonly kind: string
  /** The order in which actions are offered, the lowest first; actions with an effect and those that control the path are ordered apart. */
  readonly place: number
  /** A verb and its object, such as "Run columns". */
  readonly label: string
  /** In the path of a run; its kind in words when absent. */
  readonly short?: string
  readonly description: string
  readonly settings: S
  /** The capability that the rule's author needs; by default the right to change data. */
  readonly needs?: Capability
  /** What an access token must be allowed to let a rule do it; absent where it only tells or waits. */
  readonly for_token?: TokenCapability
  /** True when it only controls the path of the run. */
  readonly isFlow?: boolean
  /** In the order in which they are read. */
  readonly ways?: readonly ActionWay[]
  /** What later actions may refer to, where it is the same for all. */
  readonly answers?: readonly ActionAnswer[]
  /** The same, where the names come from what a setting refers to: the member that lists things with a `name`. */
  readonly answers_from?: { setting: string; member: string }
  /** It has no outcome that another action could wait for. */
  readonly hasNoOutcome?: boolean
  /** Which of its branches the run enters, by its answer; null for none. */
  enters?(output: JsonObject): string | null
  /** What follows when the actions inside are done; the next action when absent. */
  after?(settings: Static<S>, output: JsonObject): 'next' | 'end' | { fail: string }
  /** What it does as a part of a sentence; its label when absent. */
  words?(settings: Static<S>, parts: SentenceParts): string
  /** Members whose text is no template. */
  readonly plain?: readonly string[]
  /** Refuses (422) settings that name what is not there; `loc` is where they are in the body. */
  check?(tx: WorkspaceTx, settings: Static<S>, loc: (string | number)[], trigger: JsonObject): Promise<void>
  /** Reads only. `input` are the settings with their templates filled in. */
  preview(tx: WorkspaceTx, input: Static<S>, acting: ActionContext): Promise<ActionPreview>
  /** What later actions may refer to, where that is known only when a run that it awaited has ended. */
  result?(tx: WorkspaceTx, output: JsonObject): Promise<JsonObject>
  /** Runs in one transaction with the record of the action, so it happens once. */
  act?(tx: WorkspaceTx, input: Static<S>, acting: ActionContext): Promise<ActionResult>
  /**
   * Does the action for many runs in one transaction with all their records, and returns the answers in the order of the runs. Only for actions
   * that cost nothing and wait for nothing. Returns null, before writing anything, when the runs must be handled one by one.
   */
  actTogether?(tx: WorkspaceTx, inputs: readonly Static<S>[]): Promise<Json[] | null>
  /** Calls another service, outside of any transaction. After a crash the call may be repeated, so it carries an idempotency key. */
  ask?(settings: Static<S>, acting: ActionContext, at: ExternalActionContext): Promise<ActionResult>
}

/** Where an action outside of a transaction acts. */
export interface ExternalActionContext extends WorkspaceScope {
  signal: AbortSignal
}

export function defineAction<S extends TObject>(action: ActionKind<S>): ActionKind {
  return action
}

/** The id in `row:…` or `lead:…` when the event is about such an object. */
export function objectId(acting: Pick<ActionContext, 'object'>, type: 'row' | 'lead' | 'workbook'): string | null {
  return acting.object.startsWith(`${type}:`) ? acting.object.slice(type.length + 1) : null
}

/** ` to "Name"` in the sentence of a rule; nothing where no name is known. */
export const quoted = (before: string, name: string | null) => (name === null ? '' : `${before} "${name}"`)
