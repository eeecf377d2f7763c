// Looking whether the network is as it should be: for the doctor, never for data.
import { lookup } from 'node:dns/promises'
import { createConnection, createServer } from 'node:net'

/** Whether a name resolves as the programs of this machine resolve names. */
export const resolves = (name: string): Promise<boolean> =>
  lookup(name).then(
    () => true,
    () => false,
  )

/** Whether a TCP connection comes about in that time; it is closed at once. */
export function connects(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: timeoutMs })
    const end = (outcome: boolean) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

/** The code of what keeps a server from listening there, such as `EADDRINUSE`; undefined when it could. */
export function listenFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
}
