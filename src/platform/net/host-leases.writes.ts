// One request at a time to each host, over all processes and tenants: a lease per host, and when the next may begin.
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../db/database.ts'

/** Longer than any request may take, so that a lease only runs out with its process. */
const LEASE_MS = 60_000

const TAKE = `insert into polled_hosts as h (host, holder, lease_until, next_at) values ($1, $2, $3, $4)
  on conflict (host) do update set holder = excluded.holder, lease_until = excluded.lease_until
  where h.lease_until <= $4 and h.next_at <= $4 returning host`

/** The holder's id, or when it is worth asking again. */
export async function takeHost(
  tx: Tx,
  host: string,
  now: Date,
): Promise<{ holder: string } | { free_at: Date | null }> {
  const holder = newId()
  const until = new Date(now.getTime() + LEASE_MS)
  const { rowCount } = await tx.client.query({ name: 'host_take', text: TAKE, values: [host, holder, until, now] })
  if (rowCount) return { holder }
  const { rows } = await tx.client.query<{ lease_until: Date; next_at: Date }>(
    'select lease_until, next_at from polled_hosts where host = $1',
    [host],
  )
  const [held] = rows
  // A lease ends when its request does; only a planned pause has a time.
  return { free_at: held && held.lease_until <= now ? held.next_at : null }
}

/** Ends a lease; the next request may begin at `next`. */
export async function releaseHost(tx: Tx, host: string, holder: string, now: Date, next: Date): Promise<void> {
  await tx.client.query(
    'update polled_hosts set holder = null, lease_until = $3, next_at = greatest(next_at, $4) where host = $1 and holder = $2',
    [host, holder, now, next],
  )
}
