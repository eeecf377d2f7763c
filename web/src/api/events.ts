// Live events of the workspace: one stream, resumed after the last event seen, reconnected with backoff and a fresh token.
//
// Read with fetch rather than EventSource: it tells a 401 from a dead network, sees heartbeats (so a silent connection is noticed), can
// name the workspace in a header and keeps the token out of addresses, which proxies log.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { session } from './session.ts'
import { frameReader } from './sse.ts'

export interface LiveEvent {
  type: string
  ts: string
  workspace_id: string
  workbook_id?: string
  run_id?: string
  job_id?: string
  [more: string]: unknown
}

export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'offline'

export interface EventFilter {
  workbook_id?: string
  run_id?: string
  /** Exact types or families: `cells.updated`, `run.*`. All when left out. */
  types?: string[]
}

interface Listener {
  filter: EventFilter
  hear: (event: LiveEvent) => void
}

const listeners = new Set<Listener>()
const missed = new Set<() => void>()
const watchers = new Set<() => void>()
let connection: Connection = 'connecting'
let close: (() => void) | null = null

/** Longest silence before the connection is taken for dead, in ms; the server's heartbeat comes every 15 s. */
const silence = 40_000
/** The server keeps events for an hour; after a longer break we may have missed some, in ms. */
const kept = 55 * 60_000

export function matches(filter: EventFilter, event: LiveEvent): boolean {
  if (filter.workbook_id && event.workbook_id !== filter.workbook_id) return false
  if (filter.run_id && event.run_id !== filter.run_id) return false
  if (!filter.types) return true
  return filter.types.some((type) =>
    type.endsWith('.*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type,
  )
}

/** Milliseconds to wait before attempt n (1, 2, …): doubling from half a second to 20 s; `dice` is 0..1. */
export function backoff(attempt: number, dice: number): number {
  return Math.min(20_000, 500 * 2 ** (attempt - 1)) * (0.5 + dice / 2)
}

function setConnection(next: Connection) {
  if (next === connection) return
  connection = next
  for (const tell of watchers) tell()
}

/** Hears events that match until the returned function is called. */
export function subscribe(filter: EventFilter, hear: (event: LiveEvent) => void): () => void {
  const listener = { filter, hear }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Called when events may have been missed: load again what is shown. */
export function onGap(tell: () => void): () => void {
  missed.add(tell)
  return () => {
    missed.delete(tell)
  }
}

/** Opens the stream of a workspace, closing the one before. */
export function openEvents(workspaceId: string) {
  close?.()
  const stop = new AbortController()
  close = () => stop.abort()
  setConnection('connecting')
  void follow(workspaceId, stop.signal)
}

export function closeEvents() {
  close?.()
  close = null
}

async function follow(workspaceId: string, stopped: AbortSignal) {
  let lastId = ''
  let lastSeen = Date.now()
  let attempt = 0
  while (!stopped.aborted) {
    const cut = new AbortController()
    const abort = () => cut.abort()
    stopped.addEventListener('abort', abort)
    const back = watchNetwork(abort)
    let quiet = setTimeout(abort, silence)
    try {
      const token = await session.token()
      const answer = await fetch('/api/events', {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          'x-workspace-id': workspaceId,
          ...(lastId ? { 'last-event-id': lastId } : {}),
        },
        cache: 'no-store',
        signal: cut.signal,
      })
      if (answer.status === 401) await session.renew(token)
      if (answer.ok && answer.body) {
        const gap = attempt > 0 && (!lastId || Date.now() - lastSeen > kept)
        attempt = 0
        setConnection('connected')
        if (gap) for (const tell of missed) tell()
        const read = frameReader((frame) => {
          lastId = frame.id || lastId
          deliver(frame.event, frame.data)
        })
        for await (const text of chunks(answer.body)) {
          clearTimeout(quiet)
          quiet = setTimeout(abort, silence)
          lastSeen = Date.now()
          read(text)
        }
      }
    } catch {
      // Cut, refused or unreachable: all end in another attempt below.
    }
    clearTimeout(quiet)
    back()
    stopped.removeEventListener('abort', abort)
    if (stopped.aborted) return
    attempt += 1
    setConnection(navigator.onLine ? 'reconnecting' : 'offline')
    await pause(backoff(attempt, Math.random()), stopped)
  }
}

function deliver(type: string, data: string) {
  let event: LiveEvent
  try {
    event = JSON.parse(data) as LiveEvent
  } catch {
    return
  }
  event.type ??= type
  for (const listener of listeners) {
    if (!matches(listener.filter, event)) continue
    try {
      listener.hear(event)
    } catch (error) {
      console.error(error)
    }
  }
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

function watchNetwork(cut: () => void): () => void {
  window.addEventListener('offline', cut)
  return () => window.removeEventListener('offline', cut)
}

/** Waits, but not longer than until the network is back or the stream is closed. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      stopped.removeEventListener('abort', end)
      done()
    }
    window.addEventListener('online', end)
    stopped.addEventListener('abort', end)
  })
}

/** How the stream is doing. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    () => connection,
  )
}

/** Hears events while the component is on the page; the newest `hear` is called. */
export function useEvents(filter: EventFilter, hear: (event: LiveEvent) => void) {
  const latest = useRef(hear)
  latest.current = hear
  const key = JSON.stringify(filter)
  useEffect(() => subscribe(JSON.parse(key) as EventFilter, (event) => latest.current(event)), [key])
}
