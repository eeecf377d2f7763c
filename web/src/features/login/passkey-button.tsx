// Signing in with a passkey: no name and no password, where the browser knows passkeys.
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { openApi, take } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'

/** Closed by the person, or there is none: nothing to complain about. */
const isGivenUp = (error: unknown) => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)

export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (!('PublicKeyCredential' in window)) return null

  async function signIn() {
    setBusy(true)
    setError(null)
    try {
      const start = take(openApi.POST('/auth/passkeys/start', { body: {} }))
      // Few people who sign in need it, so it does not come with the page.
      const [options, { startAuthentication }] = await Promise.all([start, import('@simplewebauthn/browser')])
      const optionsJSON = options as never
      const response = (await startAuthentication({ optionsJSON })) as never
      const answer = await take(openApi.POST('/auth/passkeys/finish', { body: { response } }))
      session.adopt(answer, answer.username)
      onDone()
    } catch (failed) {
      if (!isGivenUp(failed)) setError(asProblem(failed).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button icon={KeyRound} busy={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      {error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
