// A mailbox: where it sends, where replies are read, how much, and how it signs. Passwords are entered, never shown.

import type { Schemas } from '../../api/shapes.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { createMailbox, updateMailbox } from './outreach.queries.ts'

const text = (name: string, label: string, hint?: string): FormField => ({ name, kind: 'text', label, hint })
const number = (name: string, label: string, hint?: string): FormField => ({ name, kind: 'number', label, hint })
const flag = (name: string, label: string, hint?: string): FormField => ({ name, kind: 'boolean', label, hint })
const secret = (name: string, label: string, isSet = false): FormField => ({
  name,
  kind: 'password',
  label,
  hint: isSet ? 'One is stored; leave this empty to keep it.' : undefined,
})

const LIMITS: FormField[] = [
  { ...flag('use_tls', 'Use TLS', 'Never sends without it while this is on.'), isWide: true },
  number('max_per_hour', 'Messages an hour'),
  number('max_per_day', 'Messages a day', 'Empty for no limit.'),
  number('ramp_start', 'Begin with, a day', 'For a new mailbox; empty to begin with the whole limit.'),
  number('ramp_step', 'More each day'),
]

const NUMBERS = ['port', 'imap_port', 'max_per_hour', 'max_per_day', 'ramp_start', 'ramp_step'] as const

const valuesOf = (mailbox: Partial<Schemas['Mailbox']>) => ({
  email: mailbox.email ?? '',
  from_name: mailbox.from_name ?? '',
  host: mailbox.host ?? '',
  username: mailbox.username ?? '',
  reply_to: mailbox.reply_to ?? '',
  dkim_domain: mailbox.dkim_domain ?? '',
  dkim_selector: mailbox.dkim_selector ?? '',
  imap_host: mailbox.imap_host ?? '',
  imap_username: mailbox.imap_username ?? '',
  imap_folder: mailbox.imap_folder ?? 'INBOX',
  port: String(mailbox.port ?? 587),
  imap_port: String(mailbox.imap_port ?? 993),
  max_per_hour: String(mailbox.max_per_hour ?? 60),
  max_per_day: String(mailbox.max_per_day ?? ''),
  ramp_start: String(mailbox.ramp?.start ?? ''),
  ramp_step: String(mailbox.ramp?.step ?? ''),
  use_tls: mailbox.use_tls ?? true,
  imap_use_tls: mailbox.imap_use_tls ?? true,
  verp: mailbox.verp ?? true,
  smtp_password: '',
  imap_password: '',
  dkim_private_key: '',
})

function bodyOf(values: ReturnType<typeof valuesOf>): Schemas['MailboxUpdate'] {
  const orNull = (value: string) => value.trim() || null
  const { email, ramp_start, ramp_step, max_per_day, smtp_password, imap_password, dkim_private_key, ...rest } = values
  return {
    ...rest,
    ...(email.trim() && { email: email.trim() }),
    host: orNull(rest.host),
    username: orNull(rest.username),
    reply_to: orNull(rest.reply_to),
    dkim_domain: orNull(rest.dkim_domain),
    dkim_selector: orNull(rest.dkim_selector),
    imap_host: orNull(rest.imap_host),
    imap_username: orNull(rest.imap_username),
    imap_folder: rest.imap_folder.trim() || 'INBOX',
    port: Number(rest.port),
    imap_port: Number(rest.imap_port),
    max_per_hour: Number(rest.max_per_hour),
    max_per_day: max_per_day === '' ? null : Number(max_per_day),
    ramp: ramp_start === '' ? null : { start: Number(ramp_start), step: Number(ramp_step || 0) },
    ...(smtp_password && { smtp_password }),
    ...(imap_password && { imap_password }),
    ...(dkim_private_key.trim() && { dkim_private_key }),
  }
}

export function MailboxDialog({ mailbox, onClose }: { mailbox: Schemas['Mailbox'] | undefined; onClose: () => void }) {
  const { values, busy, submit, fields, tied: told, words } = useForm(valuesOf(mailbox ?? {}))
  const unread = NUMBERS.filter((name) => Number.isNaN(Number(values[name])))
  const tied = { ...told, errors: { ...fields, ...Object.fromEntries(unread.map((name) => [name, 'A number.'])) } }
  async function save() {
    const body = bodyOf(values)
    if (await submit(() => (mailbox ? updateMailbox(mailbox.id, body) : createMailbox(body)))) onClose()
  }
  return (
    <FormDialog
      title={mailbox ? `Edit ${mailbox.email ?? 'mailbox'}` : 'Add a mailbox'}
      about="Passwords are encrypted and never shown again."
      action={mailbox ? 'Save mailbox' : 'Add mailbox'}
      busy={busy}
      disabled={unread.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        columns={2}
        fields={[
          text('email', 'Address'),
          text('from_name', 'Sender name'),
          text('host', 'SMTP server'),
          number('port', 'Port'),
          text('username', 'Login', 'The address when empty.'),
          secret('smtp_password', 'Password', mailbox?.smtp_password_set),
          ...LIMITS,
        ]}
      />
      <Disclosure title="Replies and bounces" about="The IMAP server they are read from.">
        <div className="pt-2">
          <SchemaForm
            {...tied}
            columns={2}
            fields={[
              text('imap_host', 'IMAP server', 'Empty: replies are not read.'),
              number('imap_port', 'Port'),
              text('imap_username', 'Login', 'That of SMTP when empty.'),
              secret('imap_password', 'Password', mailbox?.imap_password_set),
              text('imap_folder', 'Folder'),
              flag('imap_use_tls', 'Use TLS'),
            ]}
          />
        </div>
      </Disclosure>
      <Disclosure title="Signing and addresses" about="DKIM, the reply address, and how bounces are recognized.">
        <div className="pt-2">
          <SchemaForm
            {...tied}
            columns={2}
            fields={[
              text('dkim_domain', 'DKIM domain', 'That of the address when empty.'),
              text('dkim_selector', 'DKIM selector', 'Empty: the server signs.'),
              {
                ...secret('dkim_private_key', 'DKIM private key', mailbox?.dkim_key_set),
                kind: 'multiline',
                isWide: true,
              },
              text('reply_to', 'Reply to', 'The address when empty.'),
              flag(
                'verp',
                'Mark the envelope sender',
                'Ties bounces to their message; needs a server that delivers name+word@domain.',
              ),
            ]}
          />
        </div>
      </Disclosure>
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
