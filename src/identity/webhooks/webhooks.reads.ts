// Reads endpoints and deliveries in the form that the API shows.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { DeliveriesQuery, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from './webhook.schema.ts'

export interface StoredEndpoint {
  id: string
  name: string
  url: string
  origin: 'manual' | 'watch' | 'column'
  secret_hint: string | null
  secret_ref: string | null
  old_secret_until: Date | null
  enabled: boolean
  disabled_reason: 'gone' | 'failing' | 'manual' | null
  failures: number
  failing_since: Date | null
  rest_until: Date | null
  last_success_at: Date | null
  waiting: number
  created_at: Date
}

const ENDPOINT = `e.id, e.name, e.url, e.origin, e.secret_hint, e.secret_ref, e.old_secret_until, e.enabled, e.disabled_reason,
  e.failures, e.failing_since, e.rest_until, e.last_success_at, e.created_at,
  (select count(*)::int from (select 1 from webhook_deliveries d where d.workspace_id = $1 and d.endpoint_id = e.id
    and d.state = 'pending' limit 1000) w) as waiting`

/** Newest first. */
export async function readEndpoints(tx: WorkspaceTx, now: Date): Promise<WebhookEndpoint[]> {
  const { rows } = await tx.client.query<StoredEndpoint>(
    `select ${ENDPOINT} from webhook_endpoints e where e.workspace_id = $1 order by e.created_at desc, e.id desc limit 500`,
    [tx.workspace_id],
  )
  return rows.map((row) => endpointWire(row, now))
}

/** @throws Refusal `not_found` */
export async function mustReadEndpoint(tx: WorkspaceTx, id: string, locked = false): Promise<StoredEndpoint> {
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredEndpoint>(
        `select ${ENDPOINT} from webhook_endpoints e where e.workspace_id = $1 and e.id = $2 ${locked ? 'for update' : ''}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Webhook endpoint not found')
}

const iso = (at: Date | null) => at?.toISOString() ?? null

export function endpointWire({ old_secret_until, rest_until: _, ...row }: StoredEndpoint, now: Date): WebhookEndpoint {
  return {
    ...row,
    rotating_until: old_secret_until && old_secret_until > now ? old_secret_until.toISOString() : null,
    failing_since: iso(row.failing_since),
    last_success_at: iso(row.last_success_at),
    created_at: row.created_at.toISOString(),
  }
}

interface StoredDelivery {
  id: string
  endpoint_id: string
  url: string
  type: string
  state: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  next_at: Date | null
  last_status: number | null
  last_error: string | null
  source: JsonObject
  created_at: Date
  delivered_at: Date | null
}

const DELIVERY = `d.id, d.endpoint_id, e.url, d.type, d.state, d.attempts, d.next_at, d.last_status, d.last_error, d.source,
  d.created_at, d.delivered_at from webhook_deliveries d
  join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id`

const LIST = 'webhook deliveries'

/** Newest first. */
export async function readDeliveries(tx: WorkspaceTx, query: DeliveriesQuery) {
  const { limit, cursor, endpoint_id, state } = query
  const [before] = decodeCursor(LIST, cursor) ?? []
  if (endpoint_id !== undefined && !isUuid(endpoint_id)) return { items: [], next_cursor: null }
  const { rows } = await tx.client.query<StoredDelivery>(
    `select ${DELIVERY} where d.workspace_id = $1 and ($2::uuid is null or d.endpoint_id = $2)
       and ($3::text is null or d.state = $3) and ($4::uuid is null or d.id < $4) order by d.id desc limit $5`,
    [tx.workspace_id, endpoint_id ?? null, state ?? null, before ?? null, limit + 1],
  )
  const page = pageOf(LIST, rows, limit, ({ id }) => [id])
  return { ...page, items: page.items.map(deliveryWire) }
}

function deliveryWire(row: StoredDelivery): WebhookDelivery {
  return {
    ...row,
    message_id: messageIdOf(row.id),
    next_at: row.state === 'pending' ? iso(row.next_at) : null,
    created_at: row.created_at.toISOString(),
    delivered_at: iso(row.delivered_at),
  }
}

/** The id by which a receiver recognizes a delivery; it is the same for every attempt. */
export const messageIdOf = (deliveryId: string) => `msg_${deliveryId}`

/** @throws Refusal `not_found` */
export async function mustReadDelivery(tx: WorkspaceTx, id: string): Promise<WebhookDeliveryDetail> {
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredDelivery & { body: string }>(
        `select d.body, ${DELIVERY} where d.workspace_id = $1 and ${inOrder('d.id', '$2')}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  const [row] = rows
  if (!row) return refuse('not_found', 'Webhook delivery not found')
  const tries = await tx.client.query<{
    n: number
    at: Date
    duration_ms: number
    status: number | null
    error: string | null
    answer: string | null
  }>(
    `select n, at, duration_ms, status, error, answer from webhook_attempts where workspace_id = $1 and delivery_id = $2
      order by n desc limit 100`,
    [tx.workspace_id, row.id],
  )
  return {
    ...deliveryWire(row),
    body: row.body,
    tries: tries.rows.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}
