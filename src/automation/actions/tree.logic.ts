// The actions of a rule as a tree: a branch holds actions, and each action keeps its id while the rule is changed.
import { type Action, actionOf } from './registry.ts'

/** Actions of a rule, those inside of branches included. */
export const MAX_ACTIONS = 50
/** Branches inside of branches. */
export const MAX_LEVELS = 5
export const MAX_ACTION_ID = 100_000

/** An action with its id, as rules are stored. */
export type NumberedAction = Action & { id: number }

/** Members of a kind that hold actions, in the order in which they are read. */
export const waysOf = (kind: string): readonly string[] => (actionOf(kind)?.ways ?? []).map(({ name }) => name)

export const actionsIn = <A extends Action>(action: A, way: string): readonly A[] =>
  (action[way] as A[] | undefined) ?? []

/** What an action says of itself, without the actions inside of it. */
export function ownSettings({ kind, ...settings }: Action): Action {
  const ways = waysOf(kind)
  return { kind, ...Object.fromEntries(Object.entries(settings).filter(([name]) => !ways.includes(name))) }
}

/** Every action with those inside of it right after it. */
export function allActions<A extends Action>(actions: readonly A[]): A[] {
  return actions.flatMap((action) => [
    action,
    ...waysOf(action.kind).flatMap((way) => allActions(actionsIn(action, way))),
  ])
}

/** The tree with each action's own settings changed; what an action holds stays inside of it. */
export function mapActions<A extends Action>(actions: readonly A[], change: (own: A) => A): A[] {
  return actions.map((action) => {
    const changed: Record<string, unknown> = { ...change(ownSettings(action) as A) }
    for (const way of waysOf(action.kind))
      if (action[way] !== undefined) changed[way] = mapActions(actionsIn(action, way), change)
    return changed as A
  })
}

export const levelsOf = (actions: readonly Action[]): number =>
  Math.max(0, ...actions.flatMap((action) => waysOf(action.kind).map((way) => levelsOf(actionsIn(action, way)) + 1)))

/**
 * Gives each action an id: the one it has, else the next that the rule never gave. Where none has one, they are numbered from 1 in the
 * order in which they stand, so that a program may send the whole list without ids and refer to the first as `actions.1`.
 */
export function numberActions(actions: readonly Action[], lastId = 0): NumberedAction[] {
  const given = allActions(actions).flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
  let last = given.length === 0 ? 0 : Math.max(lastId, ...given)
  return mapActions(
    actions,
    (own) => ({ ...own, id: own.id === undefined ? ++last : Number(own.id) }) as Action,
  ) as NumberedAction[]
}
