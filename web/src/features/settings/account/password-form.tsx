// Another password for your own account. It says what that ends.
import { type FormEvent, useState } from 'react'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { duration } from '../../../ui/format.ts'
import { Checkbox, Field, Input } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Section } from '../settings-page.tsx'

const shortest = 8

export function PasswordForm({ username }: { username: string }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [shown, setShown] = useState(false)
  const { busy, submit, problem, fields, words } = useSubmit()
  const type = shown ? 'text' : 'password'
  const wrong = problem?.status === 400
  const tooShort = next !== '' && next.length < shortest

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await submit(() => session.changePassword(current, next)))) return
    setCurrent('')
    setNext('')
    setShown(false)
    void queries.invalidateQueries({ queryKey: keys.me })
    toast('Password changed. All your other sessions have ended.', { tone: 'good' })
  }

  return (
    <Section title="Password" about="This signs you out everywhere else.">
      <form onSubmit={save} className="flex flex-col gap-3">
        {/* For password managers, which otherwise guess whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label="Current password" error={wrong ? 'This is not your current password.' : fields.current_password}>
          <Input
            type={type}
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label="New password" hint={`At least ${shortest} characters.`} error={fields.new_password}>
          <Input
            type={type}
            required
            minLength={shortest}
            maxLength={256}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <Checkbox label="Show passwords" checked={shown} onChange={setShown} className="self-start" />
        <FormError>
          {problem && !wrong && Object.keys(fields).length === 0
            ? problem.status === 429
              ? `Too many wrong passwords. You can try again in ${duration(problem.retryAfter ?? 60)}.`
              : words
            : null}
        </FormError>
        <div>
          <Button type="submit" look="primary" busy={busy} disabled={!current || !next || tooShort}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  )
}
