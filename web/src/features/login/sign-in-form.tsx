// Username and password, with what went wrong said beside them.
import { type FormEvent, useEffect, useState } from 'react'
import { asProblem, Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { duration } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
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

function messageFor(problem: Problem): string {
  if (problem.status === 401)
    return 'That username and password do not match an active account. Check both and try again.'
  if (problem.status === 403) return `${problem.message}. Use the button below.`
  if (problem.status === 422) return 'Type your username and your password.'
  if (problem.status === 429) return 'Too many attempts.'
  if (problem.status === 0) return 'The server could not be reached. Check that it is running and try again.'
  return `The server could not sign you in: ${problem.message}`
}

export function SignInForm({ username: known = '', lockUsername, workspace, next, onDone }: Props) {
  const [wait, setWait] = useState(0)
  const {
    values,
    set,
    busy,
    submit,
    answer: challenge,
    forget,
    problem,
  } = useForm(
    { username: known, password: '' },
    {
      send: async ({ username, password }) => {
        if (!username.trim() || !password) throw new Problem({ status: 422, detail: '' })
        const open = await session.signIn(username.trim(), password).catch((error) => {
          const { status, retryAfter } = asProblem(error)
          if (status === 429) setWait(Math.ceil(retryAfter ?? 30))
          throw error
        })
        if (open === null) onDone()
        return open
      },
    },
  )
  const { username, password } = values

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (wait === 0) await submit()
  }

  if (challenge)
    return (
      <SecondStepForm
        username={username.trim()}
        challenge={challenge}
        onDone={onDone}
        onBack={() => {
          forget()
          set({ password: '' })
        }}
      />
    )
  return (
    <>
      <form onSubmit={send} className="flex flex-col gap-3" noValidate>
        <Field label="Username">
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!known}
            readOnly={lockUsername}
            value={username}
            onChange={(event) => set({ username: event.target.value })}
          />
        </Field>
        <Field label="Password">
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus={Boolean(known)}
            value={password}
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        <FormError>
          {problem && `${messageFor(problem)}${wait > 0 ? ` You can try again in ${duration(wait)}.` : ''}`}
        </FormError>
        <Button type="submit" look="primary" busy={busy} disabled={wait > 0} className="mt-1">
          Sign in
        </Button>
      </form>
      <PasskeyButton onDone={onDone} />
      <SsoButtons workspace={workspace} login={username} next={next ?? here()} />
    </>
  )
}
