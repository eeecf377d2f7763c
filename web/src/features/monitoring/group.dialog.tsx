// Watches for every lead of a search, kept in step as leads come and go.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { type KindDraft, KindFields } from './kind-fields.tsx'
import { createGroup, forgetWatches, type WatchKindInfo } from './monitoring.api.ts'
import { configOf } from './monitoring.logic.ts'

const STATUSES = ['new', 'contacted', 'qualified', 'converted']

export function GroupDialog({ kinds: all, onClose }: { kinds: readonly WatchKindInfo[]; onClose: () => void }) {
  // A feed is an address of its own, which leads do not have.
  const kinds = all.filter((one) => one.kind !== 'feed')
  const [name, setName] = useState('')
  const [picked, setPicked] = useState<WatchKindInfo['kind']>('company')
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [saved, setSaved] = useState<{ id: string; name: string } | null>(null)
  const kind = kinds.find((one) => one.kind === picked) ?? (kinds[0] as WatchKindInfo)
  const [draft, setDraft] = useState<KindDraft>({
    interval: 'daily',
    types: new Set<Schemas['Signal']['type']>(kind.signal_types),
    typed: {},
  })
  const { busy, submit, fields, words } = useSubmit()

  async function save() {
    const isAll = kind.signal_types.every((type) => draft.types.has(type))
    const source = {
      kind: 'leads' as const,
      ...(saved && { filter_id: saved.id }),
      ...(!saved && search.trim() && { search: search.trim() }),
      ...(!saved && status && { filter: { field: 'status', op: 'eq', value: status } }),
    }
    const done = await submit(() =>
      createGroup({
        name: name.trim() || `${kind.title} of ${saved?.name ?? (search.trim() || 'all leads')}`,
        kind: kind.kind,
        source,
        interval: draft.interval,
        signal_types: isAll ? [] : [...draft.types],
        config: configOf(kind.options, draft.typed),
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
      {!saved && (
        <>
          <Field label="Leads with these words" hint="All leads when empty.">
            <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </Field>
          <Field label="Lead status">
            <Select value={status} className="max-w-56" onChange={(event) => setStatus(event.target.value)}>
              <option value="">Any status</option>
              {STATUSES.map((one) => (
                <option key={one} value={one}>
                  {capital(one)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Field label="Kind" hint={kind.description}>
        <Select
          value={kind.kind}
          onChange={(event) => {
            const next = kinds.find((one) => one.kind === event.target.value)
            if (!next) return
            setPicked(next.kind)
            setDraft({ ...draft, types: new Set(next.signal_types), typed: {} })
          }}
        >
          {kinds.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Name" hint="Optional.">
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <KindFields kind={kind} draft={draft} onChange={setDraft} />
      <FormError>{words ?? Object.values(fields)[0]}</FormError>
    </FormDialog>
  )
}
