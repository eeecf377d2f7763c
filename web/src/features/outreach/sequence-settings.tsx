// How a sequence sends: its grounds, its hours, its limits, and which leads may get mail.

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { areSaidAt, errorsUnder, settingOf } from '../../ui/forms/schema-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { SaveButtons, Section } from '../settings/settings-page.tsx'
import { mailboxesQuery, updateSequence } from './outreach.queries.ts'

type Settings = Schemas['Sequence']['settings']

const ZONES = Intl.supportedValuesOf('timeZone')

const BASIS: FormField = {
  name: 'consent_basis',
  kind: 'choice',
  label: 'Lawful basis',
  isLabelHidden: true,
  blank: 'Not chosen',
  options: optionsOf({
    legitimate_interest: 'Legitimate interest',
    consent: 'Consent',
    contract: 'Contract',
    legal_obligation: 'Legal obligation',
  }),
}
const DAYS: FormField = {
  name: 'days',
  kind: 'choices',
  label: 'Days',
  isInLine: true,
  options: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, at) => ({ value: String(at + 1), label })),
}
const LIMITS: FormField[] = [
  { name: 'max_per_day', kind: 'number', label: 'Messages a day', hint: 'Empty for no limit.' },
  { name: 'max_new_per_day', kind: 'number', label: 'New leads a day', hint: 'Empty for no limit.' },
  {
    name: 'min_gap_seconds',
    kind: 'number',
    label: 'Gap between messages',
    unit: 'seconds',
    hint: 'Of one mailbox, at least.',
  },
  {
    name: 'gap_jitter_seconds',
    kind: 'number',
    label: 'Random extra gap',
    unit: 'seconds',
    hint: 'Between none and this much.',
  },
]
const MESSAGES: FormField[] = [
  { name: 'require_approval', kind: 'boolean', label: 'Each message waits for approval' },
  { name: 'plain_text_only', kind: 'boolean', label: 'Plain text only' },
]
const REPLIES: FormField[] = [
  { name: 'pause_company_on_reply', kind: 'boolean', label: 'A reply pauses all leads at the same company' },
  {
    name: 'stop_on_auto_reply',
    kind: 'boolean',
    label: 'An automatic reply ends the sequence',
    hint: 'Otherwise an out-of-office reply with a date moves the next message after that date.',
  },
  {
    name: 'unsubscribe_scope',
    kind: 'choice',
    label: 'An unsubscribe suppresses',
    options: optionsOf({ address: 'The address', domain: 'The whole domain' }),
  },
]
const RECIPIENTS: FormField[] = [
  {
    name: 'enroll_by_columns',
    kind: 'boolean',
    label: 'Columns of workbooks may enroll leads',
    hint: 'Then every member who may run a workbook can add leads to this sequence with an output column.',
  },
  {
    name: 'allow_other_sequences',
    kind: 'boolean',
    label: 'Allow leads that another sequence still writes to',
    hint: 'Otherwise they are held back, so that no person gets two series of messages at once.',
  },
  { name: 'allow_free_mail', kind: 'boolean', label: 'Allow addresses at free mail providers' },
  {
    name: 'unverified',
    kind: 'choice',
    label: 'Unverified addresses',
    hint: 'Looked at when leads are enrolled and again before each message. Addresses that verifiers call bad are never mailed.',
    options: optionsOf({
      leave_out: 'Leave out',
      leave_out_guesses: 'Leave out guesses only',
      include: 'Mail them too',
    }),
  },
  {
    name: 'allowed_verdicts',
    kind: 'list',
    rows: 2,
    label: 'Allowed email statuses',
    hint: 'One a line, such as valid. Then only leads with one of these are mailed. Empty: as chosen above.',
  },
]

function windowFields({ time_zone, window_start, window_end }: Settings): FormField[] {
  return [
    DAYS,
    { name: 'window_start', kind: 'time', label: 'From' },
    {
      name: 'window_end',
      kind: 'time',
      label: 'Until',
      ...(window_end < window_start && { hint: 'Of the next day' }),
    },
    {
      name: 'time_zone',
      kind: 'choice',
      label: 'Time zone',
      options: [...new Set(['UTC', time_zone, ...ZONES])].map((value) => ({ value, label: value })),
    },
    {
      name: 'use_recipient_time_zone',
      kind: 'boolean',
      label: 'Use the time zone of the recipient',
      hint: 'Where the country of the lead tells it.',
      isWide: true,
    },
  ]
}

/** Settings as the fields hold them: numbers and lists as they are typed, choices of several as lists. */
const typedOf = (settings: Settings) => ({
  ...settings,
  consent_basis: settings.consent_basis ?? '',
  days: settings.days.map(String),
  window_end: settings.window_end === '24:00' ? '23:59' : settings.window_end,
  max_per_day: String(settings.max_per_day ?? ''),
  max_new_per_day: String(settings.max_new_per_day ?? ''),
  min_gap_seconds: String(settings.min_gap_seconds),
  gap_jitter_seconds: String(settings.gap_jitter_seconds),
  allowed_verdicts: settings.allowed_verdicts.join('\n'),
})

/** What is no number stays as it is, so that the server refuses it at its field. */
function settingsOf(typed: ReturnType<typeof typedOf>): Settings {
  const number = (text: string) => settingOf({ kind: 'number' }, text) ?? null
  return {
    ...typed,
    consent_basis: typed.consent_basis || null,
    days: typed.days.map(Number).sort(),
    window_end: typed.window_end === '23:59' ? '24:00' : typed.window_end,
    max_per_day: number(typed.max_per_day),
    max_new_per_day: number(typed.max_new_per_day),
    min_gap_seconds: number(typed.min_gap_seconds),
    gap_jitter_seconds: number(typed.gap_jitter_seconds),
    allowed_verdicts: settingOf({ kind: 'list' }, typed.allowed_verdicts) ?? [],
  } as Settings
}

export function SequenceSettingsForm({ sequence, mayEdit }: { sequence: Schemas['Sequence']; mayEdit: boolean }) {
  const mailboxes = useQuery(mailboxesQuery())
  const form = useForm(typedOf(sequence.settings))
  const { values, dirty, reset, busy, submit, fields, words } = form
  const draft = settingsOf(values)
  // The fields are told under `settings` in a request.
  const refused = errorsUnder('settings', fields)
  const tied = { ...form.tied, errors: { ...windowFaults(values), ...refused } }
  const all = (mailboxes.data ?? []).map(({ id, email }) => ({ value: id, label: email ?? 'No address' }))
  const chosen = values.mailbox_ids.length === 0 ? all.map(({ value }) => value) : values.mailbox_ids

  async function save(event: FormEvent) {
    event.preventDefault()
    if (await submit(() => updateSequence(sequence.id, { settings: draft }))) reset()
  }
  return (
    <form onSubmit={save} noValidate className="max-w-2xl">
      <fieldset disabled={!mayEdit} className="flex flex-col gap-8">
        <Section
          title="Lawful basis"
          about="No sequence starts without one. It is kept with the sequence, the source with each enrollment."
        >
          <SchemaForm {...tied} columns={2} fields={[BASIS]} />
        </Section>
        <Section title="Sending window">
          <SchemaForm {...tied} columns={2} fields={windowFields(draft)} />
        </Section>
        <Section title="Sending limits">
          <SchemaForm {...tied} columns={2} fields={LIMITS} />
          {all.length > 1 && (
            <SchemaForm
              fields={[{ name: 'mailbox_ids', kind: 'choices', label: 'Mailboxes', options: all }]}
              values={{ mailbox_ids: chosen }}
              errors={refused}
              onChange={(next) => {
                const ids = next.mailbox_ids as unknown as string[]
                form.set({ mailbox_ids: ids.length === all.length ? [] : ids })
              }}
            />
          )}
        </Section>
        <Section title="Messages">
          <SchemaForm {...tied} fields={MESSAGES} />
        </Section>
        <Section title="Replies and unsubscribes">
          <SchemaForm {...tied} fields={REPLIES} />
        </Section>
        <Section title="Recipients">
          <SchemaForm {...tied} fields={RECIPIENTS} />
        </Section>
        <div className="flex flex-col gap-2">
          <FormError>
            {!areSaidAt(
              Object.keys(values).map((name) => `settings.${name}`),
              fields,
            ) && words}
          </FormError>
          {mayEdit && <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} />}
        </div>
      </fieldset>
    </form>
  )
}

/** What keeps a window from ever opening, while it is typed. */
function windowFaults({ window_start, window_end }: ReturnType<typeof typedOf>): Record<string, string> {
  return {
    ...(window_start === '' && { window_start: 'Enter a time' }),
    ...(window_end === '' && { window_end: 'Enter a time' }),
    ...(window_end !== '' && window_end === window_start && { window_end: 'Choose a time other than the start' }),
  }
}
