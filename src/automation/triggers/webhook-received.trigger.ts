// Another service posts to an incoming webhook.
import { Type } from 'typebox'
import { textOf } from '../../engine/values/value.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { mustReadHook, readPayloads, readPayloadsById, type StoredPayload } from '../incoming/incoming.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { beginsWith, causeIn, defineTrigger, EVENT_VARIABLE, eventFacts, type Occurrence } from './trigger.ts'

const WebhookReceived = Type.Object({
  hook_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The incoming webhook.',
    ...shownAs({ ...SUBJECTS.hook_id.form, hint: '' }),
  }),
})

/** The plain members of a payload, for people; the whole of one that has none. */
function titleOf(body: Json): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return textOf(body)
  const plain = Object.entries(body).filter(([, value]) => value !== null && value !== '' && typeof value !== 'object')
  return plain.map(([name, value]) => `${name}: ${value}`).join(', ') || textOf(body)
}

function occurrenceOf({ id, body, headers, message_id, received_at }: StoredPayload): Occurrence {
  const facts = { body, headers, message: { id: message_id }, ...eventFacts('webhook.received', received_at) }
  const title = titleOf(body).slice(0, 100).trim() || 'Empty payload'
  return { key: `webhook.received:${id}`, object: `payload:${id}`, title, at: received_at, facts }
}

export const webhookReceivedTrigger = defineTrigger({
  kind: 'webhook.received',
  place: 90,
  label: 'a webhook is received',
  begins: (_, name) => beginsWith('a webhook is received', ' at', name('hook_id')),
  settings: WebhookReceived,
  events: ['webhook.received'],
  async check(tx, { hook_id }, loc) {
    await mustReadHook(tx, hook_id).catch(() =>
      refuseField([...loc, 'hook_id'], 'value_error', 'Value error, there is no such incoming webhook', hook_id),
    )
  },
  async variables(tx, { hook_id }) {
    const { items } = await readPayloads(tx, hook_id, { limit: 1 }).catch(() => ({ items: [] as StoredPayload[] }))
    const body = items[0]?.body
    const members = body !== null && typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : []
    return [
      { id: 'body', name: 'body', members: members.slice(0, 100) },
      { id: 'headers', name: 'headers' },
      { id: 'message', name: 'message', members: ['id'], is_whole: true },
      EVENT_VARIABLE,
    ]
  },
  async read(tx, { hook_id }, events) {
    const named = new Map(
      events.flatMap(({ payload }) =>
        payload.hook_id === hook_id ? [[String(payload.payload_id), causeIn(payload)] as const] : [],
      ),
    )
    const payloads = await readPayloadsById(tx, hook_id, [...named.keys()])
    return payloads.map((payload) => ({ ...occurrenceOf(payload), cause: named.get(payload.id) ?? null }))
  },
  recent: async (tx, { hook_id }, limit) => (await readPayloads(tx, hook_id, { limit })).items.map(occurrenceOf),
  async find(tx, { hook_id }, key) {
    const [payload] = await readPayloadsById(tx, hook_id, [key.replace(/^webhook\.received:/, '')])
    return payload ? occurrenceOf(payload) : null
  },
})
