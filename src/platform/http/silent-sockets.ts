// Connections opened in advance and not used yet, as browsers do: Node takes them for busy, so a closing server would wait.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Returns what cuts those that have not sent a request so far. */
export function watchSilentSockets(server: Server): () => void {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return () => {
    for (const socket of silent) socket.destroy()
  }
}
