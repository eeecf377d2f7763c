// Windows of an account's time, in which one process may call it: given out by a row of the database, or by this process alone.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'

/** The account of a workspace with a provider, whichever of its lookups is called. */
export interface ProviderAccount {
  workspace_id: WorkspaceId
  name: string
}

export const accountKey = ({ workspace_id, name }: ProviderAccount) => `${workspace_id} ${name}`

/** From one moment to another by the database's clock, in milliseconds since the epoch. */
export interface RateWindow {
  from: number
  to: number
}

export interface RateWindows {
  /** Takes the next window of so many milliseconds; tells the time by its own clock, and whether other processes take windows too. */
  take(account: ProviderAccount, ms: number): Promise<{ window: RateWindow; clock: number; shared: boolean }>
  /** Frees what comes after `free` of a window, unless the time after it was taken already. */
  giveBack(account: ProviderAccount, window: RateWindow, free: number): Promise<void>
}

/** Another process took a window within this time. */
const SHARED_MS = 5_000

// `clock_timestamp()`, since a transaction that waits for the row may have begun long before.
const TAKE = {
  name: 'provider_rate_take',
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
  name: 'provider_rate_give_back',
  text: `update provider_turns set free_at = to_timestamp($4::float8 / 1000)
    where workspace_id = $1 and account = $2 and taken_by = $3 and abs(extract(epoch from free_at)::float8 * 1000 - $5) < 0.01`,
}

export function sharedWindows(database: Pick<Database, 'inWorkspace'>): RateWindows {
  const taker = newId()
  return {
    take: ({ workspace_id, name }, ms) =>
      database.inWorkspace(workspace_id, async (tx) => {
        const { rows } = await tx.client.query<{ to: number; clock: number; shared: boolean }>({
          ...TAKE,
          values: [workspace_id, name, ms, taker],
        })
        const { to, clock, shared } = oneRow(rows)
        return { window: { from: to - ms, to }, clock, shared }
      }),
    giveBack: ({ workspace_id, name }, { to }, free) =>
      database.inWorkspace(workspace_id, async (tx) => {
        await tx.client.query({ ...GIVE_BACK, values: [workspace_id, name, taker, free, to] })
      }),
  }
}

/** For a process that shares its accounts with no other. */
export function localWindows(now: () => number): RateWindows {
  const freeAt = new Map<string, number>()
  return {
    async take(account, ms) {
      const clock = now()
      const from = Math.max(clock, freeAt.get(accountKey(account)) ?? 0)
      freeAt.set(accountKey(account), from + ms)
      return { window: { from, to: from + ms }, clock, shared: false }
    },
    async giveBack(account, { to }, free) {
      if (freeAt.get(accountKey(account)) === to) freeAt.set(accountKey(account), free)
    },
  }
}
