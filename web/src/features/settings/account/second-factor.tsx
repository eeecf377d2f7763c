// A second factor for your password: codes of an app, set up by a QR code, with recovery codes for when the phone is lost.
import { useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { api, take } from '../../../api/client.ts'
import type { Problem } from '../../../api/problem.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { duration } from '../../../ui/format.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDialogs } from '../../../ui/overlays/use-dialogs.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { Section } from '../settings-page.tsx'

const query = {
  queryKey: [...keys.me, 'second-factors'] as const,
  queryFn: () => take(api.GET('/api/users/me/second-factors')),
}

const anew = () => queries.invalidateQueries({ queryKey: keys.me })

export function SecondFactor() {
  const { data } = useQuery(query)
  const { open, dialog } = useDialogs({
    setUp: (close) => <SetUpDialog onClose={close} />,
    renew: (close) => <RenewDialog onClose={close} />,
    remove: (close) => <RemoveDialog onClose={close} />,
  })
  if (!data) return null
  return (
    <Section
      title="Second factor"
      about="After the password, signing in asks for a code that only your phone knows. Single sign-on and passkeys do not ask for it."
      action={data.totp === null && <Button onClick={() => open.setUp()}>Set up an app</Button>}
    >
      {data.totp && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">
            <Badge tone="ok">On</Badge> set up <TimeAgo at={data.totp.confirmed_at} />,{' '}
            {data.recovery_codes_left === 1 ? 'one recovery code' : `${data.recovery_codes_left} recovery codes`} left
          </p>
          <span className="flex gap-2">
            <Button onClick={() => open.renew()}>New recovery codes</Button>
            <Button look="quiet" onClick={() => open.remove()}>
              Remove
            </Button>
          </span>
        </div>
      )}
      {dialog}
    </Section>
  )
}

const PASSWORD: FormField = {
  name: 'password',
  kind: 'password',
  label: 'Your password',
  autoComplete: 'current-password',
}
const CODE: FormField = {
  name: 'code',
  kind: 'text',
  label: 'Code',
  hint: 'Of the app, or a recovery code.',
  maxLength: 40,
  autoComplete: 'one-time-code',
}

/** What was refused, at the one field that can be wrong; what is not about it is said above the buttons. */
function refused(name: string, { problem, words }: { problem: Problem | null; words: string | null }, wrong?: string) {
  const isWrong = problem?.status === 400
  return {
    errors: isWrong ? { [name]: wrong ?? problem.message } : {},
    words: isWrong
      ? null
      : problem?.status === 429
        ? `Too many wrong tries. You can try again in ${duration(problem.retryAfter ?? 60)}.`
        : words,
  }
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const beginning = useForm(
    { password: '' },
    { send: ({ password }) => take(api.POST('/api/users/me/totp', { body: { password } })) },
  )
  const confirming = useForm(
    { code: '' },
    {
      send: async ({ code }) =>
        keptCodes(await take(api.POST('/api/users/me/totp/confirm', { body: { code: code.trim() } }))),
    },
  )
  const { code } = confirming.values

  if (confirming.answer) return <CodesDialog codes={confirming.answer} onClose={onClose} />
  if (!beginning.answer) {
    const { errors, words } = refused('password', beginning, 'This is not your current password.')
    return (
      <FormDialog
        size="sm"
        title="Set up an app"
        action="Go on"
        busy={beginning.busy}
        disabled={beginning.values.password === ''}
        onSubmit={() => beginning.submit()}
        onClose={onClose}
      >
        <SchemaForm {...beginning.tied} fields={[PASSWORD]} errors={errors} />
        <FormError>{words}</FormError>
      </FormDialog>
    )
  }
  const { errors, words } = refused('code', confirming)
  return (
    <FormDialog
      size="sm"
      title="Scan and confirm"
      about="Scan this with an authenticator app, such as the one of your password manager, then type the code it shows."
      action="Turn on"
      busy={confirming.busy}
      disabled={!/^[\d\s]{6,8}$/.test(code.trim())}
      onSubmit={() => confirming.submit()}
      onClose={onClose}
    >
      <QrCode text={beginning.answer.uri} />
      <CopyField label="Or type this secret" value={beginning.answer.secret} />
      <SchemaForm
        {...confirming.tied}
        fields={[{ ...CODE, hint: undefined, maxLength: 8, isDigits: true, isFirst: true }]}
        errors={errors}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

function keptCodes({ recovery_codes }: Schemas['RecoveryCodes']): string[] {
  void anew()
  return recovery_codes
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(
    { code: '' },
    {
      send: async ({ code }) =>
        keptCodes(await take(api.POST('/api/users/me/recovery-codes', { body: { code: code.trim() } }))),
    },
  )
  if (form.answer) return <CodesDialog codes={form.answer} onClose={onClose} />
  const { errors, words } = refused('code', form)
  return (
    <FormDialog
      size="sm"
      title="New recovery codes"
      about="Your current codes stop working at once."
      action="Make new codes"
      busy={form.busy}
      disabled={form.values.code.trim().length < 6}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      <SchemaForm {...form.tied} fields={[CODE]} errors={errors} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { values, busy, submit, tied, problem, words } = useForm({ password: '', code: '' })
  const body = { password: values.password, code: values.code.trim() }
  async function remove() {
    if (!(await submit(() => take(api.POST('/api/users/me/totp/remove', { body }))))) return
    toast('The second factor was removed')
    void anew()
    onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="Remove the second factor?"
      about="After that, a password alone is enough to sign in."
      action="Remove"
      busy={busy}
      disabled={body.password === '' || body.code.length < 6}
      onSubmit={remove}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[PASSWORD, CODE]} />
      <FormError>{problem?.status === 400 ? problem.message : refused('', { problem, words }).words}</FormError>
    </FormDialog>
  )
}

function QrCode({ text }: { text: string }) {
  const { data: image } = useQuery({
    queryKey: ['qr code', text],
    queryFn: () => toDataURL(text, { margin: 2, width: 208 }),
    // It is the secret: nothing of it is kept.
    gcTime: 0,
  })
  return image ? <img src={image} alt="QR code of the secret" className="mx-auto size-52 rounded-md bg-white" /> : null
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      sticky
      title="Keep your recovery codes"
      about="Each works once, when you do not have your phone. They are shown this once: print them, or keep them in a password manager."
      actions={
        <>
          <Button
            onClick={() =>
              saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'millrace-recovery-codes.txt')
            }
          >
            Save as a file
          </Button>
          <Button look="primary" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
