// The bounce webhook: signed with the secret of a workspace, in the form of each mail service, about messages of that workspace only.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'
import { receiveBounceWebhook } from './webhook.commands.ts'

let stage: Stage
let sink: Sink
let url: string
let secret: string
const { database } = await openTenant()
beforeEach(async () => {
  stage = await openStage(database)
  sink = await openSink()
  await stage.sendThrough(sink.port)
  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1)), await stage.addLead(person(2))])
  await stage.deliver()
  const { body } = await stage.admin.get('/api/outreach/webhooks/bounce/config')
  url = body.url.slice('https://outreach.test'.length)
  secret = body.secret
  await sink.close()
})

const messageTo = async (address: string) => {
  const { items } = (await stage.admin.get('/api/outreach/messages?state=sent')).body
  return items.find(({ to }: { to: string }) => to === address)
}
const token = () => new URL(url, 'https://x.test').searchParams.get('token') ?? undefined
const bring = (body: unknown, headers: Record<string, string> = {}, workspace?: string) =>
  receiveBounceWebhook(stage.parts, {
    token: workspace ? undefined : token(),
    workspace,
    headers,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
const suppressed = async () =>
  (await stage.admin.get('/api/outreach/suppressions')).body.items.map(
    ({ value, reason }: { value: string; reason: string }) => [value, reason],
  )

describe('the generic body', () => {
  test('records a hard bounce by our id or by the Message-ID, and again changes nothing', async () => {
    const first = await messageTo('p1@company1.example')
    const second = await messageTo('p2@company2.example')
    for (let n = 0; n < 2; n++) {
      const answer = await stage.anyone.post(url, { message_id: first.id, event: 'bounce', hard: true })
      expect(answer).toMatchObject({ status: 200, body: { received: 1, recorded: 1, ignored: 0 } })
    }
    await stage.anyone.post(url, { message_id: second.message_id, event: 'complaint' })
    expect((await suppressed()).sort()).toEqual([
      ['p1@company1.example', 'bounce'],
      ['p2@company2.example', 'complaint'],
    ])
  })

  test('a soft bounce suppresses no lead', async () => {
    const { id } = await messageTo('p1@company1.example')
    await stage.anyone.post(url, { message_id: id, event: 'bounce', hard: false })
    expect(await suppressed()).toEqual([])
    expect((await messageTo('p1@company1.example')).bounced).toBe('soft')
  })

  test('without the secret, with that of another workspace or a rotated one nothing is taken in', async () => {
    const { id } = await messageTo('p1@company1.example')
    const body = { message_id: id, event: 'bounce', hard: true }
    expect((await stage.anyone.post('/api/outreach/webhooks/bounce', body)).status).toBe(401)
    expect((await stage.anyone.post(`${url}x`, body)).status).toBe(401)
    const other = await openStage(database)
    const theirs = (await other.admin.get('/api/outreach/webhooks/bounce/config')).body.url.slice(
      'https://outreach.test'.length,
    )
    expect((await stage.anyone.post(theirs, body)).body).toEqual({ received: 1, recorded: 0, ignored: 1 })
    await stage.admin.post('/api/outreach/webhooks/bounce/rotate')
    expect((await stage.anyone.post(url, body)).status).toBe(401)
    expect(await suppressed()).toEqual([])
    expect((await other.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
  })

  test('may be signed as in Standard Webhooks in place of the token', async () => {
    const { id } = await messageTo('p1@company1.example')
    const body = JSON.stringify({ message_id: id, event: 'bounce', hard: true })
    const at = new Date()
    const signature = new Webhook(secret).sign('evt_1', at, body)
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    }
    await expect(bring(`${body} `, headers, stage.workspace)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await bring(body, headers, stage.workspace)).toMatchObject({ recorded: 1 })
  })
})

describe('SendGrid', () => {
  test('is believed with its signature over the raw bytes, the last line break included, and not without', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    await stage.admin.put('/api/outreach/webhooks/bounce/config', { sendgrid_public_key: key })
    const { message_id } = await messageTo('p1@company1.example')
    const raw = `${JSON.stringify([
      { event: 'processed', email: 'p1@company1.example', sg_event_id: 'a' },
      {
        event: 'bounce',
        type: 'bounce',
        email: 'p1@company1.example',
        'smtp-id': message_id,
        sg_event_id: 'b',
        reason: '550 unknown',
      },
    ])}\r\n`
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = {
      'x-twilio-email-event-webhook-signature': createSign('sha256')
        .update(timestamp)
        .update(raw)
        .sign(privateKey, 'base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    }
    await expect(bring(raw.trimEnd(), headers)).rejects.toMatchObject({ code: 'forbidden' })
    const old = { ...headers, 'x-twilio-email-event-webhook-timestamp': String(Number(timestamp) - 3600) }
    await expect(bring(raw, old)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await bring(raw, headers)).toEqual({ received: 2, recorded: 1, ignored: 1 })
    expect(await suppressed()).toEqual([['p1@company1.example', 'bounce']])
  })
})

describe('Mailgun', () => {
  test('is believed with a fresh signature of its key, once per token', async () => {
    await stage.admin.put('/api/outreach/webhooks/bounce/config', { mailgun_signing_key: 'key-1' })
    const { message_id } = await messageTo('p1@company1.example')
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = {
      timestamp,
      token: 't'.repeat(50),
      signature: createHmac('sha256', 'key-1')
        .update(`${timestamp}${'t'.repeat(50)}`)
        .digest('hex'),
    }
    const body = {
      signature,
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        recipient: 'p1@company1.example',
        message: { headers: { 'message-id': message_id.slice(1, -1) } },
      },
    }
    await expect(bring({ ...body, signature: { ...signature, signature: '0'.repeat(64) } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await bring(body)).toMatchObject({ recorded: 1 })
    expect(await bring(body)).toMatchObject({ recorded: 1 })
    expect(await suppressed()).toEqual([['p1@company1.example', 'bounce']])
  })
})

describe('Postmark and Amazon SES', () => {
  test('Postmark says a complaint about an address', async () => {
    await bring({
      RecordType: 'SpamComplaint',
      ID: 7,
      Type: 'SpamComplaint',
      Email: 'p2@company2.example',
      MessageID: 'none',
    })
    expect(await suppressed()).toEqual([['p2@company2.example', 'complaint']])
  })

  test('SES through SNS is refused for another topic, and for a certificate that is not of SNS', async () => {
    const arn = 'arn:aws:sns:eu-west-1:123456789012:bounces'
    const message = {
      Type: 'Notification',
      MessageId: 'm1',
      Message: '{}',
      Timestamp: '2030-01-01T00:00:00Z',
      SignatureVersion: '2',
      Signature: 'AAAA',
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/cert.pem',
    }
    await expect(bring({ ...message, TopicArn: arn })).rejects.toMatchObject({ code: 'forbidden' })
    await stage.admin.put('/api/outreach/webhooks/bounce/config', { sns_topic_arn: arn })
    await expect(bring({ ...message, TopicArn: `${arn}2` })).rejects.toThrow(/another topic/)
    await expect(bring({ ...message, TopicArn: arn })).rejects.toThrow(/not one of SNS/)
  })

  test('SES through SNS is believed with the signature of the certificate', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const arn = 'arn:aws:sns:eu-west-1:123456789012:bounces'
    await stage.admin.put('/api/outreach/webhooks/bounce/config', { sns_topic_arn: arn })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    stage.parts.http = async () => ({ ok: true, status: 200, headers: {}, body: pem })
    const { message_id } = await messageTo('p1@company1.example')
    const inner = {
      notificationType: 'Bounce',
      mail: { messageId: 'ses-1', headers: [{ name: 'Message-ID', value: message_id }] },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'p1@company1.example' }] },
    }
    const message = {
      Type: 'Notification',
      MessageId: 'm2',
      TopicArn: arn,
      Message: JSON.stringify(inner),
      Timestamp: '2030-01-01T00:00:00Z',
      SignatureVersion: '2',
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/own-key.pem',
    }
    const text = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type']
      .map((name) => `${name}\n${message[name as 'Message']}\n`)
      .join('')
    const Signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
    await expect(bring({ ...message, Message: '{}', Signature })).rejects.toThrow(/signature of SNS/)
    // Replayed, it is taken and changes nothing.
    for (let n = 0; n < 3; n++) expect(await bring({ ...message, Signature })).toMatchObject({ recorded: 1 })
    expect(await suppressed()).toEqual([['p1@company1.example', 'bounce']])
  })
})

test('too many hard bounces pause the sequence until a person resumes it', async () => {
  const sequence = (await stage.admin.get('/api/outreach/sequences')).body.items[0].id
  const more = await openSink()
  await stage.sendThrough(more.port)
  await stage.enroll(sequence, await Promise.all([3, 4, 5, 6].map((n) => stage.addLead(person(n)))))
  await stage.deliver()
  for (const n of [1, 2, 3])
    await bring({ message_id: (await messageTo(`p${n}@company${n}.example`)).id, event: 'bounce', hard: true })
  expect((await stage.admin.get(`/api/outreach/sequences/${sequence}`)).body).toMatchObject({
    status: 'paused',
    pause_reason: 'bounces',
  })
  await stage.enroll(sequence, [await stage.addLead(person(9))])
  await stage.admin.post(
    `/api/outreach/mailboxes/${(await stage.admin.get('/api/outreach/mailboxes')).body.items[0].id}/resume`,
  )
  await stage.deliver()
  expect(more.messages).toHaveLength(4)
  await stage.admin.post(`/api/outreach/sequences/${sequence}/resume`)
  await stage.deliver()
  expect(more.messages).toHaveLength(5)
  await more.close()
})
