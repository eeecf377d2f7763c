// Signed tokens of outreach: unsubscribe links, the address of the bounce webhook, and envelope senders that name a message.
import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'
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
  enrollment_id: string
  /** Hash of the address as suppressions keep it: the token works even after enrollment and lead are deleted. */
  address_hash: Buffer
}

/** The form of tokens that say nothing: the name of the workspace in links, and the rest sealed with its key. */
const SEALED = 2
const SEALED_LENGTH = 1 + ID + MAC + ID + HASH
/** Tokens of messages that were sent before: workspace, enrollment and address stand in them as they are. */
const OPEN_LENGTH = 2 * ID + HASH + MAC

/** A key of the workspace seals a text under its own code, so that one that was changed in any place does not open. */
function cipherOf(key: Buffer, mac: Buffer) {
  const own = createHmac('sha256', key).update('unsubscribe cipher').digest()
  return createCipheriv('aes-256-ctr', own, mac)
}

/** @param name of the workspace in links, as {@link OutreachKeys} keeps it */
export function writeUnsubscribeToken(key: Buffer, name: string, { enrollment_id, address_hash }: UnsubscribeToken) {
  const named = Buffer.concat([Buffer.of(SEALED), bytesOf(name)])
  const body = Buffer.concat([bytesOf(enrollment_id), address_hash])
  const mac = macOf(key, 'sealed unsubscribe', Buffer.concat([named, body]))
  return Buffer.concat([named, mac, cipherOf(key, mac).update(body)]).toString('base64url')
}

/** The workspace that a token claims to be of, before its key is known: by its name in links, or by its id. */
export function claimOfToken(token: string): { name: string } | { workspace_id: WorkspaceId } | null {
  const sealed = decode(token, SEALED_LENGTH)
  if (sealed) return sealed[0] === SEALED ? { name: uuidOf(sealed.subarray(1, 1 + ID)) } : null
  const open = decode(token, OPEN_LENGTH)
  return open && { workspace_id: uuidOf(open.subarray(0, ID)) as WorkspaceId }
}

/** Null for a token that this key did not write. */
export function readUnsubscribeToken(key: Buffer, token: string): UnsubscribeToken | null {
  const sealed = decode(token, SEALED_LENGTH)
  if (sealed) {
    const [named, mac] = [sealed.subarray(0, 1 + ID), sealed.subarray(1 + ID, 1 + ID + MAC)]
    const body = cipherOf(key, mac).update(sealed.subarray(1 + ID + MAC))
    const expected = macOf(key, 'sealed unsubscribe', Buffer.concat([named, body]))
    return timingSafeEqual(mac, expected) ? tokenOf(body) : null
  }
  const open = decode(token, OPEN_LENGTH)
  if (!open) return null
  const body = open.subarray(0, 2 * ID + HASH)
  return timingSafeEqual(open.subarray(body.length), macOf(key, 'unsubscribe', body))
    ? tokenOf(body.subarray(ID))
    : null
}

function tokenOf(body: Buffer): UnsubscribeToken {
  return { enrollment_id: uuidOf(body.subarray(0, ID)), address_hash: Buffer.from(body.subarray(ID)) }
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
