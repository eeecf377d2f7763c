// One attempt at a delivery: the request, the record of it, and what follows for the delivery and its endpoint.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { webhookAttempts } from '../../platform/meters.ts'
import { isAllowedHost } from '../../platform/net/allowed-hosts.logic.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { nextStep, type RetryDecision, restOf, retryAfterOf } from '../../platform/webhooks/retry.logic.ts'
import { webhookHeaders } from '../../platform/webhooks/signature.ts'
import { openValues } from '../integrations/integrations.reads.ts'
import { notify } from '../notices/notices.commands.ts'
import { openEarlierSecret, SECRETS } from '../secrets/secrets.reads.ts'
import { webhookOutcome, webhookSettled } from './settled.jobs.ts'
import { secretPlace } from './webhooks.commands.ts'
import { emitEndpoint } from './webhooks.events.ts'
import { messageIdOf } from './webhooks.reads.ts'

const TIMEOUT_MS = 20_000
/** Longer than a request can take; a worker that died is taken over after it. */
export const LEASE_MS = 60_000
const MAX_ANSWER = 500

export interface WebhookDeliveryParts {
  database: Database
  vault: Vault
  client: HttpClient
  now: () => Date
}

/** A delivery that is held for an attempt. */
export interface ClaimedDelivery {
  workspace_id: WorkspaceId
  id: string
  endpoint_id: string
  attempts: number
  give_up_at: Date
  created_at: Date
  body: string
  type: string
  source: JsonObject
  /** The caller that made the attempt gets its outcome, and writes the cell. */
  is_told?: boolean
}

/** The signed request of one attempt. */
export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export type PostResult =
  | { status: number; headers: Readonly<Record<string, string>>; body: string }
  | { problem: string }

/** Makes the request; without one of the caller's own, the client of the service does. */
export type Post = (request: WebhookRequest, signal: AbortSignal | undefined) => Promise<PostResult>

/** The result of an attempt. */
export interface DeliveryAttempt {
  next: RetryDecision['kind']
  status: number | null
  error: string | null
  /** The beginning of what the receiver said. */
  answer: string | null
}

/** One attempt: request, record, and what follows from it. */
export async function sendClaimed(
  parts: Omit<WebhookDeliveryParts, 'client'>,
  claimed: ClaimedDelivery,
  signal: AbortSignal | undefined,
  post: Post,
): Promise<DeliveryAttempt> {
  const { database, now } = parts
  const target = await database.inWorkspace(claimed.workspace_id, (tx) => readTarget(tx, parts, claimed.endpoint_id))
  const started = now().getTime()
  const begun = performance.now()
  const posted: PostResult =
    typeof target === 'string'
      ? { problem: target }
      : await post(
          {
            url: target.url,
            headers: {
              'content-type': 'application/json',
              ...webhookHeaders(target.secrets, messageIdOf(claimed.id), started, claimed.body),
            },
            body: claimed.body,
          },
          signal,
        )
  const outcome = outcomeOf(posted, now().getTime())
  if (outcome.error !== null && signal?.aborted) {
    await database.inWorkspace(claimed.workspace_id, (tx) => giveBack(tx, claimed, now()))
    return { next: 'retry', status: null, error: outcome.error, answer: null }
  }
  const at = now()
  const next = nextStep(outcome, claimed.attempts, at.getTime(), claimed.give_up_at.getTime(), Math.random())
  const duration = Math.round(performance.now() - begun)
  await database.inWorkspace(claimed.workspace_id, (tx) =>
    record(tx, claimed, { ...outcome, next, at, duration, started: new Date(started) }),
  )
  webhookAttempts.inc({ outcome: outcome.error === null ? 'delivered' : next.kind })
  return { next: next.kind, status: outcome.status, error: outcome.error, answer: outcome.answer }
}

/** By the client of the service: no redirect is followed, and of the answer only the beginning is read. */
export const postBy =
  (client: HttpClient, timeout_ms = TIMEOUT_MS): Post =>
  async ({ url, headers, body }, signal) => {
    const result = await client.request(
      {
        url,
        method: 'POST',
        headers,
        body,
        timeout_ms,
        redirects: 'manual',
        max_bytes: 16_384,
        on_limit: 'keep',
      },
      signal,
    )
    if (!result.ok) return { problem: result.failure.message }
    return { status: result.status, headers: result.headers, body: result.body.toString('utf8') }
  }

/** Broken off because this process ends: the next worker sends it as if nothing had been. */
async function giveBack(tx: WorkspaceTx, { id, attempts }: ClaimedDelivery, at: Date): Promise<void> {
  await tx.client.query(
    `update webhook_deliveries set attempts = $3, next_at = $4, lease_until = null
      where workspace_id = $1 and id = $2 and state = 'pending' and attempts = $3 + 1`,
    [tx.workspace_id, id, attempts - 1, at],
  )
}

interface Outcome {
  status: number | null
  retry_at: number | null
  error: string | null
  answer: string | null
}

function outcomeOf(posted: PostResult, now: number): Outcome {
  if ('problem' in posted) return { status: null, retry_at: null, error: posted.problem, answer: null }
  const { status, headers, body } = posted
  const answer = body.replaceAll('\0', '').slice(0, MAX_ANSWER)
  const retry_at = retryAfterOf(headers['retry-after'], now)
  return { status, retry_at, error: status >= 200 && status < 300 ? null : wordsOf(status), answer }
}

function wordsOf(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed`
  return status === 410 ? 'Answered 410: the endpoint wants no more messages' : `Answered ${status}`
}

/** Where to and under which secrets; or why it cannot be sent. */
async function readTarget(
  tx: WorkspaceTx,
  { vault, now }: Pick<WebhookDeliveryParts, 'vault' | 'now'>,
  endpointId: string,
): Promise<{ url: string; secrets: string[] } | string> {
  const { rows } = await tx.client.query<{
    id: string
    url: string
    origin: string
    secret: Buffer | null
    secret_ref: string | null
    old_secret: Buffer | null
    old_secret_until: Date | null
  }>(
    `select id, url, origin, secret, secret_ref, old_secret, old_secret_until from webhook_endpoints
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, endpointId],
  )
  const [row] = rows
  if (!row) return 'The endpoint was deleted'
  if (row.secret_ref !== null) {
    const { values, stored } = await openValues(tx, vault, SECRETS)
    const secret = values.get(SECRETS)?.[row.secret_ref]
    const hosts = stored.find(({ field }) => field === row.secret_ref)?.hosts ?? []
    if (secret !== undefined && row.origin === 'column' && !isAllowedHost(hosts, row.url))
      return `The secret "${row.secret_ref}" may not be used for ${new URL(row.url).host} any more`
    if (secret === undefined) return `The workspace has no secret "${row.secret_ref}"`
    const earlier = await openEarlierSecret(tx, vault, row.secret_ref, now())
    return { url: row.url, secrets: [secret, ...(earlier === null ? [] : [earlier])] }
  }
  const isOldGood = row.old_secret_until !== null && row.old_secret_until > now()
  const sealed = [row.secret, isOldGood ? row.old_secret : null].flatMap((one) =>
    one ? [{ place: secretPlace(row.id), sealed: one }] : [],
  )
  const secrets = (await vault.open(tx, sealed)).flatMap((one) => one ?? [])
  return secrets.length === 0 ? 'The signing secret cannot be opened. Set a new one.' : { url: row.url, secrets }
}

interface Result extends Outcome {
  next: RetryDecision
  started: Date
  at: Date
  duration: number
}

async function record(tx: WorkspaceTx, claimed: ClaimedDelivery, result: Result): Promise<void> {
  const { next, at, status, error, answer } = result
  const state = next.kind === 'delivered' ? 'delivered' : next.kind === 'retry' ? 'pending' : 'failed'
  const { rows } = await tx.client.query<{ is_awaited: boolean }>(
    `update webhook_deliveries set state = $3, next_at = $4, lease_until = null, by_hand = false, last_status = $5, last_error = $6,
       delivered_at = case when $3 = 'delivered' then $7::timestamptz end
      where workspace_id = $1 and id = $2 and state = 'pending' returning is_awaited`,
    [tx.workspace_id, claimed.id, state, next.kind === 'retry' ? new Date(next.at) : null, status, error, at],
  )
  const [recorded] = rows
  if (!recorded) return
  await tx.client.query(
    `insert into webhook_attempts (workspace_id, delivery_id, n, at, duration_ms, status, error, answer)
      select $1, $2, coalesce(max(n), 0) + 1, $3, $4, $5, $6, $7 from webhook_attempts where workspace_id = $1 and delivery_id = $2`,
    [tx.workspace_id, claimed.id, result.started, result.duration, status, error, answer],
  )
  // The cell that it was sent for tells how it ended.
  if (claimed.source.kind === 'column' && !claimed.is_told && next.kind !== 'retry')
    await enqueue(tx, webhookSettled, { delivery_ids: [claimed.id] }, { key: claimed.id })
  if (recorded.is_awaited && next.kind !== 'retry')
    await enqueue(tx, webhookOutcome, { delivery_ids: [claimed.id] }, { key: claimed.id })
  if (next.kind === 'delivered') await succeeded(tx, claimed, at)
  else await failed(tx, claimed, next, at)
}

async function succeeded(tx: WorkspaceTx, { endpoint_id }: ClaimedDelivery, at: Date): Promise<void> {
  // Written rarely: all deliveries of an endpoint would wait for its row.
  await tx.client.query(
    `update webhook_endpoints set failures = 0, failing_since = null, rest_until = null, last_success_at = $3
      where workspace_id = $1 and id = $2
        and (failures > 0 or last_success_at is null or last_success_at < $3::timestamptz - interval '1 minute')`,
    [tx.workspace_id, endpoint_id, at],
  )
}

async function failed(tx: WorkspaceTx, claimed: ClaimedDelivery, next: RetryDecision, at: Date): Promise<void> {
  const { rows } = await tx.client.query<{
    failures: number
    last_success_at: Date | null
    name: string
    enabled: boolean
  }>(
    `update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, $3)
      where workspace_id = $1 and id = $2 returning failures, last_success_at, name, enabled`,
    [tx.workspace_id, claimed.endpoint_id, at],
  )
  const [endpoint] = rows
  if (!endpoint) return
  // A message that this receiver alone refuses is no reason to keep the others from it.
  const isSilent = endpoint.last_success_at === null || endpoint.last_success_at < claimed.created_at
  const isDead = next.kind === 'gone' || (next.kind === 'give_up' && isSilent)
  if (isDead && endpoint.enabled) return disable(tx, claimed, endpoint.name, next.kind === 'gone' ? 'gone' : 'failing')
  await tx.client.query('update webhook_endpoints set rest_until = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    claimed.endpoint_id,
    new Date(at.getTime() + restOf(endpoint.failures)),
  ])
}

async function disable(
  tx: WorkspaceTx,
  claimed: ClaimedDelivery,
  name: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  await tx.client.query(
    'update webhook_endpoints set enabled = false, disabled_reason = $3 where workspace_id = $1 and id = $2',
    [tx.workspace_id, claimed.endpoint_id, reason],
  )
  const { rows } = await tx.client.query<{ id: string; kind: string | null; is_awaited: boolean }>(
    `update webhook_deliveries set state = 'cancelled', next_at = null, lease_until = null, last_error = 'The endpoint was disabled'
      where workspace_id = $1 and endpoint_id = $2 and state = 'pending' returning id, source ->> 'kind' as kind, is_awaited`,
    [tx.workspace_id, claimed.endpoint_id],
  )
  const ofCells = rows.flatMap(({ id, kind }) => (kind === 'column' ? [id] : []))
  for (let n = 0; n < ofCells.length; n += 500)
    await enqueue(tx, webhookSettled, { delivery_ids: ofCells.slice(n, n + 500) })
  const awaited = rows.flatMap(({ id, is_awaited }) => (is_awaited ? [id] : []))
  for (let n = 0; n < awaited.length; n += 500)
    await enqueue(tx, webhookOutcome, { delivery_ids: awaited.slice(n, n + 500) })
  await emitEndpoint(tx, claimed.endpoint_id, reason)
  await notify(tx, {
    topic: 'webhooks',
    severity: 'error',
    to: 'admins',
    title: `The webhook endpoint "${name}" was disabled`,
    text:
      reason === 'gone'
        ? 'It answered 410, which says that it wants no more messages. What was waiting was cancelled.'
        : 'Nothing reached it for a day. What was waiting was cancelled; resend it once the endpoint is enabled again.',
    link: '/automations?tab=webhooks',
    key: `webhook-disabled:${claimed.endpoint_id}:${claimed.id}`,
  })
}
