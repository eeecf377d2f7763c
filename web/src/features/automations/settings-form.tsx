// The settings of a trigger or an action, as fields made from their schema; texts take references to what the event brought.
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { functionsQuery } from '../functions/functions.queries.ts'
import { FilterSelect } from '../lead-filters/filter-select.tsx'
import { kindsQuery as watchKindsQuery } from '../monitoring/monitoring.api.ts'
import { WatchChoice } from '../monitoring/watch-choice.tsx'
import { sequencesQuery } from '../outreach/outreach.queries.ts'
import { endpointsQuery, hooksQuery, type Part } from './automations.api.ts'
import { type Kind, labelOf, shapeOf, wordOf } from './draft.logic.ts'
import { Insert, Pairs } from './pairs-field.tsx'
import { ColumnChoice, CrmTarget, type SettingProps } from './special-fields.tsx'

interface Props {
  part: Part
  kind: Kind
  /** Names that texts may call as `{{name}}`; none for triggers. */
  references?: readonly string[]
  /** The workbook that the rule's event is about. */
  workbookId?: string | undefined
  onChange: (part: Part) => void
  errors?: Record<string, string>
}

const HIDDEN = new Set(['idempotency_key', 'filter', 'view_id'])

export function SettingsForm({ part, kind, references = [], workbookId, onChange, errors = {} }: Props) {
  const { properties = {}, required = [] } = shapeOf(kind)
  const names = Object.keys(properties).filter((name) => !HIDDEN.has(name))
  const put = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = part
    onChange(value === undefined ? (rest as Part) : { ...part, [name]: value })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {names.map((name) => (
        <Setting
          key={name}
          name={name}
          shape={properties[name] ?? {}}
          value={part[name]}
          optional={!required.includes(name)}
          error={errors[name]}
          references={references}
          workbookId={typeof part.workbook_id === 'string' && part.workbook_id ? part.workbook_id : workbookId}
          onChange={(value) => put(name, value)}
        />
      ))}
    </div>
  )
}

function Setting(props: SettingProps) {
  const { name, shape, value, optional, error, onChange } = props
  const listed = useListed(name)
  const label = labelOf(name)
  const tie = { label, ...(error ? { error } : {}) }
  if (name === 'workbook_id') return <WorkbookSetting {...props} />
  if (listed) return <ListedSetting {...props} listed={listed} />
  if (name === 'watch_id')
    return (
      <Field {...tie}>
        <WatchChoice value={String(value ?? '')} onChange={(id) => onChange(id ?? undefined)} />
      </Field>
    )
  if (name === 'filter_id')
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
  if (name === 'column_ids') return <ColumnChoice {...props} />
  if (name === 'target') return <CrmTarget {...props} />
  if (shape.enum || shape.anyOf?.some((one) => one.enum)) {
    const options = shape.enum ?? shape.anyOf?.find((one) => one.enum)?.enum ?? []
    return (
      <Field {...tie}>
        <Select value={String(value ?? '')} onChange={(event) => onChange(event.target.value || undefined)}>
          {optional && shape.default === undefined && <option value="">Leave as it is</option>}
          {options.map((one) => (
            <option key={one} value={one}>
              {wordOf(one, name)}
            </option>
          ))}
        </Select>
      </Field>
    )
  }
  if (shape.type === 'array' && shape.items?.enum) {
    const chosen = Array.isArray(value) ? (value as string[]) : []
    return (
      <fieldset className="flex flex-col gap-1 sm:col-span-2">
        <legend className="font-medium text-ink-2 text-sm">{label}: any of</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {shape.items.enum.map((one) => (
            <Checkbox
              key={one}
              label={wordOf(one, name)}
              checked={chosen.includes(one)}
              onChange={(on) => {
                const next = on ? [...chosen, one] : chosen.filter((other) => other !== one)
                onChange(next.length > 0 ? next : undefined)
              }}
            />
          ))}
        </div>
      </fieldset>
    )
  }
  if (shape.type === 'boolean')
    return <Checkbox className="self-end pb-1.5" label={label} checked={value === true} onChange={onChange} />
  if (shape.type === 'integer' || shape.type === 'number')
    return (
      <Field {...tie} hint={name === 'every_seconds' ? 'Seconds; 3600 is an hour, 86400 a day' : undefined}>
        <Input
          inputMode="decimal"
          value={value === undefined ? '' : String(value)}
          placeholder={optional ? 'No limit of its own' : ''}
          onChange={(event) => {
            const number = Number(event.target.value)
            onChange(event.target.value === '' || Number.isNaN(number) ? undefined : number)
          }}
        />
      </Field>
    )
  if (shape.type === 'object') return <Pairs {...props} />
  return <TextSetting {...props} />
}

function WorkbookSetting({ optional, value, error, onChange }: SettingProps) {
  return (
    <Field label="Workbook" {...(error ? { error } : {})}>
      <WorkbookSelect
        value={String(value ?? '')}
        {...(optional ? { none: 'The one that the event is about' } : {})}
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

/** What a setting may name that holds an id; undefined for other settings. */
function useListed(name: string): Listed | undefined {
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
  if (name !== 'endpoint_id') return undefined
  const items = endpoints.data?.map(({ id, name: text, url }) => ({ id, text: `${text} (${url})` }))
  return { items, under: 'Webhooks' }
}

function ListedSetting({ name, value, error, listed, onChange }: SettingProps & { listed: Listed }) {
  const { items, under } = listed
  const hint = items?.length === 0 ? `There is none yet. Add one under ${under}.` : undefined
  return (
    <Field label={labelOf(name)} hint={hint} {...(error ? { error } : {})}>
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

function TextSetting({ name, value, optional, error, references, onChange }: SettingProps) {
  const text = String(value ?? '')
  const isLong = name === 'text' || name === 'note' || name === 'instruction'
  const props = {
    value: text,
    dir: 'auto' as const,
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' && optional ? undefined : event.target.value),
  }
  return (
    <div className={isLong || name === 'title' ? 'sm:col-span-2' : ''}>
      <Field label={labelOf(name)} {...(error ? { error } : {})}>
        <span className="flex items-start gap-1">
          {isLong ? <Textarea rows={3} {...props} /> : <Input {...props} />}
          <Insert references={references} onPick={(reference) => onChange(`${text}{{${reference}}}`)} />
        </span>
      </Field>
    </div>
  )
}
