// A line under the top bar while the live connection is down: what it means, and that it heals itself.
import { RefreshCw, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { onGap, useConnection } from '../api/events.ts'

/** How long it is said that everything was loaded again, in ms. */
const CAUGHT_UP_MS = 10_000

export function Banner() {
  const connection = useConnection()
  const [shown, setShown] = useState(false)
  const down = connection === 'reconnecting' || connection === 'offline'

  // An interruption of a second or two is not shown.
  useEffect(() => {
    if (!down) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), connection === 'offline' ? 0 : 2500)
    return () => clearTimeout(timer)
  }, [down, connection])

  const [caughtUp, setCaughtUp] = useState(0)
  useEffect(() => onGap(() => setCaughtUp((before) => before + 1)), [])
  useEffect(() => {
    if (caughtUp === 0) return
    const timer = setTimeout(() => setCaughtUp(0), CAUGHT_UP_MS)
    return () => clearTimeout(timer)
  }, [caughtUp])

  return (
    <div role="status">
      {caughtUp > 0 && !(shown && down) && (
        <p className="flex items-center gap-2 border-b bg-canvas px-4 py-1.5 text-ink-2 text-sm">
          <RefreshCw aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          You were away for longer than changes are kept for you, so what you see was loaded again.
        </p>
      )}
      {shown && down && (
        <p className="flex items-center gap-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          {connection === 'offline'
            ? 'You are offline. What you see may be old, and changes are not saved until the connection is back.'
            : 'Connection to the server lost; reconnecting. Runs go on there, and what you missed will be filled in.'}
        </p>
      )}
    </div>
  )
}
