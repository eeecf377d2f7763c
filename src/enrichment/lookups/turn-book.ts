// Who has the time of an account: one row of the database for all processes, or this process alone.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'

/** An account of a workspace, whichever of its lookups is asked. */
export interface AccountPlace {
  workspace_id: WorkspaceId
  account: string
}

export const accountKey = ({ workspace_id, account }: AccountPlace) => `${workspace_id} ${account}`

/** From one moment to another by the book's clock, in milliseconds since the epoch. */
export interface Stretch {
  from: number
  to: number
}

export interface TurnBook {
  /** Takes the next stretch of so many milliseconds; tells the time by its own clock, and whether others take stretches too. */
  take(place: AccountPlace, ms: number): Promise<{ stretch: Stretch; clock: number; shared: boolean }>
  /** Frees what comes after `free` of a stretch, unless the time after it was taken already. */
  giveBack(place: AccountPlace, stretch: Stretch, free: number): Promise<void>
}

/** Others took a stretch within this time. */
const SHARED_MS = 5_000

// `clock_timestamp()`, since a transaction that waits for the row may have begun long before.
const TAKE = {
  name: 'provider_turn_take',
  text: `insert into provider_turns as t (workspace_id, account, free_at, taken_by)
    values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4)
    on conflict (workspace_id, account) do update set
      free_at = greatest(t.free_at, clock_timestamp()) + $3 * interval '1 millisecond', taken_by = $4,
      shared_at = case when t.taken_by <> $4 and t.free_at > clock_timestamp() - ${SHARED_MS} * interval '1 millisecond'
        then clock_timestamp() else t.shared_at end
    returning extract(epoch from free_at)::float8 * 1000 as "to", extract(epoch from clock_timestamp())::float8 * 1000 as clock,
      coalesce(shared_at > clock_timestamp() - ${SHARED_MS} * interval '1 millisecond', false) as shared`,
}

const GIVE_BACK = {
  name: 'provider_turn_give_back',
  text: `update provider_turns set free_at = to_timestamp($4::float8 / 1000)
    where workspace_id = $1 and account = $2 and taken_by = $3 and abs(extract(epoch from free_at)::float8 * 1000 - $5) < 0.01`,
}

export function sharedTurns(database: Pick<Database, 'inWorkspace'>): TurnBook {
  const taker = newId()
  return {
    take: ({ workspace_id, account }, ms) =>
      database.inWorkspace(workspace_id, async (tx) => {
        const { rows } = await tx.client.query({ ...TAKE, values: [workspace_id, account, ms, taker] })
        const { to, clock, shared } = rows[0] as { to: number; clock: number; shared: boolean }
        return { stretch: { from: to - ms, to }, clock, shared }
      }),
    giveBack: ({ workspace_id, account }, { to }, free) =>
      database.inWorkspace(workspace_id, async (tx) => {
        await tx.client.query({ ...GIVE_BACK, values: [workspace_id, account, taker, free, to] })
      }),
  }
}

/** For a process that shares its accounts with no other. */
export function ownTurns(now: () => number): TurnBook {
  const freeAt = new Map<string, number>()
  return {
    async take(place, ms) {
      const clock = now()
      const from = Math.max(clock, freeAt.get(accountKey(place)) ?? 0)
      freeAt.set(accountKey(place), from + ms)
      return { stretch: { from, to: from + ms }, clock, shared: false }
    },
    async giveBack(place, { to }, free) {
      if (freeAt.get(accountKey(place)) === to) freeAt.set(accountKey(place), free)
    },
  }
}
