// Live events as an async iterator: typed, resumed after the last one seen, for as long as the caller reads.
import type { components } from './event-types.d.ts'
import { type Frame, frameReader } from './sse.ts'

type Payloads = components['schemas']

interface Head {
  ts: string
  workspace_id: string
}

/** Every event there is, told apart by `type`; `id` resumes after it. `reset`: some were missed, so fetch again. */
export type MillraceEvent =
  | { [Type in keyof Payloads]: { id: string; type: Type } & Head & Payloads[Type] }[keyof Payloads]
  | { id: string; type: 'reset' }

export interface EventFilter {
  workbook_id?: string
  run_id?: string
  job_id?: string
  /** Exact types or families: `cells.updated`, `run.*`. All when left out. */
  types?: readonly string[]
  /** Resume after this event. */
  last_event_id?: string
  signal?: AbortSignal
}

interface Stream {
  url: string
  send: (request: Request) => Promise<Response>
  refuse: (response: Response) => Promise<Error>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Longest silence before the connection is taken for dead, in ms; the server's heartbeat comes every 15 s. */
const SILENCE_MS = 40_000
const LONGEST_PAUSE_MS = 20_000

export async function* readEvents(stream: Stream, filter: EventFilter): AsyncGenerator<MillraceEvent, void, void> {
  const stopped = filter.signal ?? new AbortController().signal
  let lastId = filter.last_event_id ?? ''
  for (let attempt = 0; !stopped.aborted; attempt++) {
    const cut = new AbortController()
    const abort = () => cut.abort()
    stopped.addEventListener('abort', abort, { once: true })
    let quiet = setTimeout(abort, SILENCE_MS)
    try {
      const response = await stream.send(requestOf(stream.url, filter, lastId, cut.signal))
      if (!response.ok || !response.body) throw await stream.refuse(response)
      const frames: Frame[] = []
      const read = frameReader((frame) => void frames.push(frame))
      for await (const text of chunks(response.body)) {
        clearTimeout(quiet)
        quiet = setTimeout(abort, SILENCE_MS)
        read(text)
        for (const frame of frames.splice(0)) {
          lastId = frame.id || lastId
          attempt = 0
          if (frame.event === 'reset') yield { id: frame.id, type: 'reset' }
          else if (frame.event !== 'ready') yield { ...JSON.parse(frame.data), id: frame.id } as MillraceEvent
        }
      }
    } catch (error) {
      // What the server refuses it refuses again; a connection that broke is opened again.
      if (!stopped.aborted && !(error instanceof TypeError || isAbort(error))) throw error
    } finally {
      clearTimeout(quiet)
      stopped.removeEventListener('abort', abort)
      cut.abort()
    }
    if (!stopped.aborted)
      await stream.pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** attempt), stopped).catch(() => undefined)
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

function requestOf(url: string, filter: EventFilter, lastId: string, signal: AbortSignal): Request {
  const address = new URL('/api/events', url)
  for (const name of ['workbook_id', 'run_id', 'job_id'] as const) {
    const value = filter[name]
    if (value !== undefined) address.searchParams.set(name, value)
  }
  if (filter.types) address.searchParams.set('types', filter.types.join(','))
  const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
  return new Request(address, { headers, signal })
}

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
