// Live events of the workspace: the listeners, and the state of the connection. The stream itself is in event-stream.ts, one for all tabs by shared-events.ts.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { startOfEvents } from './client.ts'
import type { Connection } from './event-stream.ts'
import { shareEvents } from './shared-events.ts'

export type { Connection }

export interface LiveEvent {
  type: string
  ts: string
  workspace_id: string
  workbook_id?: string
  run_id?: string
  job_id?: string
  [more: string]: unknown
}

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
let happened = 0

export function matches(filter: EventFilter, event: LiveEvent): boolean {
  if (filter.workbook_id && event.workbook_id !== filter.workbook_id) return false
  if (filter.run_id && event.run_id !== filter.run_id) return false
  if (!filter.types) return true
  return filter.types.some((type) =>
    type.endsWith('.*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type,
  )
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

/** How much of what is on record has been heard: what was asked for at a lower count may be older than the last of it. */
export function eventsHeard(): number {
  return happened
}

/** Opens the stream of a workspace, closing the one before. */
export function openEvents(workspaceId: string) {
  closeEvents()
  const stop = new AbortController()
  close = () => stop.abort()
  void shareEvents(workspaceId, startOfEvents(), stop.signal, {
    onState(next) {
      if (next === connection) return
      connection = next
      for (const tell of watchers) tell()
    },
    onFrame(frame) {
      // Presence has no id, and `ready` tells where the stream begins.
      if (frame.id && frame.event !== 'ready') happened += 1
      deliver(frame.event, frame.data)
    },
    onGap() {
      for (const tell of missed) tell()
    },
  })
}

export function closeEvents() {
  close?.()
  close = null
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
