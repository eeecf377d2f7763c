// What callers have used up of their limits, exactly and for all processes at once, because it is in PostgreSQL: calls in a sliding window,
// and leaky buckets for what may be taken back.
import type { Tx } from '../db/database.ts'
import { oneRow } from '../db/sql-client.ts'

// The row lock of the upsert makes simultaneous calls count one after the other. Times are milliseconds of the
// database's clock, so that processes on machines with different clocks agree.
const COUNT = {
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

/** Counts a call in its window, unless the quota is used up: the last of the hits is `now` where it was counted. */
export async function countCall(
  tx: Tx,
  key: string,
  { quota, window }: { quota: number; window: number },
): Promise<{ hits: number[]; now: number }> {
  const { rows } = await tx.client.query<{ hits: number[]; now: number }>({
    ...COUNT,
    values: [key, quota, window * 1000],
  })
  return oneRow(rows)
}

/** `burst` calls at once, then one each `seconds`. A bucket expires when it is empty. */
export interface BucketRule {
  burst: number
  seconds: number
}

/** Pours one call in; returns 0, or the seconds until there is room for it. */
export async function fillBucket(tx: Tx, key: string, { burst, seconds }: BucketRule, now: Date): Promise<number> {
  const poured = await tx.client.query(
    `insert into rate_windows as t (key, hits, expires_at) values ($1, '{}', $2::timestamptz + make_interval(secs => $3))
     on conflict (key) do update set expires_at = greatest(t.expires_at, $2) + make_interval(secs => $3)
       where greatest(t.expires_at, $2) + make_interval(secs => $3) <= $2 + make_interval(secs => $4)`,
    [key, now, seconds, seconds * burst],
  )
  if (poured.rowCount === 1) return 0
  const { rows } = await tx.client.query<{ expires_at: Date }>('select expires_at from rate_windows where key = $1', [
    key,
  ])
  const room = (rows[0]?.expires_at.getTime() ?? now.getTime()) - (burst - 1) * seconds * 1000
  return Math.max(1, Math.ceil((room - now.getTime()) / 1000))
}

/** Takes one call out again. */
export async function releaseCall(tx: Tx, key: string, { seconds }: BucketRule): Promise<void> {
  await tx.client.query('update rate_windows set expires_at = expires_at - make_interval(secs => $2) where key = $1', [
    key,
    seconds,
  ])
}

export async function emptyBucket(tx: Tx, key: string): Promise<void> {
  await tx.client.query('delete from rate_windows where key = $1', [key])
}

/** A clock that is ahead of the database's may have filled a bucket that is empty here. */
export const COUNTER_SWEEPS = [`delete from rate_windows where expires_at < now() - interval '1 hour'`]
