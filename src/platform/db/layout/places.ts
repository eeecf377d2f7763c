// Where the rows of each workspace lie: the position of its shard among those of a table, asked for once.
import { createBoundedCache } from '../bounded-cache.ts'

/** Workspaces remembered by a process; a further one is looked up again. */
const MOST_PLACES = 10_000

export interface Places {
  /** Rejects as `look` does; a failure is not remembered. */
  of(workspaceId: string): Promise<number>
  forget(): void
}

export function createPlaces(look: (workspaceId: string) => Promise<number>, most = MOST_PLACES): Places {
  let places = createBoundedCache<Promise<number>>(most)
  return {
    of(workspaceId) {
      const found = places.get(workspaceId)
      if (found) return found
      const asked = look(workspaceId)
      const current = places
      current.set(workspaceId, asked)
      asked.catch(() => current.delete(workspaceId))
      return asked
    },
    forget() {
      places = createBoundedCache(most)
    },
  }
}
