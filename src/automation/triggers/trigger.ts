// What can start a rule, as a declaration: which events it listens to, what it makes of one, and which past ones there are.
import type { Static, TObject } from 'typebox'
import type { Row } from '../../engine/values/row.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Cause } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** One event of the log. */
export interface TriggerEvent {
  id: number
  type: string
  at: Date
  payload: JsonObject
}

/** One thing that happened, as a rule sees it. */
export interface Occurrence {
  /** Names it: a rule starts once for each. */
  key: string
  /** What it is about: runs of a rule about one object come one after the other. */
  object: string
  /** For people, such as the name of a company. */
  title: string
  at: Date
  /** What templates and conditions read: members of `variables`, by id. */
  facts: JsonObject
  /** The row with its cells, where it is about one. */
  row?: Row
  cause?: Cause | null
}

/** Something that templates call `{{name}}` and conditions call by its id. */
export interface TriggerVariable {
  id: string
  name: string
  /** Members that are known, for a list to choose from. */
  members?: readonly string[]
  /** Those of them that hold numbers. */
  numbers?: readonly string[]
  /** There are no other members: a name that is not among them is a slip. */
  is_whole?: boolean
}

export interface TriggerKind<S extends TObject = TObject> {
  readonly kind: string
  /** The lowest is offered first. */
  readonly place: number
  /** What its events are about, where actions act on that by themselves. */
  readonly about?: 'row' | 'lead'
  /** Begins a sentence: "When …". */
  readonly label: string
  /** Begins the sentence in place of "When" and the label, where the settings say more. `name` knows what they refer to. */
  begins?(settings: Static<S>, name: (setting: string) => string | null): string
  readonly settings: S
  /** At least one of these settings is required for a test. */
  readonly needs_one_of?: readonly string[]
  /** Types of events that it listens to. */
  readonly events: readonly string[]
  /** Refuses (422) settings that name what is not there; `loc` is where they are in the body. */
  check?(tx: WorkspaceTx, settings: Static<S>, loc: (string | number)[]): Promise<void>
  variables(tx: WorkspaceTx, settings: Static<S>): Promise<readonly TriggerVariable[]>
  /** What of these events the rule is about. */
  read(tx: WorkspaceTx, settings: Static<S>, events: readonly TriggerEvent[]): Promise<Occurrence[]>
  /** Real ones of the past, newest first, to try a rule on. */
  recent(tx: WorkspaceTx, settings: Static<S>, limit: number): Promise<Occurrence[]>
  /** One of the past by its key; null when it is gone. */
  find(tx: WorkspaceTx, settings: Static<S>, key: string): Promise<Occurrence | null>
  /** Facts that keep their values from the event, even if the object has changed since. */
  kept?(facts: JsonObject): JsonObject
  /** The facts of objects as they are now, by object; of those that are left out the facts at the time of the event hold. */
  current?(tx: WorkspaceTx, settings: Static<S>, objects: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>
}

export function defineTrigger<S extends TObject>(trigger: TriggerKind<S>): TriggerKind {
  return trigger
}

/** `When …` with the name of what a setting refers to, such as ` in "Companies"`. */
export const beginsWith = (label: string, before: string, name: string | null): string =>
  `When ${label}${name === null ? '' : `${before} "${name}"`}`

/** The part of a key after its first colon. */
export const idIn = (key: string) => key.slice(key.indexOf(':') + 1)

/** When something happened, as a fact. */
export const eventFacts = (type: string, at: Date): { [name: string]: Json } => ({
  event: { type, at: at.toISOString() },
})

export const EVENT_VARIABLE: TriggerVariable = { id: 'event', name: 'event', members: ['type', 'at'], is_whole: true }

/** The cause that an event carries. */
export function causeIn(payload: JsonObject): Cause | null {
  const { cause } = payload
  if (cause === null || typeof cause !== 'object' || Array.isArray(cause)) return null
  const { run_id, depth } = cause
  return typeof run_id === 'string' && typeof depth === 'number' ? { run_id, depth } : null
}
