// Your passkeys: sign in with the fingerprint, face or PIN of a device instead of the password.

import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
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
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  if (!data) return null
  return (
    <Section
      title="Passkeys"
      about="Sign in with the fingerprint, face or PIN of a device. A passkey works on this site only, so it cannot be phished."
      action={browserSupportsWebAuthn() && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
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
                  <Button size="sm" look="quiet" aria-label={`Rename ${one.name}`} onClick={() => setRenaming(one)}>
                    Rename
                  </Button>
                  <Button size="sm" look="quiet" aria-label={`Remove ${one.name}`} onClick={() => setRemoving(one)}>
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Frame>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && (
        <ConfirmDialog
          title={`Remove “${removing.name}”?`}
          action="Remove passkey"
          run={() => take(api.DELETE('/api/users/me/passkeys/{passkey_id}', path(removing.id)))}
          onClose={(done) => {
            setRemoving(null)
            if (!done) return
            toast(`“${removing.name}” was removed`)
            void anew()
          }}
        >
          <p>It can no longer be used to sign in. Delete it in your browser or password manager, too.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => deviceWords(navigator.userAgent))
  const [password, setPassword] = useState('')
  const { busy, submit, problem, fields, words } = useSubmit()
  const [refused, setRefused] = useState<string | null>(null)
  const wrong = problem?.status === 400 && !refused

  async function add() {
    setRefused(null)
    const done = await submit(async () => {
      const optionsJSON = (await take(api.POST('/api/users/me/passkeys/start', { body: { password } }))) as never
      const response = (await startRegistration({ optionsJSON }).catch((error: Error) => {
        setRefused(
          error.name === 'InvalidStateError'
            ? 'This device has a passkey of yours already.'
            : 'No passkey was made. Try again, and follow what the browser asks.',
        )
        throw asProblem(error)
      })) as never
      await take(api.POST('/api/users/me/passkeys', { body: { name: name.trim(), response } }))
    })
    if (!done) return
    toast(`“${name.trim()}” can sign you in now`, { tone: 'good' })
    void anew()
    onClose()
  }

  return (
    <FormDialog
      size="sm"
      title="Add a passkey"
      action="Go on"
      busy={busy}
      disabled={!name.trim() || !password}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label="Name" hint="For you, to tell devices apart." error={fields.name}>
        <Input value={name} maxLength={60} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Your password" error={wrong ? 'This is not your current password.' : undefined}>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FormError>{refused ?? (!wrong && Object.keys(fields).length === 0 ? words : null)}</FormError>
    </FormDialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const { busy, submit, fields, words } = useSubmit()

  async function rename() {
    const body = { name: name.trim() }
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
      disabled={!name.trim()}
      onSubmit={rename}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name}>
        <Input value={name} maxLength={60} autoFocus dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <FormError>{fields.name === undefined && words}</FormError>
    </FormDialog>
  )
}
