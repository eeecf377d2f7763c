// Routes to one's own logins: where they are, how to end them, and a ticket for a stream.
import { Type } from 'typebox'
import { PageQuery } from '../platform/http/paging.ts'
import { defineRoute, type Route } from '../platform/http/route.ts'
import { SessionList, StreamTicket } from './auth.schema.ts'
import { endSession, logoutAll, type Sessions } from './sessions.commands.ts'
import { readSessions } from './sessions.reads.ts'
import { TICKET_SECONDS } from './tickets.commands.ts'

export function sessionRoutes(sessions: Sessions): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/auth/logout-all',
      id: 'logout_all',
      tag: 'Auth',
      summary: 'End every session of the caller, this one too',
      description: 'On every device at once: all access and refresh tokens of the user end, also that of this request.',
      access: 'user',
      response: { 204: null },
      async handler({ actor, principal }) {
        await logoutAll(sessions, actor, principal.user_id)
        return undefined
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/auth/sessions',
      id: 'list_sessions',
      tag: 'Auth',
      summary: "The caller's live sessions, newest first",
      description: 'Each with its device and the time of its last use, so that you can end unknown ones.',
      access: 'user',
      query: Type.Object(PageQuery),
      response: { 200: SessionList },
      handler: ({ principal }, { query }) => readSessions(sessions.database, principal, query, sessions.now()),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/auth/sessions/:session_id',
      id: 'end_session',
      tag: 'Auth',
      summary: "End one of the caller's sessions",
      description: 'Its tokens are good for nothing from now on; ending that of this request is a logout.',
      access: 'user',
      params: Type.Object({ session_id: Type.String() }),
      response: { 204: null },
      async handler({ actor, principal }, { params }) {
        await endSession(sessions, actor, principal.user_id, params.session_id.toLowerCase())
        return undefined
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/auth/stream-ticket',
      id: 'create_stream_ticket',
      tag: 'Auth',
      summary: 'A ticket for one event stream',
      description: `Good once and for ${TICKET_SECONDS} seconds, so that no token has to stand in an address. The stream ends when the access token that asked for the ticket ends.`,
      access: 'user',
      response: { 201: StreamTicket },
      async handler({ principal }, _req, reply) {
        reply.header('cache-control', 'no-store')
        return { ticket: await sessions.tickets.issue(principal, sessions.now()), expires_in: TICKET_SECONDS }
      },
    }),
  ]
}
