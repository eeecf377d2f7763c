// Connections to mail servers through the address guard: SMTP submission and IMAP, at hosts that users name.
import { connect, type Socket } from 'node:net'
import { parseAddress } from './addresses.ts'
import type { EgressPolicy } from './egress.ts'
import { failureOf, NetError } from './failure.ts'
import { type ConnectionTarget, resolveTarget } from './guard.ts'
import type { AddressResolver } from './resolver.ts'

export const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525, 143, 993])

export interface MailDialer {
  /** An address of the name that may be connected to. @throws NetError `blocked` or `dns` */
  target(host: string, port: number): Promise<ConnectionTarget>
  /** A TCP connection to a checked address. @throws NetError */
  open(host: string, port: number, signal: AbortSignal): Promise<Socket>
  /** Authorities that certificates are checked against instead of the built-in ones. */
  readonly ca: string | undefined
}

export interface MailDialerOptions {
  policy: EgressPolicy
  resolve: AddressResolver
  ca?: string
  connectTimeoutMs?: number
}

export function createMailDialer({ policy, resolve, ca, connectTimeoutMs = 10_000 }: MailDialerOptions): MailDialer {
  const target = (host: string, port: number) => resolveTarget(host, port, policy, resolve, MAIL_PORTS)
  return {
    ca,
    target,
    async open(host, port, signal) {
      const { addresses, port: realPort } = await target(host, port)
      let failure: unknown
      for (const address of addresses.slice(0, 3)) {
        try {
          return await dial(address, realPort, connectTimeoutMs, signal)
        } catch (error) {
          failure = error
          if (signal.aborted) break
        }
      }
      const { kind, message } = failureOf(failure, host, false)
      throw new NetError(kind, message)
    },
  }
}

/** False for text that is neither a host name nor an address. */
export function isMailHost(host: string): boolean {
  if (parseAddress(host)) return true
  return /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(host)
}

function dial(address: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true })
    const end = (error: Error) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.destroy()
      fail(error)
    }
    const stop = () => end(new NetError('aborted', 'Stopped before the mail server answered'))
    const timer = setTimeout(() => end(new NetError('timeout', 'The mail server does not answer')), timeoutMs)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', end)
    socket.once('connect', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.off('error', end)
      // The protocol above adds its own; a reset before it does is found at the first read.
      socket.on('error', () => {})
      done(socket)
    })
  })
}
