// The second step of signing in: a code of the app, or one of the recovery codes.
import type { FormEvent } from 'react'
import type { Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { duration } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

interface Props {
  username: string
  challenge: string
  onDone: () => void
  /** Back to the password. */
  onBack: () => void
}

function wordsFor({ status, retryAfter, message }: Problem): string {
  if (status === 429) return `Too many wrong codes. You can try again in ${duration(retryAfter ?? 60)}.`
  if (status === 422) return 'A code has six digits; a recovery code has sixteen letters and digits.'
  return `${message}.`
}

export function SecondStepForm({ username, challenge, onDone, onBack }: Props) {
  const { values, set, busy, submit, problem } = useForm({ code: '', recovery: false })
  const { recovery } = values
  const code = values.code.trim()

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!code) return
    const done = await submit(() => session.secondStep(username, challenge, code))
    if (done) onDone()
    else set({ code: '' })
  }

  return (
    <form onSubmit={send} className="flex flex-col gap-3" noValidate>
      <Field
        label={recovery ? 'Recovery code' : 'Code'}
        hint={
          recovery
            ? 'One of those you kept when you set it up. Each works once.'
            : 'The six digits that your app shows now.'
        }
      >
        <Input
          key={String(recovery)}
          name="code"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={40}
          value={values.code}
          onChange={(event) => set({ code: event.target.value })}
        />
      </Field>
      <FormError>{problem && wordsFor(problem)}</FormError>
      <Button type="submit" look="primary" busy={busy} disabled={!code} className="mt-1">
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="sm" look="quiet" onClick={() => set({ recovery: !recovery })}>
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button size="sm" look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
