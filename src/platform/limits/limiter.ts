// Counts calls in a sliding window, exactly and for all processes at once, because the times of the calls are in PostgreSQL.
import { createHash } from 'node:crypto'
import type { Place } from '../ctx.ts'
import type { Database } from '../db/database.ts'
import { oneRow } from '../db/sql-client.ts'
import type { AnyContext, Limiter } from '../http/guard.ts'
import type { RateLimit } from '../http/route.ts'

// The row lock of the upsert makes simultaneous calls count one after the other. Times are milliseconds of the
// database's clock, so that processes on machines with different clocks agree.
const TAKE = {
  name: 'rate_take',
  text: `with clock as (select (extract(epoch from clock_timestamp()) * 1000)::float8 as now)
    insert into rate_windows as w (key, hits, expires_at)
    select $1, array[now], to_timestamp((now + $3) / 1000) from clock
    on conflict (key) do update set
      hits = case when cardinality(array(select h from unnest(w.hits) h where h > excluded.hits[1] - $3)) < $2
        then array(select h from unnest(w.hits) h where h > excluded.hits[1] - $3) || excluded.hits
        else array(select h from unnest(w.hits) h where h > excluded.hits[1] - $3) end,
      expires_at = excluded.expires_at
    returning hits, (select now from clock) as now`,
}

const SWEEP_EVERY = 2_000

/** Counts per workspace, then token, then address. `overrides` holds an operator's quotas by the limit's name. */
export function createLimiter(database: Database, overrides: Map<string, { quota: number; window: number }>): Limiter {
  // A refused caller stays refused until the stated time, without another read of the database.
  const refusedUntil = new Map<string, number>()
  let calls = 0
  return {
    async take(declared, caller, bearer) {
      const limit = { ...declared, ...overrides.get(declared.name) }
      const key = `${limit.name} ${callerKey(caller, bearer)}`
      const until = refusedUntil.get(key)
      if (until !== undefined && until > Date.now())
        return { ...limit, allowed: false, remaining: 0, reset: (until - Date.now()) / 1000 }
      refusedUntil.delete(key)
      if (++calls % SWEEP_EVERY === 0) await sweep(database)
      const { rows } = await database.inSystem((tx) =>
        tx.client.query<{ hits: number[]; now: number }>({ ...TAKE, values: [key, limit.quota, limit.window * 1000] }),
      )
      return judge(limit, oneRow(rows), (wait) => {
        if (refusedUntil.size > 50_000) refusedUntil.clear()
        refusedUntil.set(key, Date.now() + wait)
      })
    },
  }
}

function judge(limit: RateLimit, { hits, now }: { hits: number[]; now: number }, onRefusal: (waitMs: number) => void) {
  const allowed = hits.at(-1) === now
  const oldest = hits[0] ?? now
  const wait = oldest + limit.window * 1000 - now
  if (!allowed) onRefusal(wait)
  return { ...limit, allowed, remaining: limit.quota - hits.length, reset: wait / 1000 }
}

/** All users of a workspace count as one caller; a token counts by its fingerprint, never by itself. */
function callerKey({ scope, caller, ip }: AnyContext, bearer: string | undefined): string {
  // Callers of a protocol may act in a workspace too: several tokens of one directory are one caller.
  const place = scope ?? (caller as Partial<Place> | null | undefined)
  if (place?.workspace_id) return `workspace ${place.workspace_id}`
  if (bearer !== undefined) return `token ${createHash('sha256').update(bearer).digest('base64url')}`
  return `address ${ip}`
}

async function sweep(database: Database): Promise<void> {
  await database.inSystem((tx) => tx.client.query('delete from rate_windows where expires_at < now()'))
}
