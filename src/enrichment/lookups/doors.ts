// The doors of provider accounts: how many calls are under way to one at once, and how they are spread over time.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { AnyLookup } from '../../providers/kit.ts'
import { createGate, type Gate } from '../gate.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { sleep } from './sleep.ts'

export interface Visitor {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  performance: Performance
  signal: AbortSignal
}

export interface Doors {
  /** Waits for a place at the lookup's provider; call the answer to give it back. */
  enter(visitor: Visitor): Promise<() => void>
  /** Waits until the next call may be made. */
  pace(visitor: Visitor): Promise<void>
}

/** Provider and workspace have one account between them, whichever of its lookups is asked. */
export function accountOf({ workspace_id, lookup }: Visitor): string {
  return `${workspace_id} ${lookup.provider}`
}

export function createDoors(now: () => Date): Doors {
  const gates = new Map<string, Gate>()
  const pacers = new Map<string, Pacer>()
  return {
    enter(visitor) {
      const { lookup, performance, signal } = visitor
      const places = Math.min(performance.provider_workers, lookup.limits.concurrency ?? Number.POSITIVE_INFINITY)
      const account = accountOf(visitor)
      const gate = gates.get(account) ?? createGate(places)
      gates.set(account, gate)
      gate.resize(places)
      return gate.enter(signal)
    },
    async pace(visitor) {
      const { per_second } = visitor.lookup.limits
      if (per_second === undefined) return
      const account = accountOf(visitor)
      const pacer = pacers.get(account) ?? createPacer(per_second)
      pacers.set(account, pacer)
      const wait = pacer.take(now().getTime())
      if (wait > 0) await sleep(wait, visitor.signal)
    },
  }
}
