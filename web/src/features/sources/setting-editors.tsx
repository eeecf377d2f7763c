// The editors of settings that only sources have: a secret, a workbook, one of its views, a provider of the workspace.
import { useQuery } from '@tanstack/react-query'
import { api, currentWorkspace, take } from '../../api/client.ts'
import { Select } from '../../ui/forms/field.tsx'
import type { EditorProps, PartProps } from '../../ui/forms/schema-form.tsx'
import { OwnProviderSetting } from './own-provider-setting.tsx'

export const SOURCE_EDITORS = {
  secret: (props: EditorProps) => <Choice list="secrets" empty="Choose a secret" by="name" {...props} />,
  workbook: (props: EditorProps) => <Choice list="workbooks" empty="Choose a workbook" by="id" {...props} />,
  view: (props: EditorProps) => (
    <Choice
      list={props.values.workbook_id ? { viewsOf: String(props.values.workbook_id) } : null}
      empty="All rows"
      by="id"
      {...props}
    />
  ),
}

export const SOURCE_PARTS = {
  'own-provider': ({ field, error, value, values, onChange }: PartProps) => (
    <OwnProviderSetting
      title={field.label}
      hint={field.hint ?? ''}
      error={error}
      value={value}
      onChange={(provider, inputs) => onChange({ ...values, [field.name]: provider, inputs })}
    />
  ),
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
