// Signatures, checked by the public library of Standard Webhooks rather than by ourselves.
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isSignedWebhook, newSigningSecret, webhookHeaders } from './signature.ts'

const BODY = '{"type":"lead.created","data":{"name":"Zoë"}}'

test('the public library accepts what we sign, also with two secrets during a change', () => {
  const [old, fresh] = [newSigningSecret(), newSigningSecret()]
  const headers = webhookHeaders([fresh, old], 'msg_1', Date.now(), BODY)
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  for (const secret of [old, fresh]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  expect(() => new Webhook(newSigningSecret()).verify(BODY, headers)).toThrow()
  expect(() => new Webhook(old).verify(`${BODY} `, headers)).toThrow()
})

test('we accept what the public library signs, and nothing that was changed or is old', () => {
  const secret = newSigningSecret()
  const at = new Date('2026-03-01T10:00:00Z')
  const signature = new Webhook(secret).sign('msg_2', at, BODY)
  const headers = {
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': `v1,AAAA ${signature}`,
  }
  const accepts = (more: object, body = BODY, now = at.getTime()) =>
    isSignedWebhook(secret, { ...headers, ...more }, Buffer.from(body), now)
  expect(accepts({})).toBe(true)
  expect(accepts({}, `${BODY} `)).toBe(false)
  expect(accepts({ 'webhook-id': 'msg_3' })).toBe(false)
  expect(accepts({ 'webhook-signature': undefined })).toBe(false)
  expect(accepts({}, BODY, at.getTime() + 301_000)).toBe(false)
  expect(accepts({}, BODY, at.getTime() - 301_000)).toBe(false)
})
