// Reads incoming webhooks and their payloads.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { IncomingHook } from './incoming.schema.ts'

export interface StoredHook extends Omit<IncomingHook, 'url' | 'created_at' | 'last_received_at'> {
  token: Buffer
  created_at: Date
  last_received_at: Date | null
}

const HOOK = `id, name, token, verify, header, secret is not null as has_secret, enabled, received, last_received_at, created_at
  from incoming_hooks where workspace_id = $1`

/** Newest first. */
export async function readHooks(tx: WorkspaceTx): Promise<StoredHook[]> {
  return (await tx.client.query<StoredHook>(`select ${HOOK} order by created_at desc, id desc`, [tx.workspace_id])).rows
}

/** @throws Refusal `not_found` */
export async function mustReadHook(tx: WorkspaceTx, id: string, locked = false): Promise<StoredHook> {
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredHook>(`select ${HOOK} and id = $2 ${locked ? 'for update' : ''}`, [
        tx.workspace_id,
        id,
      ])
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Incoming webhook not found')
}

export interface StoredPayload {
  id: string
  message_id: string | null
  content_type: string | null
  headers: Record<string, string>
  body: Json
  received_at: Date
}

const PAYLOAD =
  'id, message_id, content_type, headers, body, received_at from incoming_payloads where workspace_id = $1'
const LIST = 'incoming payloads'

/** Newest first. @throws Refusal `not_found` */
export async function readPayloads(
  tx: WorkspaceTx,
  hookId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { id } = await mustReadHook(tx, hookId)
  const [before] = decodeCursor(LIST, cursor) ?? []
  const { rows } = await tx.client.query<StoredPayload>(
    `select ${PAYLOAD} and hook_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [tx.workspace_id, id, before ?? null, limit + 1],
  )
  return pageOf(LIST, rows, limit, ({ id }) => [id])
}

export async function readPayloadsById(
  tx: WorkspaceTx,
  hookId: string,
  ids: readonly string[],
): Promise<StoredPayload[]> {
  const { rows } = await tx.client.query<StoredPayload>(
    `select ${PAYLOAD} and hook_id = $2 and id = any($3::uuid[]) order by id`,
    [tx.workspace_id, hookId, ids.filter(isUuid)],
  )
  return rows
}

export interface StoredRefused {
  id: string
  reason: string
  content_type: string | null
  message_id: string | null
  headers: Record<string, string>
  body: string
  received_at: Date
  payload_id: string | null
}

const REFUSED = `id, reason, content_type, message_id, headers, body, received_at, payload_id from incoming_refused
  where workspace_id = $1 and hook_id = $2`
const REFUSED_LIST = 'refused payloads'

/** Newest first. @throws Refusal `not_found` */
export async function readRefused(
  tx: WorkspaceTx,
  hookId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { id } = await mustReadHook(tx, hookId)
  const [before] = decodeCursor(REFUSED_LIST, cursor) ?? []
  const { rows } = await tx.client.query<StoredRefused>(
    `select ${REFUSED} and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [tx.workspace_id, id, before ?? null, limit + 1],
  )
  return pageOf(REFUSED_LIST, rows, limit, ({ id }) => [id])
}

/** Locks it. @throws Refusal `not_found` */
export async function mustReadRefused(tx: WorkspaceTx, hookId: string, id: string): Promise<StoredRefused> {
  const hook = await mustReadHook(tx, hookId)
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredRefused>(`select ${REFUSED} and id = $3 for update`, [tx.workspace_id, hook.id, id])
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Refused payload not found')
}
