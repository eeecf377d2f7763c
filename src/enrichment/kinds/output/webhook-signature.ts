// Signs what is delivered after Standard Webhooks, so that the receiver knows who it came from, when, and which one it is.
import { createHmac } from 'node:crypto'

/** `secret` is `whsec_` and base64, or any text. `at` in milliseconds since the epoch. */
export function webhookHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
