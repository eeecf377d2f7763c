// The form of a source's settings, made from their schema.
import { useQuery } from '@tanstack/react-query'
import { api, currentWorkspace, take } from '../../api/client.ts'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx'
import { OwnProviderSetting } from './own-provider-setting.tsx'
import { type SettingField, settingValue, shownFields, type Value, type Values } from './sources.logic.ts'

interface Props {
  fields: SettingField[]
  values: Values
  /** Refused settings by name. */
  errors: Record<string, string | undefined>
  onChange: (values: Values) => void
}

export function SettingForm({ fields, values, errors, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {shownFields(fields, values).map((field) => {
        const value = settingValue(field, values)
        const set = (next: Value) => onChange({ ...values, [field.name]: next })
        const wide = ['multiline', 'list'].includes(field.kind) || /url|address|query/i.test(field.name)
        if (field.kind === 'boolean')
          return (
            <Checkbox
              key={field.name}
              className="self-center"
              label={field.title}
              hint={field.hint || undefined}
              checked={value === true}
              onChange={set}
            />
          )
        if (field.kind === 'own-provider')
          return (
            <OwnProviderSetting
              key={field.name}
              {...{ title: field.title, hint: field.hint, error: errors[field.name], value: String(value) }}
              onChange={(provider, inputs) => onChange({ ...values, [field.name]: provider, inputs })}
            />
          )
        return (
          <Field
            key={field.name}
            className={wide ? 'sm:col-span-2' : ''}
            label={isOptional(field) ? `${field.title} (optional)` : field.title}
            hint={field.hint || undefined}
            error={errors[field.name]}
          >
            <Control field={field} value={String(value)} values={values} onChange={set} />
          </Field>
        )
      })}
    </div>
  )
}

const isOptional = ({ required, kind, only, start }: SettingField) =>
  !required && kind !== 'choice' && only === null && start === ''

function Control({
  field,
  value,
  values,
  onChange,
}: {
  field: SettingField
  value: string
  values: Values
  onChange: (value: string) => void
}) {
  if (field.kind === 'choice')
    return (
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {value === '' && <option value="">Any</option>}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    )
  if (field.kind === 'multiline' || field.kind === 'list')
    return (
      <Textarea rows={field.kind === 'list' ? 3 : 4} value={value} onChange={(event) => onChange(event.target.value)} />
    )
  if (field.kind === 'secret')
    return <Choice list="secrets" value={value} empty="Choose a secret" onChange={onChange} by="name" />
  if (field.kind === 'workbook')
    return <Choice list="workbooks" value={value} empty="Choose a workbook" onChange={onChange} by="id" />
  if (field.kind === 'view')
    return (
      <Choice
        list={values.workbook_id ? { viewsOf: String(values.workbook_id) } : null}
        value={value}
        empty="All rows"
        onChange={onChange}
        by="id"
      />
    )
  return (
    <Input
      value={value}
      inputMode={field.kind === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type NamedList = 'secrets' | 'workbooks' | { viewsOf: string }

async function readList(list: NamedList | null): Promise<{ id?: string; name: string }[]> {
  if (list === null) return []
  if (list === 'secrets') return (await take(api.GET('/api/settings/secrets'))).items
  if (list === 'workbooks') return (await take(api.GET('/api/workbooks', { params: { query: { limit: 200 } } }))).items
  const params = { path: { workbook_id: list.viewsOf } }
  return (await take(api.GET('/api/workbooks/{workbook_id}/views', { params }))).items
}

function Choice({
  list: from,
  value,
  empty,
  by,
  onChange,
}: {
  list: NamedList | null
  value: string
  empty: string
  by: 'id' | 'name'
  onChange: (value: string) => void
}) {
  const list = useQuery({
    queryKey: [currentWorkspace(), 'choice', from],
    queryFn: () => readList(from),
    enabled: from !== null,
  })
  const items = list.data ?? []
  const isMissing = value !== '' && !items.some((one) => one[by] === value)
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{empty}</option>
      {isMissing && <option value={value}>{by === 'name' ? value : 'Not available'}</option>}
      {items.map((one) => (
        <option key={one.id ?? one.name} value={one[by]}>
          {one.name}
        </option>
      ))}
    </Select>
  )
}
