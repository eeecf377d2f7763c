// Watches the session: asks for the password over the page when it has run out (edits stay), leaves when the user signed out.
import { useEffect } from 'react'
import { closeEvents } from '../api/events.ts'
import { queries } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { SignInForm } from '../features/login/sign-in-form.tsx'
import { useSessionState } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

// The form comes with the page: fetched when the session has run out it may be gone, and the page would load anew.

/** `onSignedOut` takes the person to the sign-in page. */
export function SessionGuard({ onSignedOut }: { onSignedOut: () => void }) {
  const state = useSessionState()

  useEffect(() => {
    if (state !== 'signed_out') return
    closeEvents()
    queries.clear()
    onSignedOut()
  }, [state, onSignedOut])

  return (
    <Dialog
      open={state === 'expired'}
      onOpenChange={() => undefined}
      sticky
      size="sm"
      title="Sign in again"
      about="Your session has ended. Nothing on this page is lost: what you were doing goes on after you sign in."
    >
      <SignInForm username={session.username() ?? ''} lockUsername onDone={() => undefined} />
      <p className="mt-4 border-t pt-3 text-ink-3 text-sm">
        Not you?{' '}
        <Button look="quiet" size="sm" onClick={() => void session.signOut()}>
          Leave this page and sign in as another user
        </Button>
      </p>
    </Dialog>
  )
}
