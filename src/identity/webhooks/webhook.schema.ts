// Wire shapes of outgoing webhooks: endpoints, deliveries and their attempts.
import { type Static, Type } from 'typebox'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

const Time = Type.String({ format: 'date-time' })
const TimeOrNull = Type.Union([Time, Type.Null()])
const TextOrNull = Type.Union([Type.String(), Type.Null()])

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Where messages are posted. HTTPS, on the public internet.',
})
const Secret = Type.String({
  minLength: 16,
  maxLength: 500,
  'x-secret': true,
  description: 'Signs every message: `whsec_` and base64, or any text. Absent: one is made and shown once.',
})
const SecretRef = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: "The name of one of the workspace's secrets, in place of a secret of the endpoint's own.",
})

export const EndpointPath = Type.Object({ endpoint_id: Type.String({ maxLength: 400 }) })
export const DeliveryPath = Type.Object({ delivery_id: Type.String({ maxLength: 400 }) })

export const WebhookEndpointCreate = Type.Object(
  {
    url: Url,
    name: Type.String({ maxLength: 200, default: '', description: 'The host of the address when blank.' }),
    secret: Type.Optional(Secret),
    secret_ref: Type.Optional(SecretRef),
    ...IdempotencyKey,
  },
  { $id: 'WebhookEndpointCreate', additionalProperties: false },
)
export type WebhookEndpointCreate = Static<typeof WebhookEndpointCreate>

export const WebhookEndpointUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Enabling sends what is still waiting; disabling cancels nothing that was sent.' }),
    ),
  },
  { $id: 'WebhookEndpointUpdate', additionalProperties: false },
)
export type WebhookEndpointUpdate = Static<typeof WebhookEndpointUpdate>

export const SecretRotation = Type.Object(
  {
    secret: Type.Optional(Secret),
    keep_hours: Type.Integer({
      default: 24,
      minimum: 0,
      maximum: 168,
      description: 'How long messages are signed with the old secret too.',
    }),
    ...IdempotencyKey,
  },
  { $id: 'WebhookSecretRotation', additionalProperties: false },
)
export type SecretRotation = Static<typeof SecretRotation>

const endpoint = {
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  origin: Type.String({ enum: ['manual', 'watch', 'column'], description: 'What set it up.' }),
  secret_hint: Type.Union([Type.String(), Type.Null()], { description: 'The last characters of its own secret.' }),
  secret_ref: TextOrNull,
  rotating_until: Type.Union([Time, Type.Null()], { description: 'Until then two secrets sign each message.' }),
  enabled: Type.Boolean(),
  disabled_reason: Type.Union([Type.String({ enum: ['gone', 'failing', 'manual'] }), Type.Null()], {
    description: '`gone`: it answered 410. `failing`: no delivery reached it for a day.',
  }),
  failures: Type.Integer({ description: 'Failed attempts in a row.' }),
  failing_since: TimeOrNull,
  last_success_at: TimeOrNull,
  waiting: Type.Integer({ description: 'Deliveries that have yet to arrive; counted up to 1000.' }),
  created_at: Time,
}
export const WebhookEndpoint = Type.Object(endpoint, { $id: 'WebhookEndpoint' })
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointMade = Type.Object(
  {
    ...endpoint,
    secret: Type.Union([Type.String(), Type.Null()], {
      description: 'Shown in this answer only; null with `secret_ref`.',
    }),
  },
  { $id: 'WebhookEndpointMade' },
)
export type WebhookEndpointMade = Static<typeof WebhookEndpointMade>
export const WebhookEndpointList = listOf(WebhookEndpoint, 'WebhookEndpointList')

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const

const delivery = {
  id: Type.String(),
  message_id: Type.String({ description: 'The `webhook-id` of every attempt.' }),
  endpoint_id: Type.String(),
  url: Type.String(),
  type: Type.String(),
  state: Type.String({ enum: [...DELIVERY_STATES] }),
  attempts: Type.Integer(),
  next_at: Type.Union([Time, Type.Null()], { description: 'When it is tried next.' }),
  last_status: Type.Union([Type.Integer(), Type.Null()]),
  last_error: TextOrNull,
  source: Type.Object({}, { additionalProperties: true, description: 'What it was sent for.' }),
  created_at: Time,
  delivered_at: TimeOrNull,
}
export const WebhookDelivery = Type.Object(delivery, { $id: 'WebhookDelivery' })
export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDeliveryList = listOf(WebhookDelivery, 'WebhookDeliveryList')

export const WebhookDeliveryDetail = Type.Object(
  {
    ...delivery,
    body: Type.String({ description: 'The exact text that is sent.' }),
    tries: Type.Array(
      Type.Object({
        n: Type.Integer(),
        at: Time,
        duration_ms: Type.Integer(),
        status: Type.Union([Type.Integer(), Type.Null()]),
        error: TextOrNull,
        answer: Type.Union([Type.String(), Type.Null()], { description: 'The beginning of the answer.' }),
      }),
      { description: 'Newest first; the last 100.' },
    ),
  },
  { $id: 'WebhookDeliveryDetail' },
)
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>

export const DeliveriesQuery = Type.Object({
  ...PageQuery,
  endpoint_id: Type.Optional(Type.String({ maxLength: 400 })),
  state: Type.Optional(Type.String({ enum: [...DELIVERY_STATES] })),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>
