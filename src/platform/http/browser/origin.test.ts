import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

/** A request that came to 10.0.0.5:8000 and claims this host; a trusted proxy may have forwarded another. */
const request = (host: string, forwarded = host) =>
  ({
    protocol: 'http',
    host: forwarded,
    hostname: forwarded.replace(/:\d+$/, ''),
    headers: { host },
    socket: { localAddress: '::ffff:10.0.0.5', localPort: 8000 },
  }) as unknown as FastifyRequest

it('follows no Host that a client claims', () => {
  expect(originOf(undefined, request('evil.example'))).toBe('http://10.0.0.5:8000')
})

it('says what the operator says, whatever a request claims', () => {
  expect(originOf('https://leads.example/', request('evil.example', 'other.example'))).toBe('https://leads.example')
})

it('believes a trusted proxy, and the names of this machine', () => {
  expect(originOf(undefined, request('10.0.0.5:8000', 'leads.example'))).toBe('http://leads.example')
  expect(originOf(undefined, request('localhost:3000'))).toBe('http://localhost:3000')
})
