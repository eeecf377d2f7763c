// The kinds of watches by their names, in the order in which they are offered.
import { ofStored, type WatchKind } from './kind.ts'
import { ALL_WATCH_KINDS } from './kinds.generated.ts'

export type WatchKindName = keyof typeof ALL_WATCH_KINDS

const stored = Object.entries<WatchKind<never, never>>(ALL_WATCH_KINDS as never).map(
  ([name, kind]) => [name as WatchKindName, ofStored(kind)] as const,
)

export const WATCH_KINDS = stored.toSorted(([, one], [, other]) => one.place - other.place)
export const WATCH_KIND_NAMES = WATCH_KINDS.map(([name]) => name)
/** By name, as people read them. */
export const WATCH_KIND_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  WATCH_KINDS.map(([name, { title }]) => [name, title]),
)

const byName = new Map(WATCH_KINDS)

export function watchKind(name: WatchKindName): WatchKind {
  const kind = byName.get(name)
  if (!kind) throw new Error(`there is no kind of watches called ${name}`)
  return kind
}
