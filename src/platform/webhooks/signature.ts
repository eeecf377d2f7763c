// Standard Webhooks: the headers that let a receiver know who sent a message, when, and whether it was seen before.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
/** How far a timestamp may be off, in seconds. */
const TOLERANCE = 300

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`
}

/** `whsec_` and base64 is decoded; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)
}

function sign(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}

/** The three headers; one signature for each secret. `at` in milliseconds since the epoch. */
export function webhookHeaders(
  secrets: string | readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = [secrets].flat().map((secret) => sign(secret, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Whether one of the signatures is of this body and the timestamp is within five minutes of `now` (milliseconds). */
export function isSignedWebhook(secret: string, headers: Record<string, unknown>, body: Buffer, now: number): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return false
  const expected = sign(secret, id, timestamp, body)
  return signatures.split(' ').some((given) => isEqualText(given, expected))
}

/** Compares in the same time wherever they differ. */
export function isEqualText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
