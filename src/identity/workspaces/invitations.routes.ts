// Routes of invitations: for members who invite, and for people who accept.
import { Type } from 'typebox'
import { originOf } from '../../platform/http/browser/origin.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Sessions } from '../sessions.commands.ts'
import { acceptInvitation, invite, previewInvitation, withdrawInvitation } from './invitations.commands.ts'
import { readInvitations } from './members.reads.ts'
import {
  InvitationAccept,
  InvitationAccepted,
  InvitationCreate,
  InvitationCreated,
  InvitationList,
  InvitationPreview,
} from './members.schema.ts'

const Workspace = Type.Object({ ws_id: Type.String() })
const Link = Type.Object({ token: Type.String({ maxLength: 500, 'x-secret': true }) })
const IN_PATH = { tag: 'Workspaces', access: 'user', workspaceParam: 'ws_id', needs: 'members.edit' } as const

/** `publicUrl` is where people reach the service, when the operator says so. */
export function invitationRoutes(sessions: Sessions, publicUrl: string | undefined): Route[] {
  return [
    defineRoute({
      ...IN_PATH,
      method: 'GET',
      path: '/api/workspaces/:ws_id/invitations',
      id: 'list_invitations',
      summary: 'Invitations that can still be accepted, newest first',
      description: 'Without their links, which are shown once, when they are made.',
      params: Workspace,
      query: Type.Object(PageQuery),
      response: { 200: InvitationList },
      handler: ({ scope }, { query }) => readInvitations(sessions.database, scope.workspace_id, query, sessions.now()),
    }),
    defineRoute({
      ...IN_PATH,
      method: 'POST',
      path: '/api/workspaces/:ws_id/invitations',
      id: 'create_invitation',
      summary: 'Create an invitation link for one user',
      description:
        'Link and token are shown once. The link ends when it is used, withdrawn or expired, or when its maker loses the right to invite.',
      params: Workspace,
      body: InvitationCreate,
      response: { 201: InvitationCreated },
      async handler({ scope, raw }, { body }, reply) {
        reply.header('cache-control', 'no-store')
        const made = await invite(sessions, scope, { role: body.role, days: body.expires_in_days })
        return { ...made, url: `${originOf(publicUrl, raw)}/invitations/${made.token}` }
      },
    }),
    defineRoute({
      ...IN_PATH,
      method: 'DELETE',
      path: '/api/workspaces/:ws_id/invitations/:invitation_id',
      id: 'delete_invitation',
      summary: 'Withdraw an invitation',
      description: 'Its link stops working. Members who joined by it stay.',
      params: Type.Object({ ws_id: Type.String(), invitation_id: Type.String() }),
      response: { 204: null },
      async handler({ scope }, { params }) {
        await withdrawInvitation(sessions, scope, params.invitation_id)
        return undefined
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/invitations/:token',
      id: 'preview_invitation',
      tag: 'Workspaces',
      summary: 'What an invitation is to',
      description: 'Used, withdrawn, expired and made-up tokens are all 404.',
      access: 'public',
      params: Link,
      response: { 200: InvitationPreview },
      handler(_ctx, { params }, reply) {
        reply.header('cache-control', 'no-store')
        return previewInvitation(sessions, params.token)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/invitations/:token/accept',
      id: 'accept_invitation',
      tag: 'Workspaces',
      summary: 'Join a workspace',
      description:
        'As the user of the access token; without one, `username` and `password` make an account, which then logs in ' +
        'with POST /auth/token.',
      access: 'optional',
      params: Link,
      body: InvitationAccept,
      errors: [409],
      response: { 200: InvitationAccepted },
      handler: (ctx, { params, body }) => acceptInvitation(sessions, params.token, ctx, body),
    }),
  ]
}
