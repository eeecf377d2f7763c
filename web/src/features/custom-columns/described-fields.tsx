// The fields of settings that a kind of column describes by words.
import { createContext, useContext } from 'react'
import type { Column } from '../../api/shapes.ts'
import type { FormValues } from '../../ui/forms/form-fields.logic.ts'
import type { SettingField } from '../../ui/forms/schema-fields.logic.ts'
import { type EditorProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import { PriceSetting } from './price-setting.tsx'
import { ReferenceEditor } from './reference-editor.tsx'
import { SecretSetting } from './secrets/secret-setting.tsx'

const ReferredColumns = createContext<readonly Column[]>([])

function TemplateEditor({ value, onChange }: EditorProps) {
  return <ReferenceEditor columns={useContext(ReferredColumns)} value={value} onChange={onChange} />
}

const EDITORS = { template: TemplateEditor }
const PARTS = { price: PriceSetting, secret: SecretSetting }

interface Props {
  fields: readonly SettingField[]
  values: FormValues
  errors: Readonly<Record<string, string>>
  /** Columns that templates may name. */
  columns?: readonly Column[]
  onChange: (values: FormValues) => void
}

export function DescribedFields({ columns = [], ...form }: Props) {
  return (
    <ReferredColumns value={columns}>
      <SchemaForm {...form} editors={EDITORS} parts={PARTS} columns={2} />
    </ReferredColumns>
  )
}
