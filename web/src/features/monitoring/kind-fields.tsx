// The fields that every form about watches has: what to report, how often, and the options of the kind.
import type { Schemas } from '../../api/shapes.ts'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import type { FormField } from '../../ui/form-fields.logic.ts'
import { SchemaForm } from '../../ui/schema-form.tsx'
import type { WatchKind } from './monitoring.api.ts'
import { INTERVALS, TYPE_NAMES } from './monitoring.logic.ts'

export interface KindDraft {
  interval: Schemas['Watch']['interval']
  types: ReadonlySet<Schemas['Signal']['type']>
  typed: Readonly<Record<string, string | boolean>>
}

interface Props {
  kind: WatchKind
  draft: KindDraft
  onChange: (draft: KindDraft) => void
}

export function KindFields({ kind, draft, onChange }: Props) {
  const set = (more: Partial<KindDraft>) => onChange({ ...draft, ...more })
  return (
    <>
      <Field label="Interval" hint="Requests to a site are limited, so polls may come a little later than this.">
        <Select
          value={draft.interval}
          className="max-w-56"
          onChange={(event) => set({ interval: event.target.value as Schemas['Watch']['interval'] })}
        >
          {INTERVALS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {kind.signal_types.length > 1 && (
        <fieldset>
          <legend className="mb-1 font-medium text-ink-2 text-sm">Report</legend>
          <div className="grid gap-1.5 sm:grid-cols-2">
            {kind.signal_types.map((type) => (
              <Checkbox
                key={type}
                label={TYPE_NAMES[type]}
                checked={draft.types.has(type)}
                onChange={(on) => {
                  const types = new Set(draft.types)
                  if (on) types.add(type)
                  else types.delete(type)
                  set({ types })
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      <SchemaForm fields={kind.options.map(optionField)} values={draft.typed} onChange={(typed) => set({ typed })} />
    </>
  )
}

const FIELD_KINDS = { flag: 'boolean', number: 'number', texts: 'text' } as const

const optionField = ({ name, type, label, help }: WatchKind['options'][number]): FormField => ({
  name,
  label,
  hint: type === 'texts' ? `${help} Separate them with commas.` : help,
  kind: FIELD_KINDS[type],
})
