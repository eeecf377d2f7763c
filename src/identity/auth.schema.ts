// Wire shapes of login, refresh and the user of the token.
import { Type } from 'typebox'
import { listOf } from '../platform/http/paging.ts'

export const Token = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as `Authorization: Bearer …`.' }),
    token_type: Type.String({ description: 'Always `bearer`.' }),
    refresh_token: Type.Optional(Type.String({ description: 'Good for one POST /auth/refresh.' })),
    expires_in: Type.Optional(Type.Integer({ description: 'Seconds the access token is good for.' })),
  },
  { $id: 'Token' },
)

export const LoginForm = Type.Object(
  {
    username: Type.String({ maxLength: 400 }),
    password: Type.String({ maxLength: 1024, 'x-secret': true }),
    grant_type: Type.Optional(Type.String({ description: 'Sent by OAuth clients; ignored.' })),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String({ 'x-secret': true })),
  },
  { $id: 'LoginForm' },
)

export const RefreshRequest = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096, 'x-secret': true }) },
  { $id: 'RefreshRequest' },
)

export const StreamTicket = Type.Object(
  {
    ticket: Type.String({ description: 'Send it as `GET /api/events?ticket=…`.' }),
    expires_in: Type.Integer({ description: 'Seconds in which the stream has to begin.' }),
  },
  { $id: 'StreamTicket' },
)

export const Session = Type.Object(
  {
    id: Type.String(),
    created_at: Type.String({ format: 'date-time', description: 'The login.' }),
    last_used_at: Type.String({ format: 'date-time', description: 'The last login or refresh.' }),
    expires_at: Type.String({ format: 'date-time', description: 'When it ends unless it is refreshed.' }),
    user_agent: Type.Union([Type.String(), Type.Null()]),
    ip: Type.Union([Type.String(), Type.Null()]),
    method: Type.String({ description: '`password`, `sso` or `passkey`: how it was begun.' }),
    current: Type.Boolean({ description: 'Whether this request came with it.' }),
  },
  { $id: 'Session' },
)

export const SessionList = listOf(Session, 'SessionList')

const Moment = (description: string) =>
  Type.Optional(Type.Union([Type.String({ format: 'date-time', description }), Type.Null()]))

export const UserResponse = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    is_active: Type.Boolean(),
    is_admin: Type.Boolean(),
    role: Type.Optional(
      Type.String({ description: '`user` or `admin`: the role on the platform, not in a workspace.', default: 'user' }),
    ),
    created_at: Moment('When the account was made.'),
    last_login: Moment('The last successful login.'),
    profile_image: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    has_second_factor: Type.Optional(
      Type.Boolean({ description: 'Whether logging in with the password takes a second step.' }),
    ),
  },
  { $id: 'UserResponse' },
)
