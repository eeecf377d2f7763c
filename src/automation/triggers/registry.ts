// All kinds of triggers: what is not in this list does not exist, for rules, their schema and the web app.
import { type TObject, Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { leadCreated, leadStatus } from './lead.triggers.ts'
import { schedule, webhookReceived } from './outside.triggers.ts'
import { rowAdded, rowChanged } from './row.triggers.ts'
import { signalCreated } from './signal.trigger.ts'
import type { TriggerKind } from './trigger.ts'
import { jobFinished, runFinished, workbookCreated } from './work.triggers.ts'

export const TRIGGERS: readonly TriggerKind[] = [
  signalCreated,
  rowAdded,
  rowChanged,
  leadCreated,
  leadStatus,
  runFinished,
  workbookCreated,
  jobFinished,
  webhookReceived,
  schedule,
]

const byKind = new Map(TRIGGERS.map((trigger) => [trigger.kind, trigger]))

/** Undefined for a kind that this version does not have. */
export const triggerOf = (kind: string): TriggerKind | undefined => byKind.get(kind)

const shapes = TRIGGERS.map(({ kind, label, settings }) =>
  Type.Object(
    { kind: Type.Literal(kind), ...(settings as TObject).properties },
    { additionalProperties: false, description: `When ${label}.` },
  ),
)

/** The settings of each kind of trigger, told apart by `kind`. */
export type Trigger = { kind: string } & JsonObject
export const Trigger = Type.Unsafe<Trigger>({ ...Type.Union(shapes), $id: 'AutomationTrigger' })
