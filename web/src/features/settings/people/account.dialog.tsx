// A new account, or a new password for one: a temporary one made here, or one of the administrator's own. Shown once, to be handed on.

import { useState } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { passwordFrom } from './temporary-password.logic.ts'
import { createAccount, setAccountPassword } from './users.queries.ts'

interface Props {
  /** Whose password is set; without it an account is made. */
  user?: Schemas['UserResponse']
  onClose: () => void
}

export function AccountDialog({ user, onClose }: Props) {
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<'user' | 'admin'>('user')
  const [own, setOwn] = useState(false)
  const [typed, setTyped] = useState('')
  const [handOver, setHandOver] = useState<{ username: string; password: string } | null>(null)
  const { busy, submit, problem, fields, words } = useSubmit()
  const taken = problem?.status === 409 ? 'This name is taken. Choose another one.' : undefined

  async function save() {
    const password = own ? typed : passwordFrom(crypto.getRandomValues(new Uint8Array(20)))
    await submit(async () => {
      const saved = user
        ? await setAccountPassword(user.id, password)
        : await createAccount({ username: username.trim(), password, role })
      setHandOver({ username: saved.username, password })
    })
  }

  if (handOver)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={user ? `${handOver.username} has a new password` : `${handOver.username} has an account now`}
        about="Hand the password over in a safe way. It is shown this once; they change it on their profile."
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Username" value={handOver.username} />
          <CopyField label="Password" value={handOver.password} />
          <p className="text-ink-2">
            {user
              ? 'Every session they had has ended.'
              : 'The account is in no workspace yet: they can make one, or be added to yours on its page “Members”.'}
          </p>
        </div>
      </Dialog>
    )

  return (
    <FormDialog
      size="sm"
      title={user ? `New password for ${user.username}` : 'New account'}
      about={user && 'Every session they have ends at once.'}
      action={user ? 'Set password' : 'Create account'}
      busy={busy}
      disabled={(!user && !username.trim()) || (own && typed.length < 8)}
      onSubmit={save}
      onClose={onClose}
    >
      {!user && (
        <>
          <Field label="Username" error={taken ?? fields.username}>
            <Input
              value={username}
              maxLength={100}
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setUsername(event.target.value)}
            />
          </Field>
          <Field
            label="Role on this installation"
            hint={
              role === 'admin'
                ? 'Keeps all accounts and the installation itself. Sees a workspace only as its member.'
                : 'Works in workspaces.'
            }
          >
            <Select value={role} onChange={(event) => setRole(event.target.value as 'user' | 'admin')}>
              <option value="user">User</option>
              <option value="admin">Administrator</option>
            </Select>
          </Field>
        </>
      )}
      <Checkbox
        label="Choose the password myself"
        hint="Otherwise a temporary one is made and shown once."
        checked={own}
        onChange={setOwn}
      />
      {own && (
        <Field label="Password" hint="At least 8 characters." error={fields.password}>
          <Input
            type="password"
            autoComplete="new-password"
            value={typed}
            maxLength={256}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <FormError>{!taken && Object.keys(fields).length === 0 && words}</FormError>
    </FormDialog>
  )
}
