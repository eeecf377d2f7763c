// The events of mail services in one form: Amazon SES through SNS, SendGrid, Mailgun, Postmark, and the generic body.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { readRefusal } from '../mailboxes/smtp-reply.logic.ts'
import type { BounceClass } from './report.logic.ts'

export interface MailEvent {
  /** By which a repetition is known; null where the service gives none. */
  event_id: string | null
  kind: 'bounce' | 'complaint' | 'unsubscribe'
  /** Set for a bounce. */
  class: BounceClass | null
  address: string | null
  /** Our id, a Message-ID, or the id the service gave when it took the message. */
  refs: string[]
  detail: string
}

export type Vendor = 'sns' | 'sendgrid' | 'mailgun' | 'postmark' | 'generic'

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const member = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
const refs = (...values: (Json | undefined)[]) => [...new Set(values.flatMap((value) => text(value) ?? []))]
const angled = (value: Json | undefined) => {
  const id = text(value)
  return id === null ? null : id.startsWith('<') ? id : `<${id}>`
}

/** A service that says for good is believed; otherwise its words are read, which never make an address a dead one. */
function classOf(isHard: boolean, detail: string): BounceClass {
  if (isHard) return 'hard'
  const read = readRefusal(null, detail)
  return read === 'hard' ? 'soft' : read
}

export function vendorOf(body: Json): Vendor | null {
  if (Array.isArray(body)) return body.every(isObject) ? 'sendgrid' : null
  if (!isObject(body)) return null
  if ('SignatureVersion' in body && 'Type' in body) return 'sns'
  if ('event-data' in body) return 'mailgun'
  if ('RecordType' in body) return 'postmark'
  return 'message_id' in body || 'event' in body ? 'generic' : null
}

/** Events that mean nothing to us are absent; a broken one does not take the others with it. */
export function readEvents(vendor: Vendor, body: Json): MailEvent[] {
  if (vendor === 'sendgrid') return list(body).flatMap(ofSendgrid)
  if (!isObject(body)) return []
  if (vendor === 'mailgun') return ofMailgun(body)
  if (vendor === 'postmark') return ofPostmark(body)
  return vendor === 'generic' ? ofGeneric(body) : ofSes(body)
}

function ofGeneric(body: JsonObject): MailEvent[] {
  const { message_id, event, hard, address, event_id } = body
  const kind = event === 'bounce' || event === 'complaint' || event === 'unsubscribe' ? event : null
  if (kind === null) return []
  return [
    {
      event_id: text(event_id),
      kind,
      class: kind === 'bounce' ? classOf(hard !== false, '') : null,
      address: text(address),
      refs: refs(message_id),
      detail: '',
    },
  ]
}

function ofSes(envelope: JsonObject): MailEvent[] {
  const message = readJson(text(envelope.Message) ?? 'null').value
  if (!isObject(message)) return []
  const type = text(message.notificationType) ?? text(message.eventType)
  const { mail } = message
  const header = list(member(mail, 'headers')).find(({ name }) => text(name)?.toLowerCase() === 'message-id')
  const of = { event_id: text(envelope.MessageId), refs: refs(member(mail, 'messageId'), header?.value) }
  if (type === 'Bounce') {
    const { bounce } = message
    const hard = member(bounce, 'bounceType') === 'Permanent'
    return list(member(bounce, 'bouncedRecipients')).map((one) => {
      const detail = text(one.diagnosticCode) ?? text(member(bounce, 'bounceSubType')) ?? ''
      return {
        ...of,
        kind: 'bounce' as const,
        class: classOf(hard, detail),
        address: text(one.emailAddress),
        detail,
      }
    })
  }
  if (type !== 'Complaint') return []
  const { complaint } = message
  if (member(complaint, 'complaintFeedbackType') === 'not-spam') return []
  return list(member(complaint, 'complainedRecipients')).map((one) => ({
    ...of,
    kind: 'complaint' as const,
    class: null,
    address: text(one.emailAddress),
    detail: text(member(complaint, 'complaintFeedbackType')) ?? '',
  }))
}

function ofSendgrid(one: JsonObject): MailEvent[] {
  const sent = text(one.sg_message_id)
  const of = {
    event_id: text(one.sg_event_id),
    address: text(one.email),
    refs: refs(angled(one['smtp-id']), sent?.split('.')[0], sent),
    detail: text(one.reason) ?? text(one.status) ?? '',
  }
  switch (one.event) {
    case 'bounce':
      return [{ ...of, kind: 'bounce', class: one.type === 'blocked' ? 'blocked' : 'hard' }]
    case 'dropped': {
      const reason = (text(one.reason) ?? '').toLowerCase()
      if (/unsubscribed/.test(reason)) return [{ ...of, kind: 'unsubscribe', class: null }]
      if (/spam reporting/.test(reason)) return [{ ...of, kind: 'complaint', class: null }]
      return /bounced|invalid/.test(reason) ? [{ ...of, kind: 'bounce', class: 'hard' }] : []
    }
    case 'deferred':
      return [{ ...of, kind: 'bounce', class: 'delay' }]
    case 'spamreport':
      return [{ ...of, kind: 'complaint', class: null }]
    case 'unsubscribe':
    case 'group_unsubscribe':
      return [{ ...of, kind: 'unsubscribe', class: null }]
    default:
      return []
  }
}

function ofMailgun(body: JsonObject): MailEvent[] {
  const data = body['event-data']
  if (!isObject(data)) return []
  const headers = member(data.message, 'headers')
  const status = member(data, 'delivery-status')
  const of = {
    event_id: text(member(body.signature, 'token')) ?? text(data.id),
    address: text(data.recipient),
    refs: refs(angled(member(headers, 'message-id'))),
    detail: text(member(status, 'message')) ?? text(member(status, 'description')) ?? '',
  }
  if (data.event === 'failed')
    return [{ ...of, kind: 'bounce', class: classOf(data.severity === 'permanent', of.detail) }]
  if (data.event === 'complained') return [{ ...of, kind: 'complaint', class: null }]
  return data.event === 'unsubscribed' ? [{ ...of, kind: 'unsubscribe', class: null }] : []
}

const POSTMARK_HARD = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])
const POSTMARK_COMPLAINT = new Set(['SpamComplaint', 'SpamNotification'])

function ofPostmark(body: JsonObject): MailEvent[] {
  const of = {
    event_id: body.ID === undefined ? null : `${body.RecordType} ${body.ID}`,
    address: text(body.Email) ?? text(body.Recipient),
    refs: refs(body.MessageID, member(body.Metadata, 'message_id')),
    detail: text(body.Details) ?? text(body.Description) ?? '',
  }
  if (body.RecordType === 'SpamComplaint' || POSTMARK_COMPLAINT.has(String(body.Type)))
    return [{ ...of, kind: 'complaint', class: null }]
  if (body.RecordType === 'Bounce')
    return [
      {
        ...of,
        kind: 'bounce',
        class: classOf(POSTMARK_HARD.has(String(body.Type)) || body.Inactive === true, of.detail),
      },
    ]
  return body.RecordType === 'SubscriptionChange' && body.SuppressSending === true
    ? [{ ...of, kind: 'unsubscribe', class: null }]
    : []
}
