// A receiver on loopback that answers as a test wants, and the parts by which deliveries reach it.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestDatabase } from '../../../test/database.ts'
import { createHttpClient } from '../../platform/net/client.ts'
import { parseEgressAllow } from '../../platform/net/egress.ts'
import { createVault } from '../../platform/secrets/vault.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  at: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** How the next requests are answered; by default 204. */
  answer: (response: ServerResponse, nth: number) => void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body, at: Date.now() })
      receiver.answer(response, receiver.received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** With a clock that a test moves. */
export function deliveryParts(database: TestDatabase, allow = '127.0.0.1') {
  const policy = { allow: parseEgressAllow(allow).value, hostMap: new Map() }
  const clock = { at: new Date('2026-05-04T12:00:00Z') }
  return {
    database,
    policy,
    clock,
    vault: createVault(Buffer.alloc(32, 7)),
    client: createHttpClient({ policy, userAgent: 'Millrace/test' }),
    now: () => clock.at,
  }
}
