// Wire shapes of incoming webhooks: addresses that take payloads in, and the last payloads of each.
import { type Static, Type } from 'typebox'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

const Time = Type.String({ format: 'date-time' })

export const VERIFY = ['none', 'standard', 'hmac_sha256', 'bearer'] as const

const Verify = Type.Unsafe<(typeof VERIFY)[number]>({
  type: 'string',
  enum: [...VERIFY],
  description:
    '`none`: anyone with the address can send. `standard`: signed as in Standard Webhooks. `hmac_sha256`: a header carries the ' +
    'HMAC-SHA256 of the body as hex or base64. `bearer`: the secret is sent as a bearer token.',
})
const Header = Type.String({
  pattern: '^[A-Za-z0-9-]{1,100}$',
  description: 'For `hmac_sha256`: the header with the signature, such as `X-Hub-Signature-256`.',
})
const Secret = Type.String({ minLength: 16, maxLength: 500, 'x-secret': true, description: 'What senders sign with.' })

export const IncomingPath = Type.Object({ hook_id: Type.String({ maxLength: 400 }) })

export const IncomingHookCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    verify: Type.Unsafe<(typeof VERIFY)[number]>({ ...Verify, default: 'none' }),
    header: Type.Optional(Header),
    secret: Type.Optional(Secret),
    ...IdempotencyKey,
  },
  { $id: 'IncomingHookCreate', additionalProperties: false },
)
export type IncomingHookCreate = Static<typeof IncomingHookCreate>

export const IncomingHookUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    verify: Type.Optional(Verify),
    header: Type.Optional(Header),
    secret: Type.Optional(Secret),
    enabled: Type.Optional(Type.Boolean()),
    new_address: Type.Optional(
      Type.Boolean({ description: 'True: the address is replaced, and the one before is unknown from then on.' }),
    ),
  },
  { $id: 'IncomingHookUpdate', additionalProperties: false },
)
export type IncomingHookUpdate = Static<typeof IncomingHookUpdate>

export const IncomingHook = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where senders post. Shown to members who may edit automations; null for others.',
    }),
    verify: Verify,
    header: Type.Union([Type.String(), Type.Null()]),
    has_secret: Type.Boolean(),
    enabled: Type.Boolean(),
    received: Type.Integer(),
    last_received_at: Type.Union([Time, Type.Null()]),
    created_at: Time,
  },
  { $id: 'IncomingHook' },
)
export type IncomingHook = Static<typeof IncomingHook>
export const IncomingHookList = listOf(IncomingHook, 'IncomingHookList')

export const IncomingPayload = Type.Object(
  {
    id: Type.String(),
    message_id: Type.Union([Type.String(), Type.Null()], { description: 'What the sender calls it.' }),
    content_type: Type.Union([Type.String(), Type.Null()]),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Unknown({ description: 'As it was sent; fields of a form as an object.' }),
    received_at: Time,
  },
  { $id: 'IncomingPayload' },
)
export const IncomingPayloadList = listOf(IncomingPayload, 'IncomingPayloadList')
export const PayloadsQuery = Type.Object(PageQuery)

export const IncomingRefused = Type.Object(
  {
    id: Type.String(),
    reason: Type.String({ description: 'Why it was not taken in.' }),
    content_type: Type.Union([Type.String(), Type.Null()]),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.String({ description: 'As it came.' }),
    received_at: Time,
    payload_id: Type.Union([Type.String(), Type.Null()], { description: 'What it became when a member took it in.' }),
  },
  { $id: 'IncomingRefused' },
)
export const IncomingRefusedList = listOf(IncomingRefused, 'IncomingRefusedList')
export const RefusedPath = Type.Object({
  hook_id: Type.String({ maxLength: 400 }),
  refused_id: Type.String({ maxLength: 100 }),
})

export const IncomingReceived = Type.Object(
  {
    id: Type.String(),
    duplicate: Type.Boolean({ description: 'True: a message of this name was taken in before; nothing was done.' }),
  },
  { $id: 'IncomingReceived' },
)
