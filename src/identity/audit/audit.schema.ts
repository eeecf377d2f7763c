// Wire shapes of the audit log.
import { type Static, Type } from 'typebox'
import { listOf } from '../../platform/http/paging.ts'

const OrNull = (type: 'string' | 'integer', description: string) =>
  Type.Union([type === 'string' ? Type.String() : Type.Integer(), Type.Null()], { description })
const Details = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description })

export const AuditLine = Type.Object(
  {
    id: Type.String(),
    ts: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      kind: Type.String({
        description: 'user, token, machine (the service itself) or stranger (a caller without a login).',
      }),
      user_id: OrNull('integer', 'The user, also of a token.'),
      name: OrNull('string', 'A username or the name of a token, as it was then.'),
      token_id: OrNull('string', 'The token that acted.'),
    }),
    act: Type.String({ description: 'What was done, for example `member.role_changed`.' }),
    object: Type.Object({
      type: OrNull('string', 'What kind of thing it was done to.'),
      id: OrNull('string', 'Its id.'),
      name: OrNull('string', 'Its name, as it was then.'),
    }),
    before: Details('What was, as far as it changed; never a secret.'),
    after: Details('What is since, as far as it changed; never a secret.'),
    ip: OrNull('string', 'Where the request came from.'),
    request_id: OrNull('string', 'The `x-request-id` of the request.'),
  },
  { $id: 'AuditLine' },
)

export type AuditLine = Static<typeof AuditLine>

export const AuditList = listOf(AuditLine, 'AuditList')

const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const AuditFilter = {
  actor: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only acts of this user (by number) or of this token (by id).' }),
  ),
  act: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only acts that begin so: `member.` takes all about members.' }),
  ),
  object_type: Type.Optional(Type.String({ maxLength: 100, description: 'Only what was done to this kind of thing.' })),
  object_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only what was done to this one.' })),
  from: Moment('Not before this time.'),
  to: Moment('Before this time.'),
  request_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only what this request did.' })),
}
const Filter = Type.Object(AuditFilter)
export type AuditFilter = Static<typeof Filter>
