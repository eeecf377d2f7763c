// A kind of token of its own that opens a route in place of a session, an ingest token for instance.
import type { FastifyRequest } from 'fastify'
import type { WorkspaceScope } from '../ctx.ts'

export interface TokenKind {
  /** How the API description calls it. */
  security: { name: string; scheme: Record<string, unknown> }
  /** Whose it is and where it acts; throws `unauthenticated`, or `not_found` where it is good but not here. */
  enter(request: FastifyRequest, bearer: string | undefined): Promise<WorkspaceScope>
}
