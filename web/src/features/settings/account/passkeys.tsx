// Your passkeys: sign in with the fingerprint, face or PIN of a device instead of the password.

import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { Problem } from '../../../api/problem.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { Frame, Section } from '../settings-page.tsx'
import { deviceWords } from './device.logic.ts'

type Passkey = Schemas['Passkey']

const query = {
  queryKey: [...keys.me, 'passkeys'] as const,
  queryFn: async () => (await take(api.GET('/api/users/me/passkeys'))).items,
}

const anew = () => queries.invalidateQueries({ queryKey: query.queryKey })
const path = (passkey_id: string) => ({ params: { path: { passkey_id } } })

export function Passkeys() {
  const { data } = useQuery(query)
  const { open, dialog } = useDialogs({
    add: (close) => <AddDialog onClose={close} />,
    rename: (close, passkey: Passkey) => <RenameDialog passkey={passkey} onClose={close} />,
    remove: (close, { id, name }: Passkey) => (
      <ConfirmDialog
        title={`Remove “${name}”?`}
        action="Remove passkey"
        run={() => take(api.DELETE('/api/users/me/passkeys/{passkey_id}', path(id)))}
        onClose={(done) => {
          close()
          if (!done) return
          toast(`“${name}” was removed`)
          void anew()
        }}
      >
        <p>It can no longer be used to sign in. Delete it in your browser or password manager, too.</p>
      </ConfirmDialog>
    ),
  })
  if (!data) return null
  return (
    <Section
      title="Passkeys"
      about="Sign in with the fingerprint, face or PIN of a device. A passkey works on this site only, so it cannot be phished."
      action={browserSupportsWebAuthn() && <Button onClick={() => open.add()}>Add a passkey</Button>}
    >
      {data.length > 0 && (
        <Frame>
          <ul className="divide-y">
            {data.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 px-3 py-2">
                <span className="min-w-0">
                  <span className="flex items-center gap-2">
                    <span className="truncate font-medium" dir="auto">
                      {one.name}
                    </span>
                    {one.backed_up && <Badge>Synchronised</Badge>}
                  </span>
                  <span className="block text-ink-3 text-xs">
                    {one.last_used_at ? (
                      <>
                        used <TimeAgo at={one.last_used_at} />
                      </>
                    ) : (
                      'not used yet'
                    )}
                  </span>
                </span>
                <span className="flex gap-1">
                  <Button size="sm" look="quiet" aria-label={`Rename ${one.name}`} onClick={() => open.rename(one)}>
                    Rename
                  </Button>
                  <Button size="sm" look="quiet" aria-label={`Remove ${one.name}`} onClick={() => open.remove(one)}>
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Frame>
      )}
      {dialog}
    </Section>
  )
}

const NAME: FormField = { name: 'name', kind: 'text', label: 'Name', maxLength: 60 }
const NEW: FormField[] = [
  { ...NAME, hint: 'For you, to tell devices apart.' },
  { name: 'password', kind: 'password', label: 'Your password', autoComplete: 'current-password' },
]

function AddDialog({ onClose }: { onClose: () => void }) {
  const { values, busy, submit, tied, problem, words } = useForm({
    name: deviceWords(navigator.userAgent),
    password: '',
  })
  const name = values.name.trim()
  const isWrong = problem?.status === 400

  async function add() {
    const done = await submit(async () => {
      const body = { password: values.password }
      const optionsJSON = (await take(api.POST('/api/users/me/passkeys/start', { body }))) as never
      const response = (await startRegistration({ optionsJSON }).catch((error: Error) => {
        throw new Problem({
          status: 409,
          detail:
            error.name === 'InvalidStateError'
              ? 'This device has a passkey of yours already.'
              : 'No passkey was made. Try again, and follow what the browser asks.',
        })
      })) as never
      await take(api.POST('/api/users/me/passkeys', { body: { name, response } }))
    })
    if (!done) return
    toast(`“${name}” can sign you in now`, { tone: 'good' })
    void anew()
    onClose()
  }

  return (
    <FormDialog
      size="sm"
      title="Add a passkey"
      action="Go on"
      busy={busy}
      disabled={!name || !values.password}
      onSubmit={add}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={NEW}
        errors={isWrong ? { password: 'This is not your current password.' } : tied.errors}
      />
      <FormError>{!isWrong && words}</FormError>
    </FormDialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { values, busy, submit, tied, words } = useForm({ name: passkey.name })

  async function rename() {
    const body = { name: values.name.trim() }
    if (!(await submit(() => take(api.PATCH('/api/users/me/passkeys/{passkey_id}', { ...path(passkey.id), body })))))
      return
    void anew()
    onClose()
  }

  return (
    <FormDialog
      size="sm"
      title="Rename the passkey"
      action="Rename"
      busy={busy}
      disabled={!values.name.trim()}
      onSubmit={rename}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[NAME]} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
