// Routes of login, refresh, logout and "who am I".
import { refuse } from '../kernel/errors.ts'
import { defineRoute, type Route } from '../platform/http/route.ts'
import { LoginForm, RefreshRequest, Token, UserResponse } from './auth.schema.ts'
import { clientOf } from './families.writes.ts'
import { SecondStep } from './second-factors/second-factors.schema.ts'
import { login, logout, refreshSession, type Sessions } from './sessions.commands.ts'

export function authRoutes(sessions: Sessions): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/auth/token',
      id: 'login',
      tag: 'Auth',
      summary: 'Log in with username and password',
      description:
        'Form fields as in the OAuth 2 password flow; further fields of OAuth clients are ignored. Too many wrong passwords ' +
        'for an account or from a network get 429; an owner can still log in from known networks. 403 for users whose ' +
        'workspace requires single sign-on. 202 requires a second factor: POST /auth/second-factor completes the login.',
      access: 'public',
      form: true,
      body: LoginForm,
      errors: [401, 403, 429],
      response: { 200: Token, 202: SecondStep },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        const entered = await login(sessions, { username: body.username, password: body.password, ...clientOf(ctx) })
        if ('challenge' in entered) reply.code(202)
        return entered
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/refresh',
      id: 'refresh_token',
      tag: 'Auth',
      summary: 'Exchange a refresh token for a new pair',
      description: 'Each refresh token works once. Presenting a used one ends its session; an access token is refused.',
      access: 'public',
      body: RefreshRequest,
      errors: [401],
      response: { 200: Token },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return refreshSession(sessions, body.refresh_token, ctx)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/logout',
      id: 'logout',
      tag: 'Auth',
      summary: 'End this session',
      description: 'Its access and refresh tokens become invalid; other sessions of the user continue.',
      access: 'user',
      response: { 204: null },
      async handler({ actor, principal }) {
        await logout(sessions, actor, principal)
        return undefined
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/auth/me',
      id: 'get_me',
      tag: 'Auth',
      summary: 'The user of the token',
      description: 'Clients can also check with it whether a token is valid: 401 when it is not.',
      access: 'user',
      response: { 200: UserResponse },
      async handler({ principal }) {
        const { user_id, family } = principal
        const person = await sessions.people.find(user_id, family, sessions.now())
        return person?.user ?? refuse('not_found', 'User not found')
      },
    }),
  ]
}
