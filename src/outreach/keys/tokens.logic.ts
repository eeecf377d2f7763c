// Signed tokens of outreach: unsubscribe links, the address of the bounce webhook, and envelope senders that name a message.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'

const ID = 16
const HASH = 32
const MAC = 16

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const macOf = (key: Buffer, purpose: string, bytes: Buffer) =>
  createHmac('sha256', key).update(purpose).update('\0').update(bytes).digest().subarray(0, MAC)

/** Decodes one spelling only; null for any other text. */
function decode(token: string, length: number): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === token ? bytes : null
}

export interface UnsubscribeToken {
  workspace_id: WorkspaceId
  enrollment_id: string
  /** Of the address, as suppressions keep it: the token works when enrolment and lead are long gone. */
  address_hash: Buffer
}

export function writeUnsubscribeToken(key: Buffer, { workspace_id, enrollment_id, address_hash }: UnsubscribeToken) {
  const body = Buffer.concat([bytesOf(workspace_id), bytesOf(enrollment_id), address_hash])
  return Buffer.concat([body, macOf(key, 'unsubscribe', body)]).toString('base64url')
}

/** Which workspace a token claims to be of, before its key is known. */
export function workspaceOfToken(token: string): WorkspaceId | null {
  const bytes = decode(token, 2 * ID + HASH + MAC)
  return bytes ? (uuidOf(bytes.subarray(0, ID)) as WorkspaceId) : null
}

export function readUnsubscribeToken(key: Buffer, token: string): UnsubscribeToken | null {
  const bytes = decode(token, 2 * ID + HASH + MAC)
  if (!bytes) return null
  const body = bytes.subarray(0, 2 * ID + HASH)
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(key, 'unsubscribe', body))) return null
  return {
    workspace_id: uuidOf(body.subarray(0, ID)) as WorkspaceId,
    enrollment_id: uuidOf(body.subarray(ID, 2 * ID)),
    address_hash: Buffer.from(body.subarray(2 * ID)),
  }
}

const WEBHOOK_PREFIX = 'obw_'

/** Names the workspace and proves to be of it; another `version` makes earlier ones void. */
export function writeWebhookToken(key: Buffer, workspaceId: WorkspaceId, version: number): string {
  const id = bytesOf(workspaceId)
  return `${WEBHOOK_PREFIX}${Buffer.concat([id, macOf(key, `bounce webhook ${version}`, id)]).toString('base64url')}`
}

export function workspaceOfWebhook(token: string): WorkspaceId | null {
  const bytes = token.startsWith(WEBHOOK_PREFIX) ? decode(token.slice(WEBHOOK_PREFIX.length), ID + MAC) : null
  return bytes ? (uuidOf(bytes.subarray(0, ID)) as WorkspaceId) : null
}

export function isWebhookToken(key: Buffer, workspaceId: WorkspaceId, version: number, token: string): boolean {
  const expected = Buffer.from(writeWebhookToken(key, workspaceId, version))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The envelope sender that a bounce comes back to: `local+b<token>@domain`. 128 random bits are the token. */
export function verpAddress(mailbox: string, token: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+b${token}${mailbox.slice(at)}`
}

export function verpTokenIn(address: string): string | null {
  return /\+b([0-9a-f]{32})@/i.exec(address)?.[1]?.toLowerCase() ?? null
}

/** For Standard Webhooks: 32 bytes that follow from the key of the workspace. */
export function webhookSecret(key: Buffer, version: number): string {
  return `whsec_${createHmac('sha256', key).update(`bounce webhook secret ${version}`).digest('base64')}`
}
