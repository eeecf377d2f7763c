// Signing in with a passkey: no name and no password, where the browser knows passkeys.
import { KeyRound } from 'lucide-react'
import { openApi, take } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'

/** Closed by the person, or there is none: nothing to complain about. */
const isGivenUp = (error: unknown) => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)

export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { busy, submit, problem } = useSubmit()
  if (!('PublicKeyCredential' in window)) return null

  const signIn = () =>
    submit(async () => {
      const start = take(openApi.POST('/auth/passkeys/start', { body: {} }))
      // Few people who sign in need it, so it does not come with the page.
      const [options, { startAuthentication }] = await Promise.all([start, import('@simplewebauthn/browser')])
      const optionsJSON = options as never
      const asked = startAuthentication({ optionsJSON }) as Promise<unknown>
      const response = (await asked.catch((error) => {
        if (!isGivenUp(error)) throw error
      })) as never
      if (response === undefined) return
      const answer = await take(openApi.POST('/auth/passkeys/finish', { body: { response } }))
      session.adopt(answer, answer.username)
      onDone()
    })

  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button icon={KeyRound} busy={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      <FormError>{problem?.message}</FormError>
    </div>
  )
}
