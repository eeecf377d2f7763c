// The doors of provider accounts: how many calls are under way to one at once, and how they are spread over time, by all processes.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AnyLookup } from '../../providers/kit.ts'
import { createGate, type Gate } from '../gate.ts'
import { createLobby, type Lobby } from '../lobby.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { sharedPlaces } from './places.ts'
import { type AccountPlace, accountKey, ownTurns, sharedTurns } from './turn-book.ts'
import { createTurns } from './turns.ts'

export interface Visitor {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  performance: Performance
  signal: AbortSignal
  /** Milliseconds that it takes to put a call on record; absent where that is not waited for. */
  record_ms?: number
}

export interface Approach {
  /** Waits for the very moment of the call. */
  come(): Promise<void>
  /** Whether or not it came: the next one may get ready. */
  leave(): void
}

export interface Doors {
  /** Waits until it is worth getting ready, since places will be free soon; call the answer when the call is over. */
  getReady(visitor: Visitor): Promise<() => void>
  /** Waits for a place at the lookup's provider; call the answer to give it back. */
  enter(visitor: Visitor): Promise<() => void>
  /** Waits until a call is near enough to be got ready; what takes its time, as putting it on record does, is done before its moment. */
  approach(visitor: Visitor): Promise<Approach>
  /** Leaves the accounts to other processes; no calls may follow. */
  close(): Promise<void>
}

/** So much before their moment calls are got ready: what a killed process leaves behind as uncertain is no more than that. */
const AHEAD_SECONDS = 0.25
const NO_PACE: Approach = { come: async () => {}, leave: () => {} }

/** Provider and workspace have one account between them, whichever of its lookups is asked. */
function placeOf({ workspace_id, lookup }: Visitor): AccountPlace {
  return { workspace_id, account: lookup.provider }
}

/** Without a database, the doors of a process that shares its accounts with no other. */
export function createDoors(
  now: () => Date,
  database?: Pick<Database, 'inWorkspace'>,
  onError: (error: unknown) => void = () => {},
): Doors {
  const lobbies = new Map<string, Lobby>()
  const paces = new Map<string, Gate>()
  const time = () => now().getTime()
  const turns = createTurns(database ? sharedTurns(database) : ownTurns(time), time, onError)
  const places = database && sharedPlaces(database, time, onError)

  const keyOf = (visitor: Visitor) => accountKey(placeOf(visitor))

  function lobbyOf(visitor: Visitor): Lobby {
    const { lookup, performance, record_ms } = visitor
    const most = performance.provider_workers
    const size = Math.min(most, lookup.limits.concurrency ?? most)
    const lobby = lobbies.get(keyOf(visitor)) ?? createLobby(size, time)
    lobbies.set(keyOf(visitor), lobby)
    lobby.resize(size)
    if (record_ms !== undefined) lobby.tookToRecord(record_ms)
    return lobby
  }

  return {
    getReady: (visitor) => lobbyOf(visitor).approach(visitor.signal),
    async enter(visitor) {
      const { lookup, performance, signal } = visitor
      const { concurrency } = lookup.limits
      // Pages belong to many sites, not to one account: their number is limited in this process only.
      if (!places || concurrency === undefined || 'visit' in lookup) return lobbyOf(visitor).enter(signal)
      const most = performance.provider_workers
      return lobbyOf(visitor).enter(signal, () => places.enter(placeOf(visitor), concurrency, most, signal))
    },
    async approach(visitor) {
      const { per_second } = visitor.lookup.limits
      if (per_second === undefined) return NO_PACE
      const size = Math.ceil(per_second * AHEAD_SECONDS) + 1
      const gate = paces.get(keyOf(visitor)) ?? createGate(size)
      paces.set(keyOf(visitor), gate)
      gate.resize(size)
      const leave = await gate.enter(visitor.signal)
      return { come: () => turns.come(placeOf(visitor), per_second, visitor.signal), leave }
    },
    async close() {
      await Promise.all([turns.close(), places?.close()])
    },
  }
}
