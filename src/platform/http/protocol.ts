// A standard with its own rules, such as SCIM: authentication, media type, and format of errors.
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ProblemResponse } from './problems.ts'

/** An answer that says by itself as what it is sent. */
export interface ProtocolProblem extends Omit<ProblemResponse, 'body'> {
  body: unknown
  media: string
}

export interface Protocol {
  /** Begins the names of its error answers in the description, for example `Scim`. */
  name: string
  /** Every address below it speaks the protocol, also those that do not exist. */
  prefix: string
  media: string
  /** The shape of an error; has an `$id`. */
  error: TSchema
  security: { name: string; scheme: Record<string, unknown> }
  /** The address as the routes have it, where the protocol's clients write it in other ways. */
  address?(url: string): string
  /** Authenticates the caller; throws `unauthenticated`. The result is `ctx.caller` for the handler. */
  enter(request: FastifyRequest, bearer: string | undefined): Promise<unknown>
  /** Says an error its own way. `usual` is what the rest of the service would say; `error` is undefined for a wrong address. */
  problem(error: unknown, usual: ProblemResponse, request: FastifyRequest): ProtocolProblem
}

/** Finds the protocol that is spoken at an address, whether or not a route is there. */
export function protocolsOf(routes: readonly { protocol?: Protocol }[]): (url: string) => Protocol | undefined {
  const spoken = [...new Set(routes.flatMap(({ protocol }) => (protocol ? [protocol] : [])))]
  return (url) => spoken.find(({ prefix }) => url.startsWith(prefix))
}
