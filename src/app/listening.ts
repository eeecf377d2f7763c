// Taking the port, with a sentence for people when it cannot be had.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from '../platform/start-error.ts'

/** Listens and returns the address as a URL that a browser on this machine can open. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port)
  }
  const { port: taken } = app.server.address() as AddressInfo
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${taken}`
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use. Stop what listens there, or choose another one: PORT=${port + 1} npm start`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user. Choose one above 1023: PORT=8000 npm start`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
      )
    default:
      return error
  }
}
