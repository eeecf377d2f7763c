// Follows a run to its end: its state now, after each of its events, and every few seconds in case one was missed.
import type { Client } from 'openapi-fetch'
import type { paths } from '../../web/src/api/schema.d.ts'
import type { EventFilter, MillraceEvent } from './events.ts'
import { pause } from './retry.ts'

type RunPath = paths['/api/workbooks/{workbook_id}/runs/{run_id}']
export type Run = RunPath['get']['responses'][200]['content']['application/json']

interface Follower {
  api: Client<paths>
  take<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T>
  events(filter: EventFilter): AsyncGenerator<MillraceEvent, void, void>
}

const LOOK_AGAIN_MS = 5_000
const UNDER_WAY = new Set<string>(['queued', 'running', 'paused'])

export const isEnded = (run: Pick<Run, 'status'>): boolean => !UNDER_WAY.has(run.status)

/** Yields the run whenever it moved; the last one yielded has ended, unless `signal` fired. */
export async function* followRun(
  millrace: Follower,
  run: { workbook_id: string; run_id: string },
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Run, void, void> {
  const { workbook_id, run_id } = run
  const stop = new AbortController()
  const events = millrace.events({
    workbook_id,
    run_id,
    types: ['run.*'],
    signal: AbortSignal.any([stop.signal, signal]),
  })
  try {
    let next = events.next()
    for (;;) {
      const path = { workbook_id, run_id }
      const state = await millrace.take(
        millrace.api.GET('/api/workbooks/{workbook_id}/runs/{run_id}', { params: { path } }),
      )
      yield state
      if (isEnded(state) || signal.aborted) return
      const timer = new AbortController()
      const heard = await Promise.race([
        next.then(() => true),
        pause(LOOK_AGAIN_MS, AbortSignal.any([timer.signal, signal])).then(
          () => false,
          () => false,
        ),
      ])
      timer.abort()
      if (heard) next = events.next()
    }
  } finally {
    stop.abort()
    await events.return()
  }
}
