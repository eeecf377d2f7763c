// Verifies that a payload comes from its sender, and reads the sender's id for it.
import { createHmac } from 'node:crypto'
import { isEqualText, isSignedWebhook } from '../../platform/webhooks/signature.ts'

export interface SignatureSettings {
  verify: 'none' | 'standard' | 'hmac_sha256' | 'bearer'
  header: string | null
  secret: string | null
}

type Headers = Record<string, string | string[] | undefined>

/** `now` in milliseconds. A hook that wants a secret and has none takes nothing. */
export function isFromSender(
  { verify, header, secret }: SignatureSettings,
  headers: Headers,
  body: Buffer,
  now: number,
): boolean {
  if (verify === 'none') return true
  if (secret === null) return false
  if (verify === 'standard') return isSignedWebhook(secret, headers, body, now)
  if (verify === 'bearer') {
    const given = /^Bearer +(\S+) *$/i.exec(textOf(headers.authorization))?.[1]
    return given !== undefined && isEqualText(given, secret)
  }
  // Some put the name of the algorithm before it.
  const given = textOf(headers[(header ?? '').toLowerCase()])
    .replace(/^sha256=/i, '')
    .trim()
  const digest = createHmac('sha256', secret).update(body).digest()
  return isEqualText(given.toLowerCase(), digest.toString('hex')) || isEqualText(given, digest.toString('base64'))
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** Headers under which senders name a message. */
const NAMES = ['webhook-id', 'idempotency-key', 'x-github-delivery', 'svix-id', 'x-request-id', 'x-event-id']

/** The name of the message, by which a repetition is known; null when the sender gives it none. */
export function messageIdOf(headers: Headers): string | null {
  const name = NAMES.find((one) => textOf(headers[one]) !== '')
  return name ? textOf(headers[name]).slice(0, 300) : null
}

const HIDDEN = /^(authorization|cookie|proxy-authorization|x-api-key)$|secret|token|signature/

/** Headers as they are kept: what may be a credential is not. */
export function keptHeaders(headers: Headers): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !HIDDEN.test(name) ? [[name, value.slice(0, 500)]] : [],
  )
  return Object.fromEntries(kept.slice(0, 40))
}
