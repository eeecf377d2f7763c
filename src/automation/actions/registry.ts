// All kinds of actions, and the schema of any of them.
import { type TObject, Type } from 'typebox'
import type { ActionKind } from './action.ts'
import { ALL_ACTIONS } from './actions.generated.ts'

/** Those that do something, then those that decide where a run goes, each in the order in which they are offered. */
export const ACTIONS: readonly ActionKind[] = ALL_ACTIONS.toSorted(
  (one, other) => Number(one.isFlow ?? false) - Number(other.isFlow ?? false) || one.place - other.place,
)

const byKind = new Map(ACTIONS.map((action) => [action.kind, action]))

/** Undefined for a kind that this version does not have. */
export const actionOf = (kind: string): ActionKind | undefined => byKind.get(kind)

const key = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    examples: ['welcome-{{lead.id}}'],
    description: 'What was done once under a key is not done again in this workspace for 7 days. May have variables.',
  }),
)

const id = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description:
      'Names the action in `{{actions.1.…}}`, and stays with it while the rule is changed. Absent: the next number; where no action of ' +
      'the rule has one, they are numbered from 1.',
  }),
)

const shapes = ACTIONS.map(({ kind, description, settings, isFlow }) =>
  Type.Object(
    { kind: Type.Literal(kind), id, ...(settings as TObject).properties, ...(!isFlow && { idempotency_key: key }) },
    { additionalProperties: false, description },
  ),
)

/** The settings of each kind of action, told apart by `kind`. */
export type Action = { kind: string; id?: number; idempotency_key?: string } & { [member: string]: unknown }
export const Action = Type.Unsafe<Action>({ ...Type.Union(shapes), $id: 'AutomationAction' })
