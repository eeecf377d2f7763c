// Routes of single sign-on for people: what the sign-in page offers, the way through a provider, and linked identities.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { cookiesOf, setCookie } from '../../platform/http/browser/cookies.ts'
import { originOf } from '../../platform/http/browser/origin.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { clientOf } from '../families.writes.ts'
import { mustKnowPassword } from '../users/users.commands.ts'
import { readIdentities, unlinkIdentity } from './identities.commands.ts'
import { domainName, domainOf } from './issuer.logic.ts'
import { readLinkable, readOffers } from './providers.reads.ts'
import {
  cookieName,
  finishLink,
  finishSso,
  LOGIN_SECONDS,
  type LoginRedirect,
  type Sso,
  startSso,
} from './sso.commands.ts'
import {
  IdentityLink,
  IdentityList,
  IdentityPath,
  LinkedIdentity,
  SsoOfferList,
  SsoProviderPath,
  SsoReturn,
  SsoSignedIn,
  SsoStart,
  SsoStarted,
} from './sso.schema.ts'

type Asked = Pick<RouteContext, 'raw'>

export function ssoRoutes(sso: Sso, publicUrl: string | undefined): Route[] {
  const { database } = sso.sessions
  const isSecure = ({ raw }: Asked) => originOf(publicUrl, raw).startsWith('https:')
  const sendAway = ({ url, cookie }: LoginRedirect, asked: Asked, reply: FastifyReply) => {
    setCookie(reply, { ...cookie, path: '/', seconds: LOGIN_SECONDS, secure: isSecure(asked) })
    reply.header('cache-control', 'no-store')
    return { url, expires_in: LOGIN_SECONDS }
  }
  /** The cookie is removed in any case, because a login uses it once. */
  const forget = ({ parameters }: { parameters: Record<string, string> }, asked: Asked, reply: FastifyReply) =>
    setCookie(reply, {
      name: cookieName(parameters.state ?? ''),
      value: '',
      path: '/',
      seconds: 0,
      secure: isSecure(asked),
    })
  return [
    defineRoute({
      method: 'GET',
      path: '/auth/sso/providers',
      id: 'list_sso_providers',
      tag: 'Auth',
      summary: 'The identity providers that a sign-in page offers',
      description:
        'Those shown to all users, those of the named workspace, and those of the domain of an e-mail address.',
      access: 'public',
      limit: LIMITS.sign_in,
      query: Type.Object({
        workspace: Type.Optional(Type.String({ maxLength: 200, description: 'The slug of a workspace.' })),
        login: Type.Optional(Type.String({ maxLength: 400, description: 'An e-mail address, or its domain.' })),
      }),
      response: { 200: SsoOfferList },
      async handler(_ctx, { query: { workspace, login } }) {
        const domain = login ? (login.includes('@') ? domainOf(login) : domainName(login)) : undefined
        return { items: await database.inControl((tx) => readOffers(tx, { workspace, domain })), next_cursor: null }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/sso/providers/:sso_provider_id/start',
      id: 'start_sso',
      tag: 'Auth',
      summary: 'Begin a login through an identity provider',
      description:
        'Returns the address to send the browser to, and sets a cookie that the browser has to return. The browser returns to ' +
        '`/login/sso/{provider_id}` of the web app, which completes the login with POST /auth/sso/finish.',
      access: 'public',
      limit: LIMITS.sign_in,
      params: SsoProviderPath,
      body: SsoStart,
      errors: [404, 429],
      response: { 200: SsoStarted },
      async handler(ctx, { params, body }, reply) {
        const origin = originOf(publicUrl, ctx.raw)
        return sendAway(
          await startSso(sso, { provider_id: params.sso_provider_id, next: body.next ?? null, origin }),
          ctx,
          reply,
        )
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/sso/finish',
      id: 'finish_sso',
      tag: 'Auth',
      summary: 'End a login through an identity provider',
      description:
        'With the parameters of the return address, once, in the browser that began. 403 says why a user whom the provider confirms ' +
        'may still not log in: an e-mail address that is not verified, a domain that is not the workspace’s, an account to be linked first.',
      access: 'public',
      limit: LIMITS.sign_in,
      body: SsoReturn,
      errors: [401, 403, 404, 429],
      response: { 200: SsoSignedIn },
      async handler(ctx, { body }, reply) {
        reply.header('cache-control', 'no-store')
        forget(body, ctx, reply)
        return finishSso(sso, { ...body, cookies: cookiesOf(ctx.raw) }, clientOf(ctx))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/users/me/identities',
      id: 'list_identities',
      tag: 'Users',
      summary: 'The identities that log in to the own account',
      description: 'Who you are at identity providers, and the providers of your workspaces that you may link.',
      access: 'user',
      response: { 200: IdentityList },
      handler: ({ principal }) =>
        database.inControl(async (tx) => ({
          items: await readIdentities(tx, principal.user_id),
          providers: await readLinkable(tx, principal.user_id),
          next_cursor: null,
        })),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/users/me/identities/start',
      id: 'start_identity_link',
      tag: 'Users',
      summary: 'Begin to link an identity to the own account',
      description:
        'Requires the password of the account. From then on, the user whom the provider confirms under this identity can log ' +
        'in to it. The browser returns as for a login; POST /api/users/me/identities completes the link.',
      access: 'user',
      limit: LIMITS.sign_in,
      idempotent: false,
      body: IdentityLink,
      errors: [400, 404, 429],
      response: { 200: SsoStarted },
      async handler(ctx, { body }, reply) {
        const { principal, raw } = ctx
        const linkable = await database.inControl((tx) => readLinkable(tx, principal.user_id))
        if (!linkable.some(({ id }) => id === body.provider_id.toLowerCase())) refuse('not_found', 'Provider not found')
        await mustKnowPassword(sso.sessions, principal, body.password, clientOf(ctx))
        const origin = originOf(publicUrl, raw)
        const { provider_id, next = null } = body
        return sendAway(await startSso(sso, { provider_id, next, origin, link: principal.user_id }), ctx, reply)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/users/me/identities',
      id: 'link_identity',
      tag: 'Users',
      summary: 'End linking an identity to the own account',
      description:
        'With what came back in the address, once, in the browser that began. 409 when it is linked to another account.',
      access: 'user',
      idempotent: false,
      body: SsoReturn,
      errors: [409],
      response: { 201: LinkedIdentity },
      async handler({ principal, actor, raw }, { body }, reply) {
        forget(body, { raw }, reply)
        const id = await finishLink(sso, { ...body, cookies: cookiesOf(raw) }, principal, actor)
        const found = await database.inControl((tx) => readIdentities(tx, principal.user_id))
        return found.find((one) => one.id === id) ?? refuse('not_found', 'Identity not found')
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/users/me/identities/:identity_id',
      id: 'unlink_identity',
      tag: 'Users',
      summary: 'Unlink an identity from the own account',
      description: '409 for an account that the workspace made: nothing else would let its owner in.',
      access: 'user',
      params: IdentityPath,
      errors: [409],
      response: { 204: null },
      async handler({ principal, actor }, { params }) {
        await database.inControl((tx) => unlinkIdentity(tx, principal.user_id, params.identity_id), actor)
        return undefined
      },
    }),
  ]
}
