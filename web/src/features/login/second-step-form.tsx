// The second step of signing in: a code of the app, or one of the recovery codes.
import { type FormEvent, useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { duration } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'

interface Props {
  username: string
  challenge: string
  onDone: () => void
  /** Back to the password. */
  onBack: () => void
}

export function SecondStepForm({ username, challenge, onDone, onBack }: Props) {
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !code.trim()) return
    setBusy(true)
    setError(null)
    try {
      await session.secondStep(username, challenge, code.trim())
      onDone()
    } catch (failed) {
      const problem = asProblem(failed)
      setError(
        problem.status === 429
          ? `Too many wrong codes. You can try again in ${duration(problem.retryAfter ?? 60)}.`
          : problem.status === 422
            ? 'A code has six digits; a recovery code has sixteen letters and digits.'
            : `${problem.message}.`,
      )
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
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
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          {error}
        </p>
      )}
      <Button type="submit" look="primary" busy={busy} disabled={!code.trim()} className="mt-1">
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="sm" look="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button size="sm" look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
