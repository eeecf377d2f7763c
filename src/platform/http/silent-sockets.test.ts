// How the server ends while browsers keep connections in reserve.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, test, vi } from 'vitest'
import { toyServer } from './toy-server.fixture.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a connection that was opened in advance and never used does not hold up the end', async () => {
  const app = await toyServer()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(app.server, 'connection')
  // Without its timer the period of grace never ends: only a cut can end the server now.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await app.close()
  vi.useRealTimers()
  if (!socket.destroyed) await once(socket, 'close')
})
