// The editors of settings that only targets of deliveries have: secrets, messages, values by name, and where a row is written to.
import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { createContext, use } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { SettingField } from '../../../ui/forms/schema-fields.logic.ts'
import type { PartProps } from '../../../ui/forms/schema-form.tsx'
import type { Pair } from '../../columns/custom.shapes.ts'
import { settingListQuery } from '../../kind-forms/setting-list.ts'
import { PairsEditor } from '../pairs-editor.tsx'
import { ReferenceEditor } from '../reference-editor.tsx'
import { SecretSetting } from '../secrets/secret-setting.tsx'
import { SequenceSetting } from '../sequence-target.tsx'
import { IdentifiedWorkbook, useColumnsOf } from '../workbook-target.tsx'
import { pairsOfColumns } from './output-draft.logic.ts'

/** What the editors know of the column beside the setting. */
interface OutputScope {
  workbookId: string
  columns: Column[]
  pairs: Pair[]
  onPairs: (pairs: Pair[]) => void
}

const NOTHING: OutputScope = { workbookId: '', columns: [], pairs: [], onPairs: () => {} }
export const OutputContext = createContext<OutputScope>(NOTHING)

type SettingProps = PartProps<SettingField>

function TemplateSetting({ field, value, values, error, onChange }: SettingProps) {
  const { columns } = use(OutputContext)
  return (
    <Field className="sm:col-span-2" label={field.label} hint={field.hint} error={error}>
      <ReferenceEditor
        slash
        lines={3}
        columns={columns}
        {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
        value={value}
        onChange={(text) => onChange({ ...values, [field.name]: text })}
      />
    </Field>
  )
}

/** One of the names that are sent. */
function ValueNameSetting({ field, value, values, error, onChange }: SettingProps) {
  const { pairs } = use(OutputContext)
  const names = pairs.map(({ name }) => name.trim()).filter(Boolean)
  return (
    <Field label={field.label} hint={field.hint} error={error}>
      <Select value={value} onChange={(event) => onChange({ ...values, [field.name]: event.target.value })}>
        <option value="">Choose a property</option>
        {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function ValuesSetting({ field, values, error }: SettingProps) {
  const { columns, pairs, onPairs } = use(OutputContext)
  const { list, item = 'value' } = field
  const listed = useQuery({
    ...settingListQuery(list ?? { path: '', value: '', label: '' }, values),
    enabled: list !== undefined,
  })
  const inWorkbook = useColumnsOf(String(values.workbook_id ?? ''))
  const names = list ? listed.data?.map((one) => String(one[list.value])) : inWorkbook
  const missing = pairsOfColumns(columns, names).filter((pair) => !pairs.some(({ value }) => value === pair.value))
  return (
    <section className="flex flex-col gap-2 sm:col-span-2">
      <div>
        <h3 className="font-medium text-ink-2 text-sm">{field.label}</h3>
        {field.hint && <p className="text-ink-3 text-xs">{field.hint}</p>}
      </div>
      <PairsEditor
        what={item}
        names={names}
        pairs={pairs}
        columns={columns}
        onChange={onPairs}
        more={
          missing.length > 0 && (
            <Button
              size="sm"
              look="quiet"
              icon={ListPlus}
              onClick={() => onPairs([...pairs.filter(({ name, value }) => name || value), ...missing])}
            >
              {names
                ? 'Add columns of the same name'
                : pairs.length === 0
                  ? 'Add every column'
                  : 'Add the other columns'}
            </Button>
          )
        }
      />
      <FormError>{error}</FormError>
    </section>
  )
}

function WorkbookSetting({ field, value, values, error, onChange }: SettingProps) {
  return (
    <IdentifiedWorkbook
      except={use(OutputContext).workbookId}
      label={field.label}
      hint={field.hint}
      error={error}
      value={value}
      onChange={(id) => onChange({ ...values, [field.name]: id })}
    />
  )
}

function SequencePart({ field, value, values, error, onChange }: SettingProps) {
  const choose = (id: string) => onChange({ ...values, [field.name]: id })
  return <SequenceSetting label={field.label} error={error} value={value} onChange={choose} />
}

export const TARGET_PARTS = {
  secret: SecretSetting,
  template: TemplateSetting,
  values: ValuesSetting,
  'value-name': ValueNameSetting,
  'identified-workbook': WorkbookSetting,
  sequence: SequencePart,
}
