// The steps of background work: short transactions, one after the other, whose statements have a time limit.
//
// A statement takes as long as its plan, the machine and what others hold let it; one that stands for minutes holds its locks, a place
// in its lane and a connection for as long. So it is stopped, its transaction rolled back, and the next one takes half as much.
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../ctx.ts'
import type { Database, WorkspaceTx } from '../db/database.ts'

/** One thing alone took longer than it may, or what it needs was held by others all the time. The job is tried again later. */
export class StoodStill extends Error {}

export interface QueueStep<Thing> {
  /** How many things to take at most. */
  readonly size: number
  /** Those that took too long alone: a step passes over them, and they stay as they are. */
  readonly past: readonly Thing[]
  /** Says which things this step works on, so that one that takes too long alone is known and passed over. */
  takes(things: readonly Thing[]): void
}

export interface Steps<Thing> {
  /** One transaction, again with half as much when a statement of it was stopped. Others have their turn first. */
  take<T>(work: (tx: WorkspaceTx, step: QueueStep<Thing>) => Promise<T>): Promise<T>
  /** All of a list, as much at once as goes, in its order; `from` is the place of the first. Returns what the steps returned. */
  each<T>(
    things: readonly Thing[],
    work: (tx: WorkspaceTx, some: readonly Thing[], from: number) => Promise<T>,
  ): Promise<T[]>
  /** What took too long alone and was left as it was. */
  readonly past: readonly Thing[]
  /** The same in words; null when nothing was. */
  stood(): string | null
  /** @throws StoodStill when something took too long alone: all else is done. */
  end(): void
}

export interface StepsOf<Thing> {
  database: Database
  at: WorkspaceId | WorkspaceScope
  signal: AbortSignal | undefined
  /** What is being done, as in "Matching leads". */
  what: string
  /** How many things a step takes when all is well. */
  most: number
  /** What a thing is called, as in "lead 17". */
  nameOf?: (thing: Thing) => string
}

/** How much fitted, of work that did not get through all at once when it was last done here: it begins with that. */
const fitted = new Map<string, number>()

export function openSteps<Thing = never>(of: StepsOf<Thing>): Steps<Thing> {
  const { database, at, signal, what, most, nameOf = String } = of
  const limits = database.step_limits
  const key = `${what} ${typeof at === 'string' ? at : at.workspace_id}`
  const past: Thing[] = []
  let size = Math.min(most, fitted.get(key) ?? most)

  function resize(to: number): void {
    size = Math.max(1, Math.min(most, Math.floor(to)))
    if (size < most) fitted.set(key, size)
    else fitted.delete(key)
  }

  async function take<T>(work: (tx: WorkspaceTx, step: QueueStep<Thing>) => Promise<T>): Promise<T> {
    for (let waited = 0; ; ) {
      await pause()
      signal?.throwIfAborted()
      let taken: readonly Thing[] | undefined
      const step: QueueStep<Thing> = {
        size,
        past,
        takes(things) {
          taken = things
        },
      }
      const count = () => Math.min(size, taken?.length ?? size)
      const statement_ms = size === 1 ? limits.alone_ms : limits.statement_ms
      const began = performance.now()
      try {
        const limited = { statement_ms, lock_ms: Math.ceil((limits.statement_ms * 2) / 3) }
        const tried = (tx: WorkspaceTx) => {
          taken = undefined
          return work(tx, step)
        }
        const done = await database.inWorkspace(at, tried, limited)
        // Twice as much is likely to fit.
        if (size < most && performance.now() - began < limits.statement_ms / 4) resize(size * 2)
        return done
      } catch (error) {
        const { code } = error as { code?: unknown }
        if (code === LOCKED) {
          waited += performance.now() - began
          if (waited > limits.locked_ms)
            throw new StoodStill(`${what}: what this needs was held by another transaction for ${told(waited)}`)
          await sleep(Math.min(1_000, limits.statement_ms), undefined, signal ? { signal } : {})
        } else if (code !== CUT) throw error
        else if (count() > 1) resize(count() / 2)
        // One thing that was taken from a larger step has had less time than it may have.
        else if (size > 1) resize(1)
        else if (taken?.length !== 1)
          throw new StoodStill(`${what}: one statement took longer than ${told(limits.alone_ms)} and was stopped`)
        else past.push(taken[0] as Thing)
      }
    }
  }

  function stood(): string | null {
    if (past.length === 0) return null
    const named = past.slice(0, 5).map(nameOf).join(', ') + (past.length > 5 ? ` and ${past.length - 5} more` : '')
    return `${what}: ${named} took longer than ${told(limits.alone_ms)} alone, so it was stopped and left as it was; all else is done`
  }

  return {
    take,
    past,
    stood,
    end() {
      const words = stood()
      if (words !== null) throw new StoodStill(words)
    },
    async each<T>(
      things: readonly Thing[],
      work: (tx: WorkspaceTx, some: readonly Thing[], from: number) => Promise<T>,
    ) {
      const results: T[] = []
      for (let from = 0; from < things.length; ) {
        const { count, result } = await take(async (tx, step) => {
          const next = things.slice(from, from + step.size)
          const some = next.filter((thing) => !past.includes(thing))
          step.takes(some)
          return { count: next.length, result: some.length > 0 ? [await work(tx, some, from)] : [] }
        })
        from += count
        results.push(...result)
      }
      return results
    },
  }
}

/** Stopped by the time limit. */
const CUT = '57014'
/** A lock that was waited for so long as it may be. */
const LOCKED = '55P03'

const told = (ms: number) => (ms >= 1_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms)} ms`)
