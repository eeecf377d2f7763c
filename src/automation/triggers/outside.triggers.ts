// Triggers from outside the data: the clock, and payloads of incoming webhooks.
import { type Static, Type } from 'typebox'
import { textOf } from '../../engine/values/value.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import { checkTiming, type Timing } from '../../platform/queue/schedules.ts'
import { mustReadHook, readPayloads, readPayloadsById, type StoredPayload } from '../incoming/incoming.reads.ts'
import { causeIn, defineTrigger, EVENT_VARIABLE, eventFacts, type Occurrence } from './trigger.ts'

const Schedule = Type.Object({
  cron: Type.Optional(
    Type.String({
      maxLength: 100,
      examples: ['0 9 * * 1-5'],
      description: 'Five fields. Either this or `every_seconds`.',
    }),
  ),
  time_zone: Type.Optional(Type.String({ maxLength: 60, description: 'Of `cron`; UTC when absent.' })),
  every_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
})

/** What the queue keeps of the schedule. */
export function timingOf({ cron, time_zone, every_seconds }: Static<typeof Schedule>): Timing {
  if (every_seconds !== undefined) return { every_seconds }
  return { cron: cron ?? '', ...(time_zone !== undefined && { time_zone }) }
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** `Every Monday at 09:00 (Europe/Berlin)`; a schedule of another form as it is written. */
export function scheduleWords({ cron = '', time_zone = 'UTC', every_seconds }: Static<typeof Schedule>): string {
  if (every_seconds !== undefined) {
    const [seconds, name] = UNITS.find(([one]) => every_seconds % one === 0) ?? [1, 'second']
    const count = every_seconds / seconds
    return count === 1 ? `Every ${name}` : `Every ${count} ${name}s`
  }
  const [, minute = '', hour = '', day = ''] = /^(\d{1,2}) (\d{1,2}) \* \* ([0-7]|\*|1-5)$/.exec(cron.trim()) ?? []
  if (day === '') return `By the schedule "${cron}" (${time_zone})`
  const days = day === '*' ? 'day' : day === '1-5' ? 'weekday' : DAYS[Number(day)]
  return `Every ${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} (${time_zone})`
}

/** The occurrence of a time at which the schedule was due. */
export function dueAt(key: string, at: Date): Occurrence {
  return { key, object: 'schedule', title: at.toISOString(), at, facts: eventFacts('schedule', at) }
}

export const schedule = defineTrigger<typeof Schedule>({
  kind: 'schedule',
  label: 'it is time',
  begins: scheduleWords,
  settings: Schedule,
  events: [],
  async check(_, settings, loc) {
    if ((settings.cron === undefined) === (settings.every_seconds === undefined))
      refuseField([...loc, 'cron'], 'value_error', 'Value error, give either cron or every_seconds')
    try {
      checkTiming(timingOf(settings))
    } catch (error) {
      refuseField([...loc, 'cron'], 'value_error', `Value error, ${(error as Error).message}`, settings.cron)
    }
  },
  variables: async () => [EVENT_VARIABLE],
  read: async () => [],
  recent: async () => [],
  async find(_, __, key) {
    const at = new Date(key.replace(/^schedule:/, ''))
    return Number.isNaN(at.getTime()) ? null : dueAt(key, at)
  },
})

const WebhookReceived = Type.Object({
  hook_id: Type.String({ minLength: 1, maxLength: 100, description: 'The incoming webhook.' }),
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

export const webhookReceived = defineTrigger<typeof WebhookReceived>({
  kind: 'webhook.received',
  label: 'a webhook is received',
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
