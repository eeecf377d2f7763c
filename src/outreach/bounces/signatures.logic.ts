// Whether a request is from the service it says it is from: the signature schemes of SNS, SendGrid and Mailgun.
import { createHmac, createPublicKey, createVerify, timingSafeEqual, X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../kernel/json.ts'

const OLDEST_SECONDS = 300

const isFresh = (seconds: string, now: Date) =>
  /^\d{9,11}$/.test(seconds) && Math.abs(now.getTime() / 1000 - Number(seconds)) <= OLDEST_SECONDS

/** ECDSA over timestamp and raw body; the key is base64 SPKI. */
export function isSendgrid(key: string, signature: string, timestamp: string, body: Buffer, now: Date): boolean {
  return isFresh(timestamp, now) && isSendgridSignature(key, signature, timestamp, body)
}

export function isSendgridSignature(key: string, signature: string, timestamp: string, body: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return createVerify('sha256').update(timestamp).update(body).verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
}

export function isMailgun(key: string, signature: JsonObject, now: Date): boolean {
  const { timestamp, token, signature: given } = signature
  const seconds = String(timestamp ?? '')
  if (typeof token !== 'string' || typeof given !== 'string' || !isFresh(seconds, now)) return false
  const expected = Buffer.from(
    createHmac('sha256', key)
      .update(seconds + token)
      .digest('hex'),
  )
  const bytes = Buffer.from(given.toLowerCase())
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** What SNS signs: names and values, a line each. */
export function snsText(message: JsonObject): string {
  const names = message.Type === 'Notification' ? NOTIFICATION : CONFIRMATION
  return names.flatMap((name) => (typeof message[name] === 'string' ? [`${name}\n${message[name]}\n`] : [])).join('')
}

/** Only hosts of SNS itself, and only certificates. */
export function isSnsUrl(url: unknown, wants: 'certificate' | 'subscription'): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname, pathname, port, username, password } = new URL(url)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return (
    /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(?:\.cn)?$/.test(hostname) &&
    (wants === 'subscription' || pathname.endsWith('.pem'))
  )
}

export function isSns(pem: string, message: JsonObject): boolean {
  const algorithm =
    message.SignatureVersion === '2' ? 'RSA-SHA256' : message.SignatureVersion === '1' ? 'RSA-SHA1' : null
  if (algorithm === null || typeof message.Signature !== 'string') return false
  try {
    const key = pem.includes('CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem)
    return createVerify(algorithm).update(snsText(message), 'utf8').verify(key, message.Signature, 'base64')
  } catch {
    return false
  }
}
