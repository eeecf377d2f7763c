// Routes of passkeys: logging in with one, and one's own.
import { Type } from 'typebox'
import { originOf } from '../../platform/http/browser/origin.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { clientOf } from '../families.writes.ts'
import type { Sessions } from '../sessions.commands.ts'
import { mustKnowPassword } from '../users/users.commands.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  removePasskey,
  renamePasskey,
} from './passkeys.commands.ts'
import { readPasskeys } from './passkeys.reads.ts'
import {
  Passkey,
  PasskeyBegin,
  PasskeyList,
  PasskeyMade,
  PasskeyName,
  PasskeyOptions,
  PasskeyPath,
  PasskeyShown,
  PasskeySignedIn,
} from './passkeys.schema.ts'

const OWN = '/api/users/me/passkeys'

export function passkeyRoutes(s: Sessions, publicUrl: string | undefined): Route[] {
  const siteOf = ({ raw }: Pick<RouteContext, 'raw'>) => ({ origin: originOf(publicUrl, raw) })
  return [
    defineRoute({
      method: 'POST',
      path: '/auth/passkeys/start',
      id: 'start_passkey_login',
      tag: 'Auth',
      summary: 'Begin a login with a passkey',
      description: 'Answers what `navigator.credentials.get` needs; no user name is required.',
      access: 'public',
      limit: LIMITS.sign_in,
      body: Type.Object({}),
      errors: [429],
      response: { 200: PasskeyOptions },
      async handler(ctx, _req, reply) {
        reply.header('cache-control', 'no-store')
        return { ...(await beginPasskeyLogin(s, siteOf(ctx))) }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/passkeys/finish',
      id: 'finish_passkey_login',
      tag: 'Auth',
      summary: 'End a login with a passkey',
      description:
        'With the answer of the authenticator, once. No second factor is required: the authenticator has verified the person. ' +
        '403 for people whose workspace requires single sign-on.',
      access: 'public',
      limit: LIMITS.sign_in,
      body: PasskeyShown,
      errors: [401, 403, 429],
      response: { 200: PasskeySignedIn },
      handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        return finishPasskeyLogin(s, body.response, clientOf(ctx), siteOf(ctx))
      },
    }),
    defineRoute({
      method: 'GET',
      path: OWN,
      id: 'list_passkeys',
      tag: 'Users',
      summary: 'The own passkeys',
      description: 'Oldest first, with when each was used last.',
      access: 'user',
      response: { 200: PasskeyList },
      handler: async ({ principal }) => ({
        items: await s.database.inControl((tx) => readPasskeys(tx, principal.user_id)),
        next_cursor: null,
      }),
    }),
    defineRoute({
      method: 'POST',
      path: `${OWN}/start`,
      id: 'begin_passkey',
      tag: 'Users',
      summary: 'Begin to register a passkey',
      description: 'Requires your password, and returns the options for `navigator.credentials.create`.',
      access: 'user',
      idempotent: false,
      body: PasskeyBegin,
      errors: [400, 409, 429],
      response: { 200: PasskeyOptions },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        await mustKnowPassword(s, ctx.principal, body.password, clientOf(ctx))
        return { ...(await beginPasskey(s, ctx.principal, siteOf(ctx))) }
      },
    }),
    defineRoute({
      method: 'POST',
      path: OWN,
      id: 'add_passkey',
      tag: 'Users',
      summary: 'Register a passkey',
      description: 'With what the authenticator made, once.',
      access: 'user',
      idempotent: false,
      body: PasskeyMade,
      errors: [400, 409],
      response: { 201: Passkey },
      handler: (ctx, { body }) => addPasskey(s, ctx.principal, ctx.actor, body, siteOf(ctx)),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${OWN}/:passkey_id`,
      id: 'rename_passkey',
      tag: 'Users',
      summary: 'Rename a passkey',
      description: 'The name is for display; the device uses another one.',
      access: 'user',
      params: PasskeyPath,
      body: PasskeyName,
      response: { 200: Passkey },
      handler: ({ principal, actor }, { params, body }) =>
        renamePasskey(s, principal, actor, params.passkey_id, body.name),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${OWN}/:passkey_id`,
      id: 'remove_passkey',
      tag: 'Users',
      summary: 'Remove a passkey',
      description: 'It can no longer be used to log in. Sessions that it began continue.',
      access: 'user',
      params: PasskeyPath,
      response: { 204: null },
      async handler({ principal, actor }, { params }) {
        await removePasskey(s, principal, actor, params.passkey_id)
        return undefined
      },
    }),
  ]
}
