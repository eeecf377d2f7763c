// Watches for every lead of a search, kept in step as leads come and go.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { areSaidAt, errorsUnder, settingFields, settingsOf } from '../../ui/forms/schema-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { type KindDraft, KindFields } from './kind-fields.tsx'
import { createGroup, forgetWatches, type WatchKindInfo } from './monitoring.api.ts'

const LEADS: FormField[] = [
  { name: 'search', kind: 'text', label: 'Leads with these words', hint: 'All leads when empty.' },
  {
    name: 'status',
    kind: 'choice',
    label: 'Lead status',
    blank: 'Any status',
    options: ['new', 'contacted', 'qualified', 'converted'].map((value) => ({ value, label: capital(value) })),
  },
]

export function GroupDialog({ kinds: all, onClose }: { kinds: readonly WatchKindInfo[]; onClose: () => void }) {
  const kinds = all.filter(({ for_leads }) => for_leads)
  const [saved, setSaved] = useState<{ id: string; name: string } | null>(null)
  const { values, set, busy, submit, fields, tied, words } = useForm({
    name: '',
    kind: 'company',
    search: '',
    status: '',
  })
  const search = values.search.trim()
  const kind = kinds.find((one) => one.kind === values.kind) ?? (kinds[0] as WatchKindInfo)
  const [draft, setDraft] = useState<KindDraft>({
    interval: 'daily',
    types: new Set<Schemas['Signal']['type']>(kind.signal_types),
    typed: {},
  })

  const options = settingFields(kind.config)
  const said = ['source.filter_id', ...options.map(({ name }) => `config.${name}`)]

  async function save() {
    const isAll = kind.signal_types.every((type) => draft.types.has(type))
    const source = {
      kind: 'leads' as const,
      ...(saved && { filter_id: saved.id }),
      ...(!saved && search && { search }),
      ...(!saved && values.status && { filter: { field: 'status', op: 'eq', value: values.status } }),
    }
    const done = await submit(() =>
      createGroup({
        name: values.name.trim() || `${kind.title} of ${saved?.name ?? (search || 'all leads')}`,
        kind: kind.kind,
        source,
        interval: draft.interval,
        signal_types: isAll ? [] : [...draft.types],
        config: settingsOf(options, draft.typed),
      }),
    )
    if (!done) return
    void forgetWatches()
    onClose()
  }

  return (
    <FormDialog
      title="Watch many leads"
      about="One watch for each lead with a website, up to 10,000. New leads are watched too."
      action="Watch these leads"
      busy={busy}
      disabled={draft.types.size === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <FilterSelect
        label="Leads"
        none="All leads, or those with certain words or a status"
        hint="A shared saved filter is followed: leads that it means later are watched, others no more."
        error={fields['source.filter_id']}
        value={saved?.id ?? null}
        onChange={(id, text) => setSaved(id === null ? null : { id, name: text })}
      />
      {!saved && <SchemaForm {...tied} fields={LEADS} />}
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'kind',
            kind: 'choice',
            label: 'Kind',
            hint: kind.description,
            start: kind.kind,
            options: kinds.map((one) => ({ value: one.kind, label: one.title })),
          },
          { name: 'name', kind: 'text', label: 'Name', hint: 'Optional.', maxLength: 200 },
        ]}
        onChange={(next) => {
          set({ ...values, ...next })
          const chosen = kinds.find((one) => one.kind === next.kind)
          if (chosen && chosen !== kind) setDraft({ ...draft, types: new Set(chosen.signal_types), typed: {} })
        }}
      />
      <KindFields kind={kind} draft={draft} errors={errorsUnder('config', fields)} onChange={setDraft} />
      <FormError>{!areSaidAt(said, fields) && words}</FormError>
    </FormDialog>
  )
}
