// Writes a server-sent event stream: headers at once, heartbeat, slow readers cut, ended when the server closes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DATA_HEADERS } from './browser/headers.ts'

const HEARTBEAT_MS = 15_000
/** Bytes waiting for a reader before it counts as too slow. */
const MAX_WAITING = 1024 * 1024

export interface StreamEvent {
  id?: string
  event?: string
  /** A JSON value, or text that is JSON already when `prepared`. */
  data: unknown
  prepared?: boolean
}

export interface EventStream {
  /** False when the stream has ended or the reader was too slow and has been cut. */
  send(event: StreamEvent): boolean
  /** Waits until the reader has taken most of what waits; for replays of many events. False when the stream has ended. */
  drained(): Promise<boolean>
  /** Ends the stream after an optional last event. */
  end(last?: StreamEvent): void
  /** Aborts when the stream is over, for whatever reason. */
  readonly over: AbortSignal
}

export interface StreamOptions {
  /** Milliseconds a browser waits before it connects again. */
  retry?: number
  heartbeat?: number
  maxWaiting?: number
}

const open = new WeakMap<FastifyInstance['server'], Set<EventStream>>()

export function openStreams(app: FastifyInstance): number {
  return open.get(app.server)?.size ?? 0
}

/** Ends every stream of the server so that it can close; readers come back after `retry`. */
export function endStreams(app: FastifyInstance): void {
  for (const stream of open.get(app.server) ?? []) stream.end()
}

/** The id after which the reader wants to go on, from the header of a reconnect or the query `last_event_id`. */
export function lastEventId(request: FastifyRequest): string | undefined {
  const query = (request.query as Record<string, unknown>).last_event_id
  const given = request.headers['last-event-id'] ?? query
  return typeof given === 'string' && given !== '' ? given : undefined
}

/** Takes the answer over from Fastify. Everything that can be refused must have been refused before. */
export function openEventStream(reply: FastifyReply, options: StreamOptions = {}): EventStream {
  const { retry = 3000, heartbeat = HEARTBEAT_MS, maxWaiting = MAX_WAITING } = options
  const { raw, request } = reply
  const streams = open.get(reply.server.server) ?? new Set<EventStream>()
  open.set(reply.server.server, streams)
  const over = new AbortController()
  reply.hijack()
  raw.writeHead(200, {
    ...DATA_HEADERS,
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  request.raw.socket.setNoDelay(true)
  request.raw.socket.setTimeout(0)

  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  const write = (text: string): boolean => {
    if (over.signal.aborted) return false
    raw.write(text, wake)
    if (raw.writableLength <= maxWaiting) return true
    request.log.info({ waiting: raw.writableLength }, 'event stream cut: the reader is too slow')
    finish()
    raw.destroy()
    return false
  }
  const beat = setInterval(() => write(':\n\n'), heartbeat)
  beat.unref()
  const finish = () => {
    clearInterval(beat)
    streams.delete(stream)
    over.abort()
    wake()
  }
  const stream: EventStream = {
    over: over.signal,
    send: (event) => write(frame(event)),
    // Not by the event `drain`, which comes only above a mark that differs between versions of Node.
    drained: async () => {
      while (!over.signal.aborted && raw.writableLength > maxWaiting / 4) {
        await new Promise<void>((go) => waiting.add(go))
      }
      return !over.signal.aborted
    },
    end: (last) => {
      if (over.signal.aborted) return
      write(`${last ? frame(last) : ''}retry: ${retry}\n\n`)
      finish()
      raw.end()
    },
  }
  raw.once('close', finish)
  streams.add(stream)
  write(`retry: ${retry}\n\n`)
  return stream
}

function frame({ id, event, data, prepared }: StreamEvent): string {
  const text = prepared && typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${id === undefined ? '' : `id: ${oneLine(id)}\n`}${event === undefined ? '' : `event: ${oneLine(event)}\n`}${lines.join('')}\n`
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]/g, '')
}
