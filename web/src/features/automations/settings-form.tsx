// The settings of a trigger or an action, as fields made from their schema; texts take references to what the event brought.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Field, Input, Select, Textarea } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { type FormValue, type FormValues, isSameValue } from '../../ui/forms/form-fields.logic.ts'
import { settingFields, settingOf, valuesOf } from '../../ui/forms/schema-fields.logic.ts'
import { type PartProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import type { FilterField } from '../columns/filters/fields.logic.ts'
import { FilterBuilder } from '../columns/filters/filter-builder.tsx'
import type { Filter } from '../columns/workbook.shapes.ts'
import { SETTING_PARTS } from '../kind-forms/setting-parts.tsx'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { WatchChoice } from '../monitoring/watch-choice.tsx'
import type { Part } from './automations.api.ts'
import { type Kind, schemaOf } from './draft.logic.ts'
import { Insert, Pairs } from './pairs-field.tsx'
import { ColumnChoice, CrmRecord, type SettingProps, SeveralSetting } from './special-fields.tsx'

/** What the settings of an action may refer to; triggers refer to nothing. */
export interface SettingScope {
  /** Names that texts may call as `{{name}}`. */
  references: readonly string[]
  /** What conditions may ask. */
  fields: readonly FilterField[]
  /** Actions that come before, whose outcome may be waited for. */
  earlier: readonly { id: number; label: string }[]
  /** The workbook that the rule's event is about. */
  workbookId: string | undefined
}

const NOTHING: SettingScope = { references: [], fields: [], earlier: [], workbookId: undefined }

interface Props {
  part: Part
  kind: Kind
  scope?: SettingScope
  onChange: (part: Part) => void
  errors?: Record<string, string>
}

interface SettingsState extends SettingScope {
  part: Part
  plain: readonly string[]
  put: (settings: Record<string, unknown>) => void
}

const SettingsContext = createContext<SettingsState | null>(null)

export function SettingsForm({ part, kind, scope = NOTHING, onChange, errors = {} }: Props) {
  const schema = schemaOf(kind)
  const ways = new Set((kind.ways ?? []).map(({ name }) => name))
  const fields = settingFields(schema).filter(({ name }) => !ways.has(name))
  const [typed, setTyped] = useState<FormValues>({})
  // "0." is the number 0 and not yet 0.5: what was typed stays while it means the same.
  const kept = fields.filter((field) => {
    const text = typed[field.name]
    const set = part[field.name]
    return text !== undefined && isSameValue(settingOf(field, text, set), set)
  })
  const shown = { ...valuesOf(part), ...Object.fromEntries(kept.map(({ name }) => [name, typed[name] ?? ''])) }
  const put = (settings: Record<string, unknown>) => {
    const next = Object.entries({ ...part, ...settings }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(next) as Part)
  }
  const change = (values: Readonly<Record<string, FormValue>>) => {
    const changed = fields.filter(({ name }) => values[name] !== shown[name])
    setTyped(values)
    put(
      Object.fromEntries(
        changed.map((field) => [field.name, settingOf(field, values[field.name] ?? '', part[field.name])]),
      ),
    )
  }
  const own = typeof part.workbook_id === 'string' && part.workbook_id ? part.workbook_id : scope.workbookId
  return (
    <SettingsContext value={{ ...scope, part, plain: kind.plain ?? [], workbookId: own, put }}>
      <SchemaForm columns={2} fields={fields} values={shown} errors={errors} parts={PARTS} onChange={change} />
    </SettingsContext>
  )
}

/** An editor of a setting as a part of the form: it gets the value as the API has it. */
function inForm(Editor: (props: SettingProps) => ReactNode): (props: PartProps) => ReactNode {
  return function Setting({ field, error }) {
    const state = useContext(SettingsContext)
    if (!state) return null
    const { part, put, plain, references, fields, workbookId, earlier } = state
    const onChange = (value: unknown) => put({ [field.name]: value })
    const taken = plain.includes(field.name) ? [] : references
    return (
      <Editor
        {...{ field, error, fields, workbookId, earlier, onChange }}
        references={taken}
        value={part[field.name]}
      />
    )
  }
}

const PARTS = {
  ...SETTING_PARTS,
  watch: inForm(WatchSetting),
  'lead-filter': inForm(LeadFilterSetting),
  columns: inForm(ColumnChoice),
  'enriched-columns': inForm(ColumnChoice),
  several: inForm(SeveralSetting),
  condition: inForm(ConditionSetting),
  'crm-record': inForm(CrmRecord),
  action: inForm(ActionSetting),
  pairs: inForm(({ field: { label, hint }, ...props }) => <Pairs label={label} hint={hint} {...props} />),
  text: inForm(TextSetting),
  multiline: inForm(TextSetting),
}

function ActionSetting({ field: { label }, value, error, earlier, onChange }: SettingProps) {
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

function WatchSetting({ field: { label, hint }, value, error, onChange }: SettingProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <WatchChoice value={String(value ?? '')} onChange={(id) => onChange(id ?? undefined)} />
    </Field>
  )
}

function LeadFilterSetting({ field: { label, hint = '' }, value, error, onChange }: SettingProps) {
  return (
    <FilterSelect
      label={label}
      none="All leads"
      hint={hint}
      error={error}
      value={value ? String(value) : null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

const ALWAYS = { and: [] }

function ConditionSetting({ value = ALWAYS, error, fields, onChange }: SettingProps) {
  const isAlways = JSON.stringify(value) === JSON.stringify(ALWAYS)
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <FilterBuilder
        fields={fields}
        filter={isAlways ? null : (value as Filter)}
        delay={0}
        nothing="Always. Add a condition to decide by."
        onChange={(condition) => onChange(condition ?? ALWAYS)}
      />
      <FormError>{error}</FormError>
    </div>
  )
}

function TextSetting({ field, value, error, references, onChange }: SettingProps) {
  const text = String(value ?? '')
  const props = {
    value: text,
    dir: 'auto' as const,
    placeholder: field.placeholder,
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' && field.isOptional ? undefined : event.target.value),
  }
  return (
    <div className={field.isWide ? 'sm:col-span-2' : ''}>
      <Field label={field.isOptional ? `${field.label} (optional)` : field.label} hint={field.hint} error={error}>
        <span className="flex items-start gap-1">
          {field.kind === 'multiline' ? <Textarea rows={3} {...props} /> : <Input {...props} />}
          <Insert references={references} onPick={(reference) => onChange(`${text}{{${reference}}}`)} />
        </span>
      </Field>
    </div>
  )
}
