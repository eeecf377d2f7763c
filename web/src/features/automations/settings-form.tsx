// The settings of a trigger or an action, as fields made from their schema; texts take references to what the event brought.
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import type { FormValue } from '../../ui/forms/form-fields.logic.ts'
import { type PartProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { functionsQuery } from '../functions/functions.queries.ts'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { kindsQuery as watchKindsQuery } from '../monitoring/monitoring.api.ts'
import { WatchChoice } from '../monitoring/watch-choice.tsx'
import { sequencesQuery } from '../outreach/outreach.queries.ts'
import { endpointsQuery, hooksQuery, type Part } from './automations.api.ts'
import type { Kind } from './draft.logic.ts'
import { Insert, Pairs } from './pairs-field.tsx'
import { isLong, settingFields, settingOf, shownValues } from './settings-fields.logic.ts'
import { ColumnChoice, CrmTarget, type SettingProps } from './special-fields.tsx'

interface Props {
  part: Part
  kind: Kind
  /** Names that texts may call as `{{name}}`; none for triggers. */
  references?: readonly string[]
  /** The workbook that the rule's event is about. */
  workbookId?: string | undefined
  /** Actions that come before, whose outcome may be waited for. */
  earlier?: readonly { id: number; label: string }[]
  onChange: (part: Part) => void
  errors?: Record<string, string>
}

interface SettingsState {
  part: Part
  references: readonly string[]
  workbookId: string | undefined
  earlier: readonly { id: number; label: string }[]
  put: (settings: Record<string, unknown>) => void
}

const SettingsContext = createContext<SettingsState | null>(null)

export function SettingsForm({ part, kind, references = [], workbookId, earlier = [], onChange, errors = {} }: Props) {
  const fields = settingFields(kind)
  const shown = shownValues(part)
  const put = (settings: Record<string, unknown>) => {
    const next = Object.entries({ ...part, ...settings }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(next) as Part)
  }
  const change = (values: Readonly<Record<string, FormValue>>) => {
    const changed = fields.filter(({ name }) => values[name] !== shown[name])
    put(Object.fromEntries(changed.map((field) => [field.name, settingOf(field, values[field.name] ?? '')])))
  }
  const own = typeof part.workbook_id === 'string' && part.workbook_id ? part.workbook_id : workbookId
  return (
    <SettingsContext value={{ part, references, workbookId: own, earlier, put }}>
      <SchemaForm columns={2} fields={fields} values={shown} errors={errors} parts={PARTS} onChange={change} />
    </SettingsContext>
  )
}

/** An editor of a setting as a part of the form: it gets the value as the API has it. */
function inForm(Editor: (props: SettingProps) => ReactNode): (props: PartProps) => ReactNode {
  return function Setting({ field, error }) {
    const state = useContext(SettingsContext)
    if (!state) return null
    const { part, put, references, workbookId, earlier } = state
    const onChange = (value: unknown) => put({ [field.name]: value })
    return <Editor {...{ field, error, references, workbookId, earlier, onChange }} value={part[field.name]} />
  }
}

const PARTS = {
  workbook: inForm(WorkbookSetting),
  watch: inForm(WatchSetting),
  filter: inForm(FilterSetting),
  columns: inForm(ColumnChoice),
  crm_target: inForm(CrmTarget),
  pairs: inForm(({ field: { name }, ...props }) => <Pairs name={name} {...props} />),
  several: inForm(SeveralSetting),
  step: inForm(StepSetting),
  listed: inForm(ListedSetting),
  text_with_references: inForm(TextSetting),
}

function StepSetting({ field: { label }, value, error, earlier, onChange }: SettingProps) {
  const hint = earlier.length === 0 ? 'Put an action before this one.' : undefined
  return (
    <Field label={label} hint={hint} error={error}>
      <Select value={String(value ?? '')} onChange={(event) => onChange(Number(event.target.value) || undefined)}>
        <option value="">Choose an action</option>
        {earlier.map(({ id, label: text }) => (
          <option key={id} value={id}>
            {text} (action {id})
          </option>
        ))}
      </Select>
    </Field>
  )
}

function WatchSetting({ field: { label }, value, error, onChange }: SettingProps) {
  return (
    <Field label={label} error={error}>
      <WatchChoice value={String(value ?? '')} onChange={(id) => onChange(id ?? undefined)} />
    </Field>
  )
}

function FilterSetting({ field: { label }, value, error, onChange }: SettingProps) {
  return (
    <FilterSelect
      label={label}
      none="All leads"
      hint="Only leads that the shared saved filter means when it happens."
      error={error}
      value={value ? String(value) : null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

function SeveralSetting({ field: { label, options = [] }, value, onChange }: SettingProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <fieldset className="flex flex-col gap-1 sm:col-span-2">
      <legend className="font-medium text-ink-2 text-sm">{label}: any of</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(on) => {
              const next = on ? [...chosen, option.value] : chosen.filter((other) => other !== option.value)
              onChange(next.length > 0 ? next : undefined)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

function WorkbookSetting({ field, value, error, onChange }: SettingProps) {
  return (
    <Field label={field.label} error={error}>
      <WorkbookSelect
        value={String(value ?? '')}
        {...(field.isOptional ? { none: 'The one that the event is about' } : {})}
        onChange={(id) => onChange(id || undefined)}
      />
    </Field>
  )
}

interface Listed {
  items: { id: string; text: string }[] | undefined
  /** Where one is added. */
  under: string
}

/** What a setting that holds an id may name. */
function useListed(name: string): Listed {
  const hooks = useQuery({ ...hooksQuery(), enabled: name === 'hook_id' })
  const endpoints = useQuery({ ...endpointsQuery(), enabled: name === 'endpoint_id' })
  const sequences = useQuery({ ...sequencesQuery(), enabled: name === 'sequence_id' })
  const functions = useQuery({ ...functionsQuery(), enabled: name === 'function_id' })
  const watchKinds = useQuery({ ...watchKindsQuery(), enabled: name === 'watch_kind' })
  const named = (items: { id: string; name: string }[] | undefined) =>
    items?.map(({ id, name: text }) => ({ id, text }))
  if (name === 'hook_id') return { items: named(hooks.data), under: 'Incoming' }
  if (name === 'sequence_id') return { items: named(sequences.data), under: 'Outreach' }
  if (name === 'function_id') return { items: named(functions.data), under: 'Functions' }
  if (name === 'watch_kind')
    return { items: watchKinds.data?.map(({ kind, title }) => ({ id: kind, text: title })), under: 'Signals' }
  const items = endpoints.data?.map(({ id, name: text, url }) => ({ id, text: `${text} (${url})` }))
  return { items, under: 'Webhooks' }
}

function ListedSetting({ field, value, error, onChange }: SettingProps) {
  const { items, under } = useListed(field.name)
  const hint = items?.length === 0 ? `There is none yet. Add one under ${under}.` : undefined
  return (
    <Field label={field.label} hint={hint} error={error}>
      <Select value={String(value ?? '')} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose one</option>
        {items?.map((one) => (
          <option key={one.id} value={one.id}>
            {one.text}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function TextSetting({ field, value, error, references, onChange }: SettingProps) {
  const text = String(value ?? '')
  const props = {
    value: text,
    dir: 'auto' as const,
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' && field.isOptional ? undefined : event.target.value),
  }
  return (
    <div className={field.isWide ? 'sm:col-span-2' : ''}>
      <Field label={field.label} error={error}>
        <span className="flex items-start gap-1">
          {isLong(field.name) ? <Textarea rows={3} {...props} /> : <Input {...props} />}
          <Insert references={references} onPick={(reference) => onChange(`${text}{{${reference}}}`)} />
        </span>
      </Field>
    </div>
  )
}
