// A second factor for your password: codes of an app, set up by a QR code, with recovery codes for when the phone is lost.
import { useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { useEffect, useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { duration } from '../../../ui/format.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field, Input } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { Section } from '../settings-page.tsx'

const query = {
  queryKey: [...keys.me, 'second-factors'] as const,
  queryFn: () => take(api.GET('/api/users/me/second-factors')),
}

const anew = () => queries.invalidateQueries({ queryKey: keys.me })

type Task = 'set up' | 'renew' | 'remove'

export function SecondFactor() {
  const { data } = useQuery(query)
  const [task, setTask] = useState<Task | null>(null)
  if (!data) return null
  const close = () => setTask(null)
  return (
    <Section
      title="Second factor"
      about="After the password, signing in asks for a code that only your phone knows. Single sign-on and passkeys do not ask for it."
      action={data.totp === null && <Button onClick={() => setTask('set up')}>Set up an app</Button>}
    >
      {data.totp && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">
            <Badge tone="ok">On</Badge> set up <TimeAgo at={data.totp.confirmed_at} />,{' '}
            {data.recovery_codes_left === 1 ? 'one recovery code' : `${data.recovery_codes_left} recovery codes`} left
          </p>
          <span className="flex gap-2">
            <Button onClick={() => setTask('renew')}>New recovery codes</Button>
            <Button look="quiet" onClick={() => setTask('remove')}>
              Remove
            </Button>
          </span>
        </div>
      )}
      {task === 'set up' && <SetUpDialog onClose={close} />}
      {task === 'renew' && <RenewDialog onClose={close} />}
      {task === 'remove' && <RemoveDialog onClose={close} />}
    </Section>
  )
}

const wordsFor = (status: number | undefined, retryAfter: number | null | undefined, words: string | null) =>
  status === 429 ? `Too many wrong tries. You can try again in ${duration(retryAfter ?? 60)}.` : words

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<string[] | null>(null)
  const { busy, submit, problem, words } = useSubmit()

  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  if (!begun)
    return (
      <FormDialog
        size="sm"
        title="Set up an app"
        action="Go on"
        disabled={password === ''}
        onSubmit={() =>
          submit(async () => setBegun(await take(api.POST('/api/users/me/totp', { body: { password } }))))
        }
        {...{ busy, onClose }}
      >
        <Password
          value={password}
          onChange={setPassword}
          error={problem?.status === 400 ? 'This is not your current password.' : undefined}
        />
        <FormError>{problem?.status !== 400 && wordsFor(problem?.status, problem?.retryAfter, words)}</FormError>
      </FormDialog>
    )
  return (
    <FormDialog
      size="sm"
      title="Scan and confirm"
      about="Scan this with an authenticator app, such as the one of your password manager, then type the code it shows."
      action="Turn on"
      disabled={!/^[\d\s]{6,8}$/.test(code.trim())}
      onSubmit={() =>
        submit(async () => {
          const confirmed = await take(api.POST('/api/users/me/totp/confirm', { body: { code: code.trim() } }))
          setCodes(confirmed.recovery_codes)
          void anew()
        })
      }
      {...{ busy, onClose }}
    >
      <QrCode text={begun.uri} />
      <CopyField label="Or type this secret" value={begun.secret} />
      <Field label="Code" error={problem?.status === 400 ? problem.message : undefined}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={8}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <FormError>{problem?.status !== 400 && wordsFor(problem?.status, problem?.retryAfter, words)}</FormError>
    </FormDialog>
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<string[] | null>(null)
  const { busy, submit, problem, words } = useSubmit()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      size="sm"
      title="New recovery codes"
      about="Your current codes stop working at once."
      action="Make new codes"
      disabled={code.trim().length < 6}
      onSubmit={() =>
        submit(async () => {
          const made = await take(api.POST('/api/users/me/recovery-codes', { body: { code: code.trim() } }))
          setCodes(made.recovery_codes)
          void anew()
        })
      }
      {...{ busy, onClose }}
    >
      <Code value={code} onChange={setCode} error={problem?.status === 400 ? problem.message : undefined} />
      <FormError>{problem?.status !== 400 && wordsFor(problem?.status, problem?.retryAfter, words)}</FormError>
    </FormDialog>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { values, setValues, busy, submit, problem, fields, words } = useForm({ password: '', code: '' })
  const body = { password: values.password, code: values.code.trim() }
  return (
    <FormDialog
      size="sm"
      title="Remove the second factor?"
      about="After that, a password alone is enough to sign in."
      action="Remove"
      disabled={body.password === '' || body.code.length < 6}
      onSubmit={async () => {
        if (!(await submit(() => take(api.POST('/api/users/me/totp/remove', { body }))))) return
        toast('The second factor was removed')
        void anew()
        onClose()
      }}
      {...{ busy, onClose }}
    >
      <Password
        value={values.password}
        error={fields.password}
        onChange={(password) => setValues({ ...values, password })}
      />
      <Code value={values.code} error={fields.code} onChange={(code) => setValues({ ...values, code })} />
      <FormError>
        {problem?.status === 400 ? problem.message : wordsFor(problem?.status, problem?.retryAfter, words)}
      </FormError>
    </FormDialog>
  )
}

interface TypedProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

function Password({ value, onChange, error }: TypedProps) {
  return (
    <Field label="Your password" error={error}>
      <Input
        type="password"
        autoComplete="current-password"
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function Code({ value, onChange, error }: TypedProps) {
  return (
    <Field label="Code" hint="Of the app, or a recovery code." error={error}>
      <Input
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function QrCode({ text }: { text: string }) {
  const [image, setImage] = useState<string | null>(null)
  useEffect(() => {
    void toDataURL(text, { margin: 2, width: 208 }).then(setImage)
  }, [text])
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
