// A line under the top bar while the live connection is down: what it means, and that it heals itself.
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../api/events.ts'

export function Banner() {
  const connection = useConnection()
  const [shown, setShown] = useState(false)
  const down = connection === 'reconnecting' || connection === 'offline'

  // A cut of a second or two is nobody's business.
  useEffect(() => {
    if (!down) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), connection === 'offline' ? 0 : 2500)
    return () => clearTimeout(timer)
  }, [down, connection])

  return (
    <div role="status">
      {shown && down && (
        <p className="flex items-center gap-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          {connection === 'offline'
            ? 'You are offline. What you see may be old, and changes are refused until the connection is back.'
            : 'Connection to the server lost; reconnecting. Runs go on there, and what you missed will be filled in.'}
        </p>
      )}
    </div>
  )
}
