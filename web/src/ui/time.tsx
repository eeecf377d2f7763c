// A time, shown relative to now and kept up to date, with the exact time on hover.
import { useSyncExternalStore } from 'react'
import { ago } from './format.ts'

let now = Date.now()
const listeners = new Set<() => void>()
setInterval(() => {
  now = Date.now()
  for (const tell of listeners) tell()
}, 30_000)

export function useNow(): number {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => now,
  )
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export function TimeAgo({ at }: { at: string | null | undefined }) {
  const current = useNow()
  if (!at) return <span className="text-ink-3">–</span>
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {ago(moment, Math.max(current, moment))}
    </time>
  )
}

/** A moment to come: "in 7 days", "tomorrow"; "now" once it is here. */
export function TimeAhead({ at }: { at: string }) {
  const current = useNow()
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {moment - current < 60_000 ? 'now' : ago(moment, current)}
    </time>
  )
}
