// Where people reach this service: what the operator says, else the address of this machine that the request came to.
import type { FastifyRequest } from 'fastify'

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Links are mailed and clicked by others, so the `Host` that a request claims is not believed unless a trusted proxy forwards it. */
export function originOf(publicUrl: string | undefined, request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const isForwarded = request.host !== request.headers.host
  const { localAddress, localPort } = request.socket
  if (isForwarded || LOCAL.test(request.hostname) || !localAddress) return `${request.protocol}://${request.host}`
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '')
  return `${request.protocol}://${address.includes(':') ? `[${address}]` : address}:${localPort}`
}
