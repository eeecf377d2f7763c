// Enrolls leads: which leads, on what grounds, and which are held back and why, before any message is sent.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { count, counted } from '../../ui/format.ts'
import { Checkbox, Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { isSameValue } from '../../ui/forms/form-fields.logic.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { enrollFrom, sequencesQuery } from './outreach.queries.ts'

const REASONS: Record<string, string> = {
  inactive_lead: 'Dead or deleted leads',
  no_email: 'No e-mail address',
  invalid_email: 'Address not usable',
  unverified: 'Unverified address',
  suppressed: 'Suppressed',
  already_enrolled: 'In this sequence already',
  merged: 'Merged with a lead of this sequence',
  in_other_sequence: 'In another sequence',
  no_consent_source: 'No consent source',
  country_rule: 'Blocked by a country rule',
}

interface Props {
  /** Absent: chosen in the dialog. */
  sequence?: Schemas['Sequence']
  /** Whose leads are enrolled; without them a filter or a search chooses. */
  rows?: { workbook_id: string; row_ids: string[] }
  onClose: () => void
}

export function EnrollDialog({ sequence: given, rows, onClose }: Props) {
  const sequences = useQuery({ ...sequencesQuery(), enabled: !given })
  const start = {
    sequence: given?.id ?? '',
    search: '',
    filter_id: null as string | null,
    consent: '',
    include_unverified: false,
  }
  const { values, set, busy, submit, answer, forget, fields, words } = useForm<
    typeof start,
    { of: typeof start; result: Schemas['EnrollResult'] }
  >(start)
  const enrolling = useSubmit()
  // What was chosen while leads were checked was not checked.
  const checked = answer && isSameValue(answer.of, values) ? answer.result : undefined
  const { search, filter_id, consent, include_unverified } = values
  const sequence = given ?? sequences.data?.find(({ id }) => id === values.sequence)
  const left = answer?.result.blocked.filter(({ reason }) => reason === 'unverified').length ?? 0
  const send = (of: typeof start, dry_run: boolean) =>
    enrollFrom(of.sequence, rows ?? (of.filter_id ? { filter_id: of.filter_id } : { search: of.search }), {
      consent_source: of.consent,
      include_unverified: of.include_unverified,
      dry_run,
    })
  const check = (of: typeof start) => submit(async () => ({ of, result: await send(of, true) }))
  async function enroll() {
    const done = await enrolling.submit(async () => {
      const { enrolled } = await send(values, false)
      toast(`${counted(enrolled, 'lead')} enrolled`, { tone: 'good' })
    })
    if (done) onClose()
  }
  function edit(part: Partial<typeof start>) {
    set(part)
    forget()
    enrolling.forget()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rows ? `Enroll the leads of ${counted(rows.row_ids.length, 'row')}` : 'Enroll leads'}
      about={
        sequence?.status === 'active'
          ? 'The sequence is active: messages leave as soon as its window is open.'
          : 'Nothing is sent until the sequence is started.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {checked ? (
            <Button
              look="primary"
              busy={enrolling.busy}
              disabled={checked.enrolled === 0}
              onClick={() => void enroll()}
            >
              {checked.enrolled === 0 ? 'No leads can be enrolled' : `Enroll ${counted(checked.enrolled, 'lead')}`}
            </Button>
          ) : (
            <Button look="primary" busy={busy} disabled={values.sequence === ''} onClick={() => void check(values)}>
              Check leads
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!given && (
          <Field label="Sequence">
            <Select value={values.sequence} onChange={(event) => edit({ sequence: event.target.value })}>
              <option value="">
                {sequences.data?.length === 0 ? 'There is no sequence yet' : 'Choose a sequence'}
              </option>
              {sequences.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {!rows && (
          <FilterSelect
            label="Leads"
            none="All leads, or those with certain words"
            hint="The leads that the saved filter means now are enrolled."
            error={fields.filter_id}
            value={filter_id}
            onChange={(id) => edit({ filter_id: id })}
          />
        )}
        {!rows && filter_id === null && (
          <Field label="Words" hint="Words that the lead contains; all leads when empty." error={fields.search}>
            <Input type="search" value={search} onChange={(event) => edit({ search: event.target.value })} />
          </Field>
        )}
        <Field
          label="Consent source"
          hint="Where the addresses come from, or how these people agreed. Stored with each enrollment."
        >
          <Input value={consent} maxLength={500} onChange={(event) => edit({ consent: event.target.value })} />
        </Field>
        {checked && <Outcome result={checked} />}
        {(left > 0 || include_unverified) && (
          <Checkbox
            label="Enroll leads with unverified addresses too"
            hint={
              include_unverified
                ? 'Mail to addresses that do not exist harms the reputation of your mailbox.'
                : `${counted(left, 'lead')} left out: the address is a guess, or no verifier has confirmed it.`
            }
            checked={include_unverified}
            onChange={(on) => {
              const next = { ...values, include_unverified: on }
              set(next)
              enrolling.forget()
              void check(next)
            }}
          />
        )}
        <FormError>{enrolling.words ?? words}</FormError>
      </div>
    </Dialog>
  )
}

function Outcome({ result: { enrolled, blocked, warnings } }: { result: Schemas['EnrollResult'] }) {
  const groups = Object.entries(REASONS).flatMap(([reason, label]) => {
    const items = blocked.filter((one) => one.reason === reason)
    return items.length > 0 ? [{ reason, label, items }] : []
  })
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="font-medium">
        {counted(enrolled, 'lead')} can be enrolled{blocked.length > 0 && `, ${count(blocked.length)} cannot`}.
      </p>
      {groups.map(({ reason, label, items }) => (
        <Disclosure key={reason} title={label} about={counted(items.length, 'lead')}>
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto text-sm">
            {items.slice(0, 100).map(({ lead_id, name, detail }) => (
              <li key={lead_id} className="text-ink-2">
                <LeadName id={lead_id} name={name} />: {detail}
              </li>
            ))}
            {items.length > 100 && <li className="text-ink-3">and {count(items.length - 100)} more</li>}
          </ul>
        </Disclosure>
      ))}
      {warnings.length > 0 && (
        <Disclosure title="Enrolled with a warning" about={counted(warnings.length, 'lead')}>
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto text-sm text-warn">
            {warnings.slice(0, 100).map(({ lead_id, name, message }) => (
              <li key={`${lead_id} ${message}`}>
                <LeadName id={lead_id} name={name} />: {message}
              </li>
            ))}
            {warnings.length > 100 && <li className="text-ink-3">and {count(warnings.length - 100)} more</li>}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

const LeadName = ({ id, name }: { id: number; name: string | null }) => (
  <span className="font-medium text-ink" dir="auto">
    {name ?? `Lead ${id}`}
  </span>
)
