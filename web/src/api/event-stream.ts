// One stream of server-sent events that never gives up: resumed after the last event seen, with backoff and a fresh token.
//
// Read with fetch rather than EventSource: it tells a 401 from a dead network, sees heartbeats (so a silent connection is noticed), can
// name the workspace in a header and keeps the token out of addresses, which proxies log.

import { type Frame, frameReader } from '../../../sdk/src/sse.ts'
import { api, take } from './client.ts'

export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'offline'

export interface Listen {
  onState: (state: Connection) => void
  onFrame: (frame: Frame) => void
  /** Events may have been missed. */
  onGap: () => void
}

/** Longest silence before the connection is taken for dead, in ms; the server's heartbeat comes every 15 s. */
const silence = 40_000
/** A tab out of sight lets go of its stream after this, in ms: browsers allow six connections to one server over all tabs. */
const unseen = 10_000
/** The server keeps events for an hour; after a longer break some may be gone, in ms. */
const kept = 55 * 60_000

/** Milliseconds to wait before attempt n (1, 2, …): doubling from half a second to 20 s; `dice` is 0..1. */
export function backoff(attempt: number, dice: number): number {
  return Math.min(20_000, 500 * 2 ** (attempt - 1)) * (0.5 + dice / 2)
}

/** Follows from the event `since` on, which is no newer than what the page has loaded; what came after it is told first. */
export async function followEvents(
  workspaceId: string,
  since: string,
  stopped: AbortSignal,
  listen: Listen,
): Promise<void> {
  let lastId = since
  let lastSeen = Date.now()
  let attempt = 0
  listen.onState('connecting')
  while (!stopped.aborted) {
    await visible(stopped)
    if (stopped.aborted) return
    const cut = new AbortController()
    const abort = () => cut.abort()
    const letGo = cutWhen(abort, stopped)
    let quiet = setTimeout(abort, silence)
    try {
      const body = await take(
        api.GET('/api/events', {
          params: {
            header: { 'x-workspace-id': workspaceId },
            ...(lastId && { query: { last_event_id: lastId } }),
          },
          parseAs: 'stream',
          cache: 'no-store',
          signal: cut.signal,
        }),
      )
      if (body) {
        const now = Date.now()
        const gap = !lastId || now - lastSeen > kept
        attempt = 0
        listen.onState('connected')
        if (gap) listen.onGap()
        const read = frameReader((frame) => {
          lastId = frame.id || lastId
          // The server itself no longer has what comes after the id.
          if (frame.event === 'reset') listen.onGap()
          listen.onFrame(frame)
        })
        for await (const text of chunks(body)) {
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
    letGo()
    if (stopped.aborted) return
    if (document.hidden) continue
    attempt += 1
    listen.onState(navigator.onLine ? 'reconnecting' : 'offline')
    await pause(backoff(attempt, Math.random()), stopped)
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

/**
 * Calls `cut` when the network goes, the stream is closed, the tab has been out of sight for a while, or the page is left: one kept for
 * the back button would hold one of the six connections of the browser.
 */
export function cutWhen(cut: () => void, stopped: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(cut, unseen)
  }
  window.addEventListener('offline', cut)
  window.addEventListener('pagehide', cut)
  document.addEventListener('visibilitychange', look)
  stopped.addEventListener('abort', cut)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('offline', cut)
    window.removeEventListener('pagehide', cut)
    document.removeEventListener('visibilitychange', look)
    stopped.removeEventListener('abort', cut)
  }
}

export function visible(stopped: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((done) => {
    function look() {
      if (document.hidden && !stopped.aborted) return
      document.removeEventListener('visibilitychange', look)
      stopped.removeEventListener('abort', look)
      done()
    }
    document.addEventListener('visibilitychange', look)
    stopped.addEventListener('abort', look)
  })
}

/** Waits, but not longer than until the network is back or the stream is closed. */
export function pause(ms: number, stopped: AbortSignal): Promise<void> {
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
