// The fields that every form about watches has: what to report, how often, and the options of the kind.
import type { Schemas } from '../../api/shapes.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import type { WatchKindInfo } from './monitoring.api.ts'
import { INTERVALS, TYPE_NAMES } from './monitoring.logic.ts'

export interface KindDraft {
  interval: Schemas['Watch']['interval']
  types: ReadonlySet<Schemas['Signal']['type']>
  typed: Readonly<Record<string, string | boolean>>
}

interface Props {
  kind: WatchKindInfo
  draft: KindDraft
  onChange: (draft: KindDraft) => void
}

export function KindFields({ kind, draft, onChange }: Props) {
  const fields = kind.options.map(optionField)
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
      <SchemaForm fields={fields.slice(0, FIRST)} values={draft.typed} onChange={(typed) => set({ typed })} />
      {fields.length > FIRST && (
        <Disclosure title="More options" about="Which changes count.">
          <SchemaForm
            columns={2}
            fields={fields.slice(FIRST)}
            values={draft.typed}
            onChange={(typed) => set({ typed })}
          />
        </Disclosure>
      )}
    </>
  )
}

/** What stands open; a form of a dozen fields would hide the buttons. */
const FIRST = 4

const FIELD_KINDS = { flag: 'boolean', number: 'number', text: 'text', texts: 'list', choice: 'choice' } as const

const optionField = ({ name, type, label, help, choices }: WatchKindInfo['options'][number]): FormField => ({
  name,
  label,
  hint: type === 'texts' ? `${help} One a line, or with commas between them.` : help,
  kind: FIELD_KINDS[type],
  ...(choices.length > 0 && { options: choices, blank: 'Any' }),
})
