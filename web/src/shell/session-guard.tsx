// Watches the session: asks for the password over the page when it has run out (edits stay), leaves when the user signed out.
import { type ComponentType, useEffect, useState } from 'react'
import { closeEvents } from '../api/events.ts'
import { queries } from '../api/queries.ts'
import { useSessionState } from '../session/use-session.ts'

/** `onSignedOut` takes the person to the sign-in page. */
export function SessionGuard({ onSignedOut }: { onSignedOut: () => void }) {
  const state = useSessionState()
  const [parts, setParts] = useState<{ SignInAgain?: ComponentType }>({})
  const { SignInAgain } = parts

  // Fetched as soon as somebody is signed in: when the session has run out it may be gone, and the page would load again.
  useEffect(() => {
    if (state !== 'signed_out' && !SignInAgain) void import('./sign-in-again.tsx').then(setParts)
  }, [state, SignInAgain])

  useEffect(() => {
    if (state !== 'signed_out') return
    closeEvents()
    queries.clear()
    onSignedOut()
  }, [state, onSignedOut])

  return state === 'expired' && SignInAgain ? <SignInAgain /> : null
}
