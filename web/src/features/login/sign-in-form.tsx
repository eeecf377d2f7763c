// Username and password, with what went wrong said beside them.
import { type FormEvent, useEffect, useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { duration } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { SsoButtons } from './sso-buttons.tsx'

/** Over a page whose session has run out: back to it. */
function here(): string | undefined {
  const { pathname, search } = window.location
  return pathname.startsWith('/login') ? undefined : `${pathname}${search}`
}

interface Props {
  username?: string
  lockUsername?: boolean
  /** The slug of a workspace whose identity providers are offered. */
  workspace?: string | undefined
  /** Where to go after signing in through an identity provider. */
  next?: string | undefined
  onDone: () => void
}

function messageFor(error: unknown): string {
  const problem = asProblem(error)
  if (problem.status === 401)
    return 'That username and password do not match an active account. Check both and try again.'
  if (problem.status === 403) return `${problem.message}. Use the button below.`
  if (problem.status === 422) return 'Type your username and your password.'
  if (problem.status === 429) return 'Too many attempts.'
  if (problem.status === 0) return 'The server could not be reached. Check that it is running and try again.'
  return `The server could not sign you in: ${problem.message}`
}

export function SignInForm({ username: known = '', lockUsername, workspace, next, onDone }: Props) {
  const [username, setUsername] = useState(known)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [wait, setWait] = useState(0)
  const [challenge, setChallenge] = useState<string | null>(null)

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || wait > 0) return
    if (!username.trim() || !password) {
      setError('Type your username and your password.')
      return
    }
    setBusy(true)
    setError(null)
    try {
      const open = await session.signIn(username.trim(), password)
      setChallenge(open)
      if (open === null) onDone()
    } catch (failed) {
      setError(messageFor(failed))
      const problem = asProblem(failed)
      if (problem.status === 429) setWait(Math.ceil(problem.retryAfter ?? 30))
    } finally {
      setBusy(false)
    }
  }

  if (challenge !== null)
    return (
      <SecondStepForm
        username={username.trim()}
        challenge={challenge}
        onDone={onDone}
        onBack={() => {
          setChallenge(null)
          setPassword('')
        }}
      />
    )
  return (
    <>
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field label="Username">
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!known}
            readOnly={lockUsername}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password">
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus={Boolean(known)}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
            {error}
            {wait > 0 && ` You can try again in ${duration(wait)}.`}
          </p>
        )}
        <Button type="submit" look="primary" busy={busy} disabled={wait > 0} className="mt-1">
          Sign in
        </Button>
      </form>
      <PasskeyButton onDone={onDone} />
      <SsoButtons workspace={workspace} login={username} next={next ?? here()} />
    </>
  )
}
