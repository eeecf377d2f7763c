// Handing a message of a column over: on record first, tried at once by the caller, and in the queue of its endpoint after that.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { GIVE_UP_MS } from '../../platform/webhooks/retry.logic.ts'
import { type ClaimedDelivery, type DeliveryAttempt, LEASE_MS, type Post, sendClaimed } from './attempt.commands.ts'
import { addDelivery, endpointFor, type WebhookMessage } from './webhooks.commands.ts'
import { mustReadEndpoint } from './webhooks.reads.ts'

export interface HandedOver {
  /** Names the delivery: handed over again under it, nothing is sent a second time. */
  id: string
  url: string
  secret_ref: string
  name: string
  message: WebhookMessage
}

/** The state after the first attempt. `refused`: the delivery was never queued. */
export type HandOverResult = { state: 'delivered' | 'queued' | 'failed' | 'refused'; said: string | null }

interface HandParts {
  database: Database
  vault: Vault
  now: () => Date
}

/** The attempt is made by `post`. A receiver that is being left alone gets none: the message waits with the others. */
export async function handOver(
  { database, vault, now }: HandParts,
  workspace_id: WorkspaceId,
  { id, url, secret_ref, name, message }: HandedOver,
  post: Post,
  signal: AbortSignal,
): Promise<HandOverResult> {
  const taken = await database.inWorkspace(workspace_id, async (tx): Promise<ClaimedDelivery | HandOverResult> => {
    const at = now()
    const endpoint_id = await endpointFor(tx, vault, { origin: 'column', url, secret_ref, name })
    const { enabled, disabled_reason, rest_until } = await mustReadEndpoint(tx, endpoint_id)
    if (!enabled)
      return {
        state: 'refused',
        said: `The endpoint ${url} is disabled (${disabled_reason}). Enable it under Webhooks.`,
      }
    const isResting = rest_until !== null && rest_until > at
    const held_until = new Date(at.getTime() + LEASE_MS)
    const when = isResting ? { next_at: rest_until } : { held_until }
    const isBehind = await hasWaiting(tx, endpoint_id, message.object)
    const body = await addDelivery(tx, endpoint_id, { id, message, now: at, ...(isBehind ? {} : when) })
    if (body === null) return { state: 'queued', said: 'It was handed over before' }
    if (isResting) return { state: 'queued', said: 'The receiver failed just now and is left alone for a while' }
    if (isBehind) return { state: 'queued', said: 'An earlier message about the same row has yet to be delivered' }
    const give_up_at = new Date(at.getTime() + GIVE_UP_MS)
    return {
      workspace_id,
      id,
      endpoint_id,
      attempts: 1,
      give_up_at,
      created_at: at,
      body,
      type: message.type,
      source: message.source,
      is_told: true,
    }
  })
  if ('state' in taken) return taken
  return handedOf(await sendClaimed({ database, vault, now }, taken, signal, post))
}

/** An earlier delivery about the same object waits: they leave in their order. */
async function hasWaiting(tx: WorkspaceTx, endpointId: string, object: string | undefined): Promise<boolean> {
  if (object === undefined) return false
  const { rowCount } = await tx.client.query(
    `select 1 from webhook_deliveries where workspace_id = $1 and endpoint_id = $2 and object = $3 and state = 'pending' limit 1`,
    [tx.workspace_id, endpointId, object],
  )
  return rowCount === 1
}

function handedOf({ next, error, answer }: DeliveryAttempt): HandOverResult {
  if (next === 'delivered') return { state: 'delivered', said: null }
  const said = [error, answer?.trim().slice(0, 200)].filter(Boolean).join(': ')
  return { state: next === 'retry' ? 'queued' : 'failed', said }
}
