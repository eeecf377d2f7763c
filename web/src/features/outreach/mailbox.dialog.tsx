// A mailbox: where it sends, where replies are read, how much, and how it signs. Passwords are entered, never shown.

import { type FormEvent, useId, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Checkbox, Field, Input, Textarea } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { createMailbox, updateMailbox } from './outreach.queries.ts'

const TEXTS = [
  'email',
  'from_name',
  'host',
  'username',
  'reply_to',
  'dkim_domain',
  'dkim_selector',
  'imap_host',
  'imap_username',
  'imap_folder',
] as const
type TextName = (typeof TEXTS)[number]

export function MailboxDialog({ mailbox, onClose }: { mailbox: Schemas['Mailbox'] | undefined; onClose: () => void }) {
  const [texts, setTexts] = useState<Record<TextName, string>>(
    () =>
      Object.fromEntries(
        TEXTS.map((name) => [name, mailbox?.[name] ?? (name === 'imap_folder' ? 'INBOX' : '')]),
      ) as Record<TextName, string>,
  )
  const [numbers, setNumbers] = useState({
    port: String(mailbox?.port ?? 587),
    imap_port: String(mailbox?.imap_port ?? 993),
    max_per_hour: String(mailbox?.max_per_hour ?? 60),
    max_per_day: mailbox?.max_per_day == null ? '' : String(mailbox.max_per_day),
    ramp_start: mailbox?.ramp ? String(mailbox.ramp.start) : '',
    ramp_step: mailbox?.ramp ? String(mailbox.ramp.step) : '',
  })
  const [flags, setFlags] = useState({
    use_tls: mailbox?.use_tls ?? true,
    imap_use_tls: mailbox?.imap_use_tls ?? true,
    verp: mailbox?.verp ?? true,
  })
  const [secrets, setSecrets] = useState({ smtp_password: '', imap_password: '', dkim_private_key: '' })
  const { busy, submit, fields, words } = useSubmit()
  const form = useId()
  const text = (name: TextName, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={fields[name]}>
      <Input value={texts[name]} onChange={(event) => setTexts({ ...texts, [name]: event.target.value })} />
    </Field>
  )
  const number = (name: keyof typeof numbers, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={fields[name]}>
      <Input
        type="number"
        min={0}
        value={numbers[name]}
        onChange={(event) => setNumbers({ ...numbers, [name]: event.target.value })}
      />
    </Field>
  )
  const secret = (name: 'smtp_password' | 'imap_password', label: string, isSet: boolean) => (
    <Field label={label} hint={isSet ? 'One is stored; leave this empty to keep it.' : undefined}>
      <Input
        type="password"
        autoComplete="new-password"
        value={secrets[name]}
        onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
      />
    </Field>
  )
  async function save(event: FormEvent) {
    event.preventDefault()
    const orNull = (value: string) => value.trim() || null
    const body: Schemas['MailboxUpdate'] = {
      ...(texts.email.trim() && { email: texts.email.trim() }),
      from_name: texts.from_name,
      host: orNull(texts.host),
      username: orNull(texts.username),
      reply_to: orNull(texts.reply_to),
      dkim_domain: orNull(texts.dkim_domain),
      dkim_selector: orNull(texts.dkim_selector),
      imap_host: orNull(texts.imap_host),
      imap_username: orNull(texts.imap_username),
      imap_folder: texts.imap_folder.trim() || 'INBOX',
      port: Number(numbers.port),
      imap_port: Number(numbers.imap_port),
      max_per_hour: Number(numbers.max_per_hour),
      max_per_day: numbers.max_per_day === '' ? null : Number(numbers.max_per_day),
      ramp:
        numbers.ramp_start === '' ? null : { start: Number(numbers.ramp_start), step: Number(numbers.ramp_step || 0) },
      ...flags,
      ...(secrets.smtp_password && { smtp_password: secrets.smtp_password }),
      ...(secrets.imap_password && { imap_password: secrets.imap_password }),
      ...(secrets.dkim_private_key.trim() && { dkim_private_key: secrets.dkim_private_key }),
    }
    if (await submit(() => (mailbox ? updateMailbox(mailbox.id, body) : createMailbox(body)))) onClose()
  }
  const hasFieldFault = Object.keys(fields).length > 0
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={mailbox ? `Edit ${mailbox.email ?? 'mailbox'}` : 'Add a mailbox'}
      about="Passwords are encrypted and never shown again."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy}>
            {mailbox ? 'Save mailbox' : 'Add mailbox'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate autoComplete="off" className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {text('email', 'Address')}
          {text('from_name', 'Sender name')}
          {text('host', 'SMTP server')}
          {number('port', 'Port')}
          {text('username', 'Login', 'The address when empty.')}
          {secret('smtp_password', 'Password', mailbox?.smtp_password_set ?? false)}
        </div>
        <Checkbox
          label="Use TLS"
          hint="Never sends without it while this is on."
          checked={flags.use_tls}
          onChange={(use_tls) => setFlags({ ...flags, use_tls })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {number('max_per_hour', 'Messages an hour')}
          {number('max_per_day', 'Messages a day', 'Empty for no limit.')}
          {number('ramp_start', 'Begin with, a day', 'For a new mailbox; empty to begin with the whole limit.')}
          {number('ramp_step', 'More each day')}
        </div>
        <Disclosure title="Replies and bounces" about="The IMAP server they are read from.">
          <div className="grid gap-4 pt-2 sm:grid-cols-2">
            {text('imap_host', 'IMAP server', 'Empty: replies are not read.')}
            {number('imap_port', 'Port')}
            {text('imap_username', 'Login', 'That of SMTP when empty.')}
            {secret('imap_password', 'Password', mailbox?.imap_password_set ?? false)}
            {text('imap_folder', 'Folder')}
            <Checkbox
              label="Use TLS"
              checked={flags.imap_use_tls}
              onChange={(imap_use_tls) => setFlags({ ...flags, imap_use_tls })}
            />
          </div>
        </Disclosure>
        <Disclosure title="Signing and addresses" about="DKIM, the reply address, and how bounces are recognized.">
          <div className="grid gap-4 pt-2 sm:grid-cols-2">
            {text('dkim_domain', 'DKIM domain', 'That of the address when empty.')}
            {text('dkim_selector', 'DKIM selector', 'Empty: the server signs.')}
            <Field
              label="DKIM private key"
              className="sm:col-span-2"
              error={fields.dkim_private_key}
              hint={mailbox?.dkim_key_set ? 'One is stored; leave this empty to keep it.' : undefined}
            >
              <Textarea
                rows={3}
                className="font-mono text-xs"
                value={secrets.dkim_private_key}
                onChange={(event) => setSecrets({ ...secrets, dkim_private_key: event.target.value })}
              />
            </Field>
            {text('reply_to', 'Reply to', 'The address when empty.')}
            <Checkbox
              label="Mark the envelope sender"
              hint="Ties bounces to their message; needs a server that delivers name+word@domain."
              checked={flags.verp}
              onChange={(verp) => setFlags({ ...flags, verp })}
            />
          </div>
        </Disclosure>
        <FormError>{hasFieldFault ? null : words}</FormError>
      </form>
    </Dialog>
  )
}
