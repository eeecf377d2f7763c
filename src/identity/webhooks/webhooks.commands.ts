// What people do with outgoing webhooks: set endpoints up, change secrets, and send messages or send them again.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl } from '../../platform/net/guard.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { GIVE_UP_MS } from '../../platform/webhooks/retry.logic.ts'
import { newSigningSecret } from '../../platform/webhooks/signature.ts'
import { readSecrets } from '../secrets/secrets.reads.ts'
import type {
  SecretRotation,
  WebhookEndpointCreate,
  WebhookEndpointMade,
  WebhookEndpointUpdate,
} from './webhook.schema.ts'
import { endpointWire, mustReadEndpoint } from './webhooks.reads.ts'

export const DELIVERIES_CHANNEL = 'millrace_webhooks'
const MAX_ENDPOINTS = 200
const MAX_BODY = 262_144
/** Deliveries that wait for one endpoint. */
export const MOST_WAITING = 10_000

/** Where an endpoint's secret belongs in the vault. */
export const secretPlace = (endpointId: string) => ['webhook endpoint', endpointId]

export interface EndpointParts {
  vault: Vault
  policy: EgressPolicy
  now: () => Date
}

/** @throws Refusal `invalid` for an address that may not be reached or a secret that is not there, `conflict` for too many */
export async function createEndpoint(
  tx: WorkspaceTx,
  { vault, policy, now }: EndpointParts,
  { url, name, secret, secret_ref }: WebhookEndpointCreate,
): Promise<WebhookEndpointMade> {
  const address = mustBeReachable(url, policy)
  const { rows } = await tx.client.query<{ count: number }>(
    "select count(*)::int as count from webhook_endpoints where workspace_id = $1 and origin = 'manual'",
    [tx.workspace_id],
  )
  if (oneRow(rows).count >= MAX_ENDPOINTS)
    refuse('conflict', `A workspace has at most ${MAX_ENDPOINTS} endpoints. Delete one that is not used any more.`)
  if (secret_ref !== undefined) await mustHaveSecret(tx, secret_ref, ['secret_ref'])
  const own = secret_ref === undefined ? mustBeSecret(secret ?? newSigningSecret()) : null
  const id = newId()
  await tx.client.query(
    `insert into webhook_endpoints (workspace_id, id, name, url, secret, secret_hint, secret_ref, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      id,
      name.trim() || address.host,
      address.href,
      own && (await vault.seal(tx, secretPlace(id), own)),
      own?.slice(-4) ?? null,
      secret_ref ?? null,
      tx.actor?.user_id ?? null,
      now(),
    ],
  )
  const made = await mustReadEndpoint(tx, id)
  await audit(tx, {
    act: 'webhook_endpoint.created',
    object: { type: 'webhook_endpoint', id },
    after: { url: made.url },
  })
  return { ...endpointWire(made, now()), secret: own }
}

/** The endpoint of an address and a secret that machinery has set up before, or a new one. */
export async function endpointFor(
  tx: WorkspaceTx,
  vault: Vault,
  wanted: { origin: 'watch' | 'column'; url: string; secret_ref: string | null; name: string },
): Promise<string> {
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into webhook_endpoints as e (workspace_id, id, name, url, origin, secret_ref, created_by)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id, origin, url, coalesce(secret_ref, '')) where origin <> 'manual'
      do update set updated_at = e.updated_at returning id`,
    [
      tx.workspace_id,
      newId(),
      wanted.name.slice(0, 200),
      wanted.url,
      wanted.origin,
      wanted.secret_ref,
      tx.actor?.user_id ?? null,
    ],
  )
  const id = rows[0]?.id as string
  if (wanted.secret_ref === null) {
    const secret = newSigningSecret()
    await tx.client.query(
      `update webhook_endpoints set secret = $3, secret_hint = $4 where workspace_id = $1 and id = $2 and secret is null`,
      [tx.workspace_id, id, await vault.seal(tx, secretPlace(id), secret), secret.slice(-4)],
    )
  }
  return id
}

export async function updateEndpoint(
  tx: WorkspaceTx,
  { policy, now }: EndpointParts,
  id: string,
  { url, name, enabled }: WebhookEndpointUpdate,
): Promise<void> {
  const before = await mustReadEndpoint(tx, id, true)
  const address = url === undefined ? before.url : mustBeReachable(url, policy).href
  const isOn = enabled ?? before.enabled
  await tx.client.query(
    `update webhook_endpoints set url = $3, name = $4, enabled = $5, updated_at = $7,
       disabled_reason = case when $5 then null else coalesce(disabled_reason, 'manual') end,
       failures = case when $6 then 0 else failures end, failing_since = case when $6 then null else failing_since end,
       rest_until = case when $6 then null else rest_until end
      where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      before.id,
      address,
      name?.trim() || before.name,
      isOn,
      isOn && (!before.enabled || address !== before.url),
      now(),
    ],
  )
  tx.wakes.add(DELIVERIES_CHANNEL)
  await audit(tx, {
    act: 'webhook_endpoint.changed',
    object: { type: 'webhook_endpoint', id: before.id },
    before: { url: before.url, name: before.name, enabled: before.enabled },
    after: { url: address, name: name ?? before.name, enabled: isOn },
  })
}

export async function deleteEndpoint(tx: WorkspaceTx, id: string): Promise<void> {
  const { id: known, url } = await mustReadEndpoint(tx, id, true)
  await tx.client.query('delete from webhook_endpoints where workspace_id = $1 and id = $2', [tx.workspace_id, known])
  await audit(tx, { act: 'webhook_endpoint.deleted', object: { type: 'webhook_endpoint', id: known }, before: { url } })
}

/** A new secret; the old one signs beside it for a while. Returns the new one, which is shown once. */
export async function rotateSecret(
  tx: WorkspaceTx,
  { vault, now }: EndpointParts,
  id: string,
  { secret, keep_hours }: SecretRotation,
): Promise<WebhookEndpointMade> {
  const endpoint = await mustReadEndpoint(tx, id, true)
  if (endpoint.secret_ref !== null)
    refuse('conflict', `It is signed with the secret "${endpoint.secret_ref}" of the workspace. Replace that one.`)
  const fresh = mustBeSecret(secret ?? newSigningSecret())
  const until = new Date(now().getTime() + keep_hours * 3_600_000)
  await tx.client.query(
    `update webhook_endpoints set old_secret = secret, old_secret_until = $3, secret = $4, secret_hint = $5, updated_at = $6
      where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      endpoint.id,
      until,
      await vault.seal(tx, secretPlace(endpoint.id), fresh),
      fresh.slice(-4),
      now(),
    ],
  )
  await audit(tx, {
    act: 'webhook_endpoint.rotated',
    object: { type: 'webhook_endpoint', id: endpoint.id },
    after: { keep_hours },
  })
  return { ...endpointWire(await mustReadEndpoint(tx, endpoint.id), now()), secret: fresh }
}

export interface WebhookMessage {
  type: string
  data: Json
  /** What it is sent for. */
  source: JsonObject
  /** What it is about, such as `row:…`: messages about one object reach an endpoint in their order. */
  object?: string
}

/**
 * Puts a message into the endpoint's queue, in the caller's transaction: it is sent when that commits. Returns its id.
 * @throws Refusal `not_found`, `conflict` for an endpoint that is disabled, `too_large`, `unavailable` while too many wait
 */
export async function queueWebhook(
  tx: WorkspaceTx,
  endpointId: string,
  message: WebhookMessage,
  now: Date,
  byHand = false,
): Promise<string> {
  const { id, enabled, disabled_reason } = await mustReadEndpoint(tx, endpointId)
  if (!enabled) refuse('conflict', `The endpoint is disabled (${disabled_reason}). Enable it to send to it again.`)
  const delivery = newId()
  await addDelivery(tx, id, { id: delivery, message, now, by_hand: byHand })
  return delivery
}

/** How a delivery stands; one that is pending tells its end by the job `webhook.outcome`. Null when it is no longer on record. */
export async function awaitDelivery(
  tx: WorkspaceTx,
  id: string,
): Promise<{ state: 'pending' | 'delivered' | 'failed' | 'cancelled'; last_error: string | null } | null> {
  const { rows } = await tx.client.query<{
    state: 'pending' | 'delivered' | 'failed' | 'cancelled'
    last_error: string | null
  }>(
    `update webhook_deliveries set is_awaited = state = 'pending' where workspace_id = $1 and id = $2 returning state, last_error`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? null
}

export interface NewDelivery {
  id: string
  message: WebhookMessage
  now: Date
  /** Until then, the process that adds it makes the first attempt. */
  held_until?: Date
  /** Before it no worker takes it. */
  next_at?: Date
  /** A person sends it: its first attempt is made at once, also while the endpoint rests. */
  by_hand?: boolean
}

/** As {@link queueWebhook} for an endpoint that is known. Null when there is one of this id; else its body. */
export async function addDelivery(
  tx: WorkspaceTx,
  endpointId: string,
  { id, message, now, held_until, next_at = held_until ?? now, by_hand = false }: NewDelivery,
): Promise<string | null> {
  const { type, data, source, object = null } = message
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  if (Buffer.byteLength(body) > MAX_BODY) refuse('too_large', 'A webhook message has at most 256 KiB')
  await mustHaveRoom(tx, endpointId)
  const { rowCount } = await tx.client.query({
    name: 'webhook_queue',
    text: `insert into webhook_deliveries (workspace_id, id, endpoint_id, type, body, source, next_at, lease_until, attempts,
        give_up_at, created_at, object, by_hand)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (workspace_id, id) do nothing`,
    values: [
      tx.workspace_id,
      id,
      endpointId,
      type,
      body,
      JSON.stringify(source),
      next_at,
      held_until ?? null,
      held_until ? 1 : 0,
      new Date(now.getTime() + GIVE_UP_MS),
      now,
      object,
      by_hand,
    ],
  })
  if (!rowCount) return null
  tx.wakes.add(DELIVERIES_CHANNEL)
  return body
}

// Found by skipping along the queue's own index: that is dear only where very much waits.
const ROOM = {
  name: 'webhook_room',
  text: `select 1 from webhook_deliveries where workspace_id = $1 and endpoint_id = $2 and state = 'pending'
    offset ${MOST_WAITING - 1} limit 1`,
}

/** A queue that a receiver never works off does not grow without end. @throws Refusal `unavailable` */
async function mustHaveRoom(tx: WorkspaceTx, endpointId: string): Promise<void> {
  const { rowCount } = await tx.client.query({ ...ROOM, values: [tx.workspace_id, endpointId] })
  if (rowCount)
    refuse(
      'unavailable',
      `${MOST_WAITING} messages wait for this endpoint already, the most there can be. Nothing was sent.`,
    )
}

/** Sends a delivery again under its id, also after a success. @throws Refusal `not_found`, `conflict` */
export async function resendDelivery(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const { rows } = await tx.client.query(
    `update webhook_deliveries d set state = 'pending', next_at = $3, give_up_at = $4, attempts = 0, lease_until = null, by_hand = true
      where d.workspace_id = $1 and d.id = $2 and (d.lease_until is null or d.lease_until < $3)
        and (select e.enabled from webhook_endpoints e where e.workspace_id = $1 and e.id = d.endpoint_id) returning d.id`,
    [tx.workspace_id, id, now, new Date(now.getTime() + GIVE_UP_MS)],
  )
  if (rows.length === 0)
    refuse('conflict', 'It is being sent just now, or its endpoint is disabled. Nothing was changed.')
  tx.wakes.add(DELIVERIES_CHANNEL)
  await audit(tx, { act: 'webhook_delivery.resent', object: { type: 'webhook_delivery', id } })
}

/** Only HTTPS leaves for the public internet; plain HTTP needs the operator's leave. */
function mustBeReachable(url: string, policy: EgressPolicy): URL {
  const check = checkUrl(url, policy)
  if (!check.ok) return refuseField(['url'], 'value_error', `Value error, ${check.message}`, url)
  const isOpened = policy.hostMap.size > 0 || policy.allow.length > 0
  if (check.url.protocol !== 'https:' && !isOpened)
    return refuseField(['url'], 'url_scheme', "URL scheme should be 'https'", url)
  return check.url
}

export async function mustHaveSecret(tx: WorkspaceTx, name: string, loc: (string | number)[]): Promise<void> {
  if (!(await readSecrets(tx)).some((secret) => secret.name === name))
    refuseField(loc, 'value_error', `Value error, the workspace has no secret "${name}"`, name)
}

function mustBeSecret(secret: string): string {
  const isStandard = secret.startsWith('whsec_')
  const bytes = isStandard ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  if (isStandard && (bytes.length < 16 || bytes.length > 128))
    refuseField(['secret'], 'value_error', 'Value error, `whsec_` is followed by 24 to 64 bytes as base64')
  if (!/^[\x20-\x7e]+$/.test(secret)) refuseField(['secret'], 'value_error', 'Value error, a secret is printable ASCII')
  return secret
}
