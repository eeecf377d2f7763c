// A new account, or a new password for one: a temporary one made here, or one of the administrator's own. Shown once, to be handed on.

import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { passwordFrom } from './temporary-password.logic.ts'
import { createAccount, setAccountPassword } from './users.queries.ts'

interface Props {
  /** Whose password is set; without it an account is made. */
  user?: Schemas['UserResponse']
  onClose: () => void
}

interface AccountForm {
  username: string
  role: string
  own: boolean
  password: string
}

const PASSWORD: FormField[] = [
  {
    name: 'own',
    kind: 'boolean',
    label: 'Choose the password myself',
    hint: 'Otherwise a temporary one is made and shown once.',
  },
  {
    name: 'password',
    kind: 'password',
    label: 'Password',
    hint: 'At least 8 characters.',
    maxLength: 256,
    only: { setting: 'own', values: [true] },
  },
]

const accountFields = (role: string): FormField[] => [
  { name: 'username', kind: 'text', label: 'Username', maxLength: 100 },
  {
    name: 'role',
    kind: 'choice',
    label: 'Role on this installation',
    hint:
      role === 'admin'
        ? 'Keeps all accounts and the installation itself. Sees a workspace only as its member.'
        : 'Works in workspaces.',
    options: [
      { value: 'user', label: 'User' },
      { value: 'admin', label: 'Administrator' },
    ],
  },
]

export function AccountDialog({ user, onClose }: Props) {
  const {
    values,
    busy,
    submit,
    answer: handOver,
    problem,
    tied,
    words,
  } = useForm({ username: '', role: 'user', own: false, password: '' }, { send: save })
  const taken = problem?.status === 409 ? 'This name is taken. Choose another one.' : undefined

  async function save({ username, role, own, password: chosen }: AccountForm) {
    const password = own ? chosen : passwordFrom(crypto.getRandomValues(new Uint8Array(20)))
    const saved = user
      ? await setAccountPassword(user.id, password)
      : await createAccount({ username: username.trim(), password, role: role as 'user' | 'admin' })
    return { username: saved.username, password }
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
      disabled={(!user && !values.username.trim()) || (values.own && values.password.length < 8)}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={user ? PASSWORD : [...accountFields(values.role), ...PASSWORD]}
        errors={taken ? { username: taken } : tied.errors}
      />
      <FormError>{!taken && words}</FormError>
    </FormDialog>
  )
}
