// The fields that every form about watches has: what to report, how often, and the options of the kind.
import type { Schemas } from '../../api/shapes.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'
import { settingFields } from '../../ui/forms/schema-fields.logic.ts'
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
  /** What was refused of the options, by their names. */
  errors: Readonly<Record<string, string>>
  onChange: (draft: KindDraft) => void
}

export function KindFields({ kind, draft, errors, onChange }: Props) {
  // None of them is needed, so that none says so.
  const fields = settingFields(kind.config).map((field) => ({ ...field, isOptional: false }))
  const [first, more] = [fields.slice(0, FIRST), fields.slice(FIRST)]
  const isRefused = more.some(({ name }) => errors[name] !== undefined)
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
      <SchemaForm fields={first} values={draft.typed} errors={errors} onChange={(typed) => set({ typed })} />
      {more.length > 0 && (
        <Disclosure key={String(isRefused)} title="More options" about="Which changes count." open={isRefused}>
          <SchemaForm
            columns={2}
            fields={more}
            values={draft.typed}
            errors={errors}
            onChange={(typed) => set({ typed })}
          />
        </Disclosure>
      )}
    </>
  )
}

/** What stands open; a form of a dozen fields would hide the buttons. */
const FIRST = 4
