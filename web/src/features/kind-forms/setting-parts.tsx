// The editors of settings that name something of the workspace, for every form that is made from a schema.
import { useQuery } from '@tanstack/react-query'
import type { SettingList } from '../../../../src/kernel/setting-form.ts'
import { asProblem, describeProblem } from '../../api/problem.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import type { SettingField } from '../../ui/forms/schema-fields.logic.ts'
import type { PartProps } from '../../ui/forms/schema-form.tsx'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { settingListQuery } from './setting-list.ts'

const listOf = ({ list }: SettingField): SettingList => {
  if (!list) throw new Error('a field of this kind has a list')
  return list
}

function ListedSetting({ field, value, values, error, onChange }: PartProps<SettingField>) {
  const list = listOf(field)
  const found = useQuery(settingListQuery(list, values))
  const items = found.data ?? []
  const isUnlisted = value !== '' && !items.some((one) => one[list.value] === value)
  const isMissing = isUnlisted && found.isSuccess
  const nothing =
    found.isSuccess && items.length === 0 && list.added_under !== undefined
      ? `There is none yet. Add one under ${list.added_under}.`
      : undefined
  const unread = found.isError
    ? `The list could not be loaded. ${describeProblem(asProblem(found.error)).what}`
    : undefined
  return (
    <Field label={field.label} hint={nothing ?? field.hint} error={error ?? unread}>
      <Select value={value} onChange={(event) => onChange({ ...values, [field.name]: event.target.value })}>
        <option value="">{field.blank ?? 'Choose one'}</option>
        {value !== '' && found.isPending && <option value={value} />}
        {isUnlisted && unread !== undefined && <option value={value}>{value}</option>}
        {isMissing && <option value={value}>{list.value === list.label ? value : 'Not available'}</option>}
        {items.map((one) => (
          <option key={String(one[list.value])} value={String(one[list.value])}>
            {String(one[list.label])}
            {list.note !== undefined && ` (${String(one[list.note])})`}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function WorkbookSetting({ field, value, values, error, onChange }: PartProps) {
  return (
    <Field label={field.label} hint={field.hint} error={error}>
      <WorkbookSelect
        value={value}
        {...(field.blank !== undefined && { none: field.blank })}
        onChange={(id) => onChange({ ...values, [field.name]: id })}
      />
    </Field>
  )
}

export const SETTING_PARTS = { listed: ListedSetting, workbook: WorkbookSetting }
