// The route by which vendors bring the answers that they promised.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { CallbackTokens } from '../attempts/callback-token.ts'
import { takeCallback, UNKNOWN } from './callback.commands.ts'

const Received = Type.Object({ received: Type.Boolean() }, { $id: 'CallbackReceived' })

export function callbackRoutes(database: Database, tokens: CallbackTokens): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/callbacks/:token',
      id: 'receive_callback',
      tag: 'Runs',
      summary: 'Deliver a promised answer',
      description:
        'For vendors that answer later. The address is signed, made for one question, and sent to that vendor only. The answer is ' +
        'read in the background. Sending it again changes nothing.',
      access: 'public',
      limit: LIMITS.callback,
      bodyLimit: 256 * 1024,
      params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
      body: Type.Unknown(),
      response: { 202: Received },
      errors: [404, 413],
      async handler(_, { params, body }) {
        const place = tokens.read(params.token)
        if (!place) return refuse('not_found', UNKNOWN)
        await takeCallback(database, place, JSON.stringify(body))
        return { received: true }
      },
    }),
  ]
}
