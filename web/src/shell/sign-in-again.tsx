// What lies over a page whose session has run out: the password is asked for, and what the person was doing goes on.
import { session } from '../api/session.ts'
import { SignInForm } from '../features/login/sign-in-form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

export function SignInAgain() {
  return (
    <Dialog
      open
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
