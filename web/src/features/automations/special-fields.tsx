// Settings that need more than their schema says: columns of a workbook, and the record of a CRM that is pushed.
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Checkbox, Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { isRun } from '../columns/columns.logic.ts'
import type { FilterField } from '../columns/filters/fields.logic.ts'
import { Pairs } from './pairs-field.tsx'

/** One setting whose editor is of automations alone. */
export interface SettingProps {
  field: FormField
  value: unknown
  error: string | undefined
  references: readonly string[]
  fields: readonly FilterField[]
  workbookId: string | undefined
  earlier: readonly { id: number; label: string }[]
  onChange: (value: unknown) => void
}

/** The columns of a workbook, for rules about its rows. */
export const columnsQuery = (workbook_id: string) => ({
  queryKey: [...keys.workbook(workbook_id), 'columns of rules'],
  queryFn: async () =>
    (
      await take(
        api.GET('/api/workbooks/{workbook_id}', { params: { path: { workbook_id }, query: { page_size: 1 } } }),
      )
    ).workbook.columns_config as { id: string; name: string; type: string }[],
})

export function ColumnChoice({ field: { kind, label, blank }, value, error, workbookId, onChange }: SettingProps) {
  const columns = useQuery({ ...columnsQuery(workbookId ?? ''), enabled: workbookId !== undefined })
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const offered = columns.data?.filter((column) => kind !== 'enriched-columns' || isRun(column)) ?? []
  if (workbookId === undefined) return null
  return (
    <fieldset className="flex flex-col gap-1 sm:col-span-2">
      <legend className="font-medium text-ink-2 text-sm">
        {label}
        {chosen.length === 0 && `: ${blank}`}
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {offered.map((column) => (
          <Checkbox
            key={column.id}
            label={column.name}
            checked={chosen.includes(column.id)}
            onChange={(on) => {
              const next = on ? [...chosen, column.id] : chosen.filter((one) => one !== column.id)
              onChange(next.length > 0 ? next : undefined)
            }}
          />
        ))}
      </div>
      <FormError>{error}</FormError>
    </fieldset>
  )
}

export function SeveralSetting({ field: { label, options = [] }, value, error, onChange }: SettingProps) {
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
      <FormError>{error}</FormError>
    </fieldset>
  )
}

interface CrmTarget {
  kind: 'hubspot' | 'salesforce'
  object: string
  key: string
  match?: string
  values: Record<string, string>
}

const FRESH: Record<CrmTarget['kind'], CrmTarget> = {
  hubspot: { kind: 'hubspot', object: 'contacts', key: 'email', values: { email: '' } },
  salesforce: { kind: 'salesforce', object: 'Lead', key: 'Email', match: 'value', values: { Email: '' } },
}

export function CrmRecord(props: SettingProps) {
  const { value, onChange } = props
  const target = value && typeof value === 'object' && 'kind' in value ? (value as CrmTarget) : FRESH.hubspot
  const put = (more: Partial<CrmTarget>) => onChange({ ...target, ...more })
  return (
    <div className="grid gap-3 sm:col-span-2 sm:grid-cols-3">
      <Field label="CRM">
        <Select value={target.kind} onChange={(event) => onChange(FRESH[event.target.value as CrmTarget['kind']])}>
          <option value="hubspot">HubSpot</option>
          <option value="salesforce">Salesforce</option>
        </Select>
      </Field>
      <Field label="Object">
        {target.kind === 'hubspot' ? (
          <Select value={target.object} onChange={(event) => put({ object: event.target.value })}>
            {['contacts', 'companies', 'deals'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        ) : (
          <Input value={target.object} onChange={(event) => put({ object: event.target.value })} />
        )}
      </Field>
      <Field label="Known by">
        <Input value={target.key} onChange={(event) => put({ key: event.target.value })} />
      </Field>
      <div className="sm:col-span-3">
        <Pairs
          {...props}
          label="Values"
          value={target.values}
          onChange={(values) => put({ values: values as never })}
        />
      </div>
    </div>
  )
}
