// The fields of settings that a kind of column describes by words.
import { createContext, useContext } from 'react'
import type { Column } from '../../api/shapes.ts'
import type { FormField, FormValue, FormValues } from '../../ui/forms/form-fields.logic.ts'
import { type EditorProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import { ReferenceEditor } from './reference-editor.tsx'

const ReferredColumns = createContext<readonly Column[]>([])

function TemplateEditor({ value, onChange }: EditorProps) {
  return <ReferenceEditor columns={useContext(ReferredColumns)} value={value} onChange={onChange} />
}

const EDITORS = { template: TemplateEditor }

interface Props {
  fields: readonly FormField[]
  /** What holds the values of the fields, among others. */
  values: object
  errors: Readonly<Record<string, string>>
  /** Columns that templates may name. */
  columns?: readonly Column[]
  /** The values of all these fields. */
  onChange: (values: Record<string, FormValue>) => void
}

export function DescribedFields({ fields, values, errors, columns = [], onChange }: Props) {
  const all = values as FormValues
  const own = Object.fromEntries(fields.map(({ name }) => [name, all[name] ?? '']))
  return (
    <ReferredColumns value={columns}>
      <SchemaForm fields={fields} values={own} errors={errors} editors={EDITORS} columns={2} onChange={onChange} />
    </ReferredColumns>
  )
}
