// Sends what waits in the queues of endpoints: each endpoint has its own few places, so that a bad receiver delays no other.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { startLoop } from '../../platform/loop.ts'
import { defineQueue, PAST_HELD } from '../../platform/queue/lease.ts'
import type { BackgroundWorker } from '../../platform/room.ts'
import { type ClaimedDelivery, LEASE_MS, postBy, sendClaimed, type WebhookDeliveryParts } from './attempt.commands.ts'
import { DELIVERIES_CHANNEL } from './webhooks.commands.ts'

/** Requests under way at once in a process. */
const MOST_AT_ONCE = 64
const PER_ENDPOINT = 4
const IDLE_MS = 2_000

// Deliveries of one object leave in the order in which they were made: one that waits, for its first attempt or another, keeps back those
// after it until it is delivered or given up. Others of the endpoint go past it.
const BEHIND = `(d.object is not null and exists (select 1 from webhook_deliveries e where e.workspace_id = d.workspace_id
          and e.endpoint_id = d.endpoint_id and e.object = d.object and e.state = 'pending' and (e.created_at, e.id) < (d.created_at, d.id)))`

// Endpoints with something in their queue are found by skipping along the index, then each gives what it has places for.
// A claimed delivery is not due again before its lease ends.
const WAITING = defineQueue<ClaimedDelivery>({
  table: 'webhook_deliveries',
  claim: `with recursive queues as (
    (select workspace_id, endpoint_id from webhook_deliveries where state = 'pending'
      order by workspace_id, endpoint_id limit 1)
    union all
    select n.workspace_id, n.endpoint_id from queues q cross join lateral (
      select workspace_id, endpoint_id from webhook_deliveries d where d.state = 'pending'
        and (d.workspace_id, d.endpoint_id) > (q.workspace_id, q.endpoint_id)
      order by workspace_id, endpoint_id limit 1) n),
  due as (
    select d.workspace_id, d.id from queues q
      join webhook_endpoints e on e.workspace_id = q.workspace_id and e.id = q.endpoint_id
      cross join lateral (
        select d.workspace_id, d.id from webhook_deliveries d
        where d.workspace_id = q.workspace_id and d.endpoint_id = q.endpoint_id and d.state = 'pending' and d.next_at <= $1 and not ${BEHIND}
        order by d.next_at limit greatest(0, case when e.failures > 0 then 1 else ${PER_ENDPOINT} end - (
          select count(*)::int from webhook_deliveries l where l.workspace_id = q.workspace_id
            and l.endpoint_id = q.endpoint_id and l.state = 'pending' and l.next_at > $1 and l.next_at <= $3 and l.lease_until > $1))
        ${PAST_HELD}) d
    where e.enabled and (e.rest_until is null or e.rest_until <= $1)
    order by random() limit $2),
  -- What a person sent goes out at once, also while the endpoint rests after failures.
  asked as (
    select d.workspace_id, d.id from webhook_deliveries d
    where d.by_hand and d.state = 'pending' and d.next_at <= $1 and not ${BEHIND}
      and exists (select 1 from webhook_endpoints e where e.workspace_id = d.workspace_id and e.id = d.endpoint_id
        and e.enabled and e.rest_until > $1)
    order by d.next_at limit $2 ${PAST_HELD}),
  taken as (select workspace_id, id from due union select workspace_id, id from asked)
  update webhook_deliveries d set attempts = d.attempts + 1, lease_until = $3, next_at = $3
  from taken where d.workspace_id = taken.workspace_id and d.id = taken.id
  returning d.workspace_id, d.id, d.endpoint_id, d.attempts, d.give_up_at, d.created_at, d.body, d.type, d.source`,
})

// In no order, so that none is always the last.
const DUE = `select workspace_id from (select distinct workspace_id from webhook_deliveries where state = 'pending' and next_at <= $1) d
  order by random() limit 32`

/** Closing waits until the requests under way have been broken off and given back. */
export function startDeliveryWorker(parts: WebhookDeliveryParts, log: Log): BackgroundWorker {
  const underWay = new Set<Promise<void>>()
  const post = postBy(parts.client)
  const stop = new AbortController()

  async function claim(): Promise<number> {
    const free = MOST_AT_ONCE - underWay.size
    if (free <= 0) return 0
    const claimed = await claimDue(parts, free)
    for (const one of claimed) {
      const sending: Promise<void> = sendClaimed(parts, one, stop.signal, post)
        .then(() => {})
        .catch((error) => log.warn({ err: error, delivery: one.id }, 'what came of a delivery was not recorded'))
        .finally(() => {
          underWay.delete(sending)
          // Its endpoint may have more.
          loop.wake()
        })
      underWay.add(sending)
    }
    return claimed.length
  }

  const loop = startLoop(
    IDLE_MS,
    async () => (await claim()) > 0,
    (error) => log.warn({ err: error }, 'webhook deliveries could not be claimed, trying again'),
  )
  return {
    channel: DELIVERIES_CHANNEL,
    wake: loop.wake,
    async close() {
      stop.abort()
      await loop.close()
      await Promise.all(underWay)
    },
  }
}

/** Takes what is due, for a lease. */
export async function claimDue(
  { database, now }: Pick<WebhookDeliveryParts, 'database' | 'now'>,
  most: number,
): Promise<ClaimedDelivery[]> {
  const at = now()
  const claim = async (tx: Tx) => (await WAITING.take(tx, [at, most, new Date(at.getTime() + LEASE_MS)])).rows
  if (!database.is_distributed) return database.inSystem(claim)
  // Each workspace on its own node; those that are passed over now are met by the next look.
  const due = await database.inSystem((tx) => tx.client.query<{ workspace_id: WorkspaceId }>(DUE, [at]))
  const claimed: ClaimedDelivery[] = []
  for (const { workspace_id } of due.rows)
    if (claimed.length < most) claimed.push(...(await database.inWorkspace(workspace_id, claim)))
  return claimed
}
