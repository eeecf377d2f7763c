// Tokens that are shown once and kept as a hash only.
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits after a prefix by which people and secret scanners know the kind. */
export function newBearerToken(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** What is stored of it. There is nothing to guess in a random token, so a fast hash is enough. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
