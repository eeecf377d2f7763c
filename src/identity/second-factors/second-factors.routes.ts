// Routes of second factors: the second step of a login, one's own factors, and the reset by an administrator.
import { Type } from 'typebox'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { Token, UserResponse } from '../auth.schema.ts'
import { clientOf } from '../families.writes.ts'
import { mustKnowPassword } from '../users/users.commands.ts'
import { answerChallenge } from './challenges.commands.ts'
import {
  beginTotp,
  confirmTotp,
  type Factors,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactors,
} from './enrolment.commands.ts'
import { readSecondFactors } from './second-factors.reads.ts'
import {
  RecoveryCodes,
  SecondFactors,
  SecondStepAnswer,
  TotpBegin,
  TotpBegun,
  TotpCode,
  TotpRemove,
} from './second-factors.schema.ts'

const OWN = { tag: 'Users', access: 'user' } as const

export function secondFactorRoutes(s: Factors): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/auth/second-factor',
      id: 'answer_second_factor',
      tag: 'Auth',
      summary: 'Complete a login that requires a second factor',
      description:
        'With the challenge that POST /auth/token answered (202) and a code. A code is good once; too many wrong ones get 429, ' +
        'and five end the challenge.',
      access: 'public',
      body: SecondStepAnswer,
      errors: [401, 429],
      response: { 200: Token },
      handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return answerChallenge(s, { ...body, ...clientOf(ctx) })
      },
    }),
    defineRoute({
      ...OWN,
      method: 'GET',
      path: '/api/users/me/second-factors',
      id: 'get_second_factors',
      summary: 'The own second factors',
      description: 'Whether codes by time are set up, and how many recovery codes are left.',
      response: { 200: SecondFactors },
      handler: ({ principal }) => s.database.inControl((tx) => readSecondFactors(tx, principal.user_id)),
    }),
    defineRoute({
      ...OWN,
      method: 'POST',
      path: '/api/users/me/totp',
      id: 'begin_totp',
      summary: 'Begin to set up codes by time',
      description:
        'Returns a secret for an authenticator app. Its codes are required only after one has been confirmed.',
      idempotent: false,
      body: TotpBegin,
      errors: [400, 409, 429],
      response: { 201: TotpBegun },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        await mustKnowPassword(s, ctx.principal, body.password, clientOf(ctx))
        return beginTotp(s, ctx.principal, ctx.actor)
      },
    }),
    defineRoute({
      ...OWN,
      method: 'POST',
      path: '/api/users/me/totp/confirm',
      id: 'confirm_totp',
      summary: 'Confirm codes by time with the first one',
      description:
        'From now on a login with the password requires a second factor. Returns recovery codes, shown only once.',
      idempotent: false,
      body: TotpCode,
      errors: [400, 429],
      response: { 200: RecoveryCodes },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return { recovery_codes: await confirmTotp(s, ctx.principal, ctx.actor, body.code, clientOf(ctx)) }
      },
    }),
    defineRoute({
      ...OWN,
      method: 'POST',
      path: '/api/users/me/totp/remove',
      id: 'remove_totp',
      summary: 'Take the own second factor away',
      description: 'Requires the password, and a code of the app or a recovery code.',
      idempotent: false,
      body: TotpRemove,
      errors: [400, 429],
      response: { 204: null },
      async handler(ctx, { body }) {
        await removeTotp(s, ctx.principal, ctx.actor, body, clientOf(ctx))
        return undefined
      },
    }),
    defineRoute({
      ...OWN,
      method: 'POST',
      path: '/api/users/me/recovery-codes',
      id: 'renew_recovery_codes',
      summary: 'Make other recovery codes',
      description: 'Earlier codes become invalid at once. Requires a code.',
      idempotent: false,
      body: TotpCode,
      errors: [400, 429],
      response: { 200: RecoveryCodes },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return { recovery_codes: await renewRecoveryCodes(s, ctx.principal, ctx.actor, body.code, clientOf(ctx)) }
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/admin/users/:user_id/second-factors',
      id: 'admin_reset_second_factors',
      tag: 'Admin',
      summary: 'Take the second factors of an account away',
      description:
        'For a user who has lost their phone. Every session of the account ends at once; its password stays.',
      access: 'admin',
      params: Type.Object({ user_id: Type.Integer() }),
      response: { 200: UserResponse },
      handler: ({ actor }, { params }) => resetSecondFactors(s, actor, params.user_id),
    }),
  ]
}
