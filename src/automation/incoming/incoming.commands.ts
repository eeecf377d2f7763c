// What people do with incoming webhooks, and taking payloads in.
import { storable } from '../../kernel/cut-text.ts'
import { Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { emit } from '../../platform/events/event.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { webhookReceived } from './incoming.events.ts'
import { mustReadHook, mustReadRefused } from './incoming.reads.ts'
import type { IncomingHookCreate, IncomingHookUpdate } from './incoming.schema.ts'
import { isFromSender, keptHeaders, messageIdOf, type SignatureSettings } from './verify.logic.ts'

const PREFIX = 'hook_'
const MAX_HOOKS = 200
/** Payloads that are kept of a hook, to build rules on. */
const KEPT = 50
export const MAX_PAYLOAD = 256 * 1024

const placeOf = (hookId: string, what: 'secret' | 'token') => ['incoming webhook', hookId, what]

/** Opens the token of the address. */
export async function openToken(tx: WorkspaceTx, vault: Vault, hookId: string, sealed: Buffer): Promise<string | null> {
  return (await vault.open(tx, [{ place: placeOf(hookId, 'token'), sealed }]))[0] ?? null
}

/** The workspace is named in the address, so that a hook is found among its own. */
const newToken = (workspaceId: string) => `${newBearerToken(PREFIX)}.${workspaceId.replaceAll('-', '')}`

function workspaceIn(token: string): WorkspaceId | null {
  const hex = /^hook_[\w-]{20,100}\.([0-9a-f]{32})$/.exec(token)?.[1]
  return hex ? (hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as WorkspaceId) : null
}

export async function createHook(
  tx: WorkspaceTx,
  vault: Vault,
  { name, verify, header, secret }: IncomingHookCreate,
): Promise<string> {
  const { rows } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from incoming_hooks where workspace_id = $1',
    [tx.workspace_id],
  )
  if (oneRow(rows).count >= MAX_HOOKS)
    refuse('conflict', `A workspace has at most ${MAX_HOOKS} incoming webhooks. Delete one that is not used any more.`)
  mustBeWhole({ verify, header: header ?? null, hasSecret: secret !== undefined })
  const id = newId()
  const token = newToken(tx.workspace_id)
  await tx.client.query(
    `insert into incoming_hooks (workspace_id, id, name, token_hash, token, verify, header, secret, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      id,
      name.trim(),
      hashOfToken(token),
      await vault.seal(tx, placeOf(id, 'token'), token),
      verify,
      header ?? null,
      secret === undefined ? null : await vault.seal(tx, placeOf(id, 'secret'), secret),
      tx.actor?.user_id ?? null,
    ],
  )
  await audit(tx, { act: 'incoming_hook.created', object: { type: 'incoming_hook', id, name }, after: { verify } })
  return id
}

export async function updateHook(tx: WorkspaceTx, vault: Vault, id: string, change: IncomingHookUpdate): Promise<void> {
  const before = await mustReadHook(tx, id, true)
  const { name, enabled, new_address, secret } = change
  const verify = change.verify ?? before.verify
  const header = change.header ?? before.header
  mustBeWhole({ verify, header, hasSecret: secret !== undefined || before.has_secret })
  const token = new_address ? newToken(tx.workspace_id) : null
  await tx.client.query(
    `update incoming_hooks set name = $3, verify = $4, header = $5, enabled = $6, secret = coalesce($7, secret),
       token_hash = coalesce($8, token_hash), token = coalesce($9, token) where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      before.id,
      name?.trim() || before.name,
      verify,
      header,
      enabled ?? before.enabled,
      secret === undefined ? null : await vault.seal(tx, placeOf(before.id, 'secret'), secret),
      token && hashOfToken(token),
      token && (await vault.seal(tx, placeOf(before.id, 'token'), token)),
    ],
  )
  await audit(tx, {
    act: 'incoming_hook.changed',
    object: { type: 'incoming_hook', id: before.id, name: before.name },
    before: { verify: before.verify, enabled: before.enabled },
    after: {
      verify,
      enabled: enabled ?? before.enabled,
      new_address: token !== null,
      new_secret: secret !== undefined,
    },
  })
}

function mustBeWhole({ verify, header, hasSecret }: { verify: string; header: string | null; hasSecret: boolean }) {
  if (verify === 'hmac_sha256' && !header)
    refuseField(['header'], 'missing', 'Name the header that carries the signature')
  if (verify !== 'none' && !hasSecret) refuseField(['secret'], 'missing', 'Enter the secret that senders sign with')
}

export async function deleteHook(tx: WorkspaceTx, id: string): Promise<void> {
  const { id: known, name } = await mustReadHook(tx, id, true)
  await tx.client.query('delete from incoming_hooks where workspace_id = $1 and id = $2', [tx.workspace_id, known])
  await audit(tx, { act: 'incoming_hook.deleted', object: { type: 'incoming_hook', id: known, name } })
}

export interface IncomingRequest {
  token: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface Found extends Pick<SignatureSettings, 'verify' | 'header'> {
  id: string
  secret: Buffer | null
}

/**
 * Takes a payload in and tells the rules that wait for it, in one transaction. Refuses (404) an unknown address, (401) a wrong
 * signature, (422) a body that is not JSON; what a known address refuses is kept with the reason.
 */
export async function takePayload(
  { database, vault, now }: { database: Database; vault: Vault; now: () => Date },
  { token, headers, body }: IncomingRequest,
): Promise<TakenPayload> {
  const unknown = () => refuse('not_found', 'There is no such webhook address')
  const workspaceId = workspaceIn(token)
  if (workspaceId === null || !isUuid(workspaceId)) return unknown()
  const taken = await database.inWorkspace(workspaceId, async (tx) => {
    const { rows } = await tx.client.query<Found>(
      'select id, verify, header, secret from incoming_hooks where workspace_id = $1 and token_hash = $2 and enabled',
      [tx.workspace_id, hashOfToken(token)],
    )
    const [hook] = rows
    if (!hook) return unknown()
    const opened = hook.secret ? await vault.open(tx, [{ place: placeOf(hook.id, 'secret'), sealed: hook.secret }]) : []
    const checked = { verify: hook.verify, header: hook.header, secret: opened[0] ?? null }
    const content_type = typeof headers['content-type'] === 'string' ? headers['content-type'].slice(0, 200) : null
    const arrived = {
      content_type,
      message_id: messageIdOf(headers),
      headers: keptHeaders(headers),
      received_at: now(),
    }
    const text = body.toString('utf8')
    try {
      if (!isFromSender(checked, headers, body, now().getTime()))
        refuse('unauthenticated', 'The signature of this payload is missing or wrong')
      return await keepPayload(tx, hook.id, { ...arrived, body: readBody(content_type, text) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await keepRefused(tx, hook.id, { ...arrived, body: text }, error.message)
      return error
    }
  })
  if (taken instanceof Refusal) throw taken
  return taken
}

export interface TakenPayload {
  id: string
  duplicate: boolean
}

interface Arrived<Body> {
  content_type: string | null
  message_id: string | null
  headers: JsonObject
  received_at: Date
  body: Body
}

async function keepPayload(
  tx: WorkspaceTx,
  hookId: string,
  { content_type, message_id, headers, body, received_at }: Arrived<Json>,
): Promise<TakenPayload> {
  const id = newId()
  const stored = await tx.client.query(
    `insert into incoming_payloads (workspace_id, hook_id, id, message_id, content_type, headers, body, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (workspace_id, hook_id, message_id) where message_id is not null do nothing returning id`,
    [tx.workspace_id, hookId, id, message_id, content_type, JSON.stringify(headers), JSON.stringify(body), received_at],
  )
  if (stored.rowCount === 0) {
    const { rows: known } = await tx.client.query<{ id: string }>(
      'select id from incoming_payloads where workspace_id = $1 and hook_id = $2 and message_id = $3',
      [tx.workspace_id, hookId, message_id],
    )
    return { id: known[0]?.id ?? id, duplicate: true }
  }
  tx.lastly.push({
    name: 'incoming_count',
    text: 'update incoming_hooks set received = received + 1, last_received_at = $3 where workspace_id = $1 and id = $2',
    values: [tx.workspace_id, hookId, received_at],
  })
  await emit(tx, webhookReceived, { hook_id: hookId, payload_id: id })
  return { id, duplicate: false }
}

/** The last of a hook, so that senders who are refused again and again fill nothing. */
async function keepRefused(
  tx: WorkspaceTx,
  hookId: string,
  { content_type, message_id, headers, body, received_at }: Arrived<string>,
  reason: string,
): Promise<void> {
  await tx.client.query(
    `insert into incoming_refused (workspace_id, hook_id, id, reason, content_type, message_id, headers, body, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      hookId,
      newId(),
      reason.slice(0, 500),
      content_type,
      message_id,
      JSON.stringify(headers),
      storable(body),
      received_at,
    ],
  )
  await tx.client.query(
    `delete from incoming_refused where workspace_id = $1 and hook_id = $2 and id in (select id from incoming_refused
       where workspace_id = $1 and hook_id = $2 order by id desc offset ${KEPT})`,
    [tx.workspace_id, hookId],
  )
}

/** A member has looked at it: it is taken in, whatever its signature said. @throws Refusal `conflict` where it was, or cannot be read */
export async function acceptRefusedPayload(
  tx: WorkspaceTx,
  hookId: string,
  id: string,
  now: Date,
): Promise<TakenPayload> {
  const refused = await mustReadRefused(tx, hookId, id)
  if (refused.payload_id !== null)
    return refuse('conflict', 'This payload was accepted meanwhile; it is not taken in twice')
  let body: Json
  try {
    body = readBody(refused.content_type, refused.body)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse('conflict', `It still cannot be read. ${error.message}`)
  }
  const taken = await keepPayload(tx, hookId, { ...refused, body, received_at: now })
  await tx.client.query(
    'update incoming_refused set payload_id = $4 where workspace_id = $1 and hook_id = $2 and id = $3',
    [tx.workspace_id, hookId, refused.id, taken.id],
  )
  await audit(tx, {
    act: 'incoming_payload.taken',
    object: { type: 'incoming_hook', id: hookId },
    after: { payload_id: taken.id, reason: refused.reason },
  })
  return taken
}

function readBody(contentType: string | null, text: string): Json {
  if (contentType?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries([...new URLSearchParams(text)].map((pair) => pair.map(storable)))
  const { value, fault } = readJson(text)
  return fault ? refuseField([], 'json_invalid', `JSON decode error: ${faultWords(fault)}`) : value
}

/** Statements of maintenance in a workspace: only the last payloads of a hook are kept, and repetitions are known for a week. */
export const INCOMING_SWEEPS = [
  `delete from incoming_payloads where workspace_id = $1 and (hook_id, id) in (
    select h.id, p.id from incoming_hooks h cross join lateral (
      select id, received_at from incoming_payloads where workspace_id = $1 and hook_id = h.id order by id desc offset ${KEPT}) p
    where h.workspace_id = $1 and p.received_at < now() - interval '7 days' limit $2)`,
]
