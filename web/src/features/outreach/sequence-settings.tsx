// How a sequence sends: its grounds, its hours, its limits, and which leads may get mail.

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Checkbox, Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { SaveButtons, Section } from '../settings/settings-page.tsx'
import { mailboxesQuery, updateSequence } from './outreach.queries.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const ZONES = Intl.supportedValuesOf('timeZone')

const verdictsIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

export function SequenceSettingsForm({ sequence, mayEdit }: { sequence: Schemas['Sequence']; mayEdit: boolean }) {
  const mailboxes = useQuery(mailboxesQuery())
  const form = useForm({ ...sequence.settings, verdicts: sequence.settings.allowed_verdicts.join(', ') })
  const { values, dirty, reset, busy, submit, allWords: words } = form
  const { verdicts, ...draft } = { ...values, allowed_verdicts: verdictsIn(values.verdicts) }
  const set = <K extends keyof Schemas['Sequence']['settings']>(name: K, value: Schemas['Sequence']['settings'][K]) =>
    form.set({ [name]: value } as Partial<typeof values>)
  const limit = (name: 'max_per_day' | 'max_new_per_day', label: string) => (
    <Field label={label} hint="Empty for no limit." className="w-44">
      <Input
        type="number"
        min={0}
        value={draft[name] ?? ''}
        onChange={(event) => set(name, event.target.value === '' ? null : Math.round(Number(event.target.value)))}
      />
    </Field>
  )
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
          <Select
            aria-label="Lawful basis"
            className="w-64"
            value={draft.consent_basis ?? ''}
            onChange={(event) =>
              set('consent_basis', (event.target.value || null) as Schemas['Sequence']['settings']['consent_basis'])
            }
          >
            <option value="">Not chosen</option>
            <option value="legitimate_interest">Legitimate interest</option>
            <option value="consent">Consent</option>
            <option value="contract">Contract</option>
            <option value="legal_obligation">Legal obligation</option>
          </Select>
        </Section>
        <Section title="Sending window">
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {DAYS.map((name, at) => (
              <Checkbox
                key={name}
                label={name}
                checked={draft.days.includes(at + 1)}
                onChange={(on) =>
                  set('days', on ? [...draft.days, at + 1].sort() : draft.days.filter((one) => one !== at + 1))
                }
              />
            ))}
          </div>
          <div className="flex flex-wrap gap-4">
            <Field label="From" className="w-36" error={draft.window_start === '' ? 'Enter a time' : undefined}>
              <Input
                type="time"
                value={draft.window_start}
                onChange={(event) => set('window_start', event.target.value)}
              />
            </Field>
            <Field
              label="Until"
              className="w-36"
              hint={draft.window_end < draft.window_start ? 'Of the next day' : undefined}
              error={endFault(draft)}
            >
              <Input
                type="time"
                value={draft.window_end === '24:00' ? '23:59' : draft.window_end}
                onChange={(event) => set('window_end', event.target.value === '23:59' ? '24:00' : event.target.value)}
              />
            </Field>
            <Field label="Time zone" className="w-56">
              <Select value={draft.time_zone} onChange={(event) => set('time_zone', event.target.value)}>
                {[...new Set(['UTC', draft.time_zone, ...ZONES])].map((zone) => (
                  <option key={zone} value={zone}>
                    {zone}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Checkbox
            label="Use the time zone of the recipient"
            hint="Where the country of the lead tells it."
            checked={draft.use_recipient_time_zone}
            onChange={(on) => set('use_recipient_time_zone', on)}
          />
        </Section>
        <Section title="Sending limits">
          <div className="flex flex-wrap gap-4">
            {limit('max_per_day', 'Messages a day')}
            {limit('max_new_per_day', 'New leads a day')}
            <Field label="Gap, in seconds" hint="Between messages of a mailbox." className="w-44">
              <Input
                type="number"
                min={0}
                value={draft.min_gap_seconds}
                onChange={(event) => set('min_gap_seconds', Math.round(Number(event.target.value)))}
              />
            </Field>
            <Field label="Random extra gap" hint="Up to this many seconds." className="w-44">
              <Input
                type="number"
                min={0}
                value={draft.gap_jitter_seconds}
                onChange={(event) => set('gap_jitter_seconds', Math.round(Number(event.target.value)))}
              />
            </Field>
          </div>
          {(mailboxes.data?.length ?? 0) > 1 && (
            <div className="flex flex-col gap-1">
              <p className="font-medium text-ink-2 text-sm">Mailboxes</p>
              {mailboxes.data?.map((one) => (
                <Checkbox
                  key={one.id}
                  label={one.email ?? 'No address'}
                  checked={draft.mailbox_ids.length === 0 || draft.mailbox_ids.includes(one.id)}
                  onChange={(on) => {
                    const all = mailboxes.data.map(({ id }) => id)
                    const chosen = draft.mailbox_ids.length === 0 ? all : draft.mailbox_ids
                    const next = on ? [...chosen, one.id] : chosen.filter((id) => id !== one.id)
                    set('mailbox_ids', next.length === all.length ? [] : next)
                  }}
                />
              ))}
            </div>
          )}
        </Section>
        <Section title="Recipients">
          <Checkbox
            label="Each message waits for approval"
            checked={draft.require_approval}
            onChange={(on) => set('require_approval', on)}
          />
          <Checkbox
            label="Columns of workbooks may enroll leads"
            hint="Then every member who may run a workbook can add leads to this sequence with an output column."
            checked={draft.enroll_by_columns}
            onChange={(on) => set('enroll_by_columns', on)}
          />
          <Checkbox
            label="A reply pauses all leads at the same company"
            checked={draft.pause_company_on_reply}
            onChange={(on) => set('pause_company_on_reply', on)}
          />
          <Checkbox
            label="An automatic reply ends the sequence"
            hint="Otherwise an out-of-office reply with a date moves the next message after that date."
            checked={draft.stop_on_auto_reply}
            onChange={(on) => set('stop_on_auto_reply', on)}
          />
          <Checkbox
            label="Allow leads that another sequence still writes to"
            hint="Otherwise they are held back, so that no person gets two series of messages at once."
            checked={draft.allow_other_sequences}
            onChange={(on) => set('allow_other_sequences', on)}
          />
          <Checkbox
            label="Allow addresses at free mail providers"
            checked={draft.allow_free_mail}
            onChange={(on) => set('allow_free_mail', on)}
          />
          <Checkbox
            label="Plain text only"
            checked={draft.plain_text_only}
            onChange={(on) => set('plain_text_only', on)}
          />
          <Field
            label="Allowed verdicts"
            hint="Values of the email status, with commas; any but a bad one when empty."
            className="w-72"
          >
            <Input value={verdicts} onChange={(event) => form.set({ verdicts: event.target.value })} />
          </Field>
          <Field label="An unsubscribe suppresses" className="w-64">
            <Select
              value={draft.unsubscribe_scope}
              onChange={(event) => set('unsubscribe_scope', event.target.value as 'address' | 'domain')}
            >
              <option value="address">The address</option>
              <option value="domain">The whole domain</option>
            </Select>
          </Field>
        </Section>
        <div className="flex flex-col gap-2">
          <FormError>{words}</FormError>
          {mayEdit && <SaveButtons dirty={dirty} busy={busy} onDiscard={reset} />}
        </div>
      </fieldset>
    </form>
  )
}

/** What keeps a window from ever opening, while it is typed. */
function endFault({ window_start, window_end }: Schemas['Sequence']['settings']): string | undefined {
  if (window_end === '') return 'Enter a time'
  return window_end === window_start ? 'Choose a time other than the start' : undefined
}
