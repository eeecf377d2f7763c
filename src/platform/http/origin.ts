// Where people reach this service: what the operator says, else what the request was addressed to.
import type { FastifyRequest } from 'fastify'

export function originOf(publicUrl: string | undefined, request: FastifyRequest): string {
  return publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}
