// Another password for your own account. It says what that ends.
import type { FormEvent } from 'react'
import { keys, queries } from '../../../api/queries.ts'
import { session } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { duration } from '../../../ui/format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Section } from '../settings-page.tsx'

const SHORTEST = 8

const passwordFields = (kind: 'text' | 'password'): FormField[] => [
  { name: 'current_password', kind, label: 'Current password', isRequired: true, autoComplete: 'current-password' },
  {
    name: 'new_password',
    kind,
    label: 'New password',
    hint: `At least ${SHORTEST} characters.`,
    isRequired: true,
    maxLength: 256,
    autoComplete: 'new-password',
  },
  { name: 'shown', kind: 'boolean', label: 'Show passwords' },
]

export function PasswordForm({ username }: { username: string }) {
  const { values, busy, submit, reset, problem, tied, words } = useForm({
    current_password: '',
    new_password: '',
    shown: false,
  })
  const { current_password: current, new_password: next } = values
  const isWrong = problem?.status === 400

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await submit(() => session.changePassword(current, next)))) return
    reset()
    void queries.invalidateQueries({ queryKey: keys.me })
    toast('Password changed. All your other sessions have ended.', { tone: 'good' })
  }

  return (
    <Section title="Password" about="This signs you out everywhere else.">
      <form onSubmit={save} className="flex flex-col gap-3">
        {/* For password managers, which otherwise guess whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <SchemaForm
          {...tied}
          fields={passwordFields(values.shown ? 'text' : 'password')}
          errors={isWrong ? { current_password: 'This is not your current password.' } : tied.errors}
        />
        <FormError>
          {problem?.status === 429
            ? `Too many wrong passwords. You can try again in ${duration(problem.retryAfter ?? 60)}.`
            : !isWrong && words}
        </FormError>
        <div>
          <Button type="submit" look="primary" busy={busy} disabled={!current || next.length < SHORTEST}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  )
}
