// Sealing bytes so that they open only with the same key and in the same place: AES-256-GCM (NIST SP 800-38D).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A 32-byte key and the 16 bytes it is known by. */
export interface SealingKey {
  readonly id: Buffer
  readonly secret: Uint8Array
}

/** What was sealed cannot be opened: it was changed, moved to another place, or sealed with another key. */
export class SealBroken extends Error {
  constructor(message = 'A sealed value cannot be opened: it was changed, moved, or sealed with another key.') {
    super(message)
    this.name = 'SealBroken'
  }
}

// version 1: version (1 byte), id of the key (16), nonce (12), tag (16), then as many bytes as were sealed.
const VERSION = 1
const HEAD = 17
const NONCE = 12
const TAG = 16
const BODY = HEAD + NONCE + TAG

/** `place` names where the value belongs; it is not stored and must be the same to open it. */
export function seal(key: SealingKey, place: readonly string[], value: Uint8Array): Buffer {
  const head = Buffer.concat([Buffer.from([VERSION]), key.id])
  // Random nonces of 96 bits are safe for 2^32 values under a key; a workspace's key seals a few hundred.
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce, { authTagLength: TAG })
  cipher.setAAD(context(head, place))
  const body = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), body])
}

/** @throws SealBroken */
export function open(key: SealingKey, place: readonly string[], sealed: Buffer): Buffer {
  if (!key.id.equals(keyOf(sealed))) throw new SealBroken()
  const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(HEAD, HEAD + NONCE), {
    authTagLength: TAG,
  })
  decipher.setAAD(context(sealed.subarray(0, HEAD), place))
  decipher.setAuthTag(sealed.subarray(HEAD + NONCE, BODY))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(BODY)), decipher.final()])
  } catch {
    throw new SealBroken()
  }
}

/** The id of the key it was sealed with. @throws SealBroken for a format of another version */
export function keyOf(sealed: Buffer): Buffer {
  if (sealed.length < BODY || sealed[0] !== VERSION) throw new SealBroken()
  return sealed.subarray(1, HEAD)
}

// JSON keeps the parts of a place apart: ["a","bc"] is another place than ["ab","c"].
function context(head: Buffer, place: readonly string[]): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify(place))])
}
