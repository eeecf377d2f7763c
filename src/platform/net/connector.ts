// Opens the sockets of outgoing requests: resolve, check every address, connect to exactly a checked one.
import net from 'node:net'
import tls from 'node:tls'
import type { buildConnector } from 'undici'
import type { EgressPolicy } from './egress.ts'
import { failureOf, NetError } from './failure.ts'
import { type ConnectionTarget, resolveTarget } from './guard.ts'
import type { AddressResolver } from './resolver.ts'

const maxSessions = 200

export interface ConnectorOptions {
  policy: EgressPolicy
  resolve: AddressResolver
  /** From the start of name resolution to the end of the TLS handshake. */
  connectTimeoutMs: number
  /** Certificate authorities to trust instead of the built-in ones, PEM. */
  ca?: string
}

/**
 * A connector for undici. The name is resolved once per connection and the socket is given the checked addresses, so an
 * answer that changes between check and use has nothing to change.
 */
export function createConnector({ policy, resolve, connectTimeoutMs, ca }: ConnectorOptions): buildConnector.connector {
  const sessions = new Map<string, Buffer>()

  function keepSession(name: string, session: Buffer): void {
    const oldest = sessions.size >= maxSessions ? sessions.keys().next().value : undefined
    if (oldest !== undefined) sessions.delete(oldest)
    sessions.set(name, session)
  }

  function open(target: ConnectionTarget, name: string, secure: boolean): net.Socket {
    const to = {
      host: name,
      port: target.port,
      autoSelectFamily: true,
      lookup: checkedLookup(target.addresses),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    }
    if (!secure) return net.connect(to)
    const session = sessions.get(name)
    const socket = tls.connect({
      ...to,
      // A literal address has no server name to send (RFC 6066).
      ...(net.isIP(name) === 0 ? { servername: name } : {}),
      ALPNProtocols: ['http/1.1'],
      ...(session ? { session } : {}),
      ...(ca ? { ca } : {}),
    })
    socket.on('session', (fresh) => keepSession(name, fresh))
    return socket
  }

  return ({ hostname, protocol, port }, callback) => {
    const secure = protocol === 'https:'
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
    let socket: net.Socket | undefined
    let settled = false
    const finish = (error: Error | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      if (error) {
        socket?.destroy()
        const { kind, message } = failureOf(error, host, false)
        callback(new NetError(kind, message), null)
      } else callback(null, socket as net.Socket)
    }
    const timer = setTimeout(
      () => finish(new NetError('timeout', `Could not connect to ${host} in time`)),
      connectTimeoutMs,
    )
    resolveTarget(host, Number(port) || (secure ? 443 : 80), policy, resolve).then((target) => {
      if (settled) return
      socket = open(target, host, secure)
      // Stays on for the life of the socket: undici adds its own handler once it is handed over.
      socket.on('error', finish)
      socket.once(secure ? 'secureConnect' : 'connect', () => finish(null))
    }, finish)
  }
}

/** A lookup that knows only the checked addresses; several let Node race the families (RFC 8305). */
function checkedLookup(addresses: string[]): net.LookupFunction {
  const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
  return (_name, options, callback) => {
    if (options.all) return callback(null, found)
    const first = found[0]
    if (first) callback(null, first.address, first.family)
  }
}
