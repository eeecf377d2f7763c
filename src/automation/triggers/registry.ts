// All kinds of triggers, and the schema of any of them.
import { type TObject, Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import type { TriggerKind } from './trigger.ts'
import { ALL_TRIGGERS } from './triggers.generated.ts'

/** In the order in which they are offered. */
export const TRIGGERS: readonly TriggerKind[] = ALL_TRIGGERS.toSorted((one, other) => one.place - other.place)

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
