// The address that a vendor brings one answer to: which workspace and attempt it is for, signed, so that it cannot be forged.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/ids.ts'

const CALLBACK_PATH = '/api/callbacks/'

export interface CallbackTokens {
  /** Undefined when this service has no address that a vendor could reach. */
  urlFor(workspaceId: WorkspaceId, attemptId: string): string | undefined
  /** The answer that a token belongs to; undefined for any other text. */
  read(token: string): { workspace_id: WorkspaceId; attempt_id: string } | undefined
}

const ID_BYTES = 16
const MAC_BYTES = 16

export function callbackTokens(key: Uint8Array, publicUrl: string | undefined): CallbackTokens {
  const macOf = (ids: Buffer) => createHmac('sha256', key).update(ids).digest().subarray(0, MAC_BYTES)
  return {
    urlFor(workspaceId, attemptId) {
      if (publicUrl === undefined) return undefined
      const ids = Buffer.concat([bytesOf(workspaceId), bytesOf(attemptId)])
      return `${publicUrl}${CALLBACK_PATH}${Buffer.concat([ids, macOf(ids)]).toString('base64url')}`
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // One spelling a token: the decoder would pass over characters that are not of the alphabet.
      if (bytes.length !== 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
      const ids = bytes.subarray(0, 2 * ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), macOf(ids))) return undefined
      return {
        workspace_id: uuidOf(ids.subarray(0, ID_BYTES)) as WorkspaceId,
        attempt_id: uuidOf(ids.subarray(ID_BYTES)),
      }
    },
  }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
